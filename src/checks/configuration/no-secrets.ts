import type { Finding, Fix } from '../../model/finding.ts'
import { outcomeOf } from '../outcome.ts'
import type { Secret } from '../secrets/find-secrets.ts'
import { findSecrets, looksRandom, masked, secretInSetting } from '../secrets/find-secrets.ts'
import type { Entry, Unit } from './configuration.ts'
import { pointerOf } from './configuration.ts'
import { configurationCheck, keyWords, settingsOf } from './configuration-check.ts'

type Setting = { readonly entry: Entry; readonly unit: Unit }

/** No secret is written out. Findings name the kind and the place and never show the value. */
export const noSecrets = configurationCheck(
  { id: 'configuration/no-secrets', title: 'No embedded secrets' },
  (configuration) => {
    // the passwords of examples are words; those are told by configuration/defaults
    const byForm = findSecrets(configuration.text).filter(({ kind, start, end }) =>
      kind === 'private key'
        ? !isStub(configuration.text.slice(end))
        : kind !== 'password in an address' || looksRandom(configuration.text.slice(start, end)),
    )
    const settings = settingsOf(configuration)
    const taken = new Set(byForm.map(({ start }) => configuration.lines.lineAt(start)))
    const known = byForm.map((secret): Finding => {
      const line = configuration.lines.lineAt(secret.start)
      const at = settings.find(
        ({ entry }) => secret.start >= entry.start && secret.start < entry.end,
      )
      return {
        message: `a ${secret.kind} is written out: ${secret.masked}`,
        place: {
          line,
          ...(at && at.unit.platform !== null ? { pointer: pointerOf(at.entry.path) } : {}),
        },
        ...fixOf(secret, at),
      }
    })
    const named = settings.flatMap(({ entry, unit }): readonly Finding[] => {
      // the keys of a machine for development or tests open nothing
      if (taken.has(entry.line) || /\.env\.(?:dev|development|test)$/.test(unit.name)) return []
      return pairsOf(entry, unit).flatMap(({ key, value }): readonly Finding[] =>
        secretInSetting(key, value) && looksRandom(value)
          ? [secretFinding({ entry, unit }, { key, value })]
          : [],
      )
    })
    return outcomeOf([...known, ...named], 'no token, key, password or other secret was recognised')
  },
)

/** The end of a key right after its beginning: the shortest key of any kind has more between them. */
const isStub = (after: string): boolean => {
  const body = /^(?:-----)?((?:\\n|[\w+/=\s])*)-----END/.exec(after)?.[1]
  return body !== undefined && body.replaceAll(/\\n|\s/g, '').length < 40
}

// KEY=value may stand inside one value: ENV lines, lists of variables, name/value pairs
function pairsOf(
  entry: Entry,
  unit: Unit,
): readonly { readonly key: string; readonly value: string }[] {
  const text =
    typeof entry.value === 'number' ? entry.raw : typeof entry.value === 'string' ? entry.value : ''
  if (unit.format === 'dockerfile' || /^\d+$/.test(entry.key)) {
    const pairs = [...text.matchAll(/(?:^|\s)([A-Za-z_][\w.-]*)=("[^"]*"|'[^']*'|\S+)/g)].map(
      (match) => ({ key: match[1]!, value: match[2]!.replace(/^["']|["']$/g, '') }),
    )
    const spaced =
      unit.format === 'dockerfile' && entry.key === 'ENV' && pairs.length === 0
        ? /^([A-Za-z_]\w*)\s+(\S+)$/.exec(text)
        : null
    return spaced ? [{ key: spaced[1]!, value: spaced[2]! }] : pairs
  }
  if (unit.platform === 'kubernetes' && entry.key === 'value') {
    const before = unit.entries[unit.entries.indexOf(entry) - 1]
    return before?.key === 'name' ? [{ key: String(before.value), value: text }] : []
  }
  const isSecretMap = unit.platform === 'kubernetes' && entry.path.includes('stringData')
  const authorization = /^(?:authorization|proxy_set_header|add_header)$/i.test(entry.key)
    ? /(?:Bearer|Basic)\s+([A-Za-z0-9+/=._-]{16,})/.exec(text)?.[1]
    : undefined
  if (authorization !== undefined) return [{ key: 'token', value: authorization }]
  return [{ key: isSecretMap ? `secret_${entry.key}` : entry.key, value: text }]
}

function secretFinding(
  { entry, unit }: Setting,
  { key, value }: { key: string; value: string },
): Finding {
  const at = entry.raw.indexOf(value)
  const structured =
    unit.format !== 'env' && unit.format !== 'dockerfile' && unit.format !== 'nginx'
  const span = { start: entry.start + at, end: entry.start + at + value.length }
  const fix = at === -1 ? undefined : takenOut(span, key)
  return {
    message: `${key} holds a secret written out: ${masked(value)}`,
    place: { line: entry.line, ...(structured ? { pointer: pointerOf(entry.path) } : {}) },
    ...(fix ? { fix } : {}),
  }
}

function fixOf(secret: Secret, at: Setting | undefined) {
  if (secret.kind === 'private key' || at === undefined || /^\d+$/.test(at.entry.key)) return {}
  const key = secret.kind === 'password in an address' ? `${at.entry.key}_password` : at.entry.key
  return { fix: takenOut(secret, key) }
}

// a placeholder that nobody takes for a value; who provides the real one is not for a fixer to say
const takenOut = (span: { readonly start: number; readonly end: number }, key: string): Fix => ({
  title: 'take the secret out',
  edits: [{ start: span.start, end: span.end, text: `<${keyWords(key).join('-')}>` }],
})
