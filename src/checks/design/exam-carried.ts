import { type Answer, met, undecided, unmet } from '../../obligations/examine.ts'
import type { Joined } from './exam-sentence.ts'
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
  rootOf,
  sameOrder,
  sharedWords,
  wordsOf,
} from './exam-words.ts'

export type Statement = {
  readonly role: Exclude<Joined, 'many' | 'one'>
  /** Who does it, or what happens first. */
  readonly subject: string
  readonly rest: string
}

/** What happens in a design: steps, interactions, and components that do something. Goals only wish. */
export const isDeed = ({ kind }: Part): boolean =>
  kind === 'step' || kind === 'interaction' || kind === 'component'

export const anyone = (subject: string): boolean => wordsOf(subject).every(isGeneral)

/** Whether a part is about this person: by its actor, or by its words where it has none. */
export const isOf = (subject: string, { actor, text }: Part): boolean => {
  const own = wordsOf(subject).filter((word) => !isGeneral(word))
  return own.length === 0 || covers(actor ?? text, own)
}

export const verbOf = (rest: string): string => wordsOf(rest)[0] ?? ''

/** The verb itself, and not a noun made of it: "the booking page" books nothing. */
export const does = (text: string, verb: string): boolean =>
  (text.toLowerCase().match(/\p{L}+/gu) ?? []).some(
    (word) => rootOf(word) === verb && (!word.endsWith('ing') || word === verb),
  )

/** A part that says all of it, in the same sense, in words of its own. */
export function says({ text }: Part, { rest }: Statement, words: readonly string[]): boolean {
  return covers(text, words) && does(text, verbOf(rest)) && !contradicts(text, rest)
}

const ordering = /\b(?:before|after|until|then)\b/i
const failing =
  /\b(?:tries|try|attempts?|refuses?|refused|rejected|blocked|denied|denies|error|disabled|hidden)\b/gi

/** Whether a text tells of something that does not come about; words of the statement itself do not count. */
export const fails = (text: string, rest: string): boolean => {
  const own = new Set(wordsOf(rest))
  return (text.match(failing) ?? []).some((word) => !own.has(rootOf(word.toLowerCase())))
}

export function carriedBy(
  parts: readonly Part[],
  said: Statement,
  words: readonly string[],
): Answer | null {
  const found = parts.find(
    (part) =>
      says(part, said, words) &&
      !echoes(part.text, said.rest) &&
      (isNegative(said.rest) || !fails(part.text, said.rest)) &&
      (!ordering.test(said.rest) || sameOrder(words, part.text)),
  )
  return found === undefined ? null : carried(parts, found, { words, rest: said.rest })
}

type Said = { readonly words: readonly string[]; readonly rest: string }

/** Carried by one part; where another says the opposite or another number, nobody knows which holds. */
export function carried(parts: readonly Part[], found: Part, { words, rest }: Said): Answer {
  const told = words.filter((word) => asNumber(word) === null)
  const numbers = words.filter((word) => asNumber(word) !== null)
  const denies = ({ text }: Part): boolean => {
    if (told.length < 2 || !covers(text, told)) return false
    const others = numbersIn(text)
    const isOther =
      numbers.length > 0 && others.length > 0 && !numbers.some((each) => others.includes(each))
    return isOther || contradicts(text, rest)
  }
  const other = parts.find((part) => part !== found && part.flow !== undefined && denies(part))
  return other === undefined
    ? met(`"${short(found.text)}"`, found.path)
    : undecided(`${found.path} says so, but ${other.path} says otherwise`)
}

export const short = (text: string): string => text.replace(/\. *$/, '').slice(0, 160)

/** What nobody carries: denied by a part, spoken of somewhere, or nowhere. */
export function otherwise(
  parts: readonly Part[],
  { rest }: Statement,
  words: readonly string[],
  all: readonly Part[] = parts,
): Answer {
  const told = words.filter((word) => asNumber(word) === null)
  const numbers = words.filter((word) => asNumber(word) !== null)
  for (const { text, path, kind } of parts) {
    if (kind === 'goal' || kind === 'data') continue
    const others = numbersIn(text)
    if (
      numbers.length > 0 &&
      others.length > 0 &&
      covers(text, told) &&
      !numbers.some((each) => others.includes(each))
    )
      return unmet(`the design says ${others.join(', ')}, not ${numbers.join(', ')}`, path)
    const opposite = oppositeIn(text, words)
    if (opposite !== null) return unmet(`the design says "${opposite}" instead`, path)
    if (words.length > 1 && covers(text, words) && contradicts(text, rest))
      return unmet(`the design says the opposite: "${short(text)}"`, path)
    if (
      ordering.test(rest) &&
      covers(text, words) &&
      !sameOrder(words, text) &&
      !/^\W*(?:before|after|until)/i.test(text)
    )
      return unmet(`the design has another order: "${short(text)}"`, path)
  }
  return nearest(all, words)
}

/** How the answer begins where no part has any of the words. */
export const nobodySpeaks = 'no part of the design speaks of'

export function nearest(parts: readonly Part[], words: readonly string[]): Answer {
  const own = words.filter((word) => !isGeneral(word))
  const wanted = own.length > 0 ? own : words
  const ranked = parts
    .map((part) => ({ part, shared: new Set(sharedWords(part.text, wanted)).size }))
    .filter(({ shared }) => shared > 0)
    .toSorted((one, other) => other.shared - one.shared)
  if (ranked.length === 0) return unmet(`${nobodySpeaks} ${wanted.join(', ')}`)
  const paths = ranked.slice(0, 3).map(({ part }) => part.path)
  return undecided(`spoken of at ${paths.join(', ')}, but not in these words`)
}
