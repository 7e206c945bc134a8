import type { OrderRun } from '../state.ts'
import type { Outcome, StepBench } from './bench.ts'
import { failedPhase } from '../../../asking/outcome.ts'

/** BASE: the commit to start from is recorded before anything is made from it. */
export async function base(bench: StepBench, run: OrderRun): Promise<Outcome> {
  const result = await bench.baseFor(run)
  return result.ok
    ? () => ({ type: 'record-base', base: result.value })
    : failedPhase('BASE', result.error, true)
}
