import { chiSquareAbove } from './distributions.ts'
import type { SampleRatio } from './standing.ts'

/** Comparisons by the tenth of their logged probability: what the coins should give and what they gave. */
export type RatioBins = { expected: number[]; variance: number[]; on: number[] }

const tenths = 10

export const newRatioBins = (): RatioBins => ({
  expected: Array.from({ length: tenths }, () => 0),
  variance: Array.from({ length: tenths }, () => 0),
  on: Array.from({ length: tenths }, () => 0),
})

export function countCoin(bins: RatioBins, probability: number, on: boolean): void {
  const at = Math.min(tenths - 1, Math.floor(probability * tenths))
  bins.expected[at] = (bins.expected[at] ?? 0) + probability
  bins.variance[at] = (bins.variance[at] ?? 0) + probability * (1 - probability)
  bins.on[at] = (bins.on[at] ?? 0) + (on ? 1 : 0)
}

/** Few coins say nothing about a ratio: below this variance (20 fair coins) a bin joins the others. */
const leastVariance = 5

/**
 * Do the coins fall as often as their logged probability says? A chi-square with one degree of freedom for each
 * tenth of the probability that has enough coins, and one for all the rest.
 */
export function sampleRatio(bins: RatioBins, leastChance: number): SampleRatio {
  let [square, freedom] = [0, 0]
  const rest = { difference: 0, variance: 0 }
  for (let at = 0; at < tenths; at += 1) {
    const variance = bins.variance[at] ?? 0
    const difference = (bins.on[at] ?? 0) - (bins.expected[at] ?? 0)
    if (variance >= leastVariance) {
      square += difference ** 2 / variance
      freedom += 1
    } else {
      rest.difference += difference
      rest.variance += variance
    }
  }
  if (rest.variance >= leastVariance) {
    square += rest.difference ** 2 / rest.variance
    freedom += 1
  }
  const chance = chiSquareAbove(square, freedom)
  return { chance, holds: chance > leastChance }
}
