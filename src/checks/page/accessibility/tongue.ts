import { scripts, stopWords } from './stop-words.ts'

/** Which languages a text can be in, and how sure that is. */
export type Guess = {
  readonly tongues: readonly string[]
  /** Small words found of the likeliest language, and of the one that was asked about. */
  readonly hits: number
  readonly askedHits: number
  readonly words: number
}

/** `de` of `de-AT`. */
export const primaryOf = (lang: string): string => lang.trim().toLowerCase().split(/[-_]/)[0] ?? ''

/** The likeliest language of a text, or null where nothing tells it. */
export function guessTongue(text: string, asked: string): Guess | null {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  for (const { pattern, tongues } of scripts) {
    const found = text.match(pattern)?.length ?? 0
    if (letters >= 20 && found > letters / 2)
      return {
        tongues,
        hits: found,
        askedHits: tongues.includes(asked) ? found : 0,
        words: letters,
      }
  }
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  const counted = [...stopWords]
    .map(([tongue, list]) => ({ tongue, hits: words.filter((word) => list.has(word)).length }))
    .toSorted((one, other) => other.hits - one.hits)
  const best = counted[0]
  if (best === undefined || best.hits === 0) return null
  const askedHits = counted.find(({ tongue }) => tongue === asked)?.hits ?? 0
  return { tongues: [best.tongue], hits: best.hits, askedHits, words: words.length }
}

/** The languages whose small words are known, so that their absence says something. */
export const isKnown = (tongue: string): boolean =>
  stopWords.has(tongue) || scripts.some(({ tongues }) => tongues.includes(tongue))
