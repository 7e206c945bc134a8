import type { Machine, Refusal } from '../loop/machine.ts'
import { openVerdicts } from '../loop/two-verdicts.ts'
import type { Entry } from '../model/entry.ts'
import { type AsyncResult, err, ok } from '../model/result.ts'
import { type JournalFailure, journalStart, type Mark } from '../ports/journal.ts'
import type { RunStore } from '../ports/run-store.ts'

/** A run as its journal tells it: the folded state, and how far the fold has read. */
export type Run<State> = {
  readonly state: State
  readonly mark: Mark
  /** What a person ought to know of the journal, as sentences. */
  readonly notes: readonly string[]
}

/**
 * Journals up to this size are folded and verified whole on every load; it takes milliseconds. Longer
 * ones get a snapshot as often, so that no load folds much more than this, however long the history.
 */
export const wholeFoldBytes = 100_000

/** Folds the journal, from a snapshot where the journal is long and one is at hand. */
export async function load<State, Command, Step>(
  machine: Machine<State, Command, Step>,
  store: RunStore,
): AsyncResult<Run<State>, JournalFailure> {
  const snapshot = await store.readSnapshot()
  const usable = snapshot?.version === machine.version && snapshot.mark.bytes > wholeFoldBytes
  if (usable) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- sealed by a checksum, written by this very version
    const state = snapshot.state as State
    const tail = await foldFrom(machine, store, { state, mark: snapshot.mark })
    // a snapshot that does not fit the journal is only a cache: fold from the start
    if (tail.ok) return tail
  }
  const whole = await foldFrom(machine, store, { state: machine.initial, mark: journalStart })
  if (!whole.ok) return whole
  const { mark } = whole.value
  // the journal is shorter than what was once folded: lines were cut off its end
  if (
    snapshot !== null &&
    snapshot.version === machine.version &&
    snapshot.mark.events > mark.events
  )
    return err({
      type: 'damaged',
      line: mark.events + 1,
      problem: 'missing',
      detail: `${snapshot.mark.events} events were recorded, ${mark.events} are left`,
    })
  return whole
}

/** Folds what follows a mark, an entry at a time. */
async function foldFrom<State, Command, Step>(
  { evolve }: Machine<State, Command, Step>,
  { journal }: RunStore,
  from: Pick<Run<State>, 'state' | 'mark'>,
): AsyncResult<Run<State>, JournalFailure> {
  let { state } = from
  const verdicts = openVerdicts()
  const read = await journal.read(from.mark, (entry) => {
    state = evolve(state, entry)
    verdicts.take(entry)
  })
  if (!read.ok) return read
  const { mark, tornBytes } = read.value
  const torn = `an unfinished step was left by a crash (${tornBytes} bytes); it is done again`
  return ok({ state, mark, notes: [...(tornBytes === 0 ? [] : [torn]), ...verdicts.faults] })
}

export type HandleFailure = JournalFailure | Refusal

type Request<State, Command> = {
  readonly run: Run<State>
  readonly seen: number
  readonly command: Command
}

/**
 * The only writer: decide, then append. Every command answers the journal as its sender saw it
 * (`seen` events long), so a late report cannot be taken for a newer attempt.
 */
export async function handle<State, Command, Step>(
  machine: Machine<State, Command, Step>,
  store: RunStore,
  request: Request<State, Command>,
): AsyncResult<Run<State>, HandleFailure> {
  const { run, seen: observed, command } = request
  if (run.mark.events !== observed)
    return err({ type: 'conflict', expected: observed, found: run.mark.events })

  const decided = machine.decide(run.state, command)
  if (!decided.ok) return decided
  if (decided.value.length === 0) return ok(run)

  const fold = foldBeforeWriting(machine, run.state)
  const appended = await store.journal.append(run.mark, decided.value, fold.accept)
  if (fold.failure() !== null) throw fold.failure()
  if (!appended.ok) return appended
  return ok({ state: fold.state(), mark: appended.value.mark, notes: [] })
}

/** What cannot be folded is never written: a history that nobody can read again would hold its run for ever. */
function foldBeforeWriting<State, Command, Step>(
  machine: Machine<State, Command, Step>,
  before: State,
) {
  let after = before
  let failure: unknown = null
  return {
    state: () => after,
    failure: () => failure,
    accept(this: void, entries: readonly Entry[]): boolean {
      try {
        after = entries.reduce(machine.evolve, before)
        return true
      } catch (error) {
        failure = error
        return false
      }
    },
  }
}
