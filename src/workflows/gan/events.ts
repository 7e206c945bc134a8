import { z } from 'zod'
import { Cost } from '../../asking/meter.ts'
import { Caps } from '../../model/caps.ts'
import { GateAnswer } from '../../model/gate.ts'
import { Negotiation, Proposal, SprintContract } from './contract.ts'
import { HarnessLevel } from './inputs/harness.ts'
import { Dimension } from './inputs/rubrics.ts'

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const Scores = z.object({
  'Design Quality': z.number(),
  Originality: z.number(),
  Completeness: z.number(),
  Functionality: z.number(),
} satisfies Record<Dimension, z.ZodNumber>)

/** What a run starts with. It does not change under it. */
export const GanSetup = z.object({
  projectId: z.string(),
  folder: z.string(),
  level: HarnessLevel,
  contract: z.enum(['required', 'wanted', 'none']),
  loop: z.object({
    maxIterations: z.number().int().positive(),
    passThreshold: z.number().min(0.6).max(1),
    escalationAfter: z.number().int().positive(),
    improvementThreshold: z.number().nonnegative(),
    strict: z.boolean(),
  }),
  maxNegotiationRounds: z.number().int().nonnegative(),
  weights: Scores,
  /** The texts it is built from and judged by. */
  inputs: z.object({
    brief: Sha256,
    copy: Sha256.nullable(),
    tokens: Sha256.nullable(),
    brand: Sha256.nullable(),
  }),
  /** Every fifth project of a workspace is judged twice. */
  projectNumber: z.number().int().positive(),
  /** The mean overall score of earlier projects; null before the first. */
  baseline: z.number().nullable(),
  caps: Caps,
  agents: z.record(z.string(), z.record(z.string(), z.unknown())),
  promptsSha256: Sha256,
})
export type GanSetup = z.infer<typeof GanSetup>

export const GateReason = z.enum(['max_iterations', 'stagnation', 'escalation'])
export type GateReason = z.infer<typeof GateReason>

export const Verdict = z.object({
  id: z.string(),
  passed: z.boolean(),
  score: z.number(),
  evidence: z.string(),
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
  screenshots: z.array(Sha256),
  limitation: z.string().nullable(),
})
export type Evaluation = z.infer<typeof Evaluation>

export const Outcome = z.enum([
  'passed',
  'accepted_by_user',
  'aborted',
  'failed',
  'cap_reached',
  'stopped',
])
export type Outcome = z.infer<typeof Outcome>

export const payloads = {
  run_started: z.object({ runId: z.string(), setup: GanSetup, by: z.string() }),
  contract_proposed: z.object({ proposal: Proposal, cost: Cost }),
  contract_reviewed: z.object({ negotiation: Negotiation, proposal: Proposal, cost: Cost }),
  contract_signed: z.object({ contract: SprintContract }),
  site_built: z.object({
    site: Sha256,
    claims: z.array(z.string()),
    notes: z.string(),
    cost: Cost,
  }),
  site_edited: z.object({ site: Sha256 }),
  evaluated: Evaluation.extend({ cost: Cost }),
  evaluated_again: z.object({ overall: z.number(), divergence: z.number(), cost: Cost }),
  iteration_advanced: z.object({ to: z.number().int(), priority: Dimension }),
  gate_opened: z.object({ reasons: z.array(GateReason).min(1) }),
  gate_answered: z.object({ answer: GateAnswer }),
  phase_error: z.object({
    phase: z.string(),
    attempt: z.number().int(),
    error: z.string(),
    cost: Cost,
  }),
  ended: z.object({ outcome: Outcome, reason: z.string() }),
} as const

export type EventName = keyof typeof payloads
export type Payload<Name extends EventName> = z.infer<(typeof payloads)[Name]>
