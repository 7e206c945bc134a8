import { keyWords } from './configuration-check.ts'
import { isSecretName } from '../secrets/find-secrets.ts'

const known: readonly (readonly [RegExp, string])[] = [
  [/^port$|_port$/, 'TCP port'],
  [/^host$|_host$|^bind/, 'Address or host name'],
  [/log_?level/, 'Least severe level that is logged'],
  [/log_?format/, 'Format of log lines'],
  [/node_env|app_env|environment$|^env$/, 'Name of the environment the program runs in'],
  [/database_url|db_url|postgres_url|mysql_url/, 'Address of the database'],
  [/redis_url/, 'Address of the Redis server'],
  [/_url$|^url$|_uri$|endpoint/, 'Address'],
  [/timeout/, 'Longest wait'],
  [/interval|period/, 'Time between two runs'],
  [/ttl|max_age|expir|lifetime/, 'How long an entry stays valid'],
  [/retr(?:y|ies)|attempts/, 'How often a failed call is tried again'],
  [/pool/, 'Connections kept in the pool'],
  [/workers|concurrency|threads|parallel/, 'How many run at the same time'],
  [/rate_?limit|max_requests/, 'Most requests allowed'],
  [/size|memory|buffer|bytes/, 'Largest size'],
  [/debug/, 'Switch for debugging output; keep it off in production'],
  [/cors|origins?$/, 'Origins that may call from a browser'],
  [/tls|ssl/, 'Encrypted connections'],
  [/cron|schedule/, 'When the job runs, as a cron line'],
  [/(?:^|_)enable|enabled$|^feature|^use_/, 'Switch'],
]

const units: readonly (readonly [RegExp, string])[] = [
  [/_ms$|millis/, 'milliseconds'],
  [/_s$|_sec(?:ond)?s?$|seconds/, 'seconds'],
  [/_min(?:ute)?s$|minutes/, 'minutes'],
  [/_hours?$/, 'hours'],
  [/_days?$/, 'days'],
  [/_kb$/, 'kilobytes'],
  [/_mb$/, 'megabytes'],
  [/_gb$/, 'gigabytes'],
  [/bytes/, 'bytes'],
  [/percent|_pct$/, 'percent'],
]

/** A note on a setting that says no more than its name and value show. */
export function describeKey(key: string, value: unknown): string {
  const name = keyWords(key).join('_')
  const what = known.find(([pattern]) => pattern.test(name))?.[1]
  const subject = keyWords(key)
    .filter(
      (word) => !/^(?:ms|sec|secs|seconds|min|mins|minutes|hours|days|kb|mb|gb|bytes)$/.test(word),
    )
    .join(' ')
  const unit = unitOf(name, value)
  const base = what === undefined ? sentenceCase(subject) : `${what} (${subject})`
  if (isSecretName(key)) return `Secret: ${subject}; provide it from outside, never commit it.`
  const shown =
    typeof value === 'number' ||
    typeof value === 'boolean' ||
    (typeof value === 'string' && value !== '' && value.length <= 40 && !/[${}<>]/.test(value))
      ? `; default ${String(value)}`
      : ''
  return `${base}${unit === null ? '' : `, in ${unit}`}${shown}.`
}

/** The unit a name or value gives away. */
function unitOf(name: string, value: unknown): string | null {
  const named = units.find(([pattern]) => pattern.test(name))?.[1]
  if (named !== undefined) return named
  const suffix =
    typeof value === 'string'
      ? /^\d+(?:\.\d+)?\s*([a-z]+)$/i.exec(value)?.[1]?.toLowerCase()
      : undefined
  const bySuffix: Readonly<Record<string, string>> = {
    ms: 'milliseconds',
    s: 'seconds',
    m: 'minutes',
    h: 'hours',
    d: 'days',
    kb: 'kilobytes',
    mb: 'megabytes',
    gb: 'gigabytes',
  }
  return suffix === undefined ? null : (bySuffix[suffix] ?? null)
}

const sentenceCase = (text: string): string =>
  text === '' ? 'Setting' : text[0]!.toUpperCase() + text.slice(1)
