import type { Finding } from '../../model/finding.ts'
import { outcomeOf } from '../outcome.ts'
import { isSecretName } from '../secrets/find-secrets.ts'
import type { Configuration, Entry, Unit } from './configuration.ts'
import { scalarOf } from './configuration.ts'
import { configurationCheck, findingAtEntry, keyWords, settingsOf } from './configuration-check.ts'
import { describeKey } from './describe-key.ts'
import { guessValue } from './guess-value.ts'
import { keysAskedFor } from './keys-asked-for.ts'
import { canHoldComments, noteFor } from './notes.ts'
import { platformMusts } from './platform-musts.ts'

type Setting = { readonly entry: Entry; readonly unit: Unit }

/** The keys the task names, and those the platform demands, are there with a value or a note on who provides it. */
export const required = configurationCheck(
  { id: 'configuration/required', title: 'Mandatory keys are present' },
  (configuration, { task }) => {
    const asked = keysAskedFor(task)
    const findings = [
      ...asked.flatMap((key) => keyFindings(key, configuration)),
      ...configuration.units.flatMap((unit) => platformMusts(unit)),
      ...emptyFindings(configuration, asked),
    ]
    return outcomeOf(
      findings,
      asked.length === 0
        ? `the task names no key; all ${settingsOf(configuration).length} settings have a value or a note`
        : `present: ${asked.join(', ')}`,
    )
  },
)

/** Whether a setting answers to a key, whatever its case style or nesting. */
function answersTo(entry: Entry, key: string): boolean {
  const wanted = keyWords(key).join('_')
  const own = entry.path.flatMap((part) => (/^\d+$/.test(part) ? [] : keyWords(part)))
  if (own.join('_') === wanted || own.join('_').endsWith(`_${wanted}`)) return true
  // DATABASE_URL may be written ENV DATABASE_URL=… or - DATABASE_URL=…
  if (
    typeof entry.value === 'string' &&
    /^[A-Z]/.test(key) &&
    new RegExp(`(?:^|\\s)${key.replace(/[^\w]/g, '.')}(?:=|$)`).test(entry.value)
  )
    return true
  if (entry.key === 'name' && entry.value === key) return true
  const words = keyWords(key)
  const last = keyWords(entry.key)
  return words.length === 1 && last.includes(words[0]!)
}

function keyFindings(key: string, configuration: Configuration): readonly Finding[] {
  const answers = configuration.units.flatMap((unit) =>
    unit.entries.filter((entry) => answersTo(entry, key)).map((entry) => ({ entry, unit })),
  )
  if (answers.length === 0) {
    const fix = added(key, configuration)
    return [{ message: `the key ${key} is missing`, place: { line: 1 }, ...(fix ? { fix } : {}) }]
  }
  if (
    answers.some(
      ({ entry, unit }) => hasValue(entry, unit) || isPromised(entry, unit, configuration),
    )
  )
    return []
  const { entry, unit } = answers[0]!
  return [emptyFinding({ entry, unit }, configuration)]
}

const hasValue = (entry: Entry, unit: Unit): boolean =>
  entry.value === undefined
    ? unit.entries.some(
        ({ path }) =>
          path.length > entry.path.length &&
          entry.path.every((part, index) => path[index] === part),
      )
    : entry.value !== null && String(entry.value).trim() !== ''

const isPromised = (entry: Entry, unit: Unit, configuration: Configuration): boolean =>
  /\bprovid|\brequired?\b|\bset (?:by|in|at|this|it|via|per|to)\b|\bsecret\b|\boutside\b|\benvironment\b|\bfill|\bmust\b|\binject|\byour\b|\bgenerat|\boptional\b|\bempty\b|\bunset\b|\bnone\b|\bdeploy/i.test(
    noteFor(entry, unit, configuration),
  )

