import type { Entry, Fact } from '../model/entry.ts'
import type { Gate } from '../model/gate.ts'
import type { Result } from '../model/result.ts'

/** Why a command was not taken. Nothing is recorded for it. */
export type Refusal = { readonly type: 'refused'; readonly reason: string }

/** How a run ended, in words every workflow shares. */
export type Ending = {
  readonly outcome: 'accepted' | 'not-accepted' | 'cap-reached' | 'failed'
  readonly reason: string
}

/** What a run waits for: a piece of work, a person, or nothing more. */
export type Due<Step> =
  | { readonly type: 'step'; readonly step: Step }
  | { readonly type: 'gate'; readonly gate: Gate }
  | { readonly type: 'ended'; readonly ending: Ending }

/**
 * A workflow as pure data and functions. `decide` turns a command into new facts or a refusal and
 * holds all the rules; `evolve` folds facts and holds none; `due` says what the run waits for.
 */
export type Machine<State, Command, Step> = {
  readonly workflow: string
  /** The version of the events and the state; a snapshot of another version is not used. */
  readonly version: number
  readonly initial: State
  readonly decide: (state: State, command: Command) => Result<readonly Fact[], Refusal>
  readonly evolve: (state: State, entry: Entry) => State
  readonly due: (state: State) => Due<Step>
}

export const refuse = (reason: string): { readonly ok: false; readonly error: Refusal } => ({
  ok: false,
  error: { type: 'refused', reason },
})
