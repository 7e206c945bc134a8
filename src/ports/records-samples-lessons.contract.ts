import type { NewImprovement, NewIteration } from '../model/records-improvements.ts'
import type { NewApplication, NewEnhancement, NewPromptVersion } from '../model/records-lessons.ts'
import { at, idOf } from './records-samples.contract.ts'

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
