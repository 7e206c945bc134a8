import { cancelled, failedPhase } from '../../../asking/outcome.ts'
import { stepWorker } from '../../../asking/work-within.ts'
import type { ImproveStep } from '../machine.ts'
import { type ImproveCommand, type ImproveRun, lastOf } from '../state.ts'
import type { AppliedResult } from '../events.ts'
import { propose } from './propose.ts'
import type { ImproveBench, Outcome, StepBench } from './bench.ts'

export const work = stepWorker<ImproveBench, ImproveStep, ImproveCommand>(doStep, (cost) => ({
  type: 'record-cap',
  cap: 'wall_time_s',
  cost,
}))

async function doStep(bench: StepBench, { do: step, run }: ImproveStep): Promise<Outcome> {
  switch (step) {
    case 'PREPARE': {
      const prepared = await bench.prepare(run)
      return prepared.ok
        ? (cost) => ({ type: 'record-prepared', ...prepared.value, cost })
        : failedPhase(step, prepared.error, true)
    }
    case 'BUILD': {
      const built = await bench.build(run, bench.signal)
      if (bench.signal.aborted) return cancelled
      if (!built.ok) return failedPhase(step, built.error, true)
      const { orders } = built.value
      const spent = {
        tokens: orders.reduce((sum, each) => sum + each.promptTokens + each.completionTokens, 0),
        cost_usd: orders.reduce((sum, each) => sum + each.costUsd, 0),
      }
      return (cost) => ({ type: 'record-built', ...built.value, cost: { ...cost, ...spent } })
    }
    case 'SCORE': {
      const scored = await bench.score(run, bench.signal)
      if (bench.signal.aborted) return cancelled
      return scored.ok
        ? (cost) => ({ type: 'record-scored', ...scored.value, cost })
        : failedPhase(step, scored.error)
    }
    case 'ANALYSE':
      return propose(bench, run)
    case 'APPLY':
      return apply(bench, run)
  }
}

/** APPLY: what was approved, one commit each. One that fails is rejected with its reason, and the others go on. */
async function apply(bench: StepBench, run: ImproveRun): Promise<Outcome> {
  const proposals = lastOf(run)?.proposals ?? []
  const approved = proposals.filter(({ id }) => run.approved?.ids.includes(id))
  const start =
    run.head === null ? await bench.setUpHead(run) : { ok: true as const, value: run.head }
  if (!start.ok) return failedPhase('APPLY', start.error, true)
  let head = start.value
  const results: AppliedResult[] = []
  for (const { id, description, changes, lesson } of approved) {
    bench.tell({ type: 'doing', what: `applying ${id}` })
    const result: AppliedResult =
      changes.length === 0 && lesson !== null
        ? { id, status: 'applied', commit: null, files: [], reason: '' }
        : await applied(bench, run, { id, description, edits: changes }, head)
    if (result.commit !== null) head = result.commit
    if (result.status === 'rejected')
      bench.tell({ type: 'note', text: `${id} was not applied: ${result.reason}` })
    results.push(result)
  }
  return (cost) => ({ type: 'record-applied', results, head, cost })
}

async function applied(
  bench: StepBench,
  run: ImproveRun,
  change: Parameters<ImproveBench['apply']>[1],
  parent: string,
): Promise<AppliedResult> {
  const result = await bench.apply(run, change, parent)
  if (result.ok) return result.value
  return { id: change.id, status: 'rejected', commit: null, files: [], reason: result.error }
}
