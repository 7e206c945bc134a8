import { z } from 'zod'
import { count, JsonObject, Moment, orNull, RecordId } from './records-values.ts'

const improvementTypes = [
  'bug_fix',
  'feature_add',
  'prompt_tuning',
  'architecture_change',
  'config_change',
  'contract_addition',
  'dependency_fix',
  'code_change',
] as const

/** What is changed. `prompt_enhancement` is another word for `prompt_tuning`. */
export const ImprovementType = z
  .enum([...improvementTypes, 'prompt_enhancement'])
  .transform((type) => (type === 'prompt_enhancement' ? 'prompt_tuning' : type))

/** moose_improvements: changes that were proposed, and what people decided. */
export const ImprovementRow = z.object({
  id: RecordId,
  from_iteration_id: orNull(RecordId),
  to_iteration_id: orNull(RecordId),
  improvement_type: ImprovementType,
  description: z.string().min(1),
  files_changed: z.array(z.string()).default([]),
  git_commit_hash: orNull(z.string()),
  expected_impact: orNull(z.string()),
  actual_impact: orNull(z.string()),
  proposed_at: Moment,
  approved_at: orNull(Moment),
  approved_by: orNull(z.string()),
  /** `enhancement_id` in it ties the proposal to a lesson; a lesson has one pending at most. */
  proposal_details: JsonObject.default({}),
  status: z
    .enum(['pending_approval', 'approved', 'rejected', 'applied'])
    .default('pending_approval'),
  decision_reason: orNull(z.string()),
})
export type ImprovementRow = z.output<typeof ImprovementRow>
export type NewImprovement = z.input<typeof ImprovementRow>

const rubricScore = z.number().int().min(1).max(10)

/** test_iterations: one whole application, built and scored. */
export const IterationRow = z.object({
  id: RecordId,
  iteration_number: z.number().int().positive(),
  project_name: z.string().min(1),
  moose_version: orNull(z.string()),
  started_at: Moment,
  completed_at: orNull(Moment),
  status: z.enum(['running', 'completed', 'failed']).default('running'),
  total_work_orders: count.default(0),
  work_orders_succeeded: count.default(0),
  work_orders_failed: count.default(0),
  total_execution_time_seconds: orNull(count),
  total_cost_usd: orNull(z.number().nonnegative()),
  architecture_score: orNull(rubricScore),
  readability_score: orNull(rubricScore),
  completeness_score: orNull(rubricScore),
  test_coverage_score: orNull(rubricScore),
  user_experience_score: orNull(rubricScore),
  /** Computed. */
  overall_score: orNull(z.number().min(0).max(10)),
  /** Where a person gave one, it stands instead of the computed score. */
  human_quality_score: orNull(rubricScore),
  builds_successfully: orNull(z.boolean()),
  tests_pass: orNull(z.boolean()),
  lint_errors: orNull(count),
  moose_files_modified: z.boolean().default(false),
  isolation_verified: z.boolean().default(false),
  scoring_details: orNull(JsonObject),
  analysis_summary: orNull(JsonObject),
  analysis_details: orNull(JsonObject),
  failures_by_class: orNull(JsonObject),
  what_worked: orNull(z.string()),
  what_failed: orNull(z.string()),
  improvements_made: orNull(z.string()),
})
export type IterationRow = z.output<typeof IterationRow>
export type NewIteration = z.input<typeof IterationRow>

/** iteration_work_order_logs: what became of each work order of an iteration. */
export const IterationLogRow = z.object({
  id: RecordId,
  iteration_id: RecordId,
  work_order_id: RecordId,
  execution_order: count,
  started_at: orNull(Moment),
  completed_at: orNull(Moment),
  duration_seconds: orNull(z.number().nonnegative()),
  status: z.string().min(1),
  files_modified: z.array(z.string()).default([]),
  lines_added: count.default(0),
  lines_deleted: count.default(0),
  pr_url: orNull(z.string()),
  pr_merged: z.boolean().default(false),
  proposer_used: orNull(z.string()),
  aider_model: orNull(z.string()),
  prompt_tokens: count.default(0),
  completion_tokens: count.default(0),
  cost_usd: orNull(z.number().nonnegative()),
  compilation_errors: orNull(count),
  test_results: orNull(JsonObject),
  acceptance_result: orNull(JsonObject),
})
export type IterationLogRow = z.output<typeof IterationLogRow>
export type NewIterationLog = z.input<typeof IterationLogRow>
