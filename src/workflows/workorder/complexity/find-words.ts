/**
 * Text as plain words, twice: as it stands, and with names such as `hashPassword` or `src/auth_token.ts`
 * taken apart, so that a file name says as much as a sentence. `OAuth2` is found in the first.
 */
export const plainWords = (text: string): string => {
  const whole = text.normalize('NFKC')
  const apart = whole
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
  return [whole, apart].map(lettersOnly).join('|')
}

const lettersOnly = (text: string): string =>
  ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `

export type Keyword = {
  readonly name: string
  /** Tried on plain words; `\w*` stands for endings. */
  readonly pattern: RegExp
}

/** A keyword from words with optional endings: `encrypt*` finds encrypts and encryption. */
export function keyword(name: string, ...forms: readonly string[]): Keyword {
  const sources = (forms.length === 0 ? [`${name}s?`] : forms).map((form) =>
    form.replaceAll('*', '\\p{L}*'),
  )
  return { name, pattern: new RegExp(` (?:${sources.join('|')}) `, 'u') }
}

/** A keyword of the user's own: its words, in that order, with or without a plural s. */
export function ownKeyword(text: string): Keyword {
  const words = lettersOnly(text).trim()
  return words === '' ? { name: text, pattern: /(?!)/ } : keyword(text, `${words}s?`)
}

export const foundIn = (words: string, keywords: readonly Keyword[]): readonly string[] =>
  keywords.filter(({ pattern }) => pattern.test(words)).map(({ name }) => name)
