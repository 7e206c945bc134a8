import { join } from 'node:path'
import type { Workspace } from '../ports/workspace.ts'
import { drive, type Driver, type Rest } from '../engine/drive.ts'
import type { HandleFailure, Run } from '../engine/run.ts'
import { exitCodes, type Problem } from '../model/problem.ts'
import { type AsyncResult, err, ok } from '../model/result.ts'
import type { ProjectedFile } from '../ports/projection.ts'
import type { LockHolder, RunStore, StopRequest } from '../ports/run-store.ts'
import { type Begun, isBegun, lockWithin } from './order.ts'

/** What a watcher of a run is told, while it goes on. */
export type RunWatch<State, Happening> = {
  state(state: State): void
  happening(happening: Happening): void
  note(text: string): void
  readonly pause: AbortSignal
  /** How long to wait for whoever else is at the run: nobody but those who decide is quick. */
  readonly patience?: number
}

/** What a stop request means beside the result of the step that is done already. */
export const stopAfter = <Command>(
  { reason, by }: StopRequest,
  result: Command | null,
): readonly (Command | { type: 'stop'; reason: string; by: string })[] => {
  const stop = { type: 'stop' as const, reason, by }
  return result === null ? [stop] : [result, stop]
}

/** How a drive came to rest, once it is known that it did not break. */
export type Resting<State> = Exclude<Rest<State>, { type: 'broken' }>

export type Locked = {
  readonly store: RunStore
  /** Where the run's files are written. */
  readonly folders: readonly string[]
  /** How long to wait for whoever else is at the run. */
  readonly patience?: number
  readonly busy: (holder: LockHolder) => Problem
}

/** Works on a run while nobody else does, after what a killed process left half-written is gone. */
export async function underLock<Value>(
  workspace: Workspace,
  { store, folders, patience = 0, busy }: Locked,
  work: () => AsyncResult<Value>,
): AsyncResult<Value> {
  const lock = await lockWithin(
    () => store.lock(),
    () => workspace.clock.elapsedMs(),
    patience,
  )
  if (!lock.ok) return err(busy(lock.error))
  try {
    await sweep(workspace, folders)
    return await work()
  } finally {
    await store.journal.close()
    await lock.value.release()
  }
}

/** Half-written files of a process that was killed. Only the holder of the lock writes here. */
async function sweep(workspace: Workspace, folders: readonly string[]): Promise<void> {
  for (const folder of folders)
    for (const name of await workspace.disk.list(folder))
      if (/\.[0-9a-f]{12}\.tmp$/.test(name)) await workspace.disk.remove(join(folder, name))
}

export type Drive<State, Command, Step> = Omit<Driver<State, Command, Step>, 'changed'> & {
  readonly from: Run<State>
  /** The files that show a state to people and tools. */
  readonly files: (state: Begun<State>) => readonly ProjectedFile[]
  /** Told of every state, once its files are on their way. */
  readonly watch: (state: Begun<State>) => void
  readonly broken: (failure: HandleFailure) => Problem
}

/** Drives a run until it rests, and waits for its files. The caller holds the lock. */
export async function driveToRest<State extends { readonly at: string }, Command, Step>(
  workspace: Workspace,
  { from, files, watch, broken, ...driver }: Drive<State, Command, Step>,
): AsyncResult<Resting<Begun<State>>> {
  const projections = workspace.projections()
  const changed = (state: State) => {
    if (!isBegun(state)) return
    projections.show(files(state))
    watch(state)
  }
  const rest = await drive({ ...driver, changed }, from)
  const [altered] = await projections.settled()
  if (rest.type === 'broken') return err(broken(rest.failure))
  const { state } = rest
  if (!isBegun(state)) throw new Error('a run went nowhere')
  if (altered !== undefined && state.at === 'ended')
    return err({
      exit: exitCodes.parked,
      what: 'the run has ended, but this is not what it judged: somebody changed the file meanwhile',
      where: workspace.relative(altered),
      todo: 'take the judged version with: loopwright save RUN FILE; the history is whole',
    })
  return ok({ ...rest, state })
}
