import { isSameAgent } from '../model/same-agent.ts'
import { handle, type HandleFailure, load, type Run } from '../engine/run.ts'
import type { Machine } from '../loop/machine.ts'
import type { GateAnswer } from '../model/gate.ts'
import type { Problem } from '../model/problem.ts'
import { type AsyncResult, err, ok } from '../model/result.ts'
import type { RunStore } from '../ports/run-store.ts'

type Begun<State> = Exclude<State, { readonly at: 'nowhere' | 'ended' }>

export type TakeUp<State, Command, Step> = {
  readonly machine: Machine<State, Command, Step>
  readonly store: RunStore
  readonly note: (text: string) => void
  readonly broken: (failure: HandleFailure) => Problem
  /** What happened while nobody worked, as a command; null where nothing did. */
  readonly missed: (state: Begun<State>) => Promise<Command | null>
}

/** Loads a run under its lock and takes in what happened while nobody worked. */
export async function takeUpRun<State extends { readonly at: string }, Command, Step>({
  machine,
  store,
  note,
  broken,
  missed,
}: TakeUp<State, Command, Step>): AsyncResult<Run<State>> {
  const loaded = await load(machine, store)
  if (!loaded.ok) return err(broken(loaded.error))
  const { state, notes } = loaded.value
  notes.forEach(note)
  const command = isOpen(state) ? await missed(state) : null
  if (command === null) return ok(loaded.value)
  const taken = await handle(machine, store, {
    run: loaded.value,
    seen: loaded.value.mark.events,
    command,
  })
  if (taken.ok) return taken
  // a decision on something else than what the gate shows now is none
  return taken.error.type === 'refused' ? ok(loaded.value) : err(broken(taken.error))
}

const isOpen = <State extends { readonly at: string }>(state: State): state is Begun<State> =>
  state.at !== 'nowhere' && state.at !== 'ended'

/** A person decided, and the machine died before the run heard of it. */
export async function unheardDecision<State, Command, Step>(
  { due }: Machine<State, Command, Step>,
  store: RunStore,
  state: State,
): Promise<{ readonly type: 'answer-gate'; readonly answer: GateAnswer } | null> {
  const waits = due(state)
  const answer = waits.type === 'gate' ? await store.decision(waits.gate.id) : null
  return answer === null ? null : { type: 'answer-gate', answer }
}

type Bound = {
  readonly agents: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly promptsSha256: string
}

/** A run is bound to its agents and prompts; with others it would be another run. Null: they are the same. */
export function changedSetup(
  setup: Bound,
  now: Bound,
  called = 'the agent of the role',
): string | null {
  const name = Object.keys(setup.agents).find(
    (each) => !isSameAgent(setup.agents[each], now.agents[each]),
  )
  if (name !== undefined)
    return `${called} "${name}" changed: ${JSON.stringify(setup.agents[name])} → ${JSON.stringify(now.agents[name])}`
  return setup.promptsSha256 === now.promptsSha256
    ? null
    : 'the prompts changed (another version of Loopwright)'
}
