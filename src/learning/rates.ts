import { betaDraw, chanceFrom } from './chance.ts'
import type { Arm } from './standing.ts'

const draws = 4_000
/** How many earlier work orders the prior of one arm is worth. */
const priorWeight = 4

/** P(rate with the lesson < rate without it), each arm Beta-Binomial with the pooled rate as its prior. */
export function chanceOfLower(one: Arm, other: Arm, seed: string): number {
  const pooled = (one.failed + other.failed + 0.5) / (one.count + other.count + 1)
  const [a, b] = [priorWeight * pooled, priorWeight * (1 - pooled)]
  const chance = chanceFrom('beta', seed)
  let lower = 0
  for (let draw = 0; draw < draws; draw += 1) {
    const p1 = betaDraw(chance, a + one.failed, b + one.count - one.failed)
    const p0 = betaDraw(chance, a + other.failed, b + other.count - other.failed)
    if (p1 < p0) lower += 1
  }
  return lower / draws
}
