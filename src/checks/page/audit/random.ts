/** Numbers from 0 up to 1, always the same for the same seed. */
export type Random = () => number

/** Mulberry32: small, and good enough to choose places. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export function shuffled<Item>(items: readonly Item[], random: Random): readonly Item[] {
  return items
    .map((item) => ({ item, rank: random() }))
    .sort((left, right) => left.rank - right.rank)
    .map(({ item }) => item)
}

export const pick = <Item>(items: readonly Item[], random: Random): Item | undefined =>
  items[Math.floor(random() * items.length)]

/** A number for a word, so that each operator draws from a stream of its own. */
export function hashOf(word: string): number {
  let sum = 2_166_136_261
  for (let at = 0; at < word.length; at += 1)
    sum = Math.imul(sum ^ (word.codePointAt(at) ?? 0), 16_777_619)
  return sum >>> 0
}
