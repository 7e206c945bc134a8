import type { Prose, Word } from './prose.ts'

/** A run of words in a text, and what stands around it. */
export type Spot = {
  readonly prose: Prose
  readonly at: number
  readonly length: number
}

export const wordAt = ({ prose, at }: Spot, offset = 0): Word | undefined =>
  prose.words[at + offset]

/** The word before, unless a sentence or clause ended there. */
export const before = (spot: Spot, distance = 1): string =>
  /[.!?;:,()]/.test(wordAt(spot)?.gap ?? '') ? '' : (wordAt(spot, -distance)?.lower ?? '')

/** The word after, unless a sentence or clause ended there. */
export function after(spot: Spot): string {
  const next = wordAt(spot, spot.length)
  return next === undefined || /[.!?;:,()/]/.test(next.gap) ? '' : next.lower
}

export function covered({ prose, at, length }: Spot): string {
  const [first, last] = [prose.words[at], prose.words[at + length - 1]]
  return first && last ? prose.text.slice(first.start, last.end) : ''
}

export const oneOf = (words: string): ReadonlySet<string> => new Set(words.split(' '))

/** Whether the words of a phrase stand here, with nothing but spaces or hyphens between them. */
export function standsAt(prose: Prose, at: number, phrase: readonly string[]): boolean {
  return phrase.every((word, offset) => {
    const found = prose.words[at + offset]
    return (
      found !== undefined && found.lower === word && (offset === 0 || /^[\s-]+$/.test(found.gap))
    )
  })
}
