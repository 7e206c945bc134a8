import { setTimeout as wait } from 'node:timers/promises'
import type { Entry } from '../model/entry.ts'
import { journalStart } from '../ports/journal.ts'
import type { LocatedRun, RunState, WorkflowDefinition } from './workflow.ts'
import { isBegun } from './workflow.ts'

export type FollowOptions = {
  /** Ends the following; the run goes on. */
  readonly signal?: AbortSignal
  /** How often the history is looked at. */
  readonly everyMs?: number
}

/** The events of a run, from the first one on and as they come, until it is over. Whoever works on it may be another process. */
export async function* followRun<State extends RunState, Command, Step>(
  { machine, isOver }: WorkflowDefinition<State, Command, Step>,
  { store }: LocatedRun,
  { signal, everyMs = 200 }: FollowOptions = {},
): AsyncGenerator<Entry, void> {
  let mark = journalStart
  let state = machine.initial
  for (;;) {
    if (signal?.aborted === true) return
    const read = await store.journal.read(mark)
    if (!read.ok) throw new Error(`the history cannot be read: ${JSON.stringify(read.error)}`)
    mark = read.value.mark
    for (const entry of read.value.entries) {
      state = machine.evolve(state, entry)
      yield entry
    }
    if (isBegun(state) && isOver(state)) return
    await wait(everyMs, null, { signal }).catch(() => undefined)
  }
}
