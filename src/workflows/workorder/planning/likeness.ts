import { codeNames, findPaths } from './find-paths.ts'
import { plain } from './read-words.ts'

/** The telling words of a text with how much each counts. */
export type Terms = ReadonlyMap<string, number>

const filler = new Set(
  'the and for with that this from into are was were has have had not but its any all can must should shall will may when then than them they their there which who whose what where how each every more most other some such only also after before once one two via use used uses using per you your our out let lets given able system user users new be is it to of in on at by as or an if so do does work works working need needs make makes'.split(
    ' ',
  ),
)

const stem = (word: string): string =>
  word.length > 4 ? word.replace(/(?:ations?|ings?|ions?|ies|ers?|ed|es|s|e|y)$/, '') : word

/** Words as stems; names of code and files count more. */
export function termsOf(text: string): Terms {
  const terms = new Map<string, number>()
  const words = plain(text)
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .match(/[\p{L}\p{N}]{3,}/gu)
  for (const word of words ?? []) if (!filler.has(word)) terms.set(stem(word), 1)
  for (const name of codeNames(text)) terms.set(`\`${name.toLowerCase()}`, 3)
  for (const path of findPaths(text).files) terms.set(`\`${path.toLowerCase()}`, 4)
  return terms
}

export type Likeness = (small: Terms, large: Terms) => number

/** How much of a text is found in another, from 0 to 1. Words that all texts have in common count little. */
export function likenessAmong(all: readonly Terms[]): Likeness {
  const spread = new Map<string, number>()
  for (const terms of all)
    for (const term of terms.keys()) spread.set(term, (spread.get(term) ?? 0) + 1)
  const rarity = (term: string) => Math.log(1 + all.length / (spread.get(term) ?? 1))
  return (small, large) => {
    let [shared, whole] = [0, 0]
    for (const [term, counts] of small) {
      const weight = counts * rarity(term)
      whole += weight
      if (large.has(term)) shared += weight
    }
    return whole === 0 ? 0 : shared / whole
  }
}

/** The index of the most alike, or -1 where none is alike enough. Of equals the later one. */
export function mostAlike(
  small: Terms,
  candidates: readonly Terms[],
  { likeness, least }: { readonly likeness: Likeness; readonly least: number },
): number {
  let [best, at] = [least, -1]
  for (const [index, terms] of candidates.entries()) {
    const found = likeness(small, terms)
    if (found >= best && found > 0) [best, at] = [found, index]
  }
  return at
}
