import { betaDraw, chanceFrom } from './chance.ts'
import { logGamma } from './distributions.ts'
import type { Arm } from './standing.ts'

/** Fisher's exact test, two-sided: the chance of a table at most as likely as this one, if nothing differs. */
export function fisherExact(one: Arm, other: Arm): number {
  const [count, failed] = [one.count + other.count, one.failed + other.failed]
  const chanceOf = (x: number) =>
    Math.exp(
      logChoose(one.count, x) + logChoose(other.count, failed - x) - logChoose(count, failed),
    )
  const [least, most] = [Math.max(0, failed - other.count), Math.min(failed, one.count)]
  const seen = chanceOf(one.failed)
  let sum = 0
  for (let x = least; x <= most; x += 1) {
    const chance = chanceOf(x)
    if (chance <= seen * (1 + 1e-7)) sum += chance
  }
  return Math.min(1, sum)
}

const logChoose = (n: number, k: number) => logGamma(n + 1) - logGamma(k + 1) - logGamma(n - k + 1)

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
