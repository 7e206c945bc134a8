import type { Token } from './brief-tokens.ts'
import { verbOf } from './brief-verbs.ts'
import { boundaries, determiners, fieldWords, joins, notFields, tradeWords } from './brief-words.ts'
import { wordsOf } from './words.ts'

const mostFields = 40
const before = new Set('an a the its their one optional required unique optionally'.split(' '))

/** The fields listed at a token up to the first thing that is no field, and where they end. */
export function fieldsAt(tokens: readonly Token[], from: number): FieldList {
  const fields: string[] = []
  let at = from
  while (at < tokens.length && fields.length < mostFields) {
    while (joins.has(tokens[at]?.text ?? '')) at += 1
    const one = fieldAt(tokens, at)
    if (one.words !== null && !isField(one.words)) break
    at = one.next
    if (one.words !== null) fields.push(one.words.join(' '))
    if (!joins.has(tokens[at]?.text ?? '')) break
  }
  return { fields, end: at }
}

export type FieldList = { readonly fields: readonly string[]; readonly end: number }

/** One field; no words where a relation is told, as in "has many lessons". */
function fieldAt(
  tokens: readonly Token[],
  from: number,
): { words: readonly string[] | null; next: number } {
  const words: string[] = []
  let at = from
  let relation = false
  let written = false
  for (; at < tokens.length; at += 1) {
    const { text, raw } = tokens[at] ?? { text: '', raw: '' }
    if (!/^[a-z]/.test(text) || joins.has(text) || boundaries.has(text)) break
    if (words.length === 0 && before.has(text)) continue
    if (words.length === 0 && /^(?:list|array|set)$/.test(text) && tokens[at + 1]?.text === 'of') {
      at += 1
      continue
    }
    relation ||= words.length === 0 && determiners.has(text)
    // "a created_at timestamp": the rest says what it is
    if (!written && words.length < 5) words.push(...wordsOf(raw))
    written ||= raw.includes('_')
  }
  return { words: relation ? null : words, next: at }
}

/** Whether a list holds at least one name that hardly anything but a field has. */
export const looksLikeFields = (fields: readonly string[]): boolean =>
  fields.some((field) => typical.has(field))

const typical = new Set(
  'id name title status email price date description quantity amount due date created at sku content body phone first name type'.split(
    ' ',
  ),
)

function isField(words: readonly string[]): boolean {
  if (words.length === 0 || words.length > 3 || words.some((word) => notFields.has(word)))
    return false
  const [word = ''] = words
  if (words.length > 1) return true
  if (tradeWords.has(word) && !fieldWords.has(word)) return false
  return verbOf(word)?.form !== 'base' || fieldWords.has(word) || ambiguous.has(word)
}

// verbs that are as often the name of a field
const ambiguous = new Set(
  'rate grade score rank flag tag link record report order comment review list file'.split(' '),
)
