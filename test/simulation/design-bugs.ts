import { ok } from '../../src/model/result.ts'
import { approvalGate } from '../../src/workflows/design/gate.ts'
import { fact } from '../../src/workflows/design/facts.ts'
import { designMachine } from '../../src/workflows/design/machine.ts'
import { mistakesIn, type PlantedBug } from './mistakes.ts'

const { decide, evolve } = designMachine
const { bug, folding, believing, after } = mistakesIn(designMachine, 'design')

/** Mistakes that would cost people their last word on a design, each with the law it breaks. */
export const designBugs: readonly PlantedBug[] = [
  bug('a good score approves itself', 'law-6', {
    decide: (state, command) => {
      const decided = decide(state, command)
      const next = decided.ok ? after(state, decided.value) : state
      if (!decided.ok || command.type !== 'record-evaluation' || next.at !== 'CANDIDATE')
        return decided
      const { id: gate, shown } = approvalGate(next)
      const answer = { gate, option: 'approve', by: 'loopwright', at: 'then', shown }
      return ok([...decided.value, fact(next, 'gate_answered', { answer })])
    },
  }),
  bug(
    'a rejection freezes',
    'law-6',
    folding((next, event, before) =>
      event === 'gate_answered' &&
      before.at === 'CANDIDATE' &&
      next.at === 'REVISING' &&
      next.decision !== null
        ? { ...next, at: 'FROZEN', judged: before.judged, decision: next.decision, seal: null }
        : next,
    ),
  ),
  bug(
    'an edit at the gate is approved unseen',
    'law-6',
    folding((next, event, before) =>
      event === 'intent_edited' && before.at === 'CANDIDATE' && next.intent !== null
        ? { ...before, intent: next.intent }
        : next,
    ),
  ),
  bug('an approved design is edited', 'law-freeze', {
    decide: (state, command) =>
      state.at === 'FROZEN' && command.type === 'adopt-edit'
        ? ok([fact(state, 'intent_edited', { intent: command.intent, to: 'FROZEN' })])
        : decide(state, command),
    evolve: (state, entry) => {
      const next = evolve(state, entry)
      return state.at === 'FROZEN' && entry.event === 'intent_edited' && next.at === 'REVISING'
        ? { ...state, intent: next.intent }
        : next
    },
  }),
  bug('what was written is not compared with what was approved', 'law-freeze', {
    decide: (state, command) =>
      state.at === 'FROZEN' && state.seal === null && command.type === 'record-freeze'
        ? ok([fact(state, 'frozen', { seal: command.seal })])
        : decide(state, command),
  }),
  bug(
    'iterations are counted twice',
    'law-7',
    folding((next, event) =>
      event === 'revision_prepared' ? { ...next, iteration: next.iteration + 1 } : next,
    ),
  ),
  bug(
    'what was spent is forgotten by a rejection',
    'law-7',
    folding((next, event) =>
      event === 'gate_answered' ? { ...next, spent: { ...next.spent, tokens: 0 } } : next,
    ),
  ),
  bug(
    'the threshold is ignored',
    'law-stop',
    believing((state) =>
      state.at === 'EVALUATING' ? { ...state, setup: { ...state.setup, threshold: 0 } } : state,
    ),
  ),
  bug(
    'a plateau is measured from the last score',
    'law-stop',
    believing((state) =>
      state.at === 'EVALUATING' ? { ...state, scores: state.scores.slice(-1) } : state,
    ),
  ),
  bug(
    'the threshold sinks with every try',
    'law-8',
    folding((next, event) =>
      event === 'revision_prepared' ? { ...next, setup: { ...next.setup, threshold: 70 } } : next,
    ),
  ),
  bug(
    'a score that drifts is taken',
    'law-3',
    believing((state) => ({ ...state, evaluations: [] })),
  ),
  bug(
    'the best design is forgotten for the last',
    'law-9',
    folding((next, event) => (event === 'evaluated' ? { ...next, best: next.judged } : next)),
  ),
  bug(
    'a transition leaves no line in the history',
    'law-table',
    folding((next, event) =>
      event === 'revision_prepared' ? { ...next, history: next.history.slice(0, -1) } : next,
    ),
  ),
]
