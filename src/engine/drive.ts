import type { Ending, Machine } from '../loop/machine.ts'
import type { Gate } from '../model/gate.ts'
import type { RunStore, StopRequest } from '../ports/run-store.ts'
import { handle, type HandleFailure, load } from './run.ts'

/** How a drive came to rest. A parked or paused run uses nothing and can be resumed for ever. */
export type Rest<State> =
  | { readonly type: 'ended'; readonly ending: Ending; readonly state: State }
  | { readonly type: 'parked'; readonly gate: Gate; readonly state: State }
  | { readonly type: 'paused'; readonly state: State }
  | { readonly type: 'broken'; readonly failure: HandleFailure }

export type Driver<State, Command, Step> = {
  readonly machine: Machine<State, Command, Step>
  readonly store: RunStore
  /** Does one step and reports it as a command; null when it was cancelled and nothing is to be told. */
  work(step: Step, signal: AbortSignal): Promise<Command | null>
  /** What a stop request means, together with the step's result if there is one already. */
  stopCommands(request: StopRequest, result: Command | null): readonly Command[]
  /** Called after every change, with the state to project and show. */
  changed(state: State): void
  /** Aborted when the process is asked to end: the step in flight is given up, the run stays resumable. */
  readonly pause: AbortSignal
}

const stopPollMs = 250
const snapshotEvery = 64

/** Carries one run forward until it ends, waits for a person, or is paused. The caller holds its lock. */
export async function drive<State, Command, Step>(
  driver: Driver<State, Command, Step>,
): Promise<Rest<State>> {
  const { machine, store } = driver
  const loaded = await load(machine, store)
  if (!loaded.ok) return { type: 'broken', failure: loaded.error }
  let run = loaded.value
  driver.changed(run.state)
  let snapshotAt = run.mark.events

  for (;;) {
    const due = machine.due(run.state)
    if (due.type !== 'step' || driver.pause.aborted) {
      await store.writeSnapshot({ version: machine.version, mark: run.mark, state: run.state })
      if (due.type === 'ended') return { type: 'ended', ending: due.ending, state: run.state }
      if (due.type === 'gate') return { type: 'parked', gate: due.gate, state: run.state }
      return { type: 'paused', state: run.state }
    }
    const commands = await workOn(driver, due.step)
    for (const command of commands) {
      if (machine.due(run.state).type === 'ended') break
      const next = await handle(machine, store, { run, seen: run.mark.events, command })
      if (!next.ok) return { type: 'broken', failure: next.error }
      run = next.value
      driver.changed(run.state)
    }
    if (run.mark.events - snapshotAt >= snapshotEvery) {
      snapshotAt = run.mark.events
      await store.writeSnapshot({ version: machine.version, mark: run.mark, state: run.state })
    }
  }
}

/** Does the step while watching for a stop request from another process. */
async function workOn<State, Command, Step>(
  driver: Driver<State, Command, Step>,
  step: Step,
): Promise<readonly Command[]> {
  const stop = watchForStop(driver.store)
  try {
    const result = await driver.work(step, AbortSignal.any([driver.pause, stop.signal]))
    const request = stop.request() ?? (await driver.store.stopRequested())
    if (request === null) return result === null ? [] : [result]
    const commands = driver.stopCommands(request, result)
    await driver.store.clearStopRequest()
    return commands
  } finally {
    stop.end()
  }
}

function watchForStop(store: RunStore) {
  const controller = new AbortController()
  let found: StopRequest | null = null
  const look = async () => {
    found ??= await store.stopRequested()
    if (found !== null) controller.abort()
  }
  // an unreadable request is looked for again; the one that counts is read after the step
  const timer = setInterval(() => void look().catch(() => undefined), stopPollMs)
  return {
    signal: controller.signal,
    request: () => found,
    end: () => clearInterval(timer),
  }
}
