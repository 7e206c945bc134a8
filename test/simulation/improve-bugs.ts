import { ok } from '../../src/model/result.ts'
import { gateFor } from '../../src/workflows/improve/gate.ts'
import { improveMachine } from '../../src/workflows/improve/machine.ts'
import { mistakesIn, type PlantedBug } from './mistakes.ts'

const { decide } = improveMachine
const { bug, folding, believing, after } = mistakesIn(improveMachine, 'improve')

/** Mistakes that would call a set-up good that is not, or change it unasked, each with its law. */
export const improveBugs: readonly PlantedBug[] = [
  bug(
    'a score counts although the tests fail',
    'law-stop',
    folding((next, event) =>
      event === 'scored'
        ? {
            ...next,
            iterations: next.iterations.map((each) => ({
              ...each,
              score:
                each.score === null
                  ? null
                  : { ...each.score, testsPass: true, isolationVerified: true },
            })),
          }
        : next,
    ),
  ),
  bug(
    'what nobody decided counts as met',
    'law-stop',
    folding((next, event) =>
      event === 'scored'
        ? {
            ...next,
            iterations: next.iterations.map((each) => ({
              ...each,
              obligations: each.obligations.map((one) => ({
                ...one,
                status: 'met' as const,
                evidence: [{ text: 'none' }],
              })),
            })),
          }
        : next,
    ),
  ),
  bug(
    'orders that nobody completed count as completed',
    'law-stop',
    folding((next, event) =>
      event === 'built'
        ? {
            ...next,
            iterations: next.iterations.map((each) => ({
              ...each,
              built: each.built && {
                ...each.built,
                orders: each.built.orders.map((order) => ({ ...order, status: 'completed' })),
              },
            })),
          }
        : next,
    ),
  ),
  bug(
    'one good application is enough',
    'law-stop',
    believing((state) => ({ ...state, setup: { ...state.setup, consecutive: 1 } })),
  ),
  bug(
    'one application too many',
    'law-limit',
    believing((state) => ({
      ...state,
      setup: { ...state.setup, maxIterations: state.setup.maxIterations + 1 },
    })),
  ),
  bug('proposals are approved by themselves', 'law-6', {
    decide: (state, command) => {
      const decided = decide(state, command)
      const then = decided.ok ? after(state, decided.value) : state
      if (!decided.ok || then.at !== 'asking' || state.at === 'asking') return decided
      const { id: gate, shown, options } = gateFor(then)
      const option = options[0]?.name ?? ''
      const answer = { gate, shown, option, by: 'loopwright', at: 'then' }
      const answered = decide(then, { type: 'answer-gate', answer })
      return answered.ok ? ok([...decided.value, ...answered.value]) : decided
    },
  }),
  bug('what makes the exam easier is approved without a person', 'law-autonomy', {
    decide: (state, command) => {
      if (command.type !== 'record-analysed') return decide(state, command)
      const { proposals } = command
      const harmless = proposals.map((each) => ({ ...each, easier: [] }))
      const decided = decide(state, { ...command, proposals: harmless })
      return decided.ok
        ? ok(
            decided.value.map((each) =>
              each.event === 'analysed'
                ? { ...each, payload: { ...each.payload, proposals } }
                : each,
            ),
          )
        : decided
    },
  }),
  bug(
    'what lowered the score is kept',
    'law-autonomy',
    folding((next, event) =>
      event === 'scored' && next.at === 'undoing' ? { ...next, at: 'preparing' } : next,
    ),
  ),
  bug(
    'what was skipped is applied as well',
    'law-gate',
    folding((next, event) =>
      event === 'gate_answered' && next.at === 'applying' && next.approved !== null
        ? {
            ...next,
            approved: {
              ...next.approved,
              ids: next.iterations.at(-1)?.proposals.map(({ id }) => id) ?? [],
            },
          }
        : next,
    ),
  ),
  bug(
    'the next application is built from the old set-up',
    'law-chain',
    folding((next, event, before) => (event === 'applied' ? { ...next, head: before.head } : next)),
  ),
  bug(
    'what was spent is forgotten by the next iteration',
    'law-7',
    folding((next, event) =>
      event === 'prepared' ? { ...next, spent: { ...next.spent, tokens: 0 } } : next,
    ),
  ),
]
