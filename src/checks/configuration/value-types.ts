import type { Finding } from '../../model/finding.ts'
import type { Entry, Unit } from './configuration.ts'
import { findingAtEntry, keyWords, revalued } from './configuration-check.ts'

/** Values that cannot be what their key's name promises: ports, amounts, switches, levels, addresses, cron lines. */
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

function typeProblem({ key, value }: Entry): string | null {
  if (!/^[\w.-]+$/.test(key)) return null
  const words = keyWords(key)
  if (typeof value === 'number') return portProblem(key, value)
  if (typeof value !== 'string' || value.trim() === '' || /[$<{%]/.test(value)) return null
  return numberProblem(key, words, value) ?? wordProblem(key, words, value)
}

const noAmount = /^(?:auto|none|inf|infinity|unlimited|never|max|default|forever|cpus)/i

function numberProblem(key: string, words: readonly string[], value: string): string | null {
  const last = words.at(-1) ?? ''
  if (last === 'port') {
    if (/^\d+$/.test(value)) return portProblem(key, Number(value))
    return /^[\d.]*\d+:\d+/.test(value) ? null : `${key} is no port number`
  }
  const counts = /^(?:timeout|retries|workers|concurrency|replicas|ttl)$/.test(last)
  if (counts && !/^-?\d/.test(value) && !noAmount.test(value)) return `${key} is no number`
  const measured =
    words.length > 1 && words.some((word) => /^(?:ms|seconds|secs|bytes|mb|kb|percent)$/.test(word))
  return measured && !/^-?[\d_.]+\s*\w{0,3}$/.test(value) && !noAmount.test(value)
    ? `${key} is no number`
    : null
}

const levels =
  /^(?:silent|off|none|fatal|critical|crit|emerg\w*|alert|panic|error|err|warn|warning|notice|info|information|http|verbose|debug|trace|silly|all|\d+)$/i
const switched = /^(?:true|false|yes|no|on|off|1|0|auto|always|never|enabled|disabled)$/i
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

function wordProblem(key: string, words: readonly string[], value: string): string | null {
  const last = words.at(-1) ?? ''
  if (Object.hasOwn(slips, value.toLowerCase())) return `${key} is neither true nor false`
  if ((words[0] === 'enable' || last === 'enabled') && !switched.test(value))
    return `${key} is neither true nor false`
  const isLevel =
    /^log_?level$/.test(words.join('_')) ||
    words.join('_').endsWith('_log_level') ||
    words.join('') === 'loglevel'
  if (isLevel && /^[\w-]+$/.test(value) && !levels.test(value)) return `${key} is no log level`
  const isAddress = last === 'url' || last === 'uri'
  return isAddress && /^[\w-]+$/.test(value) && !/^(?:memory|none|localhost)$/i.test(value)
    ? `${key} is no address`
    : null
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
