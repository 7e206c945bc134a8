import type { LiteralRule } from './correction.ts'
import { scan } from './scan.ts'
import type { Token } from './token.ts'

const literalKinds: ReadonlySet<Token['kind']> = new Set([
  'string',
  'comment',
  'template',
  'regex',
  'jsx-text',
])

/** What people and machines read as text: strings, comments, templates, expressions, text of elements. */
export const literalsOf = (code: string): readonly string[] =>
  scan(code)
    .filter(({ kind, closed }) => closed && literalKinds.has(kind))
    .map(({ start, end }) => code.slice(start, end))

/** Null where a correction kept to its rule, else what it did to a text. */
export function brokenLiteral(before: string, after: string, rule: LiteralRule): string | null {
  const old = literalsOf(before)
  const now = literalsOf(after)
  switch (rule) {
    case 'same': {
      if (old.length === now.length && old.every((text, index) => text === now[index])) return null
      return named(old.find((text, index) => text !== now[index]) ?? now.at(-1) ?? '')
    }
    case 'more':
      return missingFrom(old, now)
    case 'fewer': {
      const kept = new Set(now)
      const lost = old.find((text) => !kept.has(text))
      return lost === undefined ? missingFrom(now, old) : named(lost)
    }
    case 'later':
      // a delimiter moved, so later text is cut anew; its letters must be the same ones
      return bare(before) === bare(after) ? null : 'it would change more than delimiters'
  }
}

/** The first text of one list that the other does not have in the same order. */
function missingFrom(wanted: readonly string[], found: readonly string[]): string | null {
  let next = 0
  for (const text of found) if (text === wanted[next]) next += 1
  const missing = wanted[next]
  return missing === undefined ? null : named(missing)
}

const named = (text: string): string =>
  `it would change the text ${text.length > 60 ? `${text.slice(0, 60)}…` : text}`

const bare = (code: string): string =>
  scan(code)
    .filter(({ kind }) => kind !== 'fence')
    .map(({ start, end }) => code.slice(start, end))
    .join('')
    .replace(/[`'"\\\s]/g, '')
