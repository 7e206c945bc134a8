import type { ApplicationRow } from '../../model/records-lessons.ts'
import type { Dialect } from './database.ts'

/**
 * There may be a million of them, and they are read whole to weigh the evidence. So they are built by
 * hand, from the columns in the order of the schema: what the database guards is not checked once more.
 */
export function applicationRow(dialect: Dialect, row: readonly unknown[]): ApplicationRow {
  const flag = (column: number) => dialect.decode('flag', row[column]) === true
  const known = (column: number) => (row[column] === null ? null : flag(column))
  return {
    enhancement_id: String(row[0]),
    enhancement_version: Number(row[1]),
    work_order_id: String(row[2]),
    applied_at: String(dialect.decode('time', row[3])),
    probability: Number(row[4]),
    is_on: flag(5),
    eligible: flag(6),
    shortlisted: flag(7),
    complexity_band: String(row[8]),
    proposer_name: String(row[9]),
    output_type: String(row[10]),
    target_failed: known(11),
    guardrail_failed: known(12),
    model: String(row[13]),
    prompt_hash: String(row[14]),
    tool_version: String(row[15]),
    iteration: Number(row[16]),
  }
}
