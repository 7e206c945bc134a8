import type { LessonOutcome } from '../model/lesson.ts'
import { stratified } from './cells.ts'
import { effectOf } from './effect.ts'
import { logEvidence } from './evidence.ts'
import type { Policy } from './policy.ts'
import { foldOutcome, newTally } from './tally.ts'

/** How a lesson stood after so many comparisons. Evidence as powers of ten. */
export type TracePoint = {
  readonly comparisons: number
  readonly benefit: number
  readonly harm: number
  readonly guardrailHarm: number
  readonly effect: number
  readonly low: number
  readonly high: number
}

/** The way of one lesson through its outcomes, at most `most` points of it, the last one always. */
export function traceOf(
  outcomes: readonly LessonOutcome[],
  policy: Policy,
  most = 200,
): readonly TracePoint[] {
  const none = (spread: number) => ({ mean: 0, variance: spread ** 2 })
  const tally = newTally(policy, {
    target: none(policy.spread.target),
    guardrail: none(policy.spread.guardrail),
  })
  const compared = outcomes.filter(({ shortlisted }) => shortlisted).length
  const every = Math.max(1, Math.ceil(compared / most))
  const points: TracePoint[] = []
  for (const outcome of outcomes) {
    foldOutcome(tally, outcome, policy)
    if (!outcome.shortlisted) continue
    if (tally.shortlisted % every !== 0 && tally.shortlisted !== compared) continue
    const { evidence, cells, priors, shortlisted } = tally
    const { mean, interval } = effectOf(stratified(cells, 'target'), priors.target)
    points.push({
      comparisons: shortlisted,
      benefit: logEvidence(evidence.benefit) / Math.LN10,
      harm: logEvidence(evidence.harm) / Math.LN10,
      guardrailHarm: logEvidence(evidence.guardrailHarm) / Math.LN10,
      effect: mean,
      ...interval,
    })
  }
  return points
}
