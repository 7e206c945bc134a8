import { isPlaceholder } from './placeholder-value.ts'
import { addressWithPassword, secretPrefix, tokenPatterns } from '../../model/secret-forms.ts'

/** A secret in a text. It is named and placed, and its value is only shown masked. */
export type Secret = {
  readonly kind: string
  readonly start: number
  readonly end: number
  readonly masked: string
}

/** Secrets that are known by their form anywhere in a text. */
export function findSecrets(text: string): readonly Secret[] {
  const secrets: Secret[] = []
  for (const { name, pattern } of tokenPatterns)
    for (const match of text.matchAll(pattern))
      if (!looksMade(match[0])) secrets.push(secretAt(name, match.index, match[0]))
  for (const match of text.matchAll(addressWithPassword)) {
    const password = match[2]!
    if (!isPlaceholder(password))
      secrets.push(secretAt('password in an address', match.index + match[1]!.length, password))
  }
  return withoutOverlaps(secrets)
}

/** Words with hyphens, or one word with a number, are names of things: a secret looks like chance. */
export const looksRandom = (value: string): boolean =>
  value
    .split(/[-_. /:]/)
    .some(
      (part) => part.length >= 16 && (part.match(/\d/g)?.length ?? 0) > 3 && /[a-z]/i.test(part),
    ) ||
  (/\d/.test(value) &&
    !/^[a-z]+(?:[-_. /:][a-z0-9]+)+$/.test(value) &&
    !/^[a-z]+\d{0,2}$/i.test(value))

/** Whether the value of a setting with this name is a secret written out. */
export function secretInSetting(key: string, value: string): boolean {
  if (!isSecretName(key) || isPlaceholder(value)) return false
  if (
    /^(?:\/|\.{1,2}\/|~\/|[A-Za-z]:\\)[\w./\\-]*$|\.(?:pem|key|crt|json|txt|yaml|jks|p12)$|^https?:\/\/[^@]*$/.test(
      value,
    )
  )
    return false
  if (
    /^\d{1,5}$/.test(value) ||
    /^\d+\s?(?:ms|s|m|h|d|days?|hours?|minutes?|seconds?)$/i.test(value)
  )
    return false
  const passwordLike = /pass|pwd|passphrase|pin\b/i.test(key)
  return passwordLike
    ? value.length >= 6 && (/\d|[^\w\s]|[A-Z]/.test(value) || value.length >= 10)
    : value.length >= 10 && (entropy(value) >= 3 || /\d/.test(value)) && !/\s/.test(value)
}

const secretName =
  /(?:^|_)(?:pass(?:word|wd|phrase)?|pwd|secret|token|api_?key|apikey|access_?key|private_?key|signing_?key|encryption_?key|secret_?key|master_?key|auth_?key|credentials?|client_?secret|jwt_?key|salt|dsn_?key|webhook_?key|session_?key|cookie_?key|service_?key|license_?key)(?:_|$|\d)/
const notTheSecretItself =
  /(?:^|_)(?:file|path|name|id|ttl|url|uri|endpoint|header|length|size|min|max|expir\w*|expires_in|lifetime|algorithm|algo|type|rotation|policy|enabled|required|limit|timeout|issuer|audience|prefix|field|ref|arn|public|rounds|env|days|hours|minutes|seconds|interval|location|count|hash_rounds|bucket)(?:_|$)/

/** Whether a setting of this name holds a secret, going by the name alone. */
export function isSecretName(key: string): boolean {
  const name = key
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .toLowerCase()
  return secretName.test(name) && !notTheSecretItself.test(name)
}

/** Bits per character: how much a text looks like chance rather than words. */
function entropy(text: string): number {
  const counts = new Map<string, number>()
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values())
    bits -= (count / text.length) * Math.log2(count / text.length)
  return bits
}

/** What may be shown of a secret: at most its first letters of public prefix, and its length. */
export function masked(value: string): string {
  const prefix = new RegExp(`^(?:${secretPrefix}|-----BEGIN)`).exec(value)?.[0] ?? ''
  return `${prefix}… (${value.length} characters, masked)`
}

const secretAt = (kind: string, start: number, value: string): Secret => ({
  kind,
  start,
  end: start + value.length,
  masked: masked(value),
})

// documentation keys such as AKIAIOSFODNN7EXAMPLE, and runs of one letter
const looksMade = (value: string): boolean => {
  if (value.startsWith('-----BEGIN')) return false
  return (
    /EXAMPLE|XXXX|xxxx|0000000|1234567890abcdef|\.\.\.|your[-_]|placeholder|changeme|<|\*\*\*/i.test(
      value,
    ) || entropy(value) < 2.5
  )
}

function withoutOverlaps(secrets: readonly Secret[]): readonly Secret[] {
  const sorted = secrets.toSorted((a, b) => a.start - b.start || b.end - a.end)
  const keptOnes: Secret[] = []
  for (const secret of sorted)
    if (secret.start >= (keptOnes.at(-1)?.end ?? 0)) keptOnes.push(secret)
  return keptOnes
}
