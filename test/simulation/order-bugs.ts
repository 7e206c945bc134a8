import type { Obligation } from '../../src/model/obligation.ts'
import { ok } from '../../src/model/result.ts'
import { obligation } from '../../src/workflows/workorder/sample-order.contract.ts'
import { orderMachine } from '../../src/workflows/workorder/machine.ts'
import { gateFor } from '../../src/workflows/workorder/gate.ts'
import { mistakesIn, type PlantedBug } from './mistakes.ts'

const { decide } = orderMachine
const { bug, folding, believing, retold } = mistakesIn(orderMachine, 'workorder')

const asMet = (obligations: readonly Obligation[] = []): Obligation[] =>
  obligations.map((each) => (each.status === 'undecided' ? obligation(each.id) : each))

/** Mistakes that would accept a change that should not be, or lose one, each with its law. */
export const orderBugs: readonly PlantedBug[] = [
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
