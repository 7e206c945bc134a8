import type { Gate } from '../../model/gate.ts'
import type { OrderState } from './state.ts'

type Asking = Extract<OrderState, { at: 'asking' }>

const effects = {
  retry: 'the same step is done again',
  retry_different_approach: 'another round of attempts, told your words',
  pivot_solution: 'the strongest proposer solves it in another way; say which',
  amend_upstream: 'your words amend the order; another round of attempts',
  abort_redesign: 'the order ends as failed; nothing is delivered',
  manual_intervention:
    'you mend the change in its worktree; it is compiled and measured as it is then',
} as const
export type GateOption = keyof typeof effects

/** What a person must say something about, or nothing would change. */
export const needsWords: ReadonlySet<string> = new Set<GateOption>([
  'pivot_solution',
  'amend_upstream',
])

function offered({ trigger }: Asking): readonly GateOption[] {
  if (trigger === 'technical_blocker') return ['retry', 'abort_redesign']
  return [
    'retry_different_approach',
    'pivot_solution',
    'amend_upstream',
    'manual_intervention',
    'abort_redesign',
  ]
}

/** The question of an escalation. */
export function gateFor(state: Asking): Gate {
  const { setup, failed, detail, trigger } = state
  const why =
    trigger === 'technical_blocker'
      ? `something is in the way (${detail})`
      : `${failed.length} attempts came to nothing (${detail})`
  return {
    id: `escalation-${state.asked}`,
    question: `${setup.order.title}: ${why}. What now?`,
    options: offered(state).map((name) => ({ name, effect: effects[name] })),
    // the change they are asked about
    shown: state.proposal?.tree ?? '',
  }
}
