import { z } from 'zod'
import { Cost } from '../../asking/meter.ts'
import { Sha256 } from '../../loop/recorded.ts'
import { Caps } from '../../model/caps.ts'
import { PreparedCheck } from '../../model/check.ts'
import { GateAnswer } from '../../model/gate.ts'
import { Obligation } from '../../model/obligation.ts'
import { Criteria, Level } from '../../model/rule.ts'
import { Exam } from '../../obligations/exam.ts'
import { Evaluation, Issue } from './contracts.ts'

export const TaskType = z.enum(['api-spec', 'code', 'docs', 'config', 'other'])
export type TaskType = z.infer<typeof TaskType>

/** What a run starts with. It does not change under it. */
export const Setup = z.object({
  task_alias: z.string(),
  task: z.object({ prompt: z.string(), ideal_result: z.string(), type: TaskType }),
  criteria: Criteria,
  max_iterations: z.number().int().positive(),
  max_completed_phase_seconds: z.number().int().positive().nullable(),
  caps: Caps,
  options: z.object({
    require_threshold: z.boolean(),
    stagnation_includes_blockers: z.boolean(),
    produce: z.enum(['every', 'first-only']),
    fixers: z.boolean(),
    /** A person allowed the producer's agent to judge its own work. */
    self_judgement: z.boolean().optional(),
  }),
  /** What the task asks, read before the work starts. */
  exam: Exam.optional(),
  /** Role → the name of the agent bound to it, so that nobody marks their own work. */
  bindings: z.record(z.string(), z.string()).optional(),
  /** Role → what answers for it: kind, model, temperature. */
  agents: z.record(z.string(), z.record(z.string(), z.unknown())),
  prompts_sha256: Sha256,
  from: z.string().optional(),
})
export type Setup = z.infer<typeof Setup>

/** The phases an agent is asked for. EVALUATE asks one only for rules that no check decides. */
export const PhaseName = z.enum(['PLAN', 'PRODUCE', 'PREPARE', 'EVALUATE', 'CRITIQUE', 'REFINE'])
export type PhaseName = z.infer<typeof PhaseName>

export const StepName = z.enum([
  'PLAN',
  'PRODUCE_PREPARE',
  'PREPARE',
  'EVALUATE',
  'CRITIQUE',
  'REFINE',
])
export type StepName = z.infer<typeof StepName>

export const StopCode = z.enum([
  'threshold_reached',
  'no_major_issues',
  'user_stop',
  'stagnation',
  'budget_exceeded',
  'iteration_limit',
  'phase_error',
])
export type StopCode = z.infer<typeof StopCode>

const Artifact = z.object({ artifact_hash: Sha256 })

/** The payload of each event. `gate_answered` occurs only where a run was parked before its start. */
export const payloads = {
  run_started: z.object({
    setup: Setup,
    confirmed: z.array(GateAnswer),
    artifact_hash: Sha256.optional(),
  }),
  gate_answered: z.object({
    answer: GateAnswer,
    setup: Setup.optional(),
    /** All obligations after a person decided some. */
    obligations: z.array(Obligation).optional(),
  }),
  plan_created: z.object({ plan: z.array(z.string()), cost: Cost }),
  artifact_created: Artifact.extend({
    cost: Cost.optional(),
    source: z.enum(['produced', 'kept', 'edited']),
  }),
  checks_prepared: z.object({ checks: z.array(PreparedCheck), cost: Cost }),
  evaluation_done: Evaluation.extend({
    artifact_sha256: Sha256,
    stagnation_count: z.number(),
    /** What protected the machine from the checks: bwrap, none (the user's word), or refused. */
    sandbox: z.string().optional(),
    obligations: z.array(Obligation).optional(),
    /** Why the run would have completed, had a person decided what is undecided. */
    awaits_decision: z.enum(['threshold_reached', 'no_major_issues']).optional(),
    cost: Cost,
  }),
  critique_done: z.object({ issues: z.array(Issue), cost: Cost }),
  refinement_done: Artifact.extend({
    previous_artifact_hash: Sha256,
    fixed_by_machine: z.array(z.string()),
    cost: Cost,
  }),
  phase_switched: z.object({ from: Level, to: Level }),
  iteration_advanced: z.object({ to: z.number().int() }),
  phase_error: z.object({
    phase: PhaseName,
    attempt: z.number().int(),
    error: z.string(),
    cost: Cost.optional(),
  }),
  stopped: z.looseObject({
    reason: z.string(),
    code: StopCode,
    status: z.enum(['completed', 'stopped']),
    passed: z.boolean(),
  }),
  failed: z.object({ reason: z.literal('phase_error'), error: z.string() }),
} as const

export type EventName = keyof typeof payloads
export type Payload<Name extends EventName> = z.infer<(typeof payloads)[Name]>
