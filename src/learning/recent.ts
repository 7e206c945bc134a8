import type { Belief } from './belief.ts'
import { type Cells, cellSize, countArm, countIn, type Metric } from './cells.ts'

type Sums = { weights: number; differences: number; variances: number }

/**
 * What the shortlist goes by: the comparisons with the past discounted, and beside them eligible work orders that
 * the lesson was not on the shortlist of, as further work without it. Which those were was drawn by lot, so they are
 * good enough to steer by; evidence and estimates never use them. Sums are kept so that a belief costs nothing.
 */
export type Recent = {
  cells: Cells
  /** What each stratum adds to the sums: weight, difference and variance, for target and guardrail. */
  parts: number[]
  sums: Record<Metric, Sums>
  /** The newest weighs this: the past is not made lighter but the present heavier, which is the same. */
  weight: number
  /** Sums of the weights and of their squares, with the newest weighing 1. */
  total: number
  squares: number
}

const partSize = 6
const metrics = ['target', 'guardrail'] as const
const noSums = (): Sums => ({ weights: 0, differences: 0, variances: 0 })

export const newRecent = (): Recent => ({
  cells: [],
  parts: [],
  sums: { target: noSums(), guardrail: noSums() },
  weight: 1,
  total: 0,
  squares: 0,
})

export function addStratum({ cells, parts }: Recent): void {
  for (let at = 0; at < cellSize; at += 1) cells.push(0)
  for (let at = 0; at < partSize; at += 1) parts.push(0)
}

type Seen = {
  readonly on: boolean
  readonly targetFailed: boolean
  readonly guardrailFailed: boolean
}

/** Takes one outcome in; `rates` smooth what is thin. */
export function addRecent(
  recent: Recent,
  stratum: number,
  seen: Seen,
  rates: Readonly<Record<Metric, number>>,
): void {
  countArm(recent.cells, stratum, seen, recent.weight)
  refresh(recent, stratum, 0, rates.target)
  refresh(recent, stratum, 1, rates.guardrail)
}

/** Puts what a stratum adds now in the place of what it added before. */
function refresh(recent: Recent, stratum: number, which: number, rate: number): void {
  const { cells, parts, weight, sums } = recent
  const metric = which === 0 ? 'target' : 'guardrail'
  const n1 = countIn(cells, stratum, 'all', true)
  const n0 = countIn(cells, stratum, 'all', false)
  if (n1 === 0 || n0 === 0) return
  const f1 = countIn(cells, stratum, metric, true)
  const f0 = countIn(cells, stratum, metric, false)
  const share = (n1 * n0) / (n1 + n0)
  const p1 = (f1 / weight + rate) / (n1 / weight + 1)
  const p0 = (f0 / weight + rate) / (n0 / weight + 1)
  const difference = share * (f1 / n1 - f0 / n0)
  const variance = share * share * ((p1 * (1 - p1)) / n1 + (p0 * (1 - p0)) / n0)
  const at = stratum * partSize + which * 3
  const own = sums[metric]
  own.weights += share - (parts[at] ?? 0)
  own.differences += difference - (parts[at + 1] ?? 0)
  own.variances += variance - (parts[at + 2] ?? 0)
  parts[at] = share
  parts[at + 1] = difference
  parts[at + 2] = variance
}

const heaviest = 2 ** 40

/** Half of what is known is forgotten after `halfLife` comparisons. */
export function fade(recent: Recent, halfLife: number): void {
  const fading = 2 ** (-1 / halfLife)
  recent.weight /= fading
  recent.total = recent.total * fading + 1
  recent.squares = recent.squares * fading ** 2 + 1
  if (recent.weight < heaviest) return
  const lighter = (each: number) => each / recent.weight
  recent.cells = recent.cells.map(lighter)
  recent.parts = recent.parts.map(lighter)
  for (const metric of metrics) {
    const { weights, differences, variances } = recent.sums[metric]
    recent.sums[metric] = {
      weights: lighter(weights),
      differences: lighter(differences),
      variances: lighter(variances),
    }
  }
  recent.weight = 1
}

/** The stratified difference of the recent past. */
export function recentDifference(recent: Recent, metric: Metric): Belief {
  const { weights, differences, variances } = recent.sums[metric]
  if (!(weights > 0)) return { mean: 0, variance: Infinity }
  // a mean of unequal weights is as sure as (sum of weights)² / (sum of squares) equal ones
  const sureness = recent.total === 0 ? 1 : recent.squares / recent.total
  return {
    mean: differences / weights,
    variance: (variances / weights ** 2) * recent.weight * sureness,
  }
}
