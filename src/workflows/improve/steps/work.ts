import { cancelled, failedPhase } from '../../../asking/outcome.ts'
import { workBy } from '../../../asking/work-within.ts'
import type { ImproveStep } from '../machine.ts'
import { dropOf } from '../autonomy.ts'
import { type ImproveCommand, type ImproveRun, type ImproveWorking, lastOf } from '../state.ts'
import type { AppliedResult } from '../events.ts'
import { ok } from '../../../model/result.ts'
import { propose } from './propose.ts'
import type { ImproveBench, Outcome, StepBench } from './bench.ts'

export const work = workBy<ImproveBench, ImproveStep, ImproveCommand>({
  PREPARE: prepare,
  BUILD: build,
  SCORE: score,
  UNDO: undo,
  ANALYSE: propose,
  APPLY: apply,
})

async function prepare(bench: StepBench, run: ImproveWorking): Promise<Outcome> {
  const prepared = await bench.prepare(run)
  return prepared.ok
    ? (cost) => ({ type: 'record-prepared', ...prepared.value, cost })
    : failedPhase('PREPARE', prepared.error, true)
}

async function build(bench: StepBench, run: ImproveRun): Promise<Outcome> {
  const built = await bench.build(run, bench.signal)
  if (bench.signal.aborted) return cancelled
  if (!built.ok) return failedPhase('BUILD', built.error, true)
  const { orders } = built.value
  const unpriced = orders.reduce((sum, each) => sum + (each.unpriced ?? 0), 0)
  const spent = {
    tokens: orders.reduce((sum, each) => sum + each.promptTokens + each.completionTokens, 0),
    cost_usd: orders.reduce((sum, each) => sum + each.costUsd, 0),
    ...(unpriced === 0 ? {} : { unpriced }),
  }
  return (cost) => ({ type: 'record-built', ...built.value, cost: { ...cost, ...spent } })
}

async function score(bench: StepBench, run: ImproveRun): Promise<Outcome> {
  const scored = await bench.score(run, bench.signal)
  if (bench.signal.aborted) return cancelled
  return scored.ok
    ? (cost) => ({ type: 'record-scored', ...scored.value, cost })
    : failedPhase('SCORE', scored.error)
}

/** UNDO: what was approved without a person and lowered the score. A person is asked where that cannot be done. */
async function undo(bench: StepBench, run: ImproveRun): Promise<Outcome> {
  const drop = dropOf(run)
  const head = drop === null ? await headOf(bench, run) : await bench.undo(run, drop)
  if (!head.ok) return failedPhase('UNDO', head.error, true)
  const improvements = (drop?.improvements ?? []).map(({ id }) => id)
  const reason =
    drop === null
      ? 'a person scored it again'
      : `the score fell from ${drop.before} to ${drop.after}`
  if (drop !== null)
    bench.tell({ type: 'note', text: `${improvements.join(', ')} taken back: ${reason}` })
  return (cost) => ({ type: 'record-undone', improvements, reason, head: head.value, cost })
}

const headOf = async (bench: StepBench, run: ImproveRun) =>
  run.head === null ? bench.setUpHead(run) : ok(run.head)

/** APPLY: what was approved, one commit each. One that fails is rejected with its reason, and the others go on. */
async function apply(bench: StepBench, run: ImproveRun): Promise<Outcome> {
  const proposals = lastOf(run)?.proposals ?? []
  const approved = proposals.filter(({ id }) => run.approved?.ids.includes(id))
  const start = await headOf(bench, run)
  if (!start.ok) return failedPhase('APPLY', start.error, true)
  let head = start.value
  let costUsd = 0
  const results: AppliedResult[] = []
  for (const { id, description, changes, lesson } of approved) {
    bench.tell({ type: 'doing', what: `applying ${id}` })
    const change = { id, description, edits: changes }
    const done =
      changes.length === 0 && lesson !== null
        ? ok({ result: { ...nothing, id, status: 'applied' as const, reason: '' }, costUsd: 0 })
        : await bench.apply(run, change, { parent: head, signal: bench.signal })
    if (bench.signal.aborted) return cancelled
    const result = done.ok ? done.value.result : { ...nothing, id, reason: done.error }
    costUsd += done.ok ? done.value.costUsd : 0
    if (result.commit !== null) head = result.commit
    if (result.status === 'rejected')
      bench.tell({ type: 'note', text: `${id} was not applied: ${result.reason}` })
    results.push(result)
  }
  return (cost) => ({ type: 'record-applied', results, head, cost: { ...cost, cost_usd: costUsd } })
}

const nothing = { status: 'rejected' as const, commit: null, files: [] }
