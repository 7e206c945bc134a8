import type { Obligation } from '../../src/model/obligation.ts'
import { ok } from '../../src/model/result.ts'
import { obligation } from '../../src/workflows/workorder/sample-order.contract.ts'
import { orderMachine } from '../../src/workflows/workorder/machine.ts'
import { gateFor } from '../../src/workflows/workorder/gate.ts'
import type { OrderLive, OrderState } from '../../src/workflows/workorder/state.ts'

type Machine = Pick<typeof orderMachine, 'decide' | 'evolve'>
const { decide, evolve } = orderMachine

export type OrderBug = {
  readonly name: string
  /** The law that must notice it. */
  readonly law: string
  readonly level: 'workorder'
  readonly workorder: Partial<Machine>
}

type Change = (next: OrderLive, event: string, before: OrderLive) => OrderLive

/** A fold that gets something wrong. */
const folding = (change: Change): Partial<Machine> => ({
  evolve: (state, entry) => {
    const next = evolve(state, entry)
    return state.at === 'nowhere' || next.at === 'nowhere' ? next : change(next, entry.event, state)
  },
})

/** A rule that looks at something else than the state. */
const believing = (change: (state: OrderLive) => OrderState): Partial<Machine> => ({
  decide: (state, command) => decide(state.at === 'nowhere' ? state : change(state), command),
})

/** A decision whose event tells something else. */
const retold = (
  decided: ReturnType<typeof decide>,
  event: string,
  payload: Readonly<Record<string, unknown>>,
): ReturnType<typeof decide> =>
  decided.ok
    ? ok(
        decided.value.map((told) =>
          told.event === event ? { ...told, payload: { ...told.payload, ...payload } } : told,
        ),
      )
    : decided

const bug = (name: string, law: string, workorder: Partial<Machine>): OrderBug => ({
  name,
  law,
  level: 'workorder',
  workorder,
})

const asMet = (obligations: readonly Obligation[] = []): Obligation[] =>
  obligations.map((each) => (each.status === 'undecided' ? obligation(each.id) : each))

/** Mistakes that would accept a change that should not be, or lose one, each with its law. */
export const orderBugs: readonly OrderBug[] = [
  bug(
    'a score outweighs what nobody may overlook',
    'law-stop',
    believing((state) =>
      state.at === 'delivering'
        ? { ...state, measured: { ...state.measured, obligations: [obligation('task.1')] } }
        : state,
    ),
  ),
  bug('undecided counts as met', 'law-stop', {
    decide: (state, command) => {
      if (command.type === 'record-measured') {
        const { obligations } = command
        const decided = decide(state, { ...command, obligations: asMet(obligations) })
        return retold(decided, 'measured', { obligations })
      }
      if (command.type !== 'record-delivered' || state.at !== 'delivering')
        return decide(state, command)
      const obligations = asMet(state.measured.obligations)
      return decide({ ...state, measured: { ...state.measured, obligations } }, command)
    },
  }),
  bug(
    'everything measured is completed',
    'law-stop',
    believing((state) => ({ ...state, setup: { ...state.setup, threshold: 0 } })),
  ),
  bug('a measurement of another change is taken', 'law-3', {
    decide: (state, command) =>
      state.at === 'measuring' && command.type === 'record-measured'
        ? decide({ ...state, proposal: { ...state.proposal, tree: command.tree } }, command)
        : decide(state, command),
  }),
  bug(
    'one attempt too many',
    'law-ladder',
    believing((state) => ({
      ...state,
      setup: { ...state.setup, attempts: state.setup.attempts + 1 },
    })),
  ),
  bug(
    'cycles are not counted',
    'law-ladder',
    believing((state) => ({ ...state, cycles: [] })),
  ),
  bug(
    'what was spent is forgotten by the next attempt',
    'law-7',
    folding((next, event) =>
      event === 'attempt_failed' ? { ...next, spent: { ...next.spent, tokens: 0 } } : next,
    ),
  ),
  bug(
    'the last change is gone on with, not the best',
    'law-9',
    folding((next, event, before) =>
      event === 'compiled' && next.compiled !== null && next.compiled === before.compiled
        ? {
            ...next,
            compiled: {
              ...next.compiled,
              errors: [...next.compiled.errors, ...next.compiled.errors],
            },
          }
        : next,
    ),
  ),
  bug(
    'the threshold sinks with every attempt',
    'law-8',
    folding((next, event) =>
      event === 'attempt_failed' ? { ...next, setup: { ...next.setup, threshold: 0 } } : next,
    ),
  ),
  bug('a late answer is taken for the open question', 'law-6', {
    decide: (state, command) => {
      if (command.type !== 'answer-gate' || state.at !== 'asking') return decide(state, command)
      const { id: gate, shown } = gateFor(state)
      const { answer } = command
      const decided = decide(state, { type: 'answer-gate', answer: { ...answer, gate, shown } })
      return retold(decided, 'gate_answered', { answer })
    },
  }),
  bug(
    'what people said is lost',
    'law-6',
    folding((next, event, before) =>
      event === 'gate_answered' ? { ...next, guidance: before.guidance } : next,
    ),
  ),
  bug('nobody is asked after the last attempt', 'law-ladder', {
    decide: (state, command) => {
      const decided = decide(state, command)
      const failed = decided.ok && decided.value.some(({ event }) => event === 'attempt_failed')
      return decided.ok && failed
        ? ok(decided.value.filter(({ event }) => event !== 'gate_opened'))
        : decided
    },
  }),
  bug('a change is measured that does not compile', 'law-table', {
    decide: (state, command) => {
      const decided = decide(state, command)
      return decided.ok && command.type === 'record-proposal'
        ? ok([
            ...decided.value,
            {
              ...decided.value[0]!,
              event: 'ready_to_measure',
              payload: { compilation_warnings: 0 },
            },
          ])
        : decided
    },
  }),
]
