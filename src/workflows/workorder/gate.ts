import type { Gate } from '../../model/gate.ts'
import { escalationOf } from './retry.ts'
import type { EscalationOption } from './routing/escalation.ts'
import type { OrderState } from './state.ts'

type Asking = Extract<OrderState, { at: 'asking' }>

const effects = {
  retry: 'the same step is done again',
  retry_different_approach: 'another round of attempts, told your words',
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

/** The question of an escalation. */
export function gateFor(state: Asking): Gate {
  const { setup, failed, detail, trigger } = state
  const why =
    trigger === 'technical_blocker'
      ? `something is in the way (${detail})`
      : `${failed.length} ${failed.length === 1 ? 'attempt' : 'attempts'} came to nothing (${detail})`
  return {
    id: `escalation-${state.asked}`,
    question: `${setup.order.title}: ${why}. What now?`,
    options: [...optionsOf(state)],
    // the change they are asked about
    shown: state.proposal?.tree ?? '',
  }
}

function optionsOf(state: Asking): Gate['options'] {
  const giveUp = { name: 'abort_redesign', effect: effects.abort_redesign }
  if (state.trigger === 'technical_blocker')
    return [{ name: 'retry', effect: effects.retry }, giveUp]
  const { options, recommended } = escalationOf(state, state.trigger)
  const told = options
    .filter(({ name }) => name !== 'abort_redesign')
    .map((option) => ({
      name: option.name,
      effect: `${effects[option.name]} (${chances(option)}${option.id === recommended ? ', recommended' : ''})`,
    }))
  // a person may always give up
  return [...told, giveUp]
}

const chances = ({ cost_usd, success_probability }: EscalationOption): string =>
  `about ${Math.round(success_probability * 100)} % likely to help${cost_usd > 0 ? `, $${cost_usd.toFixed(2)}` : ''}`
