import type { Belief } from './belief.ts'
import type { Arm } from './standing.ts'

/**
 * Counts of one stratum after another in one flat list, for speed: with the lesson (count, target failed, guardrail
 * failed), without it (the same), and all eligible work orders (the same), which give the baseline.
 */
export type Cells = number[]

export type Metric = 'target' | 'guardrail'

export const cellSize = 9
const [withLesson, without, everything] = [0, 3, 6]
const offset = { target: 1, guardrail: 2 } as const

type Failed = { readonly targetFailed: boolean; readonly guardrailFailed: boolean }

const bump = (cells: Cells, at: number, by: number) => {
  cells[at] = (cells[at] ?? 0) + by
}

function count(cells: Cells, at: number, failed: Failed, weight: number): void {
  bump(cells, at, weight)
  if (failed.targetFailed) bump(cells, at + offset.target, weight)
  if (failed.guardrailFailed) bump(cells, at + offset.guardrail, weight)
}

export const countArm = (
  cells: Cells,
  stratum: number,
  outcome: Failed & { readonly on: boolean },
  weight: number,
): void => count(cells, stratum * cellSize + (outcome.on ? withLesson : without), outcome, weight)

export const countEligible = (
  cells: Cells,
  stratum: number,
  outcome: Failed,
  weight: number,
): void => count(cells, stratum * cellSize + everything, outcome, weight)

/** How many earlier work orders the general rate counts for in a stratum. */
const general = { weight: 4, rate: 0.2 }

/** The rate of failures in a stratum so far, leaning on the lesson's other strata while it is thin. */
export function baselineRate(
  cells: Cells,
  totals: readonly number[],
  stratum: number,
  metric: Metric,
): number {
  const at = stratum * cellSize + everything
  return (
    ((cells[at + offset[metric]] ?? 0) + general.weight * overallRate(totals, metric)) /
    ((cells[at] ?? 0) + general.weight)
  )
}

/** The rate of failures over all strata so far. */
export const overallRate = (totals: readonly number[], metric: Metric): number =>
  ((totals[offset[metric]] ?? 0) + general.weight * general.rate) /
  ((totals[0] ?? 0) + general.weight)

/** One count of one arm of one stratum: all, or those that failed. */
export const countIn = (
  cells: Cells,
  stratum: number,
  which: Metric | 'all',
  on: boolean,
): number =>
  cells[stratum * cellSize + (on ? withLesson : without) + (which === 'all' ? 0 : offset[which])] ??
  0

/** Both arms over all strata, and the stratified difference between them. */
export type Stratified = {
  readonly with: Arm
  readonly without: Arm
  /** Mantel-Haenszel difference of rates and its variance, which is infinite without any stratum that compares. */
  readonly difference: Belief
  /** Rates of the two arms weighted alike, with variances, smoothed: for ratios. */
  readonly rates: { readonly with: Belief; readonly without: Belief }
}

export function stratified(cells: Cells, metric: Metric): Stratified {
  const failed = offset[metric]
  const sums = { n1: 0, f1: 0, n0: 0, f0: 0 }
  let [weights, difference, v1, v0, r1, r0] = [0, 0, 0, 0, 0, 0]
  for (let at = 0; at < cells.length; at += cellSize) {
    const n1 = cells[at] ?? 0
    const f1 = cells[at + failed] ?? 0
    const n0 = cells[at + without] ?? 0
    const f0 = cells[at + without + failed] ?? 0
    sums.n1 += n1
    sums.f1 += f1
    sums.n0 += n0
    sums.f0 += f0
    if (n1 === 0 || n0 === 0) continue
    const weight = (n1 * n0) / (n1 + n0)
    const p1 = (f1 + 0.5) / (n1 + 1)
    const p0 = (f0 + 0.5) / (n0 + 1)
    weights += weight
    difference += weight * (f1 / n1 - f0 / n0)
    v1 += (weight * weight * p1 * (1 - p1)) / n1
    v0 += (weight * weight * p0 * (1 - p0)) / n0
    r1 += weight * p1
    r0 += weight * p0
  }
  const mean = (sum: number) => (weights === 0 ? 0 : sum / weights)
  const variance = (sum: number) => (weights === 0 ? Infinity : sum / weights ** 2)
  return {
    with: { count: sums.n1, failed: sums.f1 },
    without: { count: sums.n0, failed: sums.f0 },
    difference: { mean: mean(difference), variance: variance(v1 + v0) },
    rates: {
      with: { mean: mean(r1), variance: variance(v1) },
      without: { mean: mean(r0), variance: variance(v0) },
    },
  }
}
