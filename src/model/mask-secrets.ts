import { secretPrefix, tokenPatterns } from './secret-forms.ts'

const mask = '***'

// each pattern starts at a fixed word, so a long line cannot make it slow
const looksSecret: readonly RegExp[] = [
  ...tokenPatterns.map(({ pattern }) => pattern),
  new RegExp(`\\b(?:${secretPrefix})[\\w-]{8,}`, 'g'),
  /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g,
]
const namedSecret =
  /(api[_-]?key|access[_-]?key|auth[_-]?token|token|secret|password|passwd|authorization)(["']?[ \t]*[:=][ \t]*["']?(?:bearer[ \t]+|basic[ \t]+)?)([^\s"',;&]{6,})/gi
const bearer = /\b(bearer[ \t]+)([\w.~+/=-]{8,})/gi
const urlPassword = /(:\/\/[^\s:/@]{0,200}:)([^\s/@]{1,200})@/g

// a whole value that only names a variable; a default after :- is a value again
const reference =
  /(?<![^\s"':=@/])(\$\{\w{1,80}(?::?\?[^}\n]{0,200})?\}|\$\{\{[^}\n]{0,200}\}\}|\$[A-Z][A-Z0-9_]{1,80})(?![^\s"'@,;&/:])/

/** Hides the given values and whatever else looks like a key, a token or a password. */
export function maskSecrets(text: string, known: readonly string[] = []): string {
  let masked = text
  // longest first, so that a value inside another leaves nothing behind
  for (const value of [...known].sort((one, other) => other.length - one.length))
    if (value.length >= 4) masked = masked.replaceAll(value, mask)
  for (const pattern of looksSecret) masked = masked.replace(pattern, mask)
  return masked
    .split(reference)
    .map((part, index) => (index % 2 === 1 ? part : maskNamed(part)))
    .join('')
}

const maskNamed = (text: string): string =>
  text
    .replace(namedSecret, `$1$2${mask}`)
    .replace(bearer, `$1${mask}`)
    .replace(urlPassword, `$1${mask}@`)
