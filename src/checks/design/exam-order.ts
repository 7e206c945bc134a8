import { bounds } from './exam-sentence.ts'
import {
  covers,
  isGeneral,
  isNegative,
  type Part,
  rootOf,
  sentencesOf,
  sentenceWith,
  wordsOf,
} from './exam-words.ts'

/** Whether a part says a requirement of the one who does it, in its order, with its bound, and stands by it. */
export function speaksFor(part: Part, requirement: string, actors: readonly string[]): boolean {
  const sentence = sentenceWith(part.text, wordsOf(requirement))
  return (
    isDoneBySubject(part, requirement, actors) &&
    isInOrder(sentence, requirement, actors) &&
    !isOpened(sentence, requirement) &&
    (part.kind === 'data' || !isTakenBack(part, requirement))
  )
}

const deed =
  /^(?:(?:an?|the|each|every|all|any)\s+)?(\p{L}+(?: \p{L}+)?)\s+(?:can|may|must|should|shall|will)\s+(?!be\b|not\b|only\b)(\p{L}+)/iu

/** "A donor can donate": the sentence with the verb names the donor before it, or the flow is the donor's. */
export function isDoneBySubject(
  { text, actor = '' }: Part,
  requirement: string,
  actors: readonly string[],
): boolean {
  const [, subject = '', verb = ''] = deed.exec(requirement) ?? []
  const sentence = text
    .split(/(?<=[.;:!?])\s+/)
    .find((each) => covers(each, [rootOf(verb.toLowerCase())]))
  if (verb === '' || sentence === undefined) return true
  const words = wordsOf(subject)
  const named = actors.filter((each) => covers(sentence, wordsOf(each)))
  if (!covers(sentence, words))
    return covers(actor, words) && named.every((each) => covers(each, words))
  const all = wordsOf(sentence)
  return (
    all.indexOf(words[0]!) < all.indexOf(rootOf(verb.toLowerCase())) || /\bby\b/i.test(sentence)
  )
}

/** Where several people act, or one thing comes before another, the words of both stand in the same order. */
function isInOrder(sentence: string, requirement: string, actors: readonly string[]): boolean {
  const wanted = [...new Set(wordsOf(requirement))]
  const people = actors.filter((each) => covers(requirement, wordsOf(each)))
  if (people.length < 2 && !/\b(?:before|after|until)\b/i.test(requirement)) return true
  const there = [...new Set(wordsOf(sentence))].filter((word) => wanted.includes(word))
  return there.length < wanted.length || there.every((word, at) => word === wanted[at])
}

/** "at most 50, or more" bounds nothing. */
export const isOpened = (sentence: string, requirement: string): boolean =>
  (/\b(?:at most|no more than|up to|maximum)\b/i.test(requirement) &&
    /\bor more\b/i.test(sentence)) ||
  (/\b(?:at least|no fewer than|minimum)\b/i.test(requirement) &&
    /\bor (?:less|fewer)\b/i.test(sentence))

/** What is tried and refused is not done. */
const refusals: ReadonlySet<string> = new Set(
  `refuse deny denies denied denial reject rejection decline forbid forbids forbidden prohibit prevent block disallow ban bar
  fail failure unable impossible unavailable disable error try tries attempt pretend vain abort`
    .split(/\s+/)
    .map(rootOf),
)
export const withoutRefusals = (words: readonly string[]): readonly string[] =>
  words.filter((word) => !refusals.has(word))

/** "Approves or rejects" leaves both open. */
const refuses = (text: string): boolean =>
  wordsOf(
    text.replace(/\bor\s+\p{L}+/giu, 'or').replace(/\p{L}+(?:\s+\p{L}+){0,2},?\s+or\b/giu, ' '),
  ).some((word) => refusals.has(word))

/** Whether a part takes back the deed it tells of: beside it, or in a sentence that adds nothing else. */
export function isTakenBack({ text }: Pick<Part, 'text'>, requirement: string): boolean {
  const asked = wordsOf(requirement)
  // beyond a bound it may well be refused
  const isRefusal = isNegative(requirement) || withoutRefusals(asked).length < asked.length
  if (isRefusal || bounds.test(requirement)) return false
  const own = sentenceWith(text, asked)
  if (refuses(own)) return true
  return (
    own !== text &&
    sentencesOf(text).some(
      (sentence) =>
        sentence !== own &&
        (isNegative(sentence) || refuses(sentence)) &&
        withoutRefusals(wordsOf(sentence)).every((word) => asked.includes(word) || isGeneral(word)),
    )
  )
}
