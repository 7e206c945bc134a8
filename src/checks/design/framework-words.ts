import { oneOf } from './design-model.ts'
import words from './framework-words.json' with { type: 'json' }

/** A product that shares its name with an ordinary word. */
type Homonym = {
  /** Words behind it that betray the product. */
  readonly after: ReadonlySet<string>
  /** Words behind it that speak for the ordinary word. */
  readonly instead: ReadonlySet<string>
  /** Whether a capital letter inside a sentence is enough. */
  readonly alone: boolean
  /** Whether the neighbours betray it in small letters too. */
  readonly small: boolean
}
type HomonymWords = Readonly<
  Record<string, { after: string; instead?: string; alone?: boolean; small?: boolean }>
>

const homonymWords: HomonymWords = words.homonyms
const neutral: Readonly<Record<string, string>> = words.neutral

export const homonyms: ReadonlyMap<string, Homonym> = new Map(
  Object.entries(homonymWords).map(([name, { after, instead, alone, small }]) => [
    name,
    {
      after: oneOf(after.replace('*', words.general)),
      instead: new Set(instead?.split(' ')),
      alone: alone === true,
      small: small === true,
    },
  ]),
)

/** Words that mean a technology in any case and place, with a neutral word where there is one. */
export const certainTerms: ReadonlyMap<string, string | undefined> = new Map(
  [...words.certain.split(' '), ...Object.keys(neutral)].map((word) => [word, neutral[word]]),
)
/** Written exactly so, these are code or products; otherwise they are other words. */
export const exactTerms = oneOf(words.exact)
export const certainPhrases = words.phrases.split(', ').map((phrase) => phrase.split(' '))

/** Words that lead to the name of a product: "built with X", "written in X". */
export const making = oneOf(words.making)
/** These lead to a product only where its name is no common word: "uses Next to go on" is a button. */
export const using = oneOf(words.using)
export const commonWords = oneOf(words.common)
export const leading = oneOf(words.leading)
/** After the name of a product used on its own, a sentence goes on with one of these, or ends. */
export const goingOn = oneOf(words.goingOn)
/** A capital after these is the label of a button. */
export const pressing = oneOf(words.pressing)
/** What a product does when it stands at the head of a sentence. */
export const doing = oneOf(words.doing)
/** Products that betray themselves in a name, and the words beside which they mean something else. */
export const inNames: ReadonlyMap<string, RegExp> = new Map(
  Object.entries(words.inNames).map(([name, pattern]) => [name, new RegExp(pattern)]),
)
