import type { Machine } from '../../src/loop/machine.ts'
import type { Fact } from '../../src/model/entry.ts'
import { ok } from '../../src/model/result.ts'
import type { Bugs } from './scene.ts'

export type PlantedBug = {
  readonly name: string
  /** The law that must notice it. */
  readonly law: string
  readonly level: string
  readonly bugs?: Bugs
  /** Puts the mistake into a machine, and tells how to take it out again. */
  readonly plant?: () => () => void
}

type State = { readonly at: string }
type Live<Any> = Exclude<Any, { readonly at: 'nowhere' }>

/** The kinds of mistakes that a machine can have. */
export function mistakesIn<Any extends State, Command, Step>(
  machine: Machine<Any, Command, Step>,
  level: string,
) {
  const { decide, evolve } = machine
  type Mistake = Partial<Pick<typeof machine, 'decide' | 'evolve'>>
  const isLive = (state: Any): state is Live<Any> => state.at !== 'nowhere'
  return {
    bug: (
      name: string,
      law: string,
      mistake: Mistake,
      more: Partial<PlantedBug> = {},
    ): PlantedBug => ({
      name,
      law,
      level,
      plant() {
        Object.assign(machine, mistake)
        return () => void Object.assign(machine, { decide, evolve })
      },
      ...more,
    }),
    /** A fold that gets something wrong. */
    folding: (change: (next: Live<Any>, event: string, before: Live<Any>) => Any): Mistake => ({
      evolve: (state, entry) => {
        const next = evolve(state, entry)
        return isLive(state) && isLive(next) ? change(next, entry.event, state) : next
      },
    }),
    /** A rule that looks at something else than the state. */
    believing: (change: (state: Live<Any>) => Any): Mistake => ({
      decide: (state, command) => decide(isLive(state) ? change(state) : state, command),
    }),
    /** A decision whose event says something else than what was decided upon. */
    retold: (
      decided: ReturnType<typeof decide>,
      event: string,
      payload: Readonly<Record<string, unknown>>,
    ): ReturnType<typeof decide> =>
      decided.ok
        ? ok(
            decided.value.map((fact) =>
              fact.event === event ? { ...fact, payload: { ...fact.payload, ...payload } } : fact,
            ),
          )
        : decided,
    /** The state after facts that are not recorded yet. */
    after: (state: Any, facts: readonly Fact[]): Any =>
      facts.reduce(
        (now, fact) =>
          evolve(now, { ...fact, ts: 'then', run_id: 'sim-run', v: 1, n: 1, hash: '' }),
        state,
      ),
  }
}
