import type { ApplicationRow } from '../../model/records-lessons.ts'
import type { Dialect, Row } from './database.ts'

/**
 * There may be a million of them, and they are read whole to weigh the evidence. So they are built by
 * hand: what the database guards is not checked once more.
 */
export function applicationRow(dialect: Dialect, row: Row): ApplicationRow {
  const flag = (column: string) => dialect.decode('flag', row[column]) === true
  const known = (column: string) => (row[column] === null ? null : flag(column))
  return {
    enhancement_id: String(row['enhancement_id']),
    enhancement_version: Number(row['enhancement_version']),
    work_order_id: String(row['work_order_id']),
    applied_at: String(dialect.decode('time', row['applied_at'])),
    probability: Number(row['probability']),
    is_on: flag('is_on'),
    eligible: flag('eligible'),
    shortlisted: flag('shortlisted'),
    complexity_band: String(row['complexity_band']),
    proposer_name: String(row['proposer_name']),
    output_type: String(row['output_type']),
    target_failed: known('target_failed'),
    guardrail_failed: known('guardrail_failed'),
    model: String(row['model']),
    prompt_hash: String(row['prompt_hash']),
    tool_version: String(row['tool_version']),
    iteration: Number(row['iteration']),
  }
}
