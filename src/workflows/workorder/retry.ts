import { nextTry } from './routing/choose-proposer.ts'
import {
  type Escalation,
  escalationFor,
  type OrderFacts,
  type TriggerType,
  triggerOf,
} from './routing/escalation.ts'
import type { FailureClass } from './events.ts'
import type { OrderRun } from './state.ts'

/** Who tries next after a failed attempt; nobody where a person must decide. */
export function nextProposer(run: OrderRun): string | null {
  const { attempt, proposer, setup } = run
  if (attempt >= setup.attempts || isOverrun(run)) return null
  const team = setup.proposers.map((each) => ({ ...each, active: true }))
  // more attempts than the ladder has rungs stay on its last one
  const next = nextTry({ attempt: Math.min(attempt, 2), proposer }, team)
  return next.type === 'retry' ? next.proposer : null
}

const isOverrun = ({ spent, setup }: OrderRun): boolean =>
  spent.costUsd > setup.escalation.overrun_usd

const seenIn = (failure: FailureClass): TriggerType | null =>
  failure === 'contract_violation' ? 'contract_violation' : null

/** Why a person is asked, told by what happened last. */
export const triggerAfter = (run: OrderRun, failure: FailureClass): TriggerType =>
  triggerOf(factsOf(run), run.setup.escalation, isOverrun(run) ? 'budget_overrun' : seenIn(failure))

/** What can be done, what it would cost, how likely it helps. */
export const escalationOf = (run: OrderRun, trigger: TriggerType): Escalation =>
  escalationFor({ facts: factsOf(run), trigger, limits: run.setup.escalation })

const factsOf = ({ failed, spent, setup }: OrderRun): OrderFacts => ({
  retryCount: failed.length,
  status: 'failed',
  escalated: false,
  estimatedCost: 0,
  actualCost: spent.costUsd,
  processingHours: spent.activeMs / 3_600_000,
  hardFailures: failed.filter(({ failure_class }) => failure_class === 'contract_violation').length,
  riskLevel: setup.order.risk_level,
})
