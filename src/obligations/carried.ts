import type { Place } from './examine.ts'
import { isNumber, negators, type Words, wordsIn } from './sentence-words.ts'

/**
 * Whether a part of a plan carries a sentence: it has all its words, however they end, the same numbers in
 * the same order, and turns it around as often. Who does it and what comes first is for the kind of plan.
 */
export function isCarried(wanted: Words, { text, under = '' }: Place): boolean {
  const above = wordsIn(under)
  const own = wordsIn(text)
  const isThere = (word: string): boolean => own.words.has(word) || above.words.has(word)
  if (![...wanted.words].every(isThere) || !numbersAgree(wanted, own, above)) return false
  const missing = [...wanted.words].filter((word) => !above.words.has(word))
  const sentences = text.split(/(?<=[.;!?])\s+/).map((each) => wordsIn(each))
  const alone = sentences.find(({ words }) => missing.every((word) => words.has(word)))
  const telling = sentences.filter(({ words }) => missing.some((word) => words.has(word)))
  const negations = (alone === undefined ? telling : [alone]).reduce(
    (sum, each) => sum + negationsFor(each, wanted),
    0,
  )
  return negations % 2 === negationsFor(wanted, wanted) % 2
}

const begins = new Set('when if because although since but while unless until where'.split(' '))

/** The negations among these words; what comes after them and begins anew is about something else. */
function negationsFor({ tokens }: Words, { words }: Words): number {
  const last = tokens.findLastIndex(
    ({ word }, at) =>
      word !== null && words.has(word) && tokens.findIndex((one) => one.word === word) === at,
  )
  const stop = tokens.findIndex(({ raw }, at) => at > last && begins.has(raw))
  return tokens.slice(0, stop === -1 ? undefined : stop).filter(({ raw }) => negators.has(raw))
    .length
}

/** The numbers of the sentence stand there side by side, with its words between no other numbers. */
function numbersAgree(wanted: Words, { order }: Words, above: Words): boolean {
  const run = wanted.order.filter(isNumber)
  if (run.length === 0) return true
  const numbers = [...above.order, ...order].flatMap((word, at) =>
    isNumber(word) ? [{ word, at: at - above.order.length }] : [],
  )
  return numbers.some((_, first) => {
    if (run.some((word, index) => numbers[first + index]?.word !== word)) return false
    if (run.length === numbers.length) return true
    const from = (numbers[first - 1]?.at ?? -1) + 1
    const to = numbers[first + run.length]?.at ?? order.length
    const near = new Set(order.slice(Math.max(0, from), Math.max(0, to)))
    return [...wanted.words].every((word) => near.has(word) || above.words.has(word))
  })
}
