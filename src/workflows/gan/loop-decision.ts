import { reaches } from '../../loop/score.ts'
import type { GateReason } from './events.ts'
import { type Dimension, dimensions } from './inputs/rubrics.ts'

export type Scores = Readonly<Record<Dimension, number>>
export type Weights = Readonly<Record<Dimension, number>>

export const overallOf = (scores: Scores, weights: Weights): number =>
  dimensions.reduce((sum, name) => sum + scores[name] * weights[name], 0)

export type Round = {
  readonly iteration: number
  readonly overall: number
  readonly scores: Scores
  /** Conditions that failed and that no score outweighs. */
  readonly mustPassFailures: readonly string[]
  /** What was asked and is not there, and how much nobody could decide. */
  readonly unmet?: number
  readonly undecided?: number
  /** Every dimension reached what its sprint asked for; it counts in strict mode only. */
  readonly conditionsMet: boolean
  /** It is not the first iteration of the run: strict mode never ends with that. */
  readonly confirmed: boolean
  /** Overall scores of all rounds since criteria last changed, this one last. */
  readonly history: readonly number[]
  /** A person was asked at this point of the run already. */
  readonly escalated: boolean
}

export type LoopSettings = {
  readonly maxIterations: number
  readonly passThreshold: number
  readonly escalationAfter: number
  readonly improvementThreshold: number
  readonly strict: boolean
}

export type LoopDecision =
  | { readonly type: 'passed' }
  /** Strict: it would pass, and must show it again. */
  | { readonly type: 'confirm' }
  | { readonly type: 'ask'; readonly reasons: readonly GateReason[] }
  | { readonly type: 'iterate'; readonly switchDimension: boolean }

/** Good enough: the overall score, no must-pass failure, and in strict mode every dimension. */
export const isGoodEnough = (
  round: Pick<Round, 'overall' | 'mustPassFailures' | 'conditionsMet' | 'scores' | 'unmet'>,
  { passThreshold, strict }: LoopSettings,
): boolean =>
  reaches(round.overall, passThreshold) &&
  round.mustPassFailures.length === 0 &&
  (round.unmet ?? 0) === 0 &&
  (!strict ||
    (round.conditionsMet && dimensions.every((name) => reaches(round.scores[name], passThreshold))))

/** How many rounds at the end in a row gained less than the threshold; a loss counts as well. */
export function smallGains(history: readonly number[], improvementThreshold: number): number {
  let count = 0
  for (let at = history.length - 1; at > 0; at -= 1) {
    const gain = (history[at] ?? 0) - (history[at - 1] ?? 0)
    if (reaches(gain, improvementThreshold)) break
    count += 1
  }
  return count
}

/** What follows an evaluation: pass, limit, stagnation and escalation in this order. */
export function decideLoop(round: Round, settings: LoopSettings): LoopDecision {
  const { iteration, history, escalated } = round
  if (isGoodEnough(round, settings)) {
    if (settings.strict && !round.confirmed) return { type: 'confirm' }
    return (round.undecided ?? 0) > 0 ? { type: 'ask', reasons: ['undecided'] } : { type: 'passed' }
  }
  const small = smallGains(history, settings.improvementThreshold)
  const stagnant = small >= 2
  const exhausted = iteration >= settings.maxIterations
  const due = iteration >= settings.escalationAfter && !escalated
  const reasons: GateReason[] = [
    ...(exhausted ? (['max_iterations'] as const) : []),
    ...(stagnant ? (['stagnation'] as const) : []),
    ...(due && !exhausted ? (['escalation'] as const) : []),
  ]
  return reasons.length > 0
    ? { type: 'ask', reasons }
    : { type: 'iterate', switchDimension: small > 0 }
}

/** The weakest dimension that is not the one already tried; the first of equals. */
export function otherDimension(scores: Scores, tried: Dimension): Dimension {
  const others = dimensions.filter((name) => name !== tried)
  return others.reduce((weakest, name) => (scores[name] < scores[weakest] ? name : weakest))
}

/** A criterion that passed before and fails now costs its dimension one anchor step. */
export function reduced(scores: Scores, regressed: readonly Dimension[]): Scores {
  const less = (name: Dimension) =>
    regressed.includes(name) ? Math.max(0, scores[name] - 0.25) : scores[name]
  return {
    'Design Quality': less('Design Quality'),
    Originality: less('Originality'),
    Completeness: less('Completeness'),
    Functionality: less('Functionality'),
  }
}
