import { z } from 'zod'
import { commonPayloads, endedAs, startedAs } from '../../asking/commands.ts'
import { Cost } from '../../asking/meter.ts'
import { AcceptanceResult } from '../../checks/acceptance/acceptance-result.ts'
import { GitId, Sha256 } from '../../loop/recorded.ts'
import { Caps } from '../../model/caps.ts'
import { Obligation } from '../../model/obligation.ts'
import { EscalationLimits } from '../../model/workorder-config.ts'
import { Order } from './order.ts'
import {
  CompilerError,
  ContractViolation,
  SanitizerMetadata,
  Strategy,
} from './refining/records.ts'
import { TriggerType } from './routing/escalation.ts'

/** Somebody who can be asked to write the change, and up to which complexity. */
export const BoundProposer = z.object({
  name: z.string().min(1),
  agent: z.string().min(1),
  complexity_threshold: z.number().min(0).max(1),
  /** What it costs compared to the others; the cheapest that is able is asked. */
  cost: z.number().nonnegative(),
})
export type BoundProposer = z.infer<typeof BoundProposer>

/** What a run starts with. It does not change under it. */
export const OrderSetup = z.object({
  orderId: z.uuid(),
  order: Order,
  project: z.string().min(1),
  /** The commit that the change starts from; null: known when it begins. */
  base: GitId.nullable(),
  complexity: z.object({
    score: z.number().min(0).max(1),
    band: z.string(),
    strongest: z.boolean(),
    why: z.string(),
    /** What the score was made of, each from 0 to 1; journals of earlier versions do not tell. */
    factors: z.record(z.string(), z.number()).optional(),
    /** How much each of them counted. */
    weights: z.record(z.string(), z.number()).optional(),
  }),
  proposers: z.array(BoundProposer).min(1),
  attempts: z.int().positive(),
  escalation: EscalationLimits,
  threshold: z.number().min(0).max(10),
  mostGuidelines: z.int().nonnegative(),
  /** Seconds for planting bugs in the change; 0: none are planted. */
  mutationSeconds: z.number().nonnegative(),
  commands: z.object({
    build: z.string().optional(),
    test: z.string().optional(),
    lint: z.string().optional(),
  }),
  /** The order whose change this one goes on with. */
  parent: z.string().nullable(),
  feedback: z.string().nullable(),
  /** The files to begin with, where that is not the base alone. */
  startFrom: GitId.nullable(),
  /** Who planned it, and as which of how many. */
  plan: z.object({ id: z.string(), number: z.int().positive(), of: z.int().positive() }).nullable(),
  caps: Caps,
  agents: z.record(z.string(), z.record(z.string(), z.unknown())),
  promptsSha256: Sha256,
})
export type OrderSetup = z.infer<typeof OrderSetup>

/** The coin of one lesson for this order, as it was thrown. */
export const Assignment = z.object({
  lessonId: z.string(),
  version: z.int().positive(),
  code: z.string(),
  shortlisted: z.boolean(),
  probability: z.number().min(0).max(1),
  on: z.boolean(),
  stratum: z.string(),
})
export type Assignment = z.infer<typeof Assignment>

export const GuidelineRecord = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('delta'), code: z.string(), text: z.string() }),
  z.object({
    kind: z.literal('lesson'),
    code: z.string(),
    text: z.string(),
    id: z.string(),
    version: z.int().positive(),
  }),
])

export const FailureClass = z.enum([
  'dependency_missing',
  'compile_error',
  'contract_violation',
  'test_fail',
  'lint_error',
  'orchestration_error',
  'budget_exceeded',
  'timeout',
  'unknown',
])
export type FailureClass = z.infer<typeof FailureClass>

export const RunOutcome = z.enum([
  'completed',
  'needs_review',
  'needs_rework',
  'failed',
  'cap_reached',
  'stopped',
])
export type RunOutcome = z.infer<typeof RunOutcome>

/** Something in the change that nobody may overlook. */
export const Objection = z.object({
  rule: z.string(),
  path: z.string().nullable(),
  line: z.int().positive().nullable(),
  message: z.string(),
})
export type Objection = z.infer<typeof Objection>

const Counts = z.object({
  files: z.int().nonnegative(),
  added: z.int().nonnegative(),
  deleted: z.int().nonnegative(),
})

