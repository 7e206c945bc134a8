import { isRegressionOnly } from './contract.ts'
import { isGoodEnough } from './loop-decision.ts'
import type { GanRun } from './state.ts'

/**
 * The site was good enough and has to show it once more: nothing is negotiated and nothing is built.
 * Where every criterion holds and the score is still too low, there is work to do.
 */
export const isConfirming = ({ checklist, evaluation, setup, site }: GanRun): boolean =>
  evaluation !== null &&
  evaluation.site === site &&
  isRegressionOnly(checklist) &&
  isGoodEnough(evaluation, setup.loop)
