import type { Gate } from '../../model/gate.ts'
import { escalationOf } from './retry.ts'
import type { TriggerType } from './routing/escalation.ts'
import type { OrderState } from './state.ts'

type Asking = Extract<OrderState, { at: 'asking' }>

const effects = {
  met: 'what is undecided holds, or only what you name with --only ID,ID',
  unmet: 'it does not hold; another attempt is told so, and your words with --feedback',
  go_on: 'you know; the agents are told your words with --feedback',
  keep: 'you, or something of yours, did that; the answer is kept and the order goes on',
  discard: 'the agent left its worktree; put that right first, its answer is not used',
  retry: 'the same step is done again',
  retry_different_approach: 'another round of attempts, with your words in the prompt',
  pivot_solution: 'the strongest proposer solves it in another way; say which',
  amend_upstream:
    'your words amend the order, and paths in back-ticks may change too; another round of attempts',
  manual_intervention:
    'you mend the change in its worktree; it is compiled and measured as it is then',
  abort_redesign: 'the order ends as failed; nothing is delivered',
} as const
type GateOption = keyof typeof effects

/** What a person must say something about, or nothing would change. */
export const needsWords: ReadonlySet<string> = new Set<GateOption>([
  'pivot_solution',
  'amend_upstream',
])

/** The question of an escalation, or of what no check could decide. */
export function gateFor(state: Asking): Gate {
  const { setup, failed, detail, trigger } = state
  // the change they are asked about
  const shown = state.proposal?.tree ?? ''
  const { title } = setup.order
  if (trigger === 'undecided_obligations') {
    return {
      id: `obligations-${state.asked}`,
      question: `${title}: ${detail}. Does it hold?`,
      options: (['met', 'unmet', 'abort_redesign'] as const).map((name) => ({
        name,
        effect: effects[name],
      })),
      shown,
    }
  }
  if (trigger === 'checkout_touched')
    return {
      id: `checkout-${state.asked}`,
      question: `${title}: your checkout changed while ${state.proposer} worked (${detail}). Was that you?`,
      options: [
        { name: 'keep', effect: effects.keep },
        { name: 'retry_different_approach', effect: effects.discard },
        { name: 'abort_redesign', effect: effects.abort_redesign },
      ],
      shown,
    }
  if (trigger === 'conflicting_requirements')
    return {
      id: `conflict-${state.asked}`,
      question: `${title}: this cannot be had at once: ${detail}. Go on?`,
      options: (['go_on', 'abort_redesign'] as const).map((name) => ({
        name,
        effect: effects[name],
      })),
      shown,
    }
  const why =
    trigger === 'technical_blocker'
      ? `something is in the way (${detail})`
      : `${failed.length} ${failed.length === 1 ? 'attempt' : 'attempts'} came to nothing (${detail}${before(state)})`
  return {
    id: `escalation-${state.asked}`,
    question: `${title}: ${why}. What now?`,
    options: [...optionsOf(state, trigger)],
    shown,
  }
}

/** What was wrong with the attempts before, each thing once: the last slip is often not the cause. */
function before({ failed, detail }: Asking): string {
  const lines = failed.map(({ error }) =>
    (error.split('\n')[0] ?? '').replace(/^- /, '').slice(0, 300),
  )
  const others = [...new Set(lines)].filter((line) => line !== '' && !detail.includes(line))
  return others.length === 0 ? '' : `; before that: ${others.join('; ')}`
}

function optionsOf(state: Asking, trigger: TriggerType): Gate['options'] {
  const giveUp = { name: 'abort_redesign', effect: effects.abort_redesign }
  if (trigger === 'technical_blocker') return [{ name: 'retry', effect: effects.retry }, giveUp]
  const escalation = escalationOf(state, trigger)
    .options.filter(({ name }) => name !== 'abort_redesign')
    .map(({ name }) => ({ name, effect: effects[name] }))
  // a person may always give up
  return [...escalation, giveUp]
}
