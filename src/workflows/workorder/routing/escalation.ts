import { z } from 'zod'
import type { EscalationLimits } from '../../../model/workorder-config.ts'

export const TriggerType = z.enum([
  'proposer_exhausted',
  'sentinel_hard_failure',
  'budget_overrun',
  'conflicting_requirements',
  'technical_blocker',
  'contract_violation',
  'aider_irreconcilable',
])
export type TriggerType = z.infer<typeof TriggerType>

export const EscalationOptionName = z.enum([
  'retry_different_approach',
  'pivot_solution',
  'amend_upstream',
  'abort_redesign',
  'manual_intervention',
])
export type EscalationOptionName = z.infer<typeof EscalationOptionName>

/** What is known of an order that may need a person. Money in dollars. */
export type OrderFacts = {
  readonly retryCount: number
  readonly status: string
  readonly escalated: boolean
  readonly estimatedCost: number
  readonly actualCost: number
  readonly processingHours: number
  /** Failures of checks that nothing excuses. */
  readonly hardFailures: number
  readonly riskLevel: 'low' | 'medium' | 'high'
}

/** Why a person must look, as sentences; empty where nobody must. */
export function escalationReasons(facts: OrderFacts, limits: EscalationLimits): readonly string[] {
  const ratio = facts.estimatedCost > 0 ? facts.actualCost / facts.estimatedCost : 0
  return [
    ...(facts.retryCount >= limits.retries ? [`it was tried ${facts.retryCount} times`] : []),
    ...(facts.status === 'failed' && !facts.escalated
      ? ['it failed and nobody was asked yet']
      : []),
    ...(ratio > limits.cost_ratio ? [`it costs ${ratio.toFixed(1)} times what was estimated`] : []),
    ...(facts.processingHours > limits.processing_hours
      ? [`it has been in work for ${Math.floor(facts.processingHours)} hours`]
      : []),
  ]
}

/** The kind of trouble. What somebody saw comes before what is only counted. */
export function triggerOf(
  facts: OrderFacts,
  limits: EscalationLimits,
  observed: TriggerType | null = null,
): TriggerType {
  if (observed !== null) return observed
  if (facts.hardFailures > 3) return 'sentinel_hard_failure'
  const overrun =
    facts.actualCost > limits.overrun_usd ||
    (facts.estimatedCost > 0 && facts.actualCost / facts.estimatedCost > limits.cost_ratio)
  if (overrun) return 'budget_overrun'
  return facts.retryCount >= limits.retries ? 'proposer_exhausted' : 'technical_blocker'
}

export const EscalationOption = z.object({
  id: z.enum(['A', 'B', 'C', 'D', 'manual']),
  name: EscalationOptionName,
  cost_usd: z.number().nonnegative(),
  success_probability: z.number().min(0).max(1),
})
export type EscalationOption = z.infer<typeof EscalationOption>

export const Escalation = z.object({
  trigger_type: TriggerType,
  reasons: z.array(z.string()),
  options: z.array(EscalationOption).min(2),
  recommended: EscalationOption.shape.id,
  /** How sure the recommendation is, from 0 to 0.95. */
  confidence: z.number().min(0).max(0.95),
})
export type Escalation = z.infer<typeof Escalation>

type Situation = {
  readonly facts: OrderFacts
  readonly trigger: TriggerType
  readonly limits: EscalationLimits
}

/** The question for a person: what can be done, what it would cost, how likely it helps. */
export function escalationFor({ facts, trigger, limits }: Situation): Escalation {
  const options = optionsFor({ facts, trigger, limits })
  const [best] = options.toSorted((a, b) => worth(b) - worth(a))
  const probability = best?.success_probability ?? 0
  return {
    trigger_type: trigger,
    reasons: [...escalationReasons(facts, limits)],
    options: [...options],
    recommended: best?.id ?? 'manual',
    confidence: confidenceOf(probability, facts),
  }
}

const worth = ({ success_probability, cost_usd }: EscalationOption): number =>
  success_probability / Math.max(cost_usd, 1)

function optionsFor({ facts, trigger, limits }: Situation): readonly EscalationOption[] {
  const cost = Math.max(0, facts.actualCost, facts.estimatedCost)
  const option = (
    id: EscalationOption['id'],
    name: EscalationOptionName,
    [times, success_probability]: readonly [number, number],
  ): EscalationOption => ({ id, name, cost_usd: cents(cost * times), success_probability })
  const broken = trigger === 'contract_violation'
  return [
    option('A', 'retry_different_approach', [1.5, 0.65]),
    ...(broken || trigger === 'proposer_exhausted'
      ? [option('B', 'pivot_solution', [2, 0.75])]
      : []),
    ...(broken || trigger === 'conflicting_requirements'
      ? [option('C', 'amend_upstream', [1.2, 0.8])]
      : []),
    ...(cost > 20 || failuresOf(facts) > 3 ? [option('D', 'abort_redesign', [3, 0.9])] : []),
    {
      id: 'manual',
      name: 'manual_intervention',
      cost_usd: limits.manual_usd,
      success_probability: 0.95,
    },
  ]
}

const cents = (usd: number): number => Math.round(usd * 100) / 100

const failuresOf = (facts: OrderFacts): number => Math.max(facts.retryCount, facts.hardFailures)

function confidenceOf(probability: number, facts: OrderFacts): number {
  const tired = failuresOf(facts) > 3 ? 0.8 : 1
  const risk = { high: 0.9, medium: 1, low: 1.1 }[facts.riskLevel]
  return Math.round(Math.min(0.95, probability * tired * risk) * 1_000) / 1_000
}

/** Whether the recommendation may be followed without a person: cheap, certain, and nothing risky in it. */
export function needsNoPerson(
  { options, recommended, confidence }: Escalation,
  order: { readonly hardStop: boolean },
): boolean {
  const cost = options.find(({ id }) => id === recommended)?.cost_usd ?? Infinity
  return cost <= 50 && confidence >= 0.95 && !order.hardStop
}
