import type { Noun, Read } from './brief-item.ts'
import type { Token } from './brief-tokens.ts'
import { verbOf } from './brief-verbs.ts'
import {
  boundaries,
  determiners,
  isNameWord,
  joins,
  namedOperations,
  oneWords,
  ownWords,
  softWords,
  tradeWords,
} from './brief-words.ts'
import { isPlural, isUncountable, singular } from './words.ts'

/** The noun phrase at a token; null where none begins. */
export function nounAt(tokens: readonly Token[], from: number, owned = false): Read | null {
  let at = from
  while (determiners.has(tokens[at]?.text ?? '') || isLooseParticiple(tokens, at)) at += 1
  const front = tokens.slice(from, at).map(({ text }) => text)
  const words: string[] = []
  for (; at < tokens.length && words.length < 5; at += 1) {
    const text = tokens[at]?.text ?? ''
    if (
      !/^[a-z]/.test(text) ||
      boundaries.has(text) ||
      determiners.has(text) ||
      text.endsWith('-only')
    )
      break
    if (Object.hasOwn(namedOperations, text) || joins.has(text)) break
    if (tradeWords.has(text) && !(words.length > 0 && isCompoundEnd(text))) break
    if (words.length > 0 && startsVerb(tokens, at, words)) break
    words.push(text)
    if (endsPhrase(text, tokens[at + 1]?.text ?? '')) {
      at += 1
      break
    }
  }
  if (words.length === 0) return null
  const noun = words.slice(-3).join(' ')
  const last = words.at(-1) ?? ''
  if (tokens[at]?.text === "'s" || (tokens[at]?.text === "'" && isPlural(last))) {
    const thing = owned ? null : nounAt(tokens, at + 1, true)
    return thing?.part.is === 'noun'
      ? { ...thing, part: { ...thing.part, owner: singular(noun) } }
      : { part: { is: 'other', word: noun }, next: at + 1 }
  }
  const detail = /^(?:details?|information|data)$/.test(tokens[at]?.text ?? '')
  const part: Noun = {
    is: 'noun',
    noun,
    plural: isPlural(last),
    one: detail || front.some((word) => oneWords.has(word)),
    determined: front.length > 0,
    own: front.some((word) => ownWords.has(word)),
    owner: null,
    soft: softWords.has(last) && words.length === 1,
  }
  return { part, next: detail ? at + 1 : at }
}

// "leave requests" and "expense types" are things although "requests" and "types" alone are not
const isCompoundEnd = (text: string): boolean =>
  /^(?:codes|types|tokens|pages|rules|kinds|entities|limits|rates|files)$/.test(text)

// "the converted amount"
const isLooseParticiple = (tokens: readonly Token[], at: number): boolean =>
  /^[a-z-]{3,}(?:ed)$/.test(tokens[at]?.text ?? '') &&
  isNameWord(tokens[at + 1]?.text ?? '') &&
  verbOf(tokens[at]?.text ?? '') !== null

function startsVerb(tokens: readonly Token[], at: number, words: readonly string[]): boolean {
  const verb = verbOf(tokens[at]?.text ?? '')
  if (verb === null) return false
  const next = tokens[at + 1]?.text ?? ''
  if (verb.form === 's') return determiners.has(next)
  return verb.form === 'base' && words.some((word) => isPlural(word) && !isUncountable(word))
}

/** A plural ends its phrase, unless another plural follows at once: "sales orders". */
function endsPhrase(text: string, next: string): boolean {
  if (!isPlural(text)) return false
  if (!isNameWord(next) || tradeWords.has(next) || determiners.has(next)) return true
  if (isUncountable(text)) return verbOf(next)?.form === 'base'
  return verbOf(next)?.form === 'base' || !isPlural(next) || isUncountable(next)
}
