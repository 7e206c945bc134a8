import { type CapName, capReached } from '../../loop/budget.ts'
import { firstStop, type StopRule } from '../../loop/stop.ts'
import type { Spent } from '../../model/caps.ts'
import type { Evaluation } from './contracts.ts'
import type { Setup, StopCode } from './events.ts'
import type { Begun } from './state.ts'

type AfterEvaluation = {
  readonly run: Begun
  readonly evaluation: Evaluation
  readonly stagnation: number
  readonly used: Used
  readonly userStop: boolean
}

/** A precedence contract: asked from the top, the first that holds is the reason. Completion comes before resources. */
const afterEvaluation: readonly StopRule<AfterEvaluation, StopCode>[] = [
  {
    reason: 'threshold_reached',
    holds: ({ run, evaluation }) => run.phase === 'B' && evaluation.passed,
  },
  {
    reason: 'no_major_issues',
    holds: ({ run, evaluation }) =>
      run.phase === 'B' && evaluation.failed.length === 0 && !run.setup.options.require_threshold,
  },
  { reason: 'user_stop', holds: ({ userStop }) => userStop },
  {
    reason: 'stagnation',
    holds: ({ stagnation, run, evaluation }) =>
      (stagnation >= 2 || changedNothing(run)) && !leavesPhaseA(run, evaluation),
  },
  {
    reason: 'budget_exceeded',
    holds: ({ run, used }) => budgetSpent(run.setup, used) !== null,
  },
  {
    reason: 'iteration_limit',
    holds: ({ run, evaluation }) =>
      run.iteration >= run.setup.max_iterations && !leavesPhaseA(run, evaluation),
  },
]

/** The same artifact was judged in the iteration before: another round would be paid for nothing. */
const changedNothing = ({ judgedIn, judged, artifact, iteration, phase }: Begun): boolean =>
  judged === artifact && judgedIn?.phase === phase && judgedIn.iteration < iteration

export const stopAfterEvaluation = (facts: AfterEvaluation): StopCode | null =>
  firstStop(afterEvaluation, facts)

/** B is evaluated in the iteration that passed A, so passing A at the limit is not the end. */
const leavesPhaseA = (run: Begun, evaluation: Evaluation) => run.phase === 'A' && evaluation.passed

/** Only whole seconds of completed phases count. */
export const completedSeconds = (ms: number): number => Math.floor(ms / 1000)

export type Used = { readonly completedMs: number; readonly spent: Spent }

/** The budget or cap that is used up, or null. */
export function budgetSpent(setup: Setup, used: Used): CapName | 'completed_phase_seconds' | null {
  const budget = setup.max_completed_phase_seconds
  if (budget !== null && completedSeconds(used.completedMs) >= budget)
    return 'completed_phase_seconds'
  return capReached(setup.caps, used.spent)
}
