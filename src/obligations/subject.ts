import type { Vocabulary } from './examine.ts'
import { commonGlue, stem, turningWords } from './glue.ts'
import type { ReadSentence } from './read.ts'

/** Whether the first sentence only says what is to be made, and what it is about. */
export const isSubject = (
  { number, rest, text }: ReadSentence,
  { whole, glue }: Vocabulary,
): boolean =>
  isCalled(text, whole, glue) &&
  !/\b(?:explain|describe|cover|how|why|must|should|has to|needs?)\b/i.test(text) &&
  number === 1 &&
  rest.length < 6 &&
  rest.every((word) => /^\p{L}{3,}/u.test(word) && !turningWords.has(word.toLowerCase()))

/** "Write a short guide for …": nothing stands before the name of the work but words that ask for it. */
function isCalled(text: string, whole: RegExp | undefined, glue: ReadonlySet<string>): boolean {
  const at = whole?.exec(text)?.index
  if (at === undefined) return false
  const before = text.slice(0, at).match(/[\p{L}\p{N}]+/gu) ?? []
  return before.every((word) =>
    [word.toLowerCase(), stem(word)].some((one) => commonGlue.has(one) || glue.has(one)),
  )
}
