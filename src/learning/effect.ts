import { type Belief, combined } from './belief.ts'
import type { Stratified } from './cells.ts'
import { z95 } from '../model/wilson.ts'
import { normalBelow } from './distributions.ts'
import type { Effect } from './standing.ts'

/** A difference of rates as people read it: pulled towards the prior, with an interval, and as a share avoided. */
export function effectOf(stratified: Stratified, prior: Belief): Effect {
  const { mean, variance } = combined(prior, stratified.difference)
  const deviation = Math.sqrt(variance)
  return {
    with: stratified.with,
    without: stratified.without,
    measured: stratified.difference.mean,
    variance: stratified.difference.variance,
    mean,
    deviation,
    interval: { low: mean - z95 * deviation, high: mean + z95 * deviation },
    relative: relativeOf(stratified),
  }
}

/** The share of failures avoided, 1 − p1/p0, with an interval from the logarithm of the ratio. */
function relativeOf({ with: one, without, rates }: Stratified): Effect['relative'] {
  if (one.count === 0 || without.failed === 0 || rates.without.mean === 0) return null
  const log = Math.log(rates.with.mean / rates.without.mean)
  const half =
    z95 *
    Math.sqrt(
      rates.with.variance / rates.with.mean ** 2 + rates.without.variance / rates.without.mean ** 2,
    )
  return {
    reduction: 1 - Math.exp(log),
    low: 1 - Math.exp(log + half),
    high: 1 - Math.exp(log - half),
  }
}

/** P(effect < x), by the belief behind it. */
export const chanceBelow = ({ mean, deviation }: Effect, x: number): number =>
  normalBelow((x - mean) / deviation)
