import { isRegressionOnly } from './contract.ts'
import { isGoodEnough } from './loop-decision.ts'
import type { GanRun } from './state.ts'

/**
 * The site was good enough and has to show it once more: nothing is negotiated and nothing is built.
 * Where every criterion holds and the score is still too low, there is work to do.
 */
export function isConfirming({ checklist, evaluation, second, setup }: GanRun): boolean {
  if (evaluation === null || !isRegressionOnly(checklist)) return false
  const again = second?.iteration === evaluation.iteration ? second : evaluation
  return (
    isGoodEnough(evaluation, setup.loop) &&
    isGoodEnough({ ...evaluation, overall: again.overall, scores: again.scores }, setup.loop)
  )
}
