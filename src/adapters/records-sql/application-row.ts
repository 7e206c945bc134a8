import type { ApplicationRow } from '../../model/records-lessons.ts'
import type { Dialect } from './database.ts'

const bit = (column: string, value: number) => `${value} * cast(${column} as integer)`
/** 2 where nobody measured it. */
const known = (column: string, value: number) =>
  `${value} * coalesce(cast(${column} as integer), 2)`

/**
 * There may be a million of them, and they are read whole to weigh the evidence. So they are read as few
 * columns and built by hand: what the database guards is not checked once more.
 */
export const applicationColumns = `enhancement_id, enhancement_version, work_order_id, applied_at,
  probability, ${[
    bit('is_on', 1),
    bit('eligible', 2),
    bit('shortlisted', 4),
    known('target_failed', 8),
    known('guardrail_failed', 32),
  ].join(' + ')}, complexity_band, proposer_name, output_type, model, prompt_hash, tool_version,
  iteration`

export function applicationRow(dialect: Dialect, row: readonly unknown[]): ApplicationRow {
  const flags = Number(row[5])
  return {
    enhancement_id: String(row[0]),
    enhancement_version: Number(row[1]),
    work_order_id: String(row[2]),
    applied_at: String(dialect.decode('time', row[3])),
    probability: Number(row[4]),
    is_on: (flags & 1) !== 0,
    eligible: (flags & 2) !== 0,
    shortlisted: (flags & 4) !== 0,
    complexity_band: String(row[6]),
    proposer_name: String(row[7]),
    output_type: String(row[8]),
    target_failed: (flags & 16) === 0 ? (flags & 8) !== 0 : null,
    guardrail_failed: (flags & 64) === 0 ? (flags & 32) !== 0 : null,
    model: String(row[9]),
    prompt_hash: String(row[10]),
    tool_version: String(row[11]),
    iteration: Number(row[12]),
  }
}
