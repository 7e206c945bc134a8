import { ok } from '../../src/model/result.ts'
import { ended, fact } from '../../src/workflows/gan/facts.ts'
import { gateFor } from '../../src/workflows/gan/gate.ts'
import { ganMachine } from '../../src/workflows/gan/machine.ts'
import type { GanLive } from '../../src/workflows/gan/state.ts'
import { mistakesIn, type PlantedBug } from './mistakes.ts'

const { decide } = ganMachine
const { bug, folding, believing, retold, after } = mistakesIn(ganMachine, 'gan')

const withLoop = (state: GanLive, loop: Partial<GanLive['setup']['loop']>): GanLive => ({
  ...state,
  setup: { ...state.setup, loop: { ...state.setup.loop, ...loop } },
})

/** Mistakes that would let a page pass that should not, or cost people their word, each with its law. */
export const ganBugs: readonly PlantedBug[] = [
  bug('a score outweighs what must pass', 'law-stop', {
    decide: (state, command) => {
      if (command.type !== 'record-evaluation') return decide(state, command)
      const { evaluation } = command
      const decided = decide(state, {
        ...command,
        evaluation: { ...evaluation, mustPassFailures: [] },
      })
      return retold(decided, 'evaluated', { mustPassFailures: evaluation.mustPassFailures })
    },
  }),
  bug(
    'strict mode passes what it saw once',
    'law-stop',
    believing((state) => withLoop(state, { strict: false })),
  ),
  bug(
    'one iteration too many',
    'law-stop',
    believing((state) => withLoop(state, { maxIterations: state.setup.loop.maxIterations + 1 })),
  ),
  bug(
    'a retry counts as an iteration',
    'law-7',
    folding((next, event, before) =>
      event === 'gate_answered' && next.at !== 'asking' && before.at === 'asking'
        ? { ...next, iteration: next.iteration + 1 }
        : next,
    ),
  ),
  bug(
    'what was spent is forgotten by the next iteration',
    'law-7',
    folding((next, event) =>
      event === 'iteration_advanced' ? { ...next, spent: { ...next.spent, tokens: 0 } } : next,
    ),
  ),
  bug(
    'no project is judged twice',
    'law-table',
    believing((state) => ({ ...state, setup: { ...state.setup, projectNumber: 1 } })),
  ),
  bug(
    'scores of other criteria are compared',
    'law-stop',
    folding((next, event, before) =>
      event === 'gate_answered' ? { ...next, comparable: before.comparable } : next,
    ),
  ),
  bug('of two scores the higher one counts', 'law-stop', {
    decide: (state, command) => {
      if (command.type !== 'record-second' || state.at === 'nowhere') return decide(state, command)
      const { overall, scores } = command
      const higher = Math.max(overall, state.evaluation?.overall ?? 0)
      const decided = decide(state, { ...command, overall: higher })
      return retold(decided, 'evaluated_again', { overall, scores })
    },
  }),
  bug('a verdict on another site is taken', 'law-3', {
    decide: (state, command) =>
      state.at === 'evaluating' && command.type === 'record-evaluation'
        ? decide({ ...state, site: command.evaluation.site }, command)
        : decide(state, command),
  }),
  bug('a late answer is taken for the open question', 'law-6', {
    decide: (state, command) => {
      if (command.type !== 'answer-gate' || state.at !== 'asking') return decide(state, command)
      const { id: gate, shown } = gateFor(state)
      const { answer } = command
      const decided = decide(state, { type: 'answer-gate', answer: { ...answer, gate, shown } })
      return retold(decided, 'gate_answered', { answer })
    },
  }),
  bug('a question answers itself', 'law-6', {
    decide: (state, command) => {
      const decided = decide(state, command)
      const next = decided.ok ? after(state, decided.value) : state
      if (!decided.ok || next.at !== 'asking' || command.type !== 'record-evaluation')
        return decided
      const { id: gate, shown } = gateFor(next)
      const answer = { gate, option: 'abort', by: 'loopwright', at: 'then', shown }
      return ok([
        ...decided.value,
        fact(next, 'gate_answered', { answer }),
        ended(next, 'accepted_by_user', 'so'),
      ])
    },
  }),
  bug('what people take as it is has passed', 'law-stop', {
    decide: (state, command) => {
      const accepts = command.type === 'answer-gate' && command.answer.option === 'force-pass'
      const decided = decide(state, command)
      return accepts ? retold(decided, 'ended', { outcome: 'passed' }) : decided
    },
  }),
  bug(
    'what people said is lost',
    'law-6',
    folding((next, event, before) =>
      event === 'gate_answered' ? { ...next, guidance: before.guidance } : next,
    ),
  ),
  bug(
    'what was agreed on is dropped',
    'law-contract',
    folding((next, event) => (event === 'iteration_advanced' ? { ...next, checklist: [] } : next)),
  ),
  bug(
    'what passed is not looked at again',
    'law-contract',
    folding((next, event) =>
      event === 'iteration_advanced'
        ? {
            ...next,
            checklist: next.checklist.map((item) => ({ ...item, carry_forward: false })),
          }
        : next,
    ),
  ),
  bug(
    'the threshold sinks with every iteration',
    'law-8',
    folding((next, event) =>
      event === 'iteration_advanced' ? withLoop(next, { passThreshold: 0.6 }) : next,
    ),
  ),
]