export const payloads = {
  ...commonPayloads,
  run_started: startedAs(OrderSetup),
  based: z.object({ base: GitId }),
  baseline_measured: z.object({
    /** What was measured and what the compiler said, kept by hash. */
    measurement: Sha256,
    build: z.string(),
    tests: z.string(),
    compilerErrors: z.int().nonnegative(),
    notes: z.array(z.string()),
    /** What the order asks for and cannot have at once, or not beside the tests that are there. */
    conflicts: z.array(z.string()).optional(),
    cost: Cost,
  }),
  briefed: z.object({
    prompt: Sha256,
    template: z.object({ id: z.string(), number: z.int().positive(), sha256: Sha256 }),
    guidelines: z.array(GuidelineRecord),
    assignments: z.array(Assignment),
    /** Who is asked first, and why. */
    proposer: z.string(),
    why: z.string(),
    /** Everybody who can be asked on the day of the work; journals of earlier versions keep those of the plan. */
    bound: OrderSetup.pick({ proposers: true, agents: true, promptsSha256: true }).optional(),
    cost: Cost,
  }),
  proposed: z.object({
    attempt: z.int().positive(),
    proposer: z.string(),
    tree: GitId,
    paths: z.array(z.string()),
    counts: Counts,
    how: z.enum(['files', 'workspace', 'both']),
    notes: z.string(),
    /** What changed in the user's own checkout while the agent worked; by whom, a person must say. */
    touched: z.string().optional(),
    cost: Cost,
  }),
  compiled: z.object({
    /** The change after corrections, and what the compiler said of it before and after them. */
    tree: GitId,
    errorsBefore: z.int().nonnegative(),
    /** Only what the change brought in. */
    errors: z.array(CompilerError),
    codes: z.array(z.string()),
    /** The best of this attempt so far; what is worse than an earlier one is not gone on with. */
    kept: z.boolean(),
    sanitizer: SanitizerMetadata.nullable(),
    violations: z.array(ContractViolation),
    cost: Cost,
  }),
  /** `reviewer`: too many errors for the proposer; somebody else looks. */
  cycle_begun: z.object({
    cycle: z.int().positive(),
    strategy: Strategy,
    by: z.enum(['proposer', 'reviewer']),
    warning: z.string().optional(),
  }),
  ready_to_measure: z.object({ compilation_warnings: z.int().nonnegative() }),
  refined: z.object({
    tree: GitId,
    paths: z.array(z.string()),
    counts: Counts,
    touched: z.string().optional(),
    cost: Cost,
  }),
  measured: z.object({
    tree: GitId,
    acceptance: AcceptanceResult,
    /** The whole judgement, kept by hash. */
    report: Sha256,
    /** What keeps the change from being accepted whatever it scores. */
    objections: z.array(Objection),
    warnings: z.int().nonnegative(),
    /** What a reader of the scores must know. */
    notes: z.array(z.string()),
    /** Codes that lessons are held against: compiler errors, weak dimensions, broken rules. */
    codes: z.array(z.string()),
    mutation: z
      .object({ killed: z.int(), tried: z.int(), score: z.number().nullable() })
      .nullable(),
    /** What the checks found of all that was asked; journals of earlier versions do not tell. */
    obligations: z.array(Obligation).optional(),
    /** What failed, in the words of the tools, for the next attempt. */
    problems: z.array(z.string()).optional(),
    /** The configuration lets the agent that made the change judge it. */
    selfJudgement: z.boolean().optional(),
    cost: Cost,
  }),
  /** What lay in the worktree before a call and came from no call and no person that is recorded. */
  set_aside: z.object({ tree: GitId, ref: z.string(), paths: z.array(z.string()) }),
  /** The same change as in the attempt before: it is not compiled and measured once more. */
  unchanged: z.object({ attempt: z.int().positive(), as: z.int().positive() }),
  delivered: z.object({ commit: GitId, branch: z.string(), patch: Sha256 }),
  attempt_failed: z.object({
    attempt: z.int().positive(),
    proposer: z.string(),
    failure_class: FailureClass,
    failure_category: z.string(),
    error: z.string(),
    /** Who is asked next; nobody where a person must decide. */
    next: z.string().nullable(),
    cost: Cost,
  }),
  gate_opened: z.object({
    trigger: z.union([TriggerType, z.enum(['undecided_obligations', 'checkout_touched'])]),
    detail: z.string(),
  }),
  ended: endedAs(RunOutcome),
} as const

export type EventName = keyof typeof payloads
export type Payloads = { readonly [Name in EventName]: z.infer<(typeof payloads)[Name]> }
export type Payload<Name extends EventName> = Payloads[Name]
