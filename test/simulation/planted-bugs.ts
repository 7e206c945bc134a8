import type { Obligation } from '../../src/model/obligation.ts'
import { ok } from '../../src/model/result.ts'
import { designMachine } from '../../src/workflows/design/machine.ts'
import { ganMachine } from '../../src/workflows/gan/machine.ts'
import { orderMachine } from '../../src/workflows/workorder/machine.ts'
import { reflexMachine } from '../../src/workflows/reflex/machine.ts'
import type { ReflexCommand, ReflexState } from '../../src/workflows/reflex/state.ts'
import { designBugs } from './design-bugs.ts'
import { ganAppBugs } from './gan-app-bugs.ts'
import { ganBugs } from './gan-bugs.ts'
import { orderBugs } from './order-bugs.ts'
import type { Bugs } from './told.ts'

type Machine = { decide: typeof reflexMachine.decide; evolve: typeof reflexMachine.evolve }
type DesignMachine = Pick<typeof designMachine, 'decide' | 'evolve'>
type GanMachine = Pick<typeof ganMachine, 'decide' | 'evolve'>
type OrderMachine = Pick<typeof orderMachine, 'decide' | 'evolve'>
const { decide, evolve } = reflexMachine
const wholeGan: GanMachine = { decide: ganMachine.decide, evolve: ganMachine.evolve }
const wholeOrder: OrderMachine = { decide: orderMachine.decide, evolve: orderMachine.evolve }
const wholeDesign: DesignMachine = { decide: designMachine.decide, evolve: designMachine.evolve }

export type PlantedBug = {
  readonly name: string
  /** The law that must notice it. */
  readonly law: string
  /** `engine`: the engine with answers by chance, in reflex, `design`, `gan` or `workorder`. `app`, `gan-app`: the whole loop with its real steps. */
  readonly level: 'engine' | 'app' | 'design' | 'gan' | 'gan-app' | 'workorder'
  readonly bugs?: Bugs
  /** Where to begin to look, for a mistake that takes many histories to show. */
  readonly from?: number
  readonly machine?: Partial<Machine>
  readonly design?: Partial<DesignMachine>
  readonly gan?: Partial<GanMachine>
  readonly workorder?: Partial<OrderMachine>
}

/** Turns the results of an evaluation into something else before the machine sees them. */
const withResults = (change: (details: string) => boolean): Partial<Machine> => ({
  decide: (state, command) => {
    if (command.type !== 'record-evaluation') return decide(state, command)
    const results = command.results.map((result) =>
      change(result.details) ? { ...result, verdict: 'pass' as const } : result,
    )
    return decide(state, { ...command, results })
  },
})

const asMet = (each: Obligation): Obligation =>
  each.status === 'undecided'
    ? { ...each, status: 'met', evidence: [{ text: 'none' }], self_reported: false }
    : each

const live = (state: ReflexState): state is Exclude<ReflexState, { at: 'nowhere' }> =>
  state.at !== 'nowhere'

const moreIterations = (state: ReflexState): ReflexState =>
  live(state)
    ? { ...state, setup: { ...state.setup, max_iterations: state.setup.max_iterations + 1 } }
    : state

