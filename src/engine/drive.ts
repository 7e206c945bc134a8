import { setImmediate } from 'node:timers/promises'
import type { Ending, Machine, Refusal } from '../loop/machine.ts'
import type { Gate } from '../model/gate.ts'
import { ok } from '../model/result.ts'
import type { RunStore, StopRequest } from '../ports/run-store.ts'
import { handle, type HandleFailure, load, type Run, wholeFoldBytes } from './run.ts'

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
/** Steps that never wait must not starve timers, signals and the files written behind. */
const breatheEvery = 32
/** How often in a row a step may be done without anything to record: it would be done, and paid for, for ever. */
const mostIdle = 3

/** Carries one run forward until it ends, waits for a person, or is paused. The caller holds its lock. */
export async function drive<State, Command, Step>(
  driver: Driver<State, Command, Step>,
  from?: Run<State>,
): Promise<Rest<State>> {
  const { machine, store } = driver
  // whoever took the lock may have looked at the run already, under that same lock
  const loaded = from ? ok(from) : await load(machine, store)
  if (!loaded.ok) return { type: 'broken', failure: loaded.error }
  const secured = await store.journal.secure()
  if (!secured.ok) return { type: 'broken', failure: secured.error }
  const watch = watchForStop(store, driver.pause)
  try {
    return await carry(driver, loaded.value, watch)
  } finally {
    watch.end()
  }
}

async function carry<State, Command, Step>(
  driver: Driver<State, Command, Step>,
  from: Run<State>,
  watch: StopWatch,
): Promise<Rest<State>> {
  const { machine, store } = driver
  let run = from
  driver.changed(run.state)
  let snapshotAt = run.mark.bytes
  let breathedAt = run.mark.events
  let idle = 0

  for (;;) {
    const due = machine.due(run.state)
    if (due.type !== 'step' || driver.pause.aborted) {
      await store.writeSnapshot({ version: machine.version, mark: run.mark, state: run.state })
      if (due.type === 'ended') return { type: 'ended', ending: due.ending, state: run.state }
      if (due.type === 'gate') return { type: 'parked', gate: due.gate, state: run.state }
      return { type: 'paused', state: run.state }
    }
    const before = run.mark.events
    const commands = await workOn(driver, due.step, watch)
    for (const command of commands.given) {
      if (machine.due(run.state).type === 'ended') break
      const next = await handle(machine, store, { run, seen: run.mark.events, command })
      if (!next.ok) return { type: 'broken', failure: next.error }
      run = next.value
      driver.changed(run.state)
    }
    // only now: a crash before the stop is recorded must not lose the request
    if (commands.stopped) await watch.forget()
    idle = run.mark.events > before || watch.signal().aborted ? 0 : idle + 1
    if (idle >= mostIdle) return { type: 'broken', failure: endless(machine.workflow) }
    if (run.mark.events - breathedAt >= breatheEvery) {
      breathedAt = run.mark.events
      await setImmediate()
    }
    if (run.mark.bytes - snapshotAt >= wholeFoldBytes) {
      snapshotAt = run.mark.bytes
      await store.writeSnapshot({ version: machine.version, mark: run.mark, state: run.state })
    }
  }
}

const endless = (workflow: string): Refusal => ({
  type: 'refused',
  reason: `a step recorded nothing ${mostIdle} times in a row: that is a defect of the workflow ${workflow}, and going on would never end`,
})

/** Does the step while a stop request from another process is watched for. */
async function workOn<State, Command, Step>(
  driver: Driver<State, Command, Step>,
  step: Step,
  watch: StopWatch,
): Promise<{ given: readonly Command[]; stopped: boolean }> {
  const result = await driver.work(step, watch.signal())
  const request = watch.request() ?? (await driver.store.stopRequested())
  if (request === null) return { given: result === null ? [] : [result], stopped: false }
  return { given: driver.stopCommands(request, result), stopped: true }
}

type StopWatch = ReturnType<typeof watchForStop>

/** Looks for a stop request now and then; its signal is aborted by one, and by a pause. */
function watchForStop(store: RunStore, pause: AbortSignal) {
  let controller = new AbortController()
  let signal = AbortSignal.any([pause, controller.signal])
  let stopRequest: StopRequest | null = null
  const look = async () => {
    const watched = controller
    const request = await store.stopRequested()
    // a step that ended meanwhile has dealt with the request itself
    if (request === null || watched !== controller) return
    stopRequest = request
    controller.abort()
  }
  // an unreadable request is looked for again; the one that counts is read after the step
  const timer = setInterval(() => void look().catch(() => undefined), stopPollMs)
  return {
    signal: () => signal,
    request: () => stopRequest,
    async forget() {
      await store.clearStopRequest()
      stopRequest = null
      controller = new AbortController()
      signal = AbortSignal.any([pause, controller.signal])
    },
    end: () => clearInterval(timer),
  }
}
