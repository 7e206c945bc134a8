import { z } from 'zod'
import { commonPayloads, endedAs, startedAs } from '../../asking/commands.ts'
import { Cost } from '../../asking/meter.ts'
import { GitId, Sha256 } from '../../loop/recorded.ts'
import { Caps } from '../../model/caps.ts'
import { Obligation } from '../../model/obligation.ts'
import { RecordedAcceptance } from '../../model/records-orders.ts'
import { MacroScore } from './scoring/score.ts'

const count = z.int().nonnegative()

/** What a run starts with. It does not change under it. */
export const ImproveSetup = z.object({
  /** What is built again and again, in its own words. */
  spec: z.string().min(1),
  project: z.string().min(1),
  /** The folder of the set-up, relative to the workspace where it lies inside. */
  setup: z.string().min(1),
  /** The commit of it to begin with; what is checked out unless told. */
  commit: GitId.nullable(),
  /** `once` builds and scores; `supervised` asks a person about every change of the set-up; `autonomous` only about some. */
  mode: z.enum(['once', 'supervised', 'autonomous']),
  target: z.number().min(0).max(10),
  /** How many iterations in a row must reach the target. */
  consecutive: z.int().positive(),
  maxIterations: z.int().positive(),
  maxOrders: z.int().positive(),
  maxWorkers: z.int().positive(),
  caps: Caps,
  /** What is approved is kept only where pairs of applications show that it helps. */
  prove: z.boolean().optional(),
  /** The comparison that it is an application of, which alone shows it. */
  trial: z.string().optional(),
})
export type ImproveSetup = z.infer<typeof ImproveSetup>

/** One change of the set-up: what a file says now, and what it should say. Null: the file is not there. */
export const FileEdit = z.object({
  path: z.string().min(1),
  before: z.string().nullable(),
  after: z.string().nullable(),
})
export type FileEdit = z.infer<typeof FileEdit>

export const proposalTypes = [
  'bug_fix',
  'feature_add',
  'prompt_tuning',
  'architecture_change',
  'config_change',
  'contract_addition',
  'dependency_fix',
  'code_change',
] as const

/** What an analyst suggests: one change, with all that a person needs to decide. */
export const Proposal = z.object({
  type: z.enum(proposalTypes),
  description: z.string().min(1).max(500),
  /** The failure class or dimension that it is about. */
  cause: z.string().max(100).default(''),
  rationale: z.string().max(4_000),
  testing_plan: z.string().max(2_000),
  rollback_plan: z.string().max(2_000),
  expected_impact: z.string().max(1_000),
  risks: z.array(z.string().max(500)).max(20).default([]),
  estimated_effort_minutes: z.number().nonnegative().default(10),
  changes: z.array(FileEdit).max(20).default([]),
  /** A lesson for the prompts of work orders. */
  lesson: z
    .object({ error_code: z.string().min(1).max(60), text: z.string().min(1).max(1_000) })
    .nullable()
    .default(null),
  /** The improvement that it takes back. */
  undoes: z.string().nullable().default(null),
})
export type Proposal = z.infer<typeof Proposal>

/** A proposal with its name: the iteration it came from and its number there. */
export const NamedProposal = Proposal.extend({
  id: z.string(),
  /** What it loosens of the exam itself, as sentences. */
  easier: z.array(z.string()),
  /** Why it cannot be applied to the set-up as it is. */
  flaw: z.string().optional(),
  /** What was measured of changes of its kind before. */
  evidence: z.string().optional(),
})
export type NamedProposal = z.infer<typeof NamedProposal>

export const OrderLog = z.object({
  runId: z.string(),
  recordId: z.string(),
  title: z.string(),
  number: z.int().positive(),
  status: z.string(),
  /** Whether its change is part of the application. */
  integrated: z.boolean(),
  reason: z.string(),
  startedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  seconds: z.number().nonnegative(),
  files: z.array(z.string()),
  added: count,
  deleted: count,
  proposer: z.string().nullable(),
  model: z.string().nullable(),
  promptTokens: count,
  completionTokens: count,
  costUsd: z.number().nonnegative(),
  /** Calls whose money nobody knows. */
  unpriced: z.number().int().nonnegative().optional(),
  compilationErrors: count.nullable(),
  tests: z.object({ passed: count, failed: count, skipped: count }).nullable(),
  acceptance: RecordedAcceptance.nullable(),
  failureClass: z.string().nullable(),
  /** The errors of its attempts, the last one first. */
  errors: z.array(z.string()),
  undecided: count,
})
export type OrderLog = z.infer<typeof OrderLog>

