import { z } from 'zod'
import { count, Json, JsonObject, Moment, orNull, RecordId } from './records-values.ts'

/** Where an order stands: review is for what was measured low, rework for what did not run to its end. */
export const OrderStatus = z.enum([
  'pending',
  'in_progress',
  'needs_review',
  'needs_rework',
  'completed',
  'failed',
  'escalated',
  'cancelled',
])
export type OrderStatus = z.infer<typeof OrderStatus>

const dimensionScore = z.number().min(0).max(10)

/** What acceptance measured. Whatever else the validator says is kept beside these. */
export const RecordedAcceptance = z
  .object({
    dimension_scores: z.object({
      architecture: dimensionScore,
      readability: dimensionScore,
      completeness: dimensionScore,
      test_coverage: dimensionScore,
      build_success: dimensionScore,
    }),
    acceptance_score: dimensionScore,
    build_passed: z.boolean(),
    tests_passed: z.boolean(),
    lint_errors: count,
    todo_count: count,
    /** Null where nothing could be measured, which is not zero. */
    test_coverage_percent: z.number().min(0).max(100).nullable(),
    timestamp: Moment,
  })
  .catchall(Json)
export type RecordedAcceptance = z.infer<typeof RecordedAcceptance>

export const OrderRow = z.object({
  id: RecordId,
  created_at: Moment,
  updated_at: Moment,
  title: z.string().min(1),
  description: z.string(),
  status: OrderStatus.default('pending'),
  risk_level: z.enum(['low', 'medium', 'high']).default('low'),
  project_name: orNull(z.string()),
  proposer_id: orNull(z.string()),
  estimated_cost: orNull(z.number().nonnegative()),
  actual_cost: orNull(z.number().nonnegative()),
  pattern_confidence: orNull(z.number().min(0).max(1)),
  /** Holds expected_output_type, by which the last measured order of a kind is found. */
  metadata: JsonObject.default({}),
  acceptance_criteria: z.array(Json).default([]),
  files_in_scope: z.array(Json).default([]),
  context_budget_estimate: count.default(2000),
  /** Scope scores may pass 1. */
  complexity_score: orNull(z.number().nonnegative()),
  retry_count: count.default(0),
  github_pr_number: orNull(count),
  github_pr_url: orNull(z.string()),
  github_branch: orNull(z.string()),
  acceptance_result: orNull(RecordedAcceptance),
})
export type OrderRow = z.output<typeof OrderRow>
export type NewOrder = z.input<typeof OrderRow>

/** How the last measured orders were found: by output type, else in the project, else anywhere. */
export type MeasuredOrders = {
  readonly matched: 'output-type' | 'project' | 'anywhere'
  /** The latest first. */
  readonly orders: readonly OrderRow[]
}
