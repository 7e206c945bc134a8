import type { Finding } from '../../model/finding.ts'
import type { Entry, Unit } from './configuration.ts'
import { findingAtEntry, keyWords, revalued } from './configuration-check.ts'

/** Values that no program takes: ports out of range, cron lines that never come, true and false misspelt. */
export function typeFindings(unit: Unit): readonly Finding[] {
  if (unit.format === 'dockerfile' || unit.format === 'nginx') return []
  return unit.entries.flatMap((entry) => {
    // a bare word in JSON is the grammar's finding already
    if (
      unit.format.startsWith('json') &&
      typeof entry.value === 'string' &&
      !entry.raw.startsWith('"')
    )
      return []
    const problem = cronProblem(entry) ?? (unit.platform === null ? typeProblem(entry) : null)
    return problem === null ? [] : [findingAtEntry(entry, unit, problem, respelled(entry, unit))]
  })
}

// names promise types to people only; what no program would take is all that is judged
function typeProblem({ key, value }: Entry): string | null {
  if (!/^[\w.-]+$/.test(key)) return null
  if (typeof value === 'number') return portProblem(key, value)
  if (typeof value !== 'string') return null
  if (Object.hasOwn(slips, value.toLowerCase())) return `${key} is neither true nor false`
  return /^\d+$/.test(value) ? portProblem(key, Number(value)) : null
}

const slips: Readonly<Record<string, string>> = {
  ture: 'true',
  treu: 'true',
  tru: 'true',
  treue: 'true',
  flase: 'false',
  fasle: 'false',
  fals: 'false',
  faslse: 'false',
}

const portProblem = (key: string, value: number): string | null =>
  keyWords(key).at(-1) === 'port' && (value < 0 || value > 65_535 || !Number.isInteger(value))
    ? `${key} is outside 0 to 65535`
    : null

const cronLimits = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 7],
] as const

// only what is written as a cron line is judged as one
function cronProblem({ key, value, path }: Entry): string | null {
  const named =
    /(?:^|_)(?:cron|schedule)$/.test(keyWords(key).join('_')) ||
    /^(?:schedule|cron)$/.test(path.at(-2) ?? '')
  if (
    !named ||
    typeof value !== 'string' ||
    !/^[\d*?][\d*,/?LW#A-Z-]*(?:\s+[\d*,/?LW#A-Z-]+)+$/i.test(value.trim())
  )
    return null
  const fields = value.trim().split(/\s+/)
  if (fields.length !== 5 && fields.length !== 6)
    return `${key} has ${fields.length} fields; a cron line has 5`
  const wrong = fields.slice(-5).find((field, index) => {
    const [low, high] = cronLimits[index]!
    return field
      .split(/[,/-]/)
      .filter((part, at) => /^\d+$/.test(part) && !(at > 0 && field.includes('/')))
      .some((part) => Number(part) < low || Number(part) > high)
  })
  return wrong === undefined ? null : `${wrong} in the cron line of ${key} is out of range`
}

function respelled(entry: Entry, unit: Unit) {
  const right = typeof entry.value === 'string' ? slips[entry.value.toLowerCase()] : undefined
  return right === undefined || unit.format === 'json'
    ? undefined
    : revalued(entry, right, `write ${right}`)
}
