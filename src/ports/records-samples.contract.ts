import type { NewOrder, RecordedAcceptance } from '../model/records-orders.ts'
import type {
  NewAttempt,
  NewExperiment,
  NewFailure,
  NewSuccessMetrics,
} from '../model/records-outcomes.ts'
import { recordIdOf } from '../model/records-sampling.ts'

/** A moment so many minutes after the first one. */
export const at = (minutes: number): string =>
  new Date(Date.UTC(2026, 2, 1) + minutes * 60_000).toISOString()

export const idOf = recordIdOf

export const acceptanceOf = (score: number, measured = at(0)): RecordedAcceptance => ({
  dimension_scores: {
    architecture: 7,
    readability: 8,
    completeness: 5,
    test_coverage: 4,
    build_success: 10,
  },
  acceptance_score: score,
  build_passed: true,
  tests_passed: false,
  lint_errors: 3,
  todo_count: 5,
  test_coverage_percent: 42,
  timestamp: measured,
})

export const orderOf = (name: string | number, more: Partial<NewOrder> = {}): NewOrder => ({
  id: idOf('order', name),
  created_at: at(0),
  updated_at: at(0),
  title: `Order ${name}`,
  description: 'Grüße, 課程, 🎓 and \'quotes\' "both"',
  ...more,
})

export const fullOrder: NewOrder = orderOf('full', {
  status: 'needs_review',
  risk_level: 'high',
  project_name: 'bookshop',
  proposer_id: 'cheap',
  estimated_cost: 0.1234,
  actual_cost: 12.5,
  pattern_confidence: 0.875,
  metadata: { expected_output_type: 'code', nested: { list: [1, null, 'x'] } },
  acceptance_criteria: ['it builds', { text: 'it is tested' }],
  files_in_scope: ['src/**'],
  context_budget_estimate: 4_000,
  complexity_score: 1.234,
  retry_count: 2,
  github_pr_number: 7,
  github_pr_url: 'https://example.org/pull/7',
  github_branch: 'order/7',
  acceptance_result: { ...acceptanceOf(6.5), findings: [{ file: 'a.ts', line: 3 }] },
})

export const failureOf = (name: string | number, more: Partial<NewFailure> = {}): NewFailure => ({
  id: idOf('failure', name),
  created_at: at(1),
  work_order_id: idOf('order', 'full'),
  proposer_name: 'cheap',
  complexity_score: 0.345,
  complexity_band: '0.3-0.4',
  initial_errors: 4,
  final_errors: 1,
  raw_errors: 6,
  refinement_count: 2,
  refinement_success: true,
  error_codes: ['TS2304', 'TS1005'],
  error_samples: [{ code: 'TS2304', message: "Cannot find name 'a'", line: 3, column: null }],
  sanitizer_changes: ['curly "quotes" → plain', 'a, b'],
  sanitizer_functions_triggered: 2,
  is_success: false,
  failure_category: 'import_error',
  ...more,
})

export const attemptOf = (name: string | number, more: Partial<NewAttempt> = {}): NewAttempt => ({
  id: idOf('attempt', name),
  created_at: at(typeof name === 'number' ? name : 0),
  proposer_name: 'cheap',
  complexity_band: '0.3-0.4',
  work_order_id: idOf('order', 'full'),
  was_success: true,
  final_errors: 0,
  refinement_count: 1,
  ...more,
})

export const fullMetrics: NewSuccessMetrics = {
  id: idOf('metrics'),
  proposer_name: 'cheap',
  complexity_band: '0.9-1.0',
  window_start: at(0),
  window_end: at(60),
  total_attempts: 10,
  successful_attempts: 7,
  failed_attempts: 3,
  success_rate: 0.7,
  avg_initial_errors: 3.25,
  avg_final_errors: 0.5,
  avg_improvement_rate: -0.25,
  avg_refinement_cycles: 1.5,
  zero_refinement_success_rate: 0.2,
  top_error_codes: [{ code: 'TS2304', count: 3, rate: 0.3 }],
}

export const experimentOf = (
  name: string | number,
  more: Partial<NewExperiment> = {},
): NewExperiment => ({
  id: idOf('experiment', name),
  proposer_name: 'cheap',
  current_threshold: 0.3,
  experimental_threshold: 0.35,
  complexity_band: '0.3-0.4',
  status: 'promoted',
  started_at: at(0),
  completed_at: at(90),
  attempts_count: 31,
  success_count: 30,
  failure_count: 1,
  success_rate: 0.968,
  target_success_rate: 0.75,
  min_attempts: 31,
  experiment_notes: 'a note',
  promotion_reason: 'it held',
  archived_at: null,
  ...more,
})