export const Analysis = z.object({
  failures: z.record(z.string(), count),
  patterns: z.array(z.object({ pattern: z.string(), class: z.string(), count })),
  root_causes: z.array(
    z.object({
      issue: z.string(),
      root_cause: z.string(),
      mechanism: z.string(),
      evidence: z.array(z.string()),
      severity: z.enum(['high', 'medium', 'low']),
    }),
  ),
  worked: z.array(z.string()),
  failed: z.array(z.string()),
  /** Against the iteration before; null for the first. */
  compared: z
    .object({
      before: z.number(),
      after: z.number(),
      better: z.array(z.string()),
      worse: z.array(z.string()),
      /** How far scores of the same set-up lie apart; null where that was never seen. */
      noise: z.number().nonnegative().nullable(),
    })
    .nullable(),
})
export type Analysis = z.infer<typeof Analysis>

export const AppliedResult = z.object({
  id: z.string(),
  status: z.enum(['applied', 'rejected']),
  commit: GitId.nullable(),
  files: z.array(z.string()),
  reason: z.string(),
  /** The score with it less the score without it, for each pair that was built to prove it. */
  differences: z.array(z.number()).optional(),
})
export type AppliedResult = z.infer<typeof AppliedResult>

export const Version = z.object({
  commit: GitId,
  /** Of everything that the set-up brings into a project, and of the lessons in use. */
  sha256: Sha256,
  agents: z.record(z.string(), z.string()),
})
export type Version = z.infer<typeof Version>

const Condition = z.object({ name: z.string(), holds: z.boolean(), figures: z.string() })
export type Condition = z.infer<typeof Condition>

/** Whether the loop may approve by itself: the person's opt-in, and what must hold in the records. */
const Autonomy = z.object({ isOn: z.boolean(), conditions: z.array(Condition) })
export type Autonomy = z.infer<typeof Autonomy>

export const payloads = {
  ...commonPayloads,
  run_started: startedAs(ImproveSetup),
  prepared: z.object({
    version: Version,
    /** What the set-up and the user's checkout looked like, kept by hash. */
    prints: Sha256,
    removed: z.array(z.string()),
    startedAt: z.string(),
    cost: Cost,
  }),
  built: z.object({
    orders: z.array(OrderLog),
    notes: z.array(z.string()),
    commit: GitId,
    cost: Cost,
  }),
  scored: z.object({
    score: MacroScore,
    /** What the spec demands, and what became of it. */
    obligations: z.array(Obligation),
    changed: z.array(z.string()),
    /** Pictures of the start page, each kept by the hash of its text. */
    screens: z.array(z.object({ width: count, height: count, picture: Sha256 })).optional(),
    cost: Cost,
  }),
  analysed: z.object({
    analysis: Analysis,
    proposals: z.array(NamedProposal),
    by: z.string(),
    notes: z.array(z.string()),
    /** Only of a run that may decide by itself. */
    autonomy: Autonomy.optional(),
    cost: Cost,
  }),
  gate_opened: z.object({ trigger: z.enum(['proposals', 'blocked']), detail: z.string() }),
  /** No question was opened: what allowed it stands beside. */
  autonomously_approved: z.object({ ids: z.array(z.string()), conditions: z.array(Condition) }),
  autonomously_rolled_back: z.object({
    improvements: z.array(z.string()),
    reason: z.string(),
    head: GitId,
    cost: Cost,
  }),
  applied: z.object({ results: z.array(AppliedResult), head: GitId, cost: Cost }),
  rolled_back: z.object({
    improvement: z.string(),
    commit: GitId,
    files: z.array(z.string()),
    by: z.string(),
    reason: z.string(),
  }),
  human_scored: z.object({
    iteration: z.int().positive(),
    score: z.int().min(1).max(10),
    by: z.string(),
  }),
  ended: endedAs(
    z.enum(['target_reached', 'iteration_limit', 'scored', 'stopped', 'cap_reached', 'failed']),
  ),
} as const
export type EventName = keyof typeof payloads
export type Payloads = { readonly [Name in EventName]: z.infer<(typeof payloads)[Name]> }
export type Payload<Name extends EventName> = Payloads[Name]
