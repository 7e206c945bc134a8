import type { Finding } from '../../model/finding.ts'
import { outcomeOf } from '../outcome.ts'
import type { Configuration, Entry, Unit } from './configuration.ts'
import { configurationCheck, findingAtEntry, keyWords, revalued } from './configuration-check.ts'
import { platformTypeFindings } from './platform-types.ts'

/** The format's own grammar accepts it, keys are unique, values have the type their name promises. */
export const syntax = configurationCheck(
  { id: 'configuration/syntax', title: 'The format’s parser accepts it' },
  (configuration) => {
    const findings = configuration.units.flatMap((unit) => [
      ...grammarFindings(unit, configuration),
      ...typeFindings(unit),
      ...platformTypeFindings(unit),
    ])
    if (findings.length === 0 && configuration.units.every(({ entries }) => entries.length === 0))
      findings.push({ message: 'the configuration holds no setting', place: { line: 1 } })
    return outcomeOf(
      findings,
      `reads as ${[...new Set(configuration.units.map(({ format }) => format))].join(', ')}`,
    )
  },
)

function grammarFindings(unit: Unit, { lines, text }: Configuration): readonly Finding[] {
  return unit.problems.slice(0, 100).map(({ message, at, pointer, fix }) => {
    const line = lines.lineAt(Math.min(at, text.length))
    const repeated = /stands twice|Map keys must be unique/.test(message)
      ? withoutRepeat(unit, line, lines)
      : undefined
    const repair = fix ?? repeated
    return {
      message: `${unit.format}: ${message}`,
      place: { line, ...(pointer ? { pointer } : {}) },
      ...(repair ? { fix: repair } : {}),
    }
  })
}

// the second of two equal lines can go; two different values need a person
function withoutRepeat(unit: Unit, line: number, lines: Configuration['lines']) {
  const own = lines.textOf(line).trim()
  const first = lines.lineAt(unit.base)
  for (let other = line - 1; other >= first; other -= 1)
    if (lines.textOf(other).trim() === own)
      return {
        title: 'drop the repeated line',
        edits: [{ start: lines.startOf(line), end: lines.startOf(line + 1), text: '' }],
      }
  return undefined
}

function typeFindings(unit: Unit): readonly Finding[] {
  if (unit.format === 'dockerfile' || unit.format === 'nginx' || unit.platform !== null) return []
  return unit.entries.flatMap((entry) => {
    const problem = typeProblem(entry)
    return problem === null ? [] : [findingAtEntry(entry, unit, problem, quotedNumber(entry, unit))]
  })
}

function typeProblem({ key, value }: Entry): string | null {
  if (!/^[\w.-]+$/.test(key)) return null
  if (typeof value !== 'string' || value.trim() === '' || /[$<{%]/.test(value))
    return typeof value === 'number' ? portProblem(key, value) : null
  const words = keyWords(key)
  const last = words.at(-1) ?? ''
  if (last === 'port')
    return /^\d+$/.test(value)
      ? portProblem(key, Number(value))
      : /^[\d.]*\d+:\d+/.test(value)
        ? null
        : `${key} is no port number`
  if (
    /^(?:timeout|retries|workers|concurrency|replicas|ttl)$/.test(last) &&
    !/^-?\d|^(?:auto|none|inf|infinity|unlimited|never|max|default|forever|cpus)/i.test(value)
  )
    return `${key} is no number`
  if (
    words.some((word) => /^(?:ms|seconds|secs|bytes|mb|kb|percent)$/.test(word)) &&
    words.length > 1 &&
    !/^-?[\d_.]+\s*\w{0,3}$/.test(value) &&
    !/^(?:auto|none|unlimited)$/i.test(value)
  )
    return `${key} is no number`
  if (
    (words[0] === 'enable' || last === 'enabled' || last === 'debug') &&
    /^(?:ture|flase|fasle|treu|tru|fals|yess|maybe|treue|enabeld)$/i.test(value)
  )
    return `${key} is neither true nor false`
  return null
}

const portProblem = (key: string, value: number): string | null =>
  keyWords(key).at(-1) === 'port' && (value < 0 || value > 65_535 || !Number.isInteger(value))
    ? `${key} is outside 0 to 65535`
    : null

function quotedNumber(entry: Entry, unit: Unit) {
  const slips: Readonly<Record<string, string>> = {
    ture: 'true',
    treu: 'true',
    tru: 'true',
    flase: 'false',
    fasle: 'false',
    fals: 'false',
  }
  const right = typeof entry.value === 'string' ? slips[entry.value.toLowerCase()] : undefined
  return right === undefined || unit.format === 'json'
    ? undefined
    : revalued(entry, right, `write ${right}`)
}
