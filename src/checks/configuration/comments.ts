import type { Finding } from '../../model/finding.ts'
import { notApplicable, outcomeOf } from '../outcome.ts'
import type { Entry, Unit } from './configuration.ts'
import { configurationCheck, findingAtEntry, keyWords, settingsOf } from './configuration-check.ts'
import { canHoldComments, noteFor } from './notes.ts'

/** Values that do not explain themselves have a note nearby. */
export const comments = configurationCheck(
  { id: 'configuration/comments', title: 'Non-obvious values are explained' },
  (configuration) => {
    const judged = settingsOf(configuration).filter(
      ({ entry, unit }) =>
        isUnclear(entry, unit) && (canHoldComments(unit) || configuration.prose.trim() !== ''),
    )
    if (judged.length === 0)
      return notApplicable('no value here needs a note, or the format cannot hold one')
    const findings = judged.flatMap(({ entry, unit }): readonly Finding[] =>
      noteFor(entry, unit, configuration) === ''
        ? [findingAtEntry(entry, unit, `${entry.path.join('.')}: ${whyUnclear(entry)}`)]
        : [],
    )
    return outcomeOf(findings, `${judged.length} values that need a note have one`)
  },
)

const measured =
  /(?:^|_)(?:timeout|interval|ttl|delay|duration|size|limit|max|min|memory|buffer|bytes|retries|retry|attempts|threshold|rate|window|age|expiry|expires|expiration|period|concurrency|workers|threads|pool|backoff|grace|wait|lifetime|quota|batch|rounds|depth|ms|seconds|minutes|hours|days|mb|kb|percent|ratio|weight|factor|retention|capacity|burst|connections|requests)(?:_|$)/
const cronLine =
  /^(?:@(?:hourly|daily|weekly|monthly|yearly|annually|reboot)|(?:[\d*,/-]+|\?|[A-Z]{3}(?:-[A-Z]{3})?)(?:\s+(?:[\d*,/?LW#-]+|[A-Z]{3}(?:-[A-Z]{3})?)){4,5})$/i
const switches =
  /^(?:enable|disable|use|feature|allow|experimental|legacy|flag|toggle)_|_(?:enabled|disabled|flag|toggle|feature)$|^(?:experimental|legacy)$/

/** Whether a reader needs to be told what a value means. */
function isUnclear(entry: Entry, unit: Unit): boolean {
  if (unit.format === 'dockerfile' || unit.format === 'nginx') return false
  if (typeof entry.value === 'string' && cronLine.test(entry.value.trim())) return true
  if (unit.platform !== null) return false
  const name = keyWords(entry.key).join('_')
  const text = String(entry.value ?? '')
  if (typeof entry.value === 'boolean' || /^(?:true|false|on|off)$/i.test(text))
    return (
      switches.test(name) ||
      (name === 'enabled' &&
        !/^(?:tls|ssl|https|auth|authentication|cors|csrf|debug)$/i.test(
          entry.path.at(-2) ?? '',
        )) ||
      entry.path
        .slice(0, -1)
        .some((part) => /^(?:features?|flags?|toggles?|experiments?)$/i.test(part))
    )
  if (
    /^0[xX][0-9a-fA-F]{4,}$|^0?[0-7]{3,4}$/.test(entry.raw.replace(/["']/g, '')) &&
    /mode|mask|perm/.test(name)
  )
    return true
  const amount =
    typeof entry.value === 'number' ||
    /^\d+(?:\.\d+)?\s?(?:ms|s|m|h|d|kb|mb|gb|k|kib|mib|gib|%)?$/i.test(text)
  if (!amount || /(?:^|_)(?:port|version|year|id)$/.test(name)) return false
  return measured.test(name) || Math.abs(Number(entry.value)) >= 1_000
}

function whyUnclear({ value, key }: Entry): string {
  if (typeof value === 'string' && cronLine.test(value.trim()))
    return 'a cron line without a note on when that is'
  if (typeof value === 'boolean' || /^(?:true|false|on|off)$/i.test(String(value)))
    return 'a switch without a note on what it does'
  return `${String(value)} without a note on ${/_(?:ms|seconds|bytes|mb)$/.test(keyWords(key).join('_')) ? 'why' : 'what it counts'}`
}
