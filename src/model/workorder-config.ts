import { z } from 'zod'

const share = z.number().min(0, 'must be from 0 to 1').max(1, 'must be from 0 to 1')
const money = z.number().nonnegative('must not be negative').max(1_000_000)

/** Somebody who can be asked to write a change. */
export const ProposerConfig = z.strictObject({
  name: z.string().trim().min(1).max(80),
  /** The name of an agent of this file. */
  agent: z.string().min(1),
  /** The highest complexity it is trusted with. */
  complexity_threshold: share,
  /** What an order costs with it, in dollars or compared to the others. */
  cost: money,
  active: z.boolean().default(true),
})
export type ProposerConfig = z.output<typeof ProposerConfig>

const weight = z.number().min(0.05, 'must be from 0.05 to 0.3').max(0.3, 'must be from 0.05 to 0.3')

/** How much each factor counts. Together they are 1. */
export const ComplexityWeights = z
  .strictObject({
    codeComplexity: weight.default(0.2),
    contextRequirements: weight.default(0.1),
    securityImplications: weight.default(0.2),
    architecturalImpact: weight.default(0.2),
    reasoningDepth: weight.default(0.1),
    memoryPressure: weight.default(0.1),
    coordinationComplexity: weight.default(0.1),
  })
  .refine(
    (weights) => Math.abs(Object.values(weights).reduce((sum, each) => sum + each, 0) - 1) < 1e-6,
    'must add up to 1',
  )
export type ComplexityWeights = z.output<typeof ComplexityWeights>

/** Money for all orders of a day, in dollars. Each limit changes what happens next. */
export const OrderBudget = z
  .strictObject({
    /** Above it: a warning. */
    soft_usd: money.default(20),
    /** Above it: only the cheapest proposer. */
    hard_usd: money.default(50),
    /** Above it: nothing is started. */
    emergency_usd: money.default(100),
  })
  .refine(
    ({ soft_usd, hard_usd, emergency_usd }) => soft_usd <= hard_usd && hard_usd <= emergency_usd,
    'must rise: soft_usd, hard_usd, emergency_usd',
  )
export type OrderBudget = z.output<typeof OrderBudget>

/** When a more daring threshold has proved itself. */
export const ThresholdTrial = z.strictObject({
  min_attempts: z.int().min(30, 'must be at least 30').max(10_000).default(30),
  target_success_rate: share.default(0.7),
})
export type ThresholdTrial = z.output<typeof ThresholdTrial>

/** When people are asked what to do with an order. */
export const EscalationLimits = z.strictObject({
  retries: z.int().min(1).max(20).default(3),
  /** Real cost compared to the estimate. */
  cost_ratio: z.number().min(1).max(100).default(2),
  processing_hours: z.number().positive().max(8_760).default(24),
  /** Cost of one order that counts as an overrun. */
  overrun_usd: money.default(50),
  /** What it costs when a person does the work. */
  manual_usd: money.default(50),
})
export type EscalationLimits = z.output<typeof EscalationLimits>

const words = z.array(z.string().trim().min(2).max(80)).max(100).default([])

/** Who proposes changes, up to which complexity, and for how much money. */
export const RoutingConfig = z.strictObject({
  proposers: z
    .array(ProposerConfig)
    .max(50)
    .default([])
    .superRefine((proposers, context) => {
      for (const [at, { name }] of proposers.entries())
        if (proposers.findIndex((other) => other.name === name) < at)
          context.addIssue({
            code: 'custom',
            path: [at, 'name'],
            message: `"${name}" is the name of another proposer`,
          })
    }),
  weights: ComplexityWeights.prefault({}),
  /** Words that call for the strongest proposer, besides those that are built in. */
  strongest_for: words,
  budget: OrderBudget.prefault({}),
  trial: ThresholdTrial.prefault({}),
  escalation: EscalationLimits.prefault({}),
})
export type RoutingConfig = z.output<typeof RoutingConfig>

const command = z.string().trim().min(1).max(1_000).optional()

export const WorkorderConfig = RoutingConfig.extend({
  /** Where patches, scorecards and texts of pull requests go; the private folder keeps the checkout clean. */
  path: z.string().min(1).default('.loopwright/work-orders'),
  threshold: z.number().min(0, 'must be from 0 to 10').max(10, 'must be from 0 to 10').default(7),
  /** Attempts before a person is asked. */
  attempts: z.int('must be a whole number').min(1, 'must be at least 1').max(10).default(3),
  /** The most lessons and warnings that a prompt carries. */
  max_injected: z.int('must be a whole number').min(0).max(20).default(5),
  /** Seconds for planting bugs in the change; 0 plants none. */
  mutation_seconds: z.number().min(0).max(3_600).default(30),
  /** Exported names that every order keeps, once they are there. */
  contracts: z
    .array(
      z.strictObject({
        path: z.string().trim().min(1).max(500),
        name: z.string().trim().min(1).max(200),
        signature: z.string().max(2_000).optional(),
      }),
    )
    .max(50)
    .default([]),
  /** Commands of your own instead of the scripts in package.json. */
  commands: z.strictObject({ build: command, test: command, lint: command }).prefault({}),
})
export type WorkorderConfig = z.output<typeof WorkorderConfig>
