import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type AsyncResult, err, ok, usageError } from '../model/result.ts'
import type { Clock } from '../ports/clock.ts'
import type { HostRun } from '../ports/host-desk.ts'
import type { Lock, LockHolder, RunStore } from '../ports/run-store.ts'
import type { Workspace } from '../ports/workspace.ts'
import { locateRun, runProblem } from './open-run.ts'
import { handle, load } from './run.ts'
import {
  isBegun,
  type LocatedRun,
  type OpenRun,
  type RunState,
  type WorkflowDefinition,
} from './workflow.ts'

/** Whoever else answers or stops holds the lock for a moment only. */
export const patienceMs = 5_000
const pollMs = 25

/** Takes a command for a run nobody works on, and shows the result in its files. */
export async function commandRun<State extends RunState, Command, Step>(
  workflow: Pick<WorkflowDefinition<State, Command, Step>, 'machine' | 'files'>,
  workspace: Workspace,
  run: LocatedRun,
  command: Command,
): AsyncResult<OpenRun<State>> {
  return underLock(workspace, run, { patience: patienceMs }, async () => {
    const loaded = await load(workflow.machine, run.store)
    if (!loaded.ok) return err(runProblem(workspace, run, loaded.error))
    const next = await handle(workflow.machine, run.store, {
      run: loaded.value,
      seen: loaded.value.mark.events,
      command,
    })
    if (!next.ok) return err(runProblem(workspace, run, next.error))
    const { state } = next.value
    if (!isBegun(state)) return err({ exit: 5, what: `${run.name} has no history` })
    const { name, runId, store, history } = run
    const open = { name, runId, store, history, state, notices: [] }
    const projections = workspace.projections()
    projections.show(workflow.files(workspace, open))
    await projections.settled()
    return ok(open)
  })
}

/** Records the first events of a run. */
export async function startRun<State extends RunState, Command, Step>(
  workflow: Pick<WorkflowDefinition<State, Command, Step>, 'machine' | 'files' | 'place'>,
  workspace: Workspace,
  { name, runId }: { readonly name: string; readonly runId: string },
  command: Command,
): AsyncResult<OpenRun<State>> {
  // a name is a folder: it must not lead to another one
  if (!/^[\p{L}\p{N}][\p{L}\p{N}_.-]*$/u.test(name))
    return usageError(
      `"${name}" cannot be the name of a run`,
      'use letters, digits and hyphens, such as courses-api',
    )
  await workspace.hidePrivateFolder()
  const run = await locateRun(workflow, workspace, name, runId)
  return commandRun(workflow, workspace, run, command)
}

/** Works on a run while nobody else does. */
export async function underLock<Value>(
  workspace: Pick<Workspace, 'clock' | 'relative'>,
  run: LocatedRun,
  { patience = 0 }: { readonly patience?: number | undefined },
  work: () => AsyncResult<Value>,
): AsyncResult<Value> {
  const { store } = run
  const lock = await lockWithin(() => store.lock(), workspace.clock, patience)
  if (!lock.ok) return err(runProblem(workspace, run, { type: 'busy', holder: lock.error }))
  try {
    return await work()
  } finally {
    await store.journal.close()
    await lock.value.release()
  }
}

/** The lock, waited for as long as patience lasts. */
export async function lockWithin(
  take: () => AsyncResult<Lock, LockHolder>,
  clock: Clock,
  patience: number,
): AsyncResult<Lock, LockHolder> {
  const begun = clock.elapsedMs()
  for (;;) {
    const lock = await take()
    if (lock.ok || clock.elapsedMs() - begun >= patience) return lock
    await (clock.wait?.(pollMs) ?? wait(pollMs))
  }
}

export type StopOrder = { readonly reason: string; readonly by: string }

export type Stopped = 'stopped' | 'asked'

/** Stops a run: at once where nobody works on it, otherwise by asking the process that does. */
export async function stopRun<State extends RunState, Command, Step>(
  workflow: WorkflowDefinition<State, Command, Step>,
  workspace: Workspace,
  run: OpenRun<State>,
  order: StopOrder,
): AsyncResult<Stopped> {
  const { name, state, store } = run
  const isOver = workflow.isOver(state)
  const nothing = {
    exit: 2,
    what: `${name} is ${workflow.standing(state)}; there is nothing to stop${workflow.recordsAttempts ? ' (the attempt was recorded)' : ''}`,
    todo: `see: loopwright status ${name}`,
  } as const
  if (isOver && workflow.recordsAttempts === undefined) return err(nothing)
  if (await isBusy(store)) {
    await store.requestStop({ ...order, at: workspace.clock.now().toISOString() })
    return ok('asked')
  }
  for (const command of workflow.stop(order, null)) {
    const stopped = await commandRun(workflow, workspace, run, command)
    if (!stopped.ok) return stopped
    if (isOver) return err(nothing)
    // rules that record an attempt have stopped nothing by it
    if (workflow.recordsAttempts && !workflow.isOver(stopped.value.state)) return err(nothing)
    const settled = await workflow.settle?.(workspace, stopped.value)
    if (settled?.ok === false) return settled
  }
  return ok('stopped')
}

async function isBusy(store: RunStore): Promise<boolean> {
  const lock = await store.lock()
  if (!lock.ok) return true
  await lock.value.release()
  return false
}

/** A run as its agents know it: its requests carry the id that its state has. */
export const hostRunOf = <State extends RunState, Command, Step>(
  { machine, view }: Pick<WorkflowDefinition<State, Command, Step>, 'machine' | 'view'>,
  workspace: Workspace,
  run: OpenRun<State>,
): HostRun => ({ workflow: machine.workflow, runId: view(workspace, run).runId })

/** Removes what Loopwright made of a run. The caller has asked a person. */
export async function cleanRun<State extends RunState, Command, Step>(
  workflow: WorkflowDefinition<State, Command, Step>,
  workspace: Workspace,
  run: OpenRun<State>,
): AsyncResult<null> {
  const refused = await whyNotCleaned(workflow, workspace, run)
  if (refused !== null) return err(refused)
  const lock = await run.store.lock()
  if (!lock.ok) return err(runProblem(workspace, run, { type: 'busy', holder: lock.error }))
  await lock.value.release()
  const { folder } = await workflow.place(workspace, run.name)
  await workspace.disk.removeTree(workflow.folder(workspace, run))
  await workspace.disk.removeTree(join(workspace.privateFolder, folder))
  await workspace.hostDesk.forget(hostRunOf(workflow, workspace, run))
  await workflow.cleaned?.(workspace, run)
  return ok(null)
}

/** Only what is over goes, and nothing that its workflow keeps. */
export async function whyNotCleaned<State extends RunState, Command, Step>(
  workflow: WorkflowDefinition<State, Command, Step>,
  workspace: Workspace,
  run: OpenRun<State>,
) {
  const problem = (await workflow.keeps?.(workspace, run)) ?? null
  if (problem !== null || workflow.isOver(run.state)) return problem
  return {
    exit: 2,
    what: `${run.name} is ${workflow.standing(run.state)}; only runs that have ended are cleaned`,
    todo: `end it first: loopwright stop --run ${run.name}`,
  } as const
}
