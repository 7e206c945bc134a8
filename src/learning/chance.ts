import { hash64, joined } from './hash64.ts'

/** A stream of numbers that depends on its seed only. */
export type Chance = {
  /** From 0 to just below 1. */
  readonly uniform: () => number
  /** Mean 0, deviation 1. */
  readonly normal: () => number
}

/** The generator sfc32 (Doty-Humphrey), started from the hash of its seed. */
export function chanceFrom(...seed: readonly (string | number)[]): Chance {
  const text = joined(seed)
  const [first, second] = [hash64(text), hash64(`${text}|2`)]
  let [a, b, c, counter] = [first.low | 0, first.high | 0, second.low | 0, second.high | 1]
  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    c |= 0
    return sum >>> 0
  }
  for (let turn = 0; turn < 12; turn += 1) next()
  const uniform = () => (next() * 2 ** 21 + (next() >>> 11)) / 2 ** 53
  let spare: number | null = null
  const normal = () => {
    if (spare !== null) {
      const saved = spare
      spare = null
      return saved
    }
    const [length, angle] = [Math.sqrt(-2 * Math.log(1 - uniform())), 2 * Math.PI * uniform()]
    spare = length * Math.sin(angle)
    return length * Math.cos(angle)
  }
  return { uniform, normal }
}

/** Gamma with the given shape and scale 1 (Marsaglia and Tsang, 2000). */
export function gammaDraw(chance: Chance, shape: number): number {
  if (shape < 1) return gammaDraw(chance, shape + 1) * (1 - chance.uniform()) ** (1 / shape)
  const d = shape - 1 / 3
  const c = 1 / Math.sqrt(9 * d)
  for (;;) {
    const x = chance.normal()
    const v = (1 + c * x) ** 3
    if (v > 0 && Math.log(1 - chance.uniform()) < 0.5 * x * x + d - d * v + d * Math.log(v))
      return d * v
  }
}

export function betaDraw(chance: Chance, a: number, b: number): number {
  const x = gammaDraw(chance, a)
  return x / (x + gammaDraw(chance, b))
}
