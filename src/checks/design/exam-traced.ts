import type { Obligation } from '../../model/obligation.ts'
import {
  asNumber,
  contradicts,
  covers,
  echoes,
  isGeneral,
  isNegative,
  numbersIn,
  oppositeIn,
  type Part,
  sentenceWith,
  sharedWords,
  wordsOf,
} from './exam-words.ts'

const shownParts = 3

/**
 * A sentence that no form has read. Where none of its words occurs, nothing carries it; where a part
 * says the same with another number or the other way round, that part denies it; else a person decides.
 */
export function traced(obligation: Obligation, parts: readonly Part[]): Obligation {
  if (obligation.status !== 'undecided') return obligation
  const sentence = obligation.source.text
  const words = wordsOf(sentence)
  const own = words.filter((word) => !isGeneral(word))
  const wanted = own.length > 0 ? own : words
  const ranked = parts
    .map((part) => ({ part, shared: new Set(sharedWords(part.text, wanted)).size }))
    .filter(({ shared }) => shared > 0)
    .toSorted((one, other) => other.shared - one.shared)
  // feedback speaks of the design in words of its own, and what must not be is best not spoken of
  const mayBeSilent =
    obligation.source.kind === 'feedback' || isNegative(sentence) || own.length < 3
  if (ranked.length === 0 && mayBeSilent) return { ...obligation, decided_by: 'judge' }
  if (ranked.length === 0)
    return {
      ...obligation,
      decided_by: 'check',
      status: 'unmet',
      reason: 'no part of the design speaks of this',
      evidence: [{ text: `none of its words occurs in the design: ${wanted.join(', ')}` }],
    }
  const denied = denial(
    sentence,
    words,
    ranked.map(({ part }) => part),
  )
  if (denied !== null) return { ...obligation, decided_by: 'check', status: 'unmet', ...denied }
  const near = ranked.slice(0, shownParts).map(({ part }) => part.path)
  const isEcho = ranked.some(({ part }) => echoes(part.text, sentence))
  const message = isEcho ? 'only repeated at' : 'spoken of at'
  return {
    ...obligation,
    decided_by: 'judge',
    reason: `${obligation.reason}; ${message} ${near.join(', ')}`,
  }
}

/** What was asked for, and something else besides for the same trigger: which of the two holds? */
export function disputed(
  obligation: Obligation,
  parts: readonly Part[],
  asked: readonly string[],
): Obligation {
  const { status, source, reason } = obligation
  const words = wordsOf(source.text)
  if (status !== 'met' || source.kind === 'feedback' || words.length < 3) return obligation
  const other = parts.find((part) => rivals(part, { parts, words, asked }))
  return other === undefined
    ? obligation
    : {
        ...obligation,
        status: 'undecided',
        decided_by: 'judge',
        evidence: [],
        reason: `${reason}, but ${other.path} says "${other.text.trim()}"`,
      }
}

type Rivals = {
  readonly parts: readonly Part[]
  readonly words: readonly string[]
  readonly asked: readonly string[]
}

/** An answer that nobody asked for, to the very trigger for which another one was asked. */
const rivals = (
  { kind, path, trigger = '', response = '' }: Part,
  { parts, words, asked }: Rivals,
): boolean =>
  kind === 'interaction' &&
  parts.some(
    (part) =>
      part.kind === kind &&
      part.path !== path &&
      wordsOf(part.trigger ?? '').join() === wordsOf(trigger).join() &&
      covers(part.text, words),
  ) &&
  !asked.some(
    (sentence) =>
      covers(sentence, wordsOf(trigger)) &&
      sharedWords(sentence, wordsOf(response)).some((word) => !wordsOf(trigger).includes(word)),
  )

/** What comes with another condition is not the opposite: "can be changed until the round is closed". */
const saysNoMore = (text: string, words: readonly string[]): boolean =>
  wordsOf(sentenceWith(text, words)).filter((word) => !words.includes(word)).length <= 1

/** A part that says the whole sentence, but for its number, its "not" or one word's opposite. */
function denial(
  sentence: string,
  words: readonly string[],
  parts: readonly Part[],
): Pick<Obligation, 'reason' | 'evidence'> | null {
  const spoken = words.filter((word) => asNumber(word) === null)
  const numbers = words.filter((word) => asNumber(word) !== null)
  // what one part says plainly, another does not deny by speaking of something else
  const isSaid = parts.some(({ text }) => covers(text, words) && !contradicts(text, sentence))
  if (spoken.length < 3 || isSaid) return null
  for (const { text, path } of parts) {
    const all = covers(text, spoken)
    const others = numbersIn(text)
    const reason =
      all &&
      numbers.length > 0 &&
      others.length > 0 &&
      !numbers.some((each) => others.includes(each))
        ? `the design says ${others.join(', ')}, not ${numbers.join(', ')}`
        : all && contradicts(text, sentence) && saysNoMore(text, words)
          ? 'the design says the opposite'
          : oppositeIn(text, words) === null
            ? null
            : `the design says "${oppositeIn(text, words) ?? ''}" instead`
    if (reason !== null) return { reason, evidence: [{ text: text.slice(0, 200), where: path }] }
  }
  return null
}
