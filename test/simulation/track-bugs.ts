import { markTask } from '../../src/checks/track/plan-text.ts'
import { ok } from '../../src/model/result.ts'
import { gateFor } from '../../src/workflows/track/gate.ts'
import { trackMachine } from '../../src/workflows/track/machine.ts'
import { mistakesIn, type PlantedBug } from './mistakes.ts'

const { decide } = trackMachine
const { bug, folding, believing, retold, after } = mistakesIn(trackMachine, 'track')

/** Mistakes that would complete a track that should not be, lose its work, or pass people over, each with its law. */
export const trackBugs: readonly PlantedBug[] = [
  bug(
    'fix cycles are counted when they begin and when they end',
    'law-fix',
    folding((next, event) =>
      event === 'fixed' ? { ...next, fixCycles: next.fixCycles + 1 } : next,
    ),
  ),
  bug(
    'one fix cycle too many',
    'law-fix',
    folding((next, event) =>
      event === 'based' ? { ...next, maxFixCycles: next.maxFixCycles + 1 } : next,
    ),
  ),
  bug('what nobody decided is completed', 'law-stop', {
    ...folding((next, event) =>
      event === 'evaluated' && next.at === 'evaluating' ? { ...next, at: 'completing' } : next,
    ),
    decide: (state, command) => {
      const decided = decide(state, command)
      return decided.ok && command.type === 'record-evaluated'
        ? ok(decided.value.filter(({ event }) => event !== 'gate_opened'))
        : decided
    },
  }),
  bug(
    'documents are left behind',
    'law-sync',
    folding((next) => (next.at === 'syncing' ? { ...next, at: 'completing' } : next)),
  ),
  bug(
    'the head stays where it is after a task',
    'law-chain',
    folding((next, event, before) =>
      event === 'task_done' ? { ...next, head: before.head } : next,
    ),
  ),
  bug(
    'a fix is not looked at',
    'law-3',
    folding((next, event, before) => (event === 'fixed' ? { ...next, head: before.head } : next)),
  ),
  bug('an evaluation of another commit is taken', 'law-3', {
    decide: (state, command) =>
      command.type === 'record-evaluated' && 'base' in state
        ? retold(decide(state, command), 'evaluated', { commit: state.base })
        : decide(state, command),
  }),
  bug(
    'a task is marked with the one before it',
    'law-task',
    folding((next, event) =>
      event === 'task_done'
        ? { ...next, plan: markTask(next.plan, '1.3', { status: 'done', sha: 'a'.repeat(10) }) }
        : next,
    ),
  ),
  bug(
    'one plan too many',
    'law-plan',
    believing((state) => ({
      ...state,
      setup: { ...state.setup, maxPlanRevisions: state.setup.maxPlanRevisions + 1 },
    })),
  ),
  bug(
    'nobody is asked after so many steps',
    'law-steps',
    believing((state) => ({ ...state, maxSteps: 1_000 })),
  ),
  bug('a question is answered by itself', 'law-6', {
    decide: (state, command) => {
      const decided = decide(state, command)
      const then = decided.ok ? after(state, decided.value) : state
      if (!decided.ok || then.at !== 'asking' || state.at === 'asking') return decided
      const { id: gate, shown, options } = gateFor(then)
      const option = options.at(-1)?.name ?? ''
      const answer = { gate, shown, option, by: 'loopwright', at: 'then' }
      const answered = decide(then, { type: 'answer-gate', answer })
      return answered.ok ? ok([...decided.value, ...answered.value]) : decided
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
    'a decision of a person is forgotten',
    'law-ask',
    folding((next, event, before) =>
      event === 'gate_answered' && before.at === 'asking' && before.trigger === 'undecided'
        ? { ...before, ...next, at: 'evaluating', evaluated: null, decided: [] }
        : next,
    ),
  ),
  bug(
    'what was spent is forgotten by the next cycle',
    'law-7',
    folding((next, event) =>
      event === 'fixed' ? { ...next, spent: { ...next.spent, tokens: 0 } } : next,
    ),
  ),
]
