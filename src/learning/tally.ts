import type { LessonOutcome } from '../model/lesson.ts'
import { type Belief, combined } from './belief.ts'
import {
  baselineRate,
  type Cells,
  cellSize,
  countArm,
  countEligible,
  type Metric,
  stratified,
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
  strata: Map<string, number>
  cells: Cells
  /** All eligible work orders: count, target failed, guardrail failed. */
  totals: [number, number, number]
  /** The same cells with the past discounted: the newest comparison weighs `weight`. */
  recent: Cells
  weight: number
  /** Sums of those weights and of their squares, with the newest weighing 1. */
  weights: { sum: number; squares: number }
  evidence: Processes
  epoch: Epoch
  ratio: RatioBins
  priors: Readonly<Record<Metric, Belief>>
  /** Beliefs for the shortlist, kept until the next comparison. */
  beliefs: Readonly<Record<Metric, Belief>> | null
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
  drift: Array.from({ length: grid.length * 2 }, () => -Infinity),
})

export const newTally = (policy: Policy, priors: Tally['priors']): Tally => ({
  eligible: 0,
  shortlisted: 0,
  iterations: 0,
  days: 0,
  lastIteration: -1,
  lastDay: '',
  strata: new Map(),
  cells: [],
  totals: [0, 0, 0],
  recent: [],
  weight: 1,
  weights: { sum: 0, squares: 0 },
  evidence: newProcesses(policy.grid.length),
  epoch: newEpoch(policy),
  ratio: newRatioBins(),
  priors,
  beliefs: null,
})

/** Takes one outcome in. What it is compared with comes from earlier outcomes only. */
export function foldOutcome(tally: Tally, outcome: LessonOutcome, policy: Policy): void {
  const stratum = stratumIn(tally, outcome.stratum)
  if (outcome.shortlisted) compare(tally, outcome, stratum, policy)
  tally.eligible += 1
  countEligible(tally.cells, stratum, outcome, 1)
  tally.totals[0] += 1
  if (outcome.targetFailed) tally.totals[1] += 1
  if (outcome.guardrailFailed) tally.totals[2] += 1
}

function stratumIn(tally: Tally, name: string): number {
  const known = tally.strata.get(name)
  if (known !== undefined) return known
  const stratum = tally.strata.size
  tally.strata.set(name, stratum)
  for (let at = 0; at < cellSize; at += 1) {
    tally.cells.push(0)
    tally.recent.push(0)
  }
  return stratum
}

function compare(tally: Tally, outcome: LessonOutcome, stratum: number, policy: Policy): void {
  weigh(tally, outcome, stratum, policy)
  tally.shortlisted += 1
  countArm(tally.cells, stratum, outcome, 1)
  discount(tally, policy.halfLife)
  countArm(tally.recent, stratum, outcome, tally.weight)
  countCoin(tally.ratio, outcome.probability, outcome.on)
  if (outcome.on) tally.epoch.withLesson += 1
  else tally.epoch.without += 1
  tally.beliefs = null
  if (outcome.iteration !== tally.lastIteration) tally.iterations += 1
  tally.lastIteration = outcome.iteration
  const day = outcome.at.slice(0, 10)
  if (day !== tally.lastDay) tally.days += 1
  tally.lastDay = day
}

/** Multiplies the evidence by what this comparison says. */
function weigh(tally: Tally, outcome: LessonOutcome, stratum: number, { grid }: Policy): void {
  const { on, probability, targetFailed, guardrailFailed } = outcome
  const rate = (metric: Metric) => baselineRate(tally.cells, tally.totals, stratum, metric)
  const target = { failed: targetFailed, on, probability }
  const benefits = logFactors(target, rate('target'), grid.map(negative))
  const harms = logFactors(target, rate('target'), grid)
  const guardrail = { failed: guardrailFailed, on, probability }
  const guardrailHarms = logFactors(guardrail, rate('guardrail'), grid)
  for (const each of [tally.evidence, tally.epoch]) {
    advance(each.benefit, benefits)
    advance(each.harm, harms)
    advance(each.guardrailHarm, guardrailHarms)
  }
  detect(tally.epoch.drift, [...harms, ...guardrailHarms])
}

const negative = (d: number) => -d

/** The past is not made lighter but the present heavier, which is the same and costs one number. */
function discount(tally: Tally, halfLife: number): void {
  const fading = 2 ** (-1 / halfLife)
  tally.weight /= fading
  tally.weights.sum = tally.weights.sum * fading + 1
  tally.weights.squares = tally.weights.squares * fading ** 2 + 1
  if (tally.weight < 2 ** 40) return
  tally.recent = tally.recent.map((each) => each / tally.weight)
  tally.weight = 1
}

/** What the shortlist believes of a lesson's effects: the recent past, pulled towards the prior. */
export function beliefsOf(tally: Tally): Readonly<Record<Metric, Belief>> {
  tally.beliefs ??= {
    target: believed(tally, 'target'),
    guardrail: believed(tally, 'guardrail'),
  }
  return tally.beliefs
}

function believed({ recent, weight, weights, priors }: Tally, metric: Metric): Belief {
  const { mean, variance } = stratified(recent, metric, weight).difference
  // a mean of unequal weights is as sure as (sum of weights)² / (sum of squares) equal ones
  const sureness = weights.sum === 0 ? 1 : weights.squares / weights.sum
  return combined(priors[metric], { mean, variance: variance * sureness })
}
