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
} from './cells.ts'
import { advance, detect, logFactors, newProcess, type Process } from './evidence.ts'
import type { Policy } from './policy.ts'
import { addRecent, addStratum, fade, newRecent, type Recent, recentDifference } from './recent.ts'
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
  detect(tally.epoch.drift, harms)
}

const negative = (d: number) => -d

/** What the shortlist believes of a lesson's effects: the recent past, pulled towards the prior. */
export const beliefsOf = ({ recent, priors }: Tally): Readonly<Record<Metric, Belief>> => ({
  target: combined(priors.target, recentDifference(recent, 'target')),
  guardrail: combined(priors.guardrail, recentDifference(recent, 'guardrail')),
})
