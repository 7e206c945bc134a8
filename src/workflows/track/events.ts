import { z } from 'zod'
import { commonPayloads, endedAs, startedAs } from '../../asking/commands.ts'
import { Cost } from '../../asking/meter.ts'
import { impactKinds } from '../../checks/track/impact.ts'
import { GitId, Sha256 } from '../../loop/recorded.ts'
import { Caps } from '../../model/caps.ts'
import { Obligation } from '../../model/obligation.ts'

/** The steps of the loop, as metadata.json names them. */
export const LoopStep = z.enum([
  'PLAN',
  'EVALUATE_PLAN',
  'EXECUTE',
  'EVALUATE_EXECUTION',
  'FIX',
  'BUSINESS_SYNC',
  'COMPLETE',
])
export type LoopStep = z.infer<typeof LoopStep>

const TaskCommit = z.object({ sha: GitId, message: z.string(), task: z.string() })
export type TaskCommit = z.infer<typeof TaskCommit>

/** What a run starts with. It does not change under it. */
export const TrackSetup = z.object({
  trackId: z.string().min(1),
  title: z.string().min(1),
  type: z.string().min(1),
  /** Those that metadata.json names, which wins over every word of the spec. */
  evaluators: z.array(z.string()).optional(),
  /** The folder of the track, from the root of the workspace. */
  folder: z.string().min(1),
  spec: z.string().min(1),
  /** Where a track that others began stands. */
  adopted: z
    .object({
      step: LoopStep,
      plan: z.string(),
      planVersion: z.int().nonnegative(),
      fixCycles: z.int().nonnegative(),
      commits: z.array(TaskCommit),
    })
    .nullable(),
  maxFixCycles: z.int().positive(),
  maxPlanRevisions: z.int().positive(),
  maxSteps: z.int().positive(),
  maxWorkers: z.int().positive(),
  caps: Caps,
})
export type TrackSetup = z.infer<typeof TrackSetup>

/** What an executor says about the documents of the business. */
export const SyncNote = z.object({
  required: z.boolean(),
  reason: z.string(),
  affected: z.array(z.string()),
})
export type SyncNote = z.infer<typeof SyncNote>

const EvaluatorVerdict = z.enum(['PASS', 'FAIL', 'NOT DECIDED', 'N/A'])

export const BoardReview = z.object({
  status: z.enum(['SKIPPED', 'APPROVED', 'APPROVED_WITH_REVIEW', 'REJECTED', 'ESCALATE']),
  reason: z.string(),
  votes: z.array(
    z.object({ director: z.string(), vote: z.string(), reason: z.string(), by: z.string() }),
  ),
})
export type BoardReview = z.infer<typeof BoardReview>

export const Impact = z.object({
  kind: z.enum(impactKinds),
  what: z.string(),
  path: z.string(),
  line: z.int().optional(),
  value: z.string().optional(),
})

export const Trigger = z.enum([
  'fix_limit',
  'plan_limit',
  'board_rejected',
  'max_iterations',
  'undecided',
  'blocked',
  'question',
  'checkout_touched',
])
export type Trigger = z.infer<typeof Trigger>

export const TrackOutcome = z.enum(['completed', 'failed', 'cap_reached', 'stopped'])
export type TrackOutcome = z.infer<typeof TrackOutcome>

export const payloads = {
  ...commonPayloads,
  run_started: startedAs(TrackSetup),
  /** The commit that the track's branch begins at. */
  based: z.object({ base: GitId }),
  planned: z.object({
    plan: z.string().min(1),
    by: z.string(),
    notes: z.array(z.string()),
    cost: Cost,
  }),
  plan_evaluated: z.object({
    verdict: z.enum(['PASS', 'FAIL']),
    passes: z.array(
      z.object({
        number: z.int(),
        name: z.string(),
        verdict: EvaluatorVerdict,
        issues: z.array(z.string()),
      }),
    ),
    reasons: z.array(z.string()),
    board: BoardReview,
    cto: BoardReview,
    dag: z.object({ nodes: z.int(), groups: z.int(), depth: z.int() }).nullable(),
    cost: Cost,
  }),
  task_done: z.object({
    task: z.string(),
    title: z.string(),
    /** Null where there was nothing to change: a task that only verifies. */
    commit: GitId.nullable(),
    /** The commit of an earlier task that did this one, too. */
    doneIn: GitId.optional(),
    message: z.string(),
    summary: z.string(),
    paths: z.array(z.string()),
    sync: SyncNote.nullable(),
    discovered: z.array(z.string()),
    by: z.string(),
    cost: Cost,
  }),
  task_failed: z.object({ task: z.string(), error: z.string(), cost: Cost }),
  evaluated: z.object({
    commit: GitId,
    verdict: z.enum(['PASS', 'FAIL', 'NOT DECIDED']),
    runs: z.array(
      z.object({ evaluator: z.string(), verdict: EvaluatorVerdict, issues: z.array(z.string()) }),
    ),
    failureItems: z.array(z.string()),
    syncRequired: z.boolean(),
    affectedDocs: z.array(z.string()),
    impact: z.array(Impact),
    obligations: z.array(Obligation),
    /** evaluation-report.md, kept by hash. */
    report: Sha256,
    /** Who made the work, and what stood around them. */
    agents: z.record(z.string(), z.record(z.string(), z.unknown())),
    /** The configuration lets an agent that made the work judge it. */
    selfJudgement: z.boolean(),
    cost: Cost,
  }),
  fixed: z.object({
    commit: GitId.nullable(),
    fixes: z.array(z.object({ issue: z.string(), fix: z.string() })),
    remaining: z.array(z.string()),
    /** Where the plan itself was wrong. */
    plan: z.string().optional(),
    sync: SyncNote.nullable(),
    paths: z.array(z.string()),
    by: z.string(),
    cost: Cost,
  }),
  synced: z.object({
    commit: GitId.nullable(),
    documents: z.array(z.string()),
    done: z.array(z.string()),
    at: z.string(),
    by: z.string(),
    cost: Cost,
  }),
  completed: z.object({
    commit: GitId,
    retrospective: z.string().nullable(),
    /** Why there is no retrospective; empty where there is one. */
    why: z.string(),
    /** knowledge/errors.json after this track, and what it was before; null where nothing was learned. */
    knowledge: z.object({ before: z.string().nullable(), text: z.string() }).nullable(),
    /** The time that the documents of the last commit bear. */
    at: z.string(),
  }),
  set_aside: z.object({ tree: GitId, ref: z.string(), paths: z.array(z.string()) }),
  /** What a person wrote into spec.md or plan.md while nobody worked. */
  edited: z.object({ plan: z.string().optional(), spec: z.string().optional() }),
  gate_opened: z.object({
    trigger: Trigger,
    detail: z.string(),
    /** The task that it is about. */
    task: z.string().optional(),
    /** What the step used that came to this question. */
    cost: Cost.optional(),
  }),
  ended: endedAs(TrackOutcome),
} as const

export type EventName = keyof typeof payloads
export type Payloads = { readonly [Name in EventName]: z.infer<(typeof payloads)[Name]> }
export type Payload<Name extends EventName> = Payloads[Name]