function emptyFinding({ entry, unit }: Setting, { lines }: Configuration): Finding {
  const message = `${entry.path.join('.')} has no value, and no note says who provides it`
  const empty = /^(?:null|~|""|'')?$/.test(entry.raw)
  if (!empty || unit.format === 'nginx' || unit.format === 'dockerfile')
    return findingAtEntry(entry, unit, message)
  const name = entry.path.filter((part) => !/^\d+$/.test(part)).join('.')
  const value = isSecretName(entry.key) ? `<${keyWords(entry.key).join('-')}>` : guessValue(name)
  const bare = unit.format === 'env' || unit.format === 'ini' || unit.format === 'properties'
  const gap =
    unit.format === 'yaml' &&
    !/\s/.test(
      lines
        .textOf(entry.line)
        .slice(
          entry.start - lines.startOf(entry.line) - 1,
          entry.start - lines.startOf(entry.line),
        ),
    )
      ? ' '
      : ''
  const edit = {
    start: entry.start,
    end: entry.end,
    text: bare ? value : `${gap}${quotedFor(value)}`,
  }
  const note = bare || !canHoldComments(unit) ? [] : [noteLine(entry, unit, { lines, value })]
  return findingAtEntry(entry, unit, message, {
    title: `give ${entry.key} a value`,
    edits: [...note, edit],
  })
}

// a value that came from a guess says so, and a reference says what it is for
function noteLine(
  entry: Entry,
  unit: Unit,
  { lines, value }: { lines: Configuration['lines']; value: string },
) {
  const at = lines.startOf(entry.line)
  const indent = /^\s*/.exec(lines.textOf(entry.line))![0]
  const variable = /^\$\{(\w+)\}$/.exec(value)?.[1]
  const text = describeKey(
    entry.path.filter((part) => !/^\d+$/.test(part)).join('.'),
    scalarOf(value),
  )
  return {
    start: at,
    end: at,
    text: `${indent}${unit.format === 'jsonc' ? '//' : '#'} ${variable === undefined ? text : `${variable}: ${text}`}\n`,
  }
}

const quotedFor = (value: string): string =>
  /^(?:true|false|-?\d+(?:\.\d+)?)$/.test(value) ? value : JSON.stringify(value)

// an empty value that nobody asked for is as useless as a missing one
function emptyFindings(configuration: Configuration, asked: readonly string[]): readonly Finding[] {
  return settingsOf(configuration).flatMap(({ entry, unit }) => {
    const platformNull = unit.platform !== null && entry.value === null
    const isItem = /^\d+$/.test(entry.key)
    // JSON on its own cannot say who provides a value
    const mute = !canHoldComments(unit) && configuration.prose.trim() === ''
    if (
      platformNull ||
      mute ||
      isItem ||
      hasValue(entry, unit) ||
      unit.format === 'dockerfile' ||
      unit.format === 'nginx' ||
      asked.some((key) => answersTo(entry, key)) ||
      isPromised(entry, unit, configuration)
    )
      return []
    return [emptyFinding({ entry, unit }, configuration)]
  })
}

// only flat formats can take a new line at the end without knowing the tree
function added(key: string, { units }: Configuration) {
  const [unit] = units
  if (unit === undefined || unit.platform !== null || unit.problems.length > 0) return undefined
  const value = isSecretName(key) ? `<${keyWords(key).join('-')}>` : guessValue(key)
  const end = unit.base + unit.text.length
  const lead = unit.text.endsWith('\n') || unit.text === '' ? '' : '\n'
  const tail = lead === '' ? '\n' : ''
  const note = `# ${describeKey(key, value)}`
  const edit = (text: string) => ({
    title: `add ${key}`,
    edits: [{ start: end, end, text: `${lead}${text}${tail}` }],
  })
  if (unit.format === 'env')
    return edit(
      `${note}\n${keyWords(key).join('_').toUpperCase()}=${/[<>\s]/.test(value) ? `"${value}"` : value}`,
    )
  if (unit.format === 'yaml' && !key.includes('.') && unit.entries[0]?.path.length === 1)
    return edit(`${note}\n${key}: ${quotedFor(value)}`)
  return undefined
}
