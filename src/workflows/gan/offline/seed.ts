/** A number from a name: the same name, the same number, on every machine. */
export function seedOf(name: string): number {
  let hash = 0x81_1c_9d_c5
  for (const sign of name) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 0x01_00_01_93)
  return hash >>> 0
}

/** Numbers from 0 to 1 that look like chance and are none. */
export function numbersFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d_2b_79_f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
