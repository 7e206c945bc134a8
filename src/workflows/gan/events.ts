import { z } from 'zod'
import { commonPayloads, endedAs, startedAs } from '../../asking/commands.ts'
import { Cost } from '../../asking/meter.ts'
import { Sha256 } from '../../loop/recorded.ts'
import { Caps } from '../../model/caps.ts'
import { GateAnswer } from '../../model/gate.ts'
import { Obligation } from '../../model/obligation.ts'
import { Negotiation, Proposal, SprintContract } from './contract.ts'
import { HarnessLevel } from './inputs/harness.ts'
import { ProfileName } from './inputs/profiles.ts'
import { Dimension } from './inputs/rubrics.ts'

const Scores = z.object({
  'Design Quality': z.number(),
  Originality: z.number(),
  Completeness: z.number(),
  Functionality: z.number(),
} satisfies Record<Dimension, z.ZodNumber>)

const Aggregations = z.object({
  'Design Quality': z.enum(['min', 'mean']),
  Originality: z.enum(['min', 'mean']),
  Completeness: z.enum(['min', 'mean']),
  Functionality: z.enum(['min', 'mean']),
} satisfies Record<Dimension, z.ZodType>)

/** What earlier projects of the workspace scored. */
export const Baseline = z.object({
  overall: z.number(),
  findings: z.number(),
  projects: z.number().int().positive(),
})
export type Baseline = z.infer<typeof Baseline>

/** What a run starts with. It does not change under it. */
export const GanSetup = z.object({
  projectId: z.string(),
  /** Where the inputs lie and where the files of the run go, inside the workspace. */
  folder: z.string(),
  artifactDir: z.string(),
  level: HarnessLevel,
  contract: z.enum(['required', 'wanted', 'none']),
  profile: ProfileName,
  loop: z
    .object({
      maxIterations: z.number().int().positive(),
      passThreshold: z.number().min(0.6).max(1),
      escalationAfter: z.number().int().positive(),
      improvementThreshold: z.number().nonnegative(),
      strict: z.boolean(),
    })
    .refine(
      ({ strict, maxIterations }) => !strict || maxIterations >= 2,
      'strict mode needs a second iteration; at most one is allowed',
    ),
  maxNegotiationRounds: z.number().int().nonnegative(),
  onePrimaryCall: z.boolean().optional(),
  weights: Scores,
  aggregation: Aggregations,
  /** The texts it is built from and judged by. */
  inputs: z.object({
    brief: Sha256,
    copy: Sha256.nullable(),
    tokens: Sha256.nullable(),
    voice: Sha256.nullable(),
    visual: Sha256.nullable(),
    audience: Sha256.nullable(),
  }),
  /** Every fifth project of a workspace is judged twice. */
  projectNumber: z.number().int().positive(),
  baseline: Baseline.nullable(),
  caps: Caps,
  agents: z.record(z.string(), z.record(z.string(), z.unknown())),
  promptsSha256: Sha256,
})
export type GanSetup = z.infer<typeof GanSetup>

export const GateReason = z.enum([
  'max_iterations',
  'stagnation',
  'escalation',
  'agent_failure',
  'undecided',
])
export type GateReason = z.infer<typeof GateReason>

export const Verdict = z.object({
  id: z.string(),
  passed: z.boolean(),
  score: z.number(),
  reason: z.string(),
  evidence: z.array(z.string()),
})
export type Verdict = z.infer<typeof Verdict>

/** What the gate and the evaluator made of one site. */
export const Evaluation = z.object({
  site: Sha256,
  scores: Scores,
  overall: z.number(),
  verdicts: z.array(Verdict),
  mustPassFailures: z.array(z.string()),
  caps: z.array(z.object({ dimension: Dimension, at: z.number(), why: z.string() })),
  regressions: z.array(z.string()),
  feedback: z.array(z.object({ id: z.string(), text: z.string() })),
  findings: z.number().int(),
  /** The whole report, and the pictures it rests on, by hash. */
  report: Sha256,
  screenshots: z.array(
    z.object({
      viewport: z.enum(['1280x720', '375x667']),
      sha256: Sha256,
      /** Where the picture is kept, as text. */
      text: Sha256,
    }),
  ),
  /** Every dimension reached what its sprint asked for. */
  conditionsMet: z.boolean(),
  accessibility: z.number().nullable(),
  limitation: z.string().nullable(),
  /** What was asked and what is known about it; runs from before obligations have none. */
  obligations: z.array(Obligation).optional(),
  /** A person allowed the builder's own agent to judge, by name. */
  selfJudgement: z.boolean().optional(),
})
export type Evaluation = z.infer<typeof Evaluation>

export const Outcome = z.enum(['passed', 'accepted_by_user', 'failed', 'cap_reached', 'stopped'])
export type Outcome = z.infer<typeof Outcome>

export const payloads = {
  ...commonPayloads,
  run_started: startedAs(GanSetup),
  contract_proposed: z.object({ proposal: Proposal, cost: Cost }),
  contract_reviewed: z.object({ negotiation: Negotiation, proposal: Proposal, cost: Cost }),
  contract_signed: z.object({ contract: SprintContract }),
  site_built: z.object({
    site: Sha256,
    paths: z.array(z.string()),
    /** By whom: an agent, the fixers of the findings alone, or nobody because nothing was to change. */
    source: z.enum(['built', 'fixed', 'unchanged']),
    claims: z.array(
      z.object({ id: z.string(), evidence: z.array(z.string()), verified: z.boolean() }),
    ),
    fixed: z.array(z.string()),
    notes: z.string(),
    cost: Cost,
  }),
  site_edited: z.object({ site: Sha256, paths: z.array(z.string()) }),
  evaluated: Evaluation.extend({ cost: Cost }),
  evaluated_again: z.object({
    overall: z.number(),
    scores: Scores,
    divergence: z.number(),
    cost: Cost,
  }),
  iteration_advanced: z.object({ to: z.number().int(), priority: Dimension }),
  gate_opened: z.object({ reasons: z.array(GateReason).min(1), detail: z.string() }),
  gate_answered: z.object({
    answer: GateAnswer,
    /** What a person decided of what nobody else could. */
    obligations: z.array(Obligation).optional(),
  }),
  ended: endedAs(Outcome),
} as const

export type EventName = keyof typeof payloads
export type Payloads = { readonly [Name in EventName]: z.infer<(typeof payloads)[Name]> }
export type Payload<Name extends EventName> = Payloads[Name]
