import type { ColumnKind, Dialect, Row, Value } from './database.ts'

const named = (kind: ColumnKind, names: string): readonly (readonly [string, ColumnKind])[] =>
  names
    .split(/\s+/)
    .filter((name) => name !== '')
    .map((name) => [name, kind] as const)

/** The columns that are no plain text or number. A name means the same in every table. */
const kinds: ReadonlyMap<string, ColumnKind> = new Map([
  ...named(
    'json',
    `error_samples top_error_codes template_variables metadata acceptance_criteria files_in_scope
     acceptance_result scoring_details analysis_summary analysis_details failures_by_class
     test_results proposal_details`,
  ),
  ...named(
    'texts',
    `error_codes sanitizer_changes target_proposer_names target_output_types files_modified
     files_changed`,
  ),
  ...named(
    'flag',
    `refinement_success is_success was_success is_active is_on eligible shortlisted target_failed
     guardrail_failed builds_successfully tests_pass moose_files_modified isolation_verified
     pr_merged`,
  ),
  ...named(
    'time',
    `created_at updated_at last_effectiveness_check stage_since window_start window_end activated_at
     deactivated_at started_at completed_at archived_at applied_at proposed_at approved_at`,
  ),
])

/** Digits after the point, for columns that keep a fixed number of them. */
const scales: ReadonlyMap<string, number> = new Map([
  ...'complexity_score reduction_rate target_complexity_min target_complexity_max success_rate zero_refinement_success_rate avg_success_rate current_threshold experimental_threshold target_success_rate pattern_confidence'
    .split(' ')
    .map((name) => [name, 3] as const),
  ...'avg_initial_errors avg_final_errors avg_improvement_rate avg_refinement_cycles raw_reduction_rate total_cost_usd cost_usd estimated_cost actual_cost'
    .split(' ')
    .map((name) => [name, 4] as const),
  ['overall_score', 1],
])

/** A number with as many digits after the point as its column keeps, so that all databases keep the same. */
export const roundedFor = (column: string, value: number): number => {
  const scale = scales.get(column)
  return scale === undefined ? value : Number(value.toFixed(scale))
}

/** A field of a row as the driver takes it. */
export function encode(dialect: Dialect, column: string, value: unknown): Value {
  if (value === null || value === undefined) return null
  if (kinds.get(column) === 'json') return JSON.stringify(value)
  if (typeof value === 'number') return roundedFor(column, value)
  if (typeof value === 'boolean') return dialect.encodeFlag(value)
  if (Array.isArray(value)) return dialect.encodeTexts(value.map(String))
  if (typeof value !== 'string') throw new Error(`${column} cannot hold ${typeof value}`)
  return kinds.get(column) === 'time' ? new Date(value).toISOString() : value
}

/** A row as it came, with the values it was saved with. */
export const decode = (dialect: Dialect, row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      dialect.decode(kinds.get(column), value),
    ]),
  )
