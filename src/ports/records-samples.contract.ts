import type {
  NewImprovement,
  NewIteration,
  NewIterationLog,
} from '../model/records-improvements.ts'
import type { NewApplication, NewEnhancement, NewPromptVersion } from '../model/records-lessons.ts'
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

export const enhancementOf = (
  name: string | number,
  more: Partial<NewEnhancement> = {},
): NewEnhancement => ({
  id: idOf('enhancement', name),
  created_at: at(0),
  updated_at: at(0),
  error_code: 'COMPLETENESS_TODO',
  enhancement_text: 'Leave no TODO behind.',
  ...more,
})

export const fullEnhancement: NewEnhancement = enhancementOf('full', {
  updated_at: at(1),
  error_pattern: 'TODO|FIXME',
  enhancement_version: 2,
  is_active: false,
  applications_count: 30,
  success_count: 20,
  failure_count: 10,
  reduction_rate: 0,
  raw_reduction_rate: -0.25,
  parent_enhancement_id: idOf('enhancement', 'parent'),
  improvement_reason: 'The first one was vague.',
  last_effectiveness_check: at(2),
  target_proposer_names: ['cheap', 'with, comma', '"quoted"'],
  target_complexity_min: 0.1,
  target_complexity_max: 0.8,
  target_output_types: ['code'],
  stage: 'retired-harmful',
  stage_reason: 'more failed with it',
  stage_since: at(1),
  token_count: 12,
  origin: 'trainer',
})

export const applicationOf = (
  lesson: string,
  order: string | number,
  more: Partial<NewApplication> = {},
): NewApplication => ({
  enhancement_id: idOf('enhancement', lesson),
  enhancement_version: 1,
  work_order_id: idOf('order', order),
  applied_at: at(0),
  probability: 0.123456789012345,
  is_on: true,
  eligible: true,
  shortlisted: true,
  complexity_band: '0.3-0.4',
  proposer_name: 'cheap',
  output_type: 'code',
  target_failed: false,
  guardrail_failed: true,
  model: 'small-1',
  prompt_hash: 'abc',
  tool_version: '1',
  iteration: 3,
  ...more,
})

export const promptOf = (
  number: number,
  more: Partial<NewPromptVersion> = {},
): NewPromptVersion => ({
  id: idOf('prompt', number),
  created_at: at(number),
  prompt_type: 'base_proposer',
  version_number: number,
  version_tag: `v${number}`,
  prompt_template: 'Task: {{task}}',
  template_variables: { task: 'what is asked' },
  author: 'meta-ai-loop',
  change_notes: 'shorter',
  parent_version_id: number === 1 ? null : idOf('prompt', number - 1),
  usage_count: 3,
  avg_success_rate: 0.667,
  ...more,
})

export const iterationOf = (number: number, more: Partial<NewIteration> = {}): NewIteration => ({
  id: idOf('iteration', number),
  iteration_number: number,
  project_name: 'bookshop',
  started_at: at(number * 100),
  completed_at: at(number * 100 + 50),
  status: 'completed',
  ...more,
})

export const fullIteration: NewIteration = iterationOf(1, {
  moose_version: '1a2b3c',
  total_work_orders: 12,
  work_orders_succeeded: 9,
  work_orders_failed: 3,
  total_execution_time_seconds: 600,
  total_cost_usd: 1.2345,
  architecture_score: 7,
  readability_score: 8,
  completeness_score: 6,
  test_coverage_score: 5,
  user_experience_score: 9,
  overall_score: 6.9,
  human_quality_score: 8,
  builds_successfully: true,
  tests_pass: false,
  lint_errors: 2,
  moose_files_modified: false,
  isolation_verified: true,
  scoring_details: { architecture_evidence: ['src/a.ts:3'] },
  analysis_summary: { patterns: [] },
  analysis_details: { causes: ['x'] },
  failures_by_class: { timeout: 3 },
  what_worked: 'small orders',
  what_failed: 'tests',
  improvements_made: 'none',
})

export const fullLog: NewIterationLog = {
  id: idOf('log'),
  iteration_id: idOf('iteration', 1),
  work_order_id: idOf('order', 'full'),
  execution_order: 1,
  started_at: at(1),
  completed_at: at(2),
  duration_seconds: 59.5,
  status: 'needs_review',
  files_modified: ['src/a.ts', 'src/ä b.ts'],
  lines_added: 10,
  lines_deleted: 2,
  pr_url: 'https://example.org/pull/7',
  pr_merged: true,
  proposer_used: 'cheap',
  aider_model: 'small-1',
  prompt_tokens: 1_000,
  completion_tokens: 200,
  cost_usd: 0.0123,
  compilation_errors: 0,
  test_results: { passed: 3, failed: 1, skipped: 0 },
  acceptance_result: acceptanceOf(6.5),
}

export const improvementOf = (
  name: string | number,
  more: Partial<NewImprovement> = {},
): NewImprovement => ({
  id: idOf('improvement', name),
  improvement_type: 'prompt_tuning',
  description: 'Take the lesson into the base prompt',
  files_changed: ['prompts/base.txt'],
  git_commit_hash: '1a2b3c',
  expected_impact: 'fewer errors',
  actual_impact: null,
  proposed_at: at(5),
  proposal_details: { enhancement_id: idOf('enhancement', name), effectiveness_data: { n: 30 } },
  ...more,
})
