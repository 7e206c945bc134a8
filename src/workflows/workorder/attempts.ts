import { addCost, type Cost } from '../../asking/meter.ts'
import { capReached } from '../../loop/budget.ts'
import type { Fact } from '../../model/entry.ts'
import type { Payload } from './events.ts'
import { ended, fact } from './facts.ts'
import { nextProposer, triggerAfter } from './retry.ts'
import { aPerson, type OrderLive } from './state.ts'

type Open = Exclude<OrderLive, { at: 'ended' | 'asking' }>

/** What a person mended is neither the merit nor the fault of a proposer. */
export const whoTries = ({ byHand, proposer }: Open): string => (byHand ? aPerson : proposer)

/** The facts, and the end of the run where its budget is used up with them. */
export function unlessSpent(state: Open, cost: Cost, facts: readonly Fact[]): readonly Fact[] {
  const cap = capReached(state.setup.caps, addCost(state.spent, cost))
  return cap === null ? facts : [...facts, ended(state, 'cap_reached', cap)]
}

type Why = Pick<Payload<'attempt_failed'>, 'error' | 'failure_class' | 'failure_category'> & {
  readonly askPerson?: boolean | undefined
}

/** The same proposer once more, then a stronger one, then a person. */
export function attemptFailed(
  state: Open,
  { askPerson = false, ...why }: Why,
  cost: Cost,
): readonly Fact[] {
  const { attempt } = state
  const proposer = whoTries(state)
  const next = askPerson ? null : nextProposer(state)
  const event = fact(state, 'attempt_failed', { attempt, proposer, ...why, next, cost }, 'error')
  if (next !== null) return unlessSpent(state, cost, [event])
  const failed = [...state.failed, { attempt, proposer, ...why }]
  const trigger = triggerAfter({ ...state, failed }, why.failure_class)
  return [event, fact(state, 'gate_opened', { trigger, detail: why.error })]
}
