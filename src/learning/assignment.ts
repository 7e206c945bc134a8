import { normalBelow } from './distributions.ts'
import { hash64, joined, unitOf } from './hash64.ts'
import type { Belief } from './belief.ts'
import type { Policy } from './policy.ts'

type Coin = {
  readonly salt: string
  readonly lessonId: string
  readonly version: number
  readonly workOrderId: string
}

/** Where the coin of one lesson falls for one work order: the same for ever, from 0 to just below 1. */
export const coinOf = ({ salt, lessonId, version, workOrderId }: Coin): number =>
  unitOf(hash64(joined([salt, lessonId, version, workOrderId])))

/** Complexity band, proposer and type of output: what is compared with its like. */
export const stratumOf = (order: {
  readonly band: string
  readonly proposer: string
  readonly outputType: string
}): string => joined([order.band, order.proposer, order.outputType])

type Standing = {
  readonly promoted: boolean
  /** Tried again since the model, the prompt or a tool changed. */
  readonly rerandomised: boolean
  /** Comparisons in the smaller arm, since it was tried again where it was. */
  readonly perArm: number
  readonly value: Belief
}

/**
 * The probability of the coin. A promoted lesson keeps a holdout; everything else starts at one half and then
 * follows the probability that the lesson is worth its place, within limits that keep both arms alive.
 */
export function probabilityOf(
  { promoted, rerandomised, perArm, value }: Standing,
  { coin, leastPerArm }: Policy,
): number {
  if (promoted && !rerandomised) return coin.promoted
  if (perArm < leastPerArm) return coin.undecided
  const worth = normalBelow(value.mean / Math.sqrt(value.variance))
  return Math.min(coin.most, Math.max(coin.least, worth))
}
