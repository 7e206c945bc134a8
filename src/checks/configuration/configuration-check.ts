import type { CheckOutcome } from '../../model/check.ts'
import type { Finding, Fix } from '../../model/finding.ts'
import type { BuiltInCheck, Subject } from '../check.ts'
import { notApplicable, outcomeOf, undecided } from '../outcome.ts'
import type { Configuration, Entry, Unit } from './configuration.ts'
import { pointerOf } from './configuration.ts'
import { readConfiguration } from './read-configuration.ts'

type Named = { readonly id: string; readonly title: string; readonly readsProject?: boolean }
const longest = 4_000_000

/** A check of configuration files. What holds no setting fails every one of them. */
export function configurationCheck(
  named: Named,
  judge: (configuration: Configuration, subject: Subject) => CheckOutcome | Promise<CheckOutcome>,
): BuiltInCheck {
  return {
    readsProject: false,
    ...named,
    async run(subject) {
      if (subject.artifact.trim() === '') return failing('the configuration is empty')
      if (!/[\p{L}\p{N}]/u.test(subject.artifact))
        return failing('no configuration was found in the text')
      if (subject.artifact.includes('\0')) return failing('the configuration holds binary data')
      if (subject.artifact.length > longest)
        return failing('the configuration is too long to be read')
      const configuration = await readConfiguration(subject)
      if (configuration.units.length === 0)
        return isProgram(subject.artifact)
          ? undecided('a program makes these settings: only running it tells which')
          : failing('no configuration was found in the text')
      if (
        configuration.units.every(({ entries }) => entries.length === 0) &&
        named.id !== 'configuration/syntax'
      )
        return configuration.units.every(isDeliberate)
          ? notApplicable('the configuration sets nothing')
          : failing('the configuration holds no setting')
      const outcome = await judge(configuration, subject)
      return {
        ...outcome,
        findings: outcome.findings.toSorted((a, b) => (a.place.line ?? 0) - (b.place.line ?? 0)),
      }
    },
  }
}

/** A file of settings that is written in a programming language. */
const isProgram = (artifact: string): boolean => /^`{3,}[cm]?[jt]s \S+\n/.test(artifact)

/** A file that holds an empty object, or comments alone: its reader takes it, and stays with its defaults. */
export const isDeliberate = ({ name, text, problems }: Unit): boolean =>
  name !== '' &&
  text.trim() !== '' &&
  problems.length === 0 &&
  /^\s*(?:\{\s*\}\s*)?$/.test(text.replace(/^\s*(?:[#;]|\/\/)[^\n]*$/gm, ''))

const failing = (message: string): CheckOutcome => outcomeOf([{ message, place: { line: 1 } }], '')

/** A finding at a setting. The evidence is the key alone, so that no value leaks by accident. */
export function findingAtEntry(entry: Entry, unit: Unit, message: string, fix?: Fix): Finding {
  const structured =
    unit.format === 'yaml' ||
    unit.format === 'json' ||
    unit.format === 'jsonc' ||
    unit.format === 'toml'
  return {
    message,
    place: { line: entry.line, ...(structured ? { pointer: pointerOf(entry.path) } : {}) },
    evidence: entry.path.join('.'),
    ...(fix ? { fix } : {}),
  }
}

/** A fix that puts another value in place of the written one, in the same quotes. */
export function revalued(entry: Entry, value: string, title: string): Fix {
  const quote = /^["']/.exec(entry.raw)?.[0] ?? ''
  return {
    title,
    edits: [{ start: entry.start, end: entry.end, text: `${quote}${value}${quote}` }],
  }
}

const longestValue = 1_000

/** Every setting with a value, beside its unit. Endless values are cut, since rules look at the start. */
export const settingsOf = (
  configuration: Configuration,
): readonly { readonly entry: Entry; readonly unit: Unit }[] =>
  configuration.units.flatMap((unit) =>
    unit.entries
      .filter(({ value }) => value !== undefined)
      .map((entry) => ({
        entry: entry.raw.length > longestValue ? shortened(entry) : entry,
        unit,
      })),
  )

const shortened = (entry: Entry): Entry => ({
  ...entry,
  raw: entry.raw.slice(0, longestValue),
  value: typeof entry.value === 'string' ? entry.value.slice(0, longestValue) : entry.value,
})

/** The words of a key: maxPoolSize, MAX_POOL_SIZE and max-pool-size read alike. */
export const keyWords = (key: string): readonly string[] =>
  key
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
