import type { SpokenTest } from '../../acceptance/test-words.ts'
import { below, is } from '../../integrity/source.ts'
import { rootOf } from '../../../obligations/sentence-words.ts'
import type { TrackCode } from '../track-code.ts'
import { type Amount, amountsIn } from './amounts.ts'
import { valuesOf } from './code-values.ts'
import { generic, type Statement } from './statements.ts'
import { wordsOf } from './words.ts'

const bounded =
  /\b(?:max(?:imum)?|at most|up to|limit(?:ed|s)?|at least|min(?:imum)?|between|no more than|(?:more|fewer|less|longer|shorter|greater|larger|smaller|higher|lower|older|younger) than|over|above|below|under|exceed\w*|within|cap(?:ped)?)\b|[≤≥<>]/i

const boundedAfter = /^\W*(?:or (?:more|less|fewer)|max|min|limit|at most|at least)/i

/** A sentence that limits the figure it states. */
export const isBounded = (text: string, { start, end }: Pick<Amount, 'start' | 'end'>): boolean =>
  bounded.test(text.slice(Math.max(0, start - 25), start + 1)) ||
  boundedAfter.test(text.slice(end, end + 20))

export const isLimiting = ({ text, value }: Statement): boolean =>
  amountsIn(text).some((amount) => amount.value === value && isBounded(text, amount))

const smallestTelling = 10

const saysWord = (words: ReadonlySet<string>, texts: readonly string[], word: string): boolean =>
  words.has(rootOf(word)) || texts.some((text) => wordsOf(text).includes(word))

/** A test that goes to the limit or one beyond, by its figure or by the name of the constant. */
export function triesLimit(
  code: TrackCode,
  { numbers, test, words, texts }: SpokenTest,
  { limit, text }: { readonly limit: number | null; readonly text: string },
): boolean {
  if (limit === null) return false
  const cents = limit * 100
  // small numbers are everywhere
  const isAbout =
    limit >= smallestTelling ||
    wordsOf(text).some((word) => !generic.has(word) && saysWord(words, texts, word))
  if (
    isAbout &&
    [limit - 1, limit, limit + 1, cents - 1, cents, cents + 1, limit + 0.01, limit - 0.01].some(
      (each) => numbers.has(each),
    )
  )
    return true
  const constants = new Set(
    valuesOf(code)
      .filter(({ value }) => value === limit)
      .flatMap(({ names }) => names.slice(0, 2).map((name) => name.join(' '))),
  )
  const root = test.body ?? test.call
  return [...below(root)].some(
    (node) =>
      is('Identifier')(node) && node.name.length > 3 && constants.has(wordsOf(node.name).join(' ')),
  )
}
