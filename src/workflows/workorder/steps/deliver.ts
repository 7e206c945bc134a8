import type { OrderRun } from '../state.ts'
import type { Outcome, StepBench } from './bench.ts'
import { failedPhase } from '../../../asking/outcome.ts'

const phase = 'DELIVER'

/** DELIVER: the measured change as a branch and a patch. Nothing is pushed. */
export async function deliver(
  bench: StepBench,
  run: OrderRun & { readonly proposal: { readonly tree: string } },
): Promise<Outcome> {
  const { base, setup, measured, updatedAt } = run
  if (base === null || measured === null) return failedPhase(phase, 'nothing was measured', true)
  const opened = await bench.openTree(base)
  if (!opened.ok) return failedPhase(phase, opened.error.what)
  const tree = opened.value
  const { order } = setup
  const committed = await tree.commit(measured.tree, {
    message: `${order.title}\n\nWork order ${run.runId}, measured at ${measured.acceptance.acceptance_score} of 10.\n`,
    // the moment of the measurement, so that the same change is the same commit
    date: updatedAt,
  })
  if (!committed.ok) return failedPhase(phase, committed.error.what)
  const { commit, branch, patch } = committed.value
  const hash = await bench.blobs.put(Buffer.from(patch).toString('base64'))
  return () => ({ type: 'record-delivered', commit, branch, patch: hash })
}
