import type { LessonOutcome } from '../model/lesson.ts'
import { type Belief, combined } from './belief.ts'
import {
  baselineRate,
  type Cells,
  cellSize,
  countArm,
  countEligible,
  type Metric,
  overallRate,
  countIn,
} from './cells.ts'
import { advance, detect, logFactors, newProcess, type Process } from './evidence.ts'
import type { Policy } from './policy.ts'
import { countCoin, newRatioBins, type RatioBins } from './sample-ratio.ts'

type Processes = { benefit: Process; harm: Process; guardrailHarm: Process }

/** Since a lesson was promoted or tried again: a fresh start of the evidence. */
export type Epoch = Processes & { withLesson: number; without: number; drift: number[] }

/** All sums over the outcomes of one version of one lesson. It is folded in place, an outcome at a time. */
export type Tally = {
  eligible: number
  shortlisted: number
  iterations: number
  days: number
  lastIteration: number
  lastDay: string
  /** Numbers of strata, by model and by name. */
  strata: Map<string, Map<string, number>>
  strataCount: number
  cells: Cells
  /** All eligible work orders: count, target failed, guardrail failed. */
  totals: [number, number, number]
  recent: Recent
  evidence: Processes
  epoch: Epoch
  ratio: RatioBins
  priors: Readonly<Record<Metric, Belief>>
}

const newProcesses = (size: number): Processes => ({
  benefit: newProcess(size),
  harm: newProcess(size),
  guardrailHarm: newProcess(size),
})

export const newEpoch = ({ grid }: Policy): Epoch => ({
  ...newProcesses(grid.length),
  withLesson: 0,
  without: 0,
  drift: Array.from({ length: grid.length }, () => -Infinity),
})

export const newTally = (policy: Policy, priors: Tally['priors']): Tally => ({
  eligible: 0,
  shortlisted: 0,
  iterations: 0,
  days: 0,
  lastIteration: -1,
  lastDay: '',
  strata: new Map(),
  strataCount: 0,
  cells: [],
  totals: [0, 0, 0],
  recent: newRecent(),
  evidence: newProcesses(policy.grid.length),
  epoch: newEpoch(policy),
  ratio: newRatioBins(),
  priors,
})

/** Takes one outcome in. What it is compared with comes from earlier outcomes only. */
export function foldOutcome(tally: Tally, outcome: LessonOutcome, policy: Policy): void {
  const stratum = stratumIn(tally, outcome)
  if (outcome.shortlisted) compare(tally, outcome, stratum, policy)
  addRecent(tally.recent, stratum, outcome, {
    target: overallRate(tally.totals, 'target'),
    guardrail: overallRate(tally.totals, 'guardrail'),
  })
  tally.eligible += 1
  countEligible(tally.cells, stratum, outcome, 1)
  tally.totals[0] += 1
  if (outcome.targetFailed) tally.totals[1] += 1
  if (outcome.guardrailFailed) tally.totals[2] += 1
}

/** Another model is another stratum: what it changes must not look like the lesson's work. */
function stratumIn(tally: Tally, { model, stratum }: LessonOutcome): number {
  let ofModel = tally.strata.get(model)
  if (ofModel === undefined) {
    ofModel = new Map()
    tally.strata.set(model, ofModel)
  }
  const known = ofModel.get(stratum)
  if (known !== undefined) return known
  const number = tally.strataCount
  tally.strataCount += 1
  ofModel.set(stratum, number)
  for (let at = 0; at < cellSize; at += 1) tally.cells.push(0)
  addStratum(tally.recent)
  return number
}

function compare(tally: Tally, outcome: LessonOutcome, stratum: number, policy: Policy): void {
  weigh(tally, outcome, stratum, policy)
  tally.shortlisted += 1
  countArm(tally.cells, stratum, outcome, 1)
  fade(tally.recent, policy.halfLife)
  countCoin(tally.ratio, outcome.probability, outcome.on)
  if (outcome.on) tally.epoch.withLesson += 1
  else tally.epoch.without += 1
  if (outcome.iteration !== tally.lastIteration) tally.iterations += 1
  tally.lastIteration = outcome.iteration
  const day = outcome.at.slice(0, 10)
  if (day !== tally.lastDay) tally.days += 1
  tally.lastDay = day
}

/** Multiplies the evidence by what this comparison says. */
function weigh(tally: Tally, outcome: LessonOutcome, stratum: number, { grid }: Policy): void {
  const { on, probability, targetFailed, guardrailFailed } = outcome
  const { cells, totals, evidence, epoch } = tally
  const rate = baselineRate(cells, totals, stratum, 'target')
  const target = { failed: targetFailed, on, probability }
  const benefits = logFactors(target, rate, grid, -1)
  const harms = logFactors(target, rate, grid)
  const guardrail = { failed: guardrailFailed, on, probability }
  const wholeRate = baselineRate(cells, totals, stratum, 'guardrail')
  const guardrailHarms = logFactors(guardrail, wholeRate, grid)
  advance(evidence.benefit, benefits)
  advance(evidence.harm, harms)
  advance(evidence.guardrailHarm, guardrailHarms)
  advance(epoch.benefit, benefits)
  advance(epoch.harm, harms)
  advance(epoch.guardrailHarm, guardrailHarms)
  detect(epoch.drift, harms)
}

/** What the shortlist believes of a lesson's effects: the recent past, pulled towards the prior. */
export const beliefsOf = ({ recent, priors }: Tally): Readonly<Record<Metric, Belief>> => ({
  target: combined(priors.target, recentDifference(recent, 'target')),
  guardrail: combined(priors.guardrail, recentDifference(recent, 'guardrail')),
})

type Sums = { weights: number; differences: number; variances: number }

/**
 * What the shortlist goes by: the comparisons with the past discounted, and beside them eligible work orders that
 * the lesson was not on the shortlist of, as further work without it. Which those were was drawn by lot, so they are
 * good enough to steer by; evidence and estimates never use them. Sums are kept so that a belief costs nothing.
 */
type Recent = {
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

export function addRecent(
  recent: Recent,
  stratum: number,
  observed: Seen,
  rates: Readonly<Record<Metric, number>>,
): void {
  countArm(recent.cells, stratum, observed, recent.weight)
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
