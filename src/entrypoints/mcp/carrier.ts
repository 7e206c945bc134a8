import { setTimeout as wait } from 'node:timers/promises'
import { patienceMs } from '../../engine/command-run.ts'
import type { AnyRun } from '../../engine/define-workflow.ts'
import type { Problem } from '../../model/problem.ts'
import type { AsyncResult } from '../../model/result.ts'
import { handleOf } from './run-handle.ts'

type Sitting = {
  working: Promise<void> | null
  /** Somebody gave the run something to go on with while it was being carried. */
  again: boolean
  doing: string
  problem: Problem | null
}

/** Works on runs behind the calls of clients, who come back to see how far they are. */
export type Carrier = {
  /** Goes on with a run, unless that is being done. */
  start(run: Pick<AnyRun, 'workflow' | 'name'>): void
  isAt(handle: string): boolean
  doing(handle: string): string | null
  /** What was wrong the last time. */
  problem(handle: string): Problem | null
  /** Returns when the run rests, or when the time is over. */
  rests(handle: string, seconds: number, signal: AbortSignal): Promise<void>
  /** Pauses all runs and returns when they rest. */
  close(): Promise<void>
}

export function openCarrier(
  find: (handle: string) => AsyncResult<AnyRun>,
  log: (line: string) => void,
): Carrier {
  const pause = new AbortController()
  const sittings = new Map<string, Sitting>()

  async function carry(handle: string, sitting: Sitting): Promise<void> {
    const run = await find(handle)
    if (!run.ok) return void (sitting.problem = run.error)
    const rest = await run.value.carry({
      state: () => undefined,
      progress: (text) => (sitting.doing = text),
      note: (text) => log(`${handle}: ${text}`),
      pause: pause.signal,
      // another process may still be at it
      patience: patienceMs,
    })
    sitting.problem = rest.ok ? null : rest.error
    log(`${handle}: ${rest.ok ? rest.value.type : rest.error.what}`)
  }

  async function carryOn(handle: string, sitting: Sitting): Promise<void> {
    do {
      sitting.again = false
      try {
        await carry(handle, sitting)
      } catch (error) {
        const { problemOf } = await import('./problem.ts')
        sitting.problem = await problemOf(error)
        log(`${handle}: ${sitting.problem.what}`)
      }
    } while (sitting.again && !pause.signal.aborted)
    sitting.working = null
  }

  return {
    start(run) {
      const handle = handleOf(run)
      const sitting = sittings.get(handle) ?? {
        working: null,
        again: false,
        doing: '',
        problem: null,
      }
      sittings.set(handle, sitting)
      sitting.again = true
      sitting.problem = null
      sitting.working ??= carryOn(handle, sitting)
    },
    isAt: (handle) => (sittings.get(handle)?.working ?? null) !== null,
    doing: (handle) => sittings.get(handle)?.doing || null,
    problem: (handle) => sittings.get(handle)?.problem ?? null,
    rests: (handle, seconds, signal) =>
      within(sittings.get(handle)?.working ?? Promise.resolve(), seconds, signal),
    async close() {
      pause.abort()
      for (const { working } of sittings.values()) await working
    },
  }
}

/** Waits for work, as long as there is time and somebody who waits. */
async function within(work: Promise<void>, seconds: number, signal: AbortSignal): Promise<void> {
  const over = new AbortController()
  const time = wait(seconds * 1000, null, { signal: AbortSignal.any([signal, over.signal]) })
  await Promise.race([work, time]).catch(() => undefined)
  over.abort()
  await time.catch(() => undefined)
}
