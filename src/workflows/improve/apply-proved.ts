import { type AsyncResult, ok } from '../../model/result.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { applyChange, type Change, commitChange, forgetBranch, type Place } from './apply.ts'
import { proveChange } from './compare/prove.ts'
import type { AppliedResult } from './events.ts'
import type { SetUp } from './project.ts'
import type { ImproveWorkflow } from './runs.ts'
import type { ImproveRun } from './state.ts'

export type Proved = {
  readonly workflow: ImproveWorkflow
  readonly run: ImproveRun
  readonly change: Change
  readonly place: Place
  readonly signal: AbortSignal
  readonly tell: (what: string) => void
  /** Another way to compare, for tests. */
  readonly prove?: typeof proveChange
}

/** Applies a change beside the branch of the run, and takes it over only where pairs of applications show that it helps. */
export async function applyProved(
  workspace: Workspace,
  setUp: SetUp,
  proved: Proved,
): AsyncResult<{ readonly result: AppliedResult; readonly costUsd: number }, string> {
  const { change, place } = proved
  const beside = { ...place, beside: `proves-${change.id}` }
  const applied = await applyChange(setUp, change, beside)
  if (!applied.ok) return applied
  try {
    return await proveApplied(workspace, setUp, proved, applied.value)
  } finally {
    // whatever came of it: what is kept stands on the branch of the run
    await forgetBranch(setUp, beside)
  }
}

async function proveApplied(
  workspace: Workspace,
  setUp: SetUp,
  { workflow, run, change, place, signal, tell, prove = proveChange }: Proved,
  applied: AppliedResult,
): AsyncResult<{ readonly result: AppliedResult; readonly costUsd: number }, string> {
  const { commit } = applied
  if (commit === null) return ok({ result: applied, costUsd: 0 })
  const rejected = (reason: string): AppliedResult => ({
    ...applied,
    status: 'rejected',
    commit: null,
    reason,
  })
  const easier = run.iterations.at(-1)?.proposals.find(({ id }) => id === change.id)?.easier ?? []
  if (easier.length > 0)
    return ok({
      result: rejected(`it makes the exam easier (${easier.join('; ')}): no score can prove it`),
      costUsd: 0,
    })
  const proof = await prove(workspace, run, {
    workflow,
    before: place.parent,
    after: commit,
    pairs: workspace.config.workflows.improve.prove_pairs,
    by: run.approved?.by ?? '',
    signal,
    tell: (what) => tell(`proving ${change.id}: ${what}`),
  })
  if (!proof.ok)
    return ok({ result: rejected(`it could not be proved: ${proof.error}`), costUsd: 0 })
  const { isBetter, reason, costUsd } = proof.value
  const differences = [...proof.value.differences]
  if (!isBetter) return ok({ result: { ...rejected(reason), differences }, costUsd })
  const kept = await commitChange(setUp, { ...change, tree: commit }, place)
  if (!kept.ok) return ok({ result: { ...rejected(kept.error.what), differences }, costUsd })
  const result = { ...applied, commit: kept.value.commit, reason, differences }
  return ok({ result, costUsd })
}