/** Mistakes that people really make in such engines, each with the law it breaks. */
export const plantedBugs: readonly PlantedBug[] = [
  {
    name: 'the journal is not synced',
    law: 'law-2',
    level: 'engine',
    bugs: { disk: { dropsAppendSync: true } },
  },
  {
    name: 'a torn tail is left in the journal',
    law: 'law-2',
    level: 'engine',
    bugs: { disk: { keepsTornTail: true } },
  },
  {
    name: 'run.json is shown before the event is appended',
    law: 'law-1',
    level: 'engine',
    bugs: { house: { showsBeforeAppend: true } },
  },
  {
    name: 'artifact versions are not synced',
    law: 'law-9',
    level: 'engine',
    bugs: { disk: { dropsBlobSync: true } },
  },
  {
    name: 'a report on an older state is taken',
    law: 'law-10',
    level: 'engine',
    from: 180,
    bugs: { house: { ignoresSeen: true } },
  },
  {
    name: 'the lock locks nothing',
    law: 'law-10',
    level: 'engine',
    bugs: { house: { locksNothing: true } },
  },
  {
    name: 'a run that is opened again forgets when it was closed',
    law: 'law-time',
    level: 'engine',
    bugs: { house: { forgetsTime: true } },
    from: 50,
  },
  {
    name: 'a snapshot keeps no times',
    law: 'law-1',
    level: 'engine',
    bugs: { house: { snapshotsWithoutTime: true } },
  },
  {
    name: 'a decision can be overwritten',
    law: 'law-6',
    level: 'app',
    from: 2472,
    bugs: { disk: { overwritesDecisions: true } },
  },
  { name: 'a run confirms itself', law: 'law-6', level: 'engine', bugs: { confirmsItself: true } },
  {
    name: 'answers are asked for again instead of kept',
    law: 'law-2',
    level: 'app',
    bugs: { house: { forgetsAnswers: true } },
  },
  {
    name: 'undecided counts as met',
    law: 'law-13',
    level: 'engine',
    machine: {
      decide: (state, command) => {
        if (command.type !== 'record-evaluation' || command.obligations === undefined)
          return decide(state, command)
        const { obligations } = command
        const decided = decide(state, { ...command, obligations: obligations.map(asMet) })
        if (!decided.ok) return decided
        return ok(
          decided.value.map((fact) =>
            fact.event === 'evaluation_done'
              ? { ...fact, payload: { ...fact.payload, obligations } }
              : fact,
          ),
        )
      },
    },
  },
  {
    name: 'an errored check counts as a pass',
    law: 'law-4',
    level: 'app',
    machine: withResults((details) => details.startsWith('check error')),
  },
  {
    name: 'a check that cannot fail satisfies a rule',
    law: 'law-5',
    level: 'app',
    machine: withResults((details) => details.startsWith('vacuous')),
  },
  {
    name: "the agent's word is a verdict",
    law: 'law-3',
    level: 'app',
    machine: withResults((details) => details.includes('occurs 0 times')),
  },
  {
    name: 'what was spent is forgotten on the way',
    law: 'law-7',
    level: 'engine',
    machine: {
      evolve: (state, entry) => {
        const next = evolve(state, entry)
        return entry.event === 'iteration_advanced' && live(next)
          ? { ...next, spent: { ...next.spent, tokens: 0 } }
          : next
      },
    },
  },
  {
    name: 'one iteration too many',
    law: 'law-7',
    level: 'engine',
    machine: {
      decide: (state: ReflexState, command: ReflexCommand) =>
        decide(moreIterations(state), command),
    },
  },
  {
    name: 'the threshold sinks while the run goes on',
    law: 'law-8',
    level: 'engine',
    machine: {
      evolve: (state, entry) => {
        const next = evolve(state, entry)
        if (entry.event !== 'iteration_advanced' || !live(next)) return next
        const { criteria } = next.setup
        const phase = { ...criteria.phase, A: { ...criteria.phase.A, threshold: 0.1 } }
        return { ...next, setup: { ...next.setup, criteria: { ...criteria, phase } } }
      },
    },
  },
  {
    name: 'the best version is forgotten for the last',
    law: 'law-9',
    level: 'engine',
    machine: {
      evolve: (state, entry) => {
        const next = evolve(state, entry)
        if (
          entry.event !== 'evaluation_done' ||
          !live(next) ||
          next.best === null ||
          next.artifact === null
        )
          return next
        return { ...next, best: { ...next.best, hash: next.artifact } }
      },
    },
  },
  {
    name: 'a limit is called success',
    law: 'law-stop',
    level: 'engine',
    machine: {
      decide: (state, command) => {
        const decided = decide(state, command)
        if (!decided.ok) return decided
        return ok(
          decided.value.map((fact) =>
            fact.event === 'stopped' && fact.payload['code'] === 'iteration_limit'
              ? {
                  ...fact,
                  payload: { ...fact.payload, code: 'no_major_issues', status: 'completed' },
                }
              : fact,
          ),
        )
      },
    },
  },
  ...designBugs,
  ...ganBugs,
  ...ganAppBugs,
  ...orderBugs,
]

/** Runs something with a bug in the machine, which is whole again afterwards. */
export async function withBug<Value>(
  { machine = {}, design = {}, gan = {}, workorder = {} }: PlantedBug,
  run: () => Promise<Value>,
): Promise<Value> {
  Object.assign(reflexMachine, machine)
  Object.assign(designMachine, design)
  Object.assign(ganMachine, gan)
  Object.assign(orderMachine, workorder)
  try {
    return await run()
  } finally {
    Object.assign(reflexMachine, { decide, evolve })
    Object.assign(designMachine, wholeDesign)
    Object.assign(ganMachine, wholeGan)
    Object.assign(orderMachine, wholeOrder)
  }
}
