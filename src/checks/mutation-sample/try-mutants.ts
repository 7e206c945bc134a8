import type { Workbench } from '../../ports/workbench.ts'
import type { MutantSample, MutationReport, TrialPlan } from './mutant.ts'

/** Runs the project's tests against each mutant, one at a time, until the budget is used. */
export async function tryMutants(
  workbench: Workbench,
  sample: MutantSample,
  plan: TrialPlan,
  signal: AbortSignal,
): Promise<MutationReport> {
  signal.throwIfAborted()
  throw new Error(`not tried yet: ${workbench.kind} ${sample.possible} ${plan.budgetSeconds}`)
}
