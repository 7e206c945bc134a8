import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { type AsyncResult, ok, err } from '../../model/result.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { applyChange, type Change, commitChange, forgetBranch, type Place } from './apply.ts'
import type { AppliedResult } from './events.ts'
import type { SetUp } from './project.ts'
import { type ImproveWorkflow, openKnownImprove } from './runs.ts'
import type { ImproveRun } from './state.ts'
import { carryRun } from '../../engine/carry-run.ts'
import { newImprove } from './start.ts'
import { known, measuredOf } from './compare/known-runs.ts'
import { verdictText } from './compare/show.ts'
import { type Arm, type Measured, runTrial, type TrialResult } from './compare/trial.ts'

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
  const committed = await commitChange(setUp, { ...change, tree: commit }, place)
  if (!committed.ok)
    return ok({ result: { ...rejected(committed.error.what), differences }, costUsd })
  const result = { ...applied, commit: committed.value.commit, reason, differences }
  return ok({ result, costUsd })
}

type Proof = {
  readonly isBetter: boolean
  /** The figures, as a sentence. */
  readonly reason: string
  /** With the change less without it, a figure for each pair. */
  readonly differences: readonly number[]
  readonly costUsd: number
}

type ProofOptions = {
  readonly workflow: ImproveWorkflow
  readonly before: string
  readonly after: string
  readonly pairs: number
  readonly by: string
  readonly signal: AbortSignal
  readonly tell: (what: string) => void
}

/**
 * Builds the spec of a run with the set-up as it is and with the change, in pairs, until the change is shown to be better or
 * worse, or all pairs are done. Every application is a run of its own, so that what is killed goes on where it was.
 */
async function proveChange(
  workspace: Workspace,
  { runId, setup }: Pick<ImproveRun, 'runId' | 'setup'>,
  options: ProofOptions,
): AsyncResult<Proof, string> {
  const key = createHash('sha256').update(JSON.stringify([runId, options.before, options.after]))
  const id = `prove-${key.digest('hex').slice(0, 8)}`
  const spec = join(workspace.privateFolder, 'improve', runId, 'prove', `${id}.md`)
  await workspace.disk.writeDurably(spec, setup.spec)
  const arms: readonly [Arm, Arm] = [
    { name: 'the set-up as it is', setup: `${setup.setup}@${options.before}` },
    { name: 'the set-up with it', setup: `${setup.setup}@${options.after}` },
  ]
  const result = await runTrial(
    arms,
    { specs: [spec], repeats: options.pairs, seed: 1 },
    (arm, _, repeat) => {
      const name = `${id}-${repeat + 1}-${arm === arms[0] ? 'a' : 'b'}`
      options.tell(`pair ${repeat + 1} of at most ${options.pairs}: ${arm.name}`)
      return builtWith(workspace, { trial: id, arm, spec, name }, options)
    },
  )
  return result.ok ? ok(proofOf(arms, result.value)) : err(result.error.what)
}

const proofOf = (arms: readonly [Arm, Arm], { overall, rows }: TrialResult): Proof => ({
  isBetter: overall.verdict === 'b better',
  reason: verdictText(arms, overall),
  differences: rows.map(({ a, b }) => Math.round((b.overall - a.overall) * 10) / 10),
  costUsd: rows.reduce((sum, { a, b }) => sum + a.costUsd + b.costUsd, 0),
})

type One = {
  readonly trial: string
  readonly arm: Arm
  readonly spec: string
  readonly name: string
}

/** One application, from where it is to its score. */
async function builtWith(
  workspace: Workspace,
  { trial, arm, spec, name }: One,
  { workflow, by, signal, tell }: ProofOptions,
): AsyncResult<Measured> {
  const state = await known(workspace, name)
  const before = state === null ? null : measuredOf(state)
  if (before !== null) return ok(before)
  const opened =
    state === null
      ? await newImprove(workspace, {
          spec,
          setup: arm.setup,
          mode: 'once',
          target: undefined,
          maxIterations: 1,
          name,
          trial,
          by,
        })
      : await openKnownImprove(workspace, name)
  if (!opened.ok) return opened
  const carried = await carryRun(workflow, workspace, opened.value, {
    state: () => undefined,
    progress: tell,
    note: () => undefined,
    pause: signal,
  })
  if (!carried.ok) return carried
  const after = await known(workspace, name)
  const measured = after === null ? null : measuredOf(after)
  return measured === null
    ? err({ exit: 5, what: `${name} was not scored`, todo: `see: loopwright status ${name}` })
    : ok(measured)
}
