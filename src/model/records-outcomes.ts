import { z } from 'zod'
import { ComplexityBand, count, Moment, orNull, RecordId, Share } from './records-values.ts'

export const FailureCategory = z.enum([
  'contract_violation',
  'syntax_error',
  'import_error',
  'type_error',
  'compile_error',
  'unknown_failure',
])
export type FailureCategory = z.infer<typeof FailureCategory>

/** proposer_failures: every failure, and the successes that were sampled. */
export const FailureRow = z.object({
  id: RecordId,
  created_at: Moment,
  work_order_id: RecordId,
  proposer_name: z.string().min(1),
  complexity_score: Share,
  complexity_band: ComplexityBand,
  initial_errors: count.default(0),
  final_errors: count.default(0),
  /** Compiler errors before the sanitizer touched anything. */
  raw_errors: orNull(count),
  refinement_count: count.default(0),
  refinement_success: z.boolean().default(false),
  error_codes: z.array(z.string()).default([]),
  /** The first five. */
  error_samples: z
    .array(
      z.object({
        code: z.string(),
        message: z.string(),
        line: z.number().int().nullable(),
        column: z.number().int().nullable(),
      }),
    )
    .max(5)
    .default([]),
  sanitizer_changes: z.array(z.string()).default([]),
  sanitizer_functions_triggered: count.default(0),
  is_success: z.boolean().default(false),
  failure_category: orNull(FailureCategory),
})
export type FailureRow = z.output<typeof FailureRow>
export type NewFailure = z.input<typeof FailureRow>

/** proposer_attempts: all of them pass through; the latest fifty of a proposer and band stay. */
export const AttemptRow = z.object({
  id: RecordId,
  created_at: Moment,
  proposer_name: z.string().min(1),
  complexity_band: ComplexityBand,
  work_order_id: RecordId,
  was_success: z.boolean(),
  final_errors: count.default(0),
  refinement_count: count.default(0),
})
export type AttemptRow = z.output<typeof AttemptRow>
export type NewAttempt = z.input<typeof AttemptRow>

/** How many attempts of one proposer and band are kept. */
export const attemptsKept = 50

/** proposer_success_metrics: one row a proposer, band and window. */
export const SuccessMetricsRow = z.object({
  id: RecordId,
  proposer_name: z.string().min(1),
  complexity_band: ComplexityBand,
  window_start: Moment,
  window_end: Moment,
  total_attempts: count.default(0),
  successful_attempts: count.default(0),
  failed_attempts: count.default(0),
  success_rate: orNull(Share),
  avg_initial_errors: orNull(z.number().nonnegative()),
  avg_final_errors: orNull(z.number().nonnegative()),
  /** (initial - final) / initial; below zero where refinement made it worse. */
  avg_improvement_rate: orNull(z.number().max(1)),
  avg_refinement_cycles: orNull(z.number().nonnegative()),
  zero_refinement_success_rate: orNull(Share),
  /** At most ten, the most frequent first. */
  top_error_codes: z
    .array(z.object({ code: z.string(), count: z.number(), rate: z.number() }))
    .max(10)
    .default([]),
})
export type SuccessMetricsRow = z.output<typeof SuccessMetricsRow>
export type NewSuccessMetrics = z.input<typeof SuccessMetricsRow>

export const ExperimentRow = z
  .object({
    id: RecordId,
    proposer_name: z.string().min(1),
    current_threshold: Share,
    experimental_threshold: Share,
    complexity_band: ComplexityBand,
    status: z.enum(['running', 'promoted', 'rejected', 'paused']).default('running'),
    started_at: Moment,
    completed_at: orNull(Moment),
    attempts_count: count.default(0),
    success_count: count.default(0),
    failure_count: count.default(0),
    success_rate: orNull(Share),
    target_success_rate: Share.default(0.7),
    min_attempts: count.default(30),
    experiment_notes: orNull(z.string()),
    promotion_reason: orNull(z.string()),
    archived_at: orNull(Moment),
  })
  .refine((row) => row.experimental_threshold > row.current_threshold, {
    path: ['experimental_threshold'],
    error: 'must be above the current threshold',
  })
export type ExperimentRow = z.output<typeof ExperimentRow>
export type NewExperiment = z.input<typeof ExperimentRow>
