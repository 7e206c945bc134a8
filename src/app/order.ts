import { setTimeout as wait } from 'node:timers/promises'
import type { Workspace } from '../ports/workspace.ts'
import { handle, type HandleFailure, load, type Run } from '../engine/run.ts'
import type { Machine } from '../loop/machine.ts'
import { GateAnswer } from '../model/gate.ts'
import type { Problem } from '../model/problem.ts'
import { type AsyncResult, err, ok } from '../model/result.ts'
import type { ProjectedFile } from '../ports/projection.ts'
import type { Lock, LockHolder, RunStore } from '../ports/run-store.ts'

/** A run that nobody works on, and the machine whose rules it follows. */
export type Desk<State, Command, Step> = {
  readonly machine: Machine<State, Command, Step>
  readonly store: RunStore
  readonly elapsedMs: () => number
}

export type OrderFailure = { readonly type: 'busy'; readonly holder: LockHolder } | HandleFailure

/** Whoever else answers or stops holds the lock for a moment only. */
export const patienceMs = 5_000

/** Takes a command for a run under its lock; `shown` sees the new state before the lock is let go. */
export async function order<State, Command, Step>(
  desk: Desk<State, Command, Step>,
  command: (state: State) => Command,
  { patience = 0, shown }: { patience?: number; shown?: (state: State) => Promise<void> } = {},
): AsyncResult<Run<State>, OrderFailure> {
  const { machine, store } = desk
  const lock = await lockWithin(() => store.lock(), desk.elapsedMs, patience)
  if (!lock.ok) return err({ type: 'busy', holder: lock.error })
  try {
    const loaded = await load(machine, store)
    if (!loaded.ok) return loaded
    const next = await handle(machine, store, {
      run: loaded.value,
      seen: loaded.value.mark.events,
      command: command(loaded.value.state),
    })
    if (next.ok) await shown?.(next.value.state)
    return next
  } finally {
    await store.journal.close()
    await lock.value.release()
  }
}

export type Begun<State> = Exclude<State, { readonly at: 'nowhere' }>

export const isBegun = <State extends { readonly at: string }>(
  state: State,
): state is Begun<State> => state.at !== 'nowhere'

type Commanded<State, Command, Step> = Omit<Desk<State, Command, Step>, 'elapsedMs'> & {
  readonly name: string
  readonly files: (state: Begun<State>) => readonly ProjectedFile[]
  readonly problem: (failure: OrderFailure) => Problem
}

/** Takes a command for a run nobody works on, and shows the result in its files. */
export async function commandRun<State extends { readonly at: string }, Command, Step>(
  workspace: Workspace,
  { machine, store, name, files, problem }: Commanded<State, Command, Step>,
  command: Command,
): AsyncResult<Begun<State>> {
  const desk = { machine, store, elapsedMs: () => workspace.clock.elapsedMs() }
  const shown = async (state: State) => {
    if (!isBegun(state)) return
    const projections = workspace.projections()
    projections.show(files(state))
    await projections.settled()
  }
  const done = await order(desk, () => command, { patience: patienceMs, shown })
  if (!done.ok) return err(problem(done.error))
  const { state } = done.value
  return isBegun(state) ? ok(state) : err({ exit: 5, what: `${name} has no history` })
}

/** The lock, waited for as long as patience lasts. */
export async function lockWithin(
  take: () => AsyncResult<Lock, LockHolder>,
  elapsedMs: () => number,
  patience: number,
): AsyncResult<Lock, LockHolder> {
  const begun = elapsedMs()
  for (;;) {
    const lock = await take()
    if (lock.ok || elapsedMs() - begun >= patience) return lock
    await wait(25)
  }
}

export type Decided = {
  /** What was decided, by whoever came first. */
  readonly decision: GateAnswer
  /** Somebody else decided before, or otherwise. */
  readonly lost: boolean
}

/** Decides a gate exactly once, before the decision is taken into the run. */
export async function decideGate(
  store: RunStore,
  answer: GateAnswer,
  meant?: string,
): AsyncResult<Decided, HandleFailure> {
  // whoever comes second at the same question learns who was first
  const isOpen = (await store.decision(answer.gate)) === null
  const other = isOpen ? otherQuestion(store, answer, meant) : null
  if (other !== null) return err({ type: 'refused', reason: other })
  // a decision is kept for ever, so what could not be taken in must not become one
  if (!GateAnswer.safeParse(answer).success)
    return err({ type: 'refused', reason: 'the answer is not valid: it needs a name in --by' })
  // the question must be on the disk before its answer is, or a power cut leaves an answer to nothing
  const secured = await store.journal.secure()
  if (!secured.ok) return secured
  const decided = await store.decide(answer)
  // a decision that was made but not yet taken in (a crash between the two) is taken in now
  const decision = decided.ok ? decided.value : decided.error
  const lost = !decided.ok && (decision.option !== answer.option || decision.by !== answer.by)
  return ok({ decision, lost })
}

/** Nobody answers a question they have not seen: it is named, or it was there before the answer was given. */
function otherQuestion(
  store: RunStore,
  { gate, shown }: GateAnswer,
  meant: string | undefined,
): string | null {
  if (meant === undefined)
    return store.movedOn()
      ? 'the question came up after this answer was given; look at it with: loopwright gates'
      : null
  const isMeant = meant === gate || (meant.length >= 8 && shown.startsWith(meant))
  return isMeant ? null : `the open question is ${gate} (${shown.slice(0, 12)}), not ${meant}`
}
