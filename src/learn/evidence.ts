import { createHash } from 'node:crypto'
import type { Standing } from '../learning/standing.ts'
import { canonicalJson } from '../model/canonical-json.ts'
import type { Effectiveness } from '../model/records-effectiveness.ts'
import type { EnhancementRow } from '../model/records-lessons.ts'

/** What a person is shown of one lesson, as data. */
export const evidenceOf = (
  row: EnhancementRow,
  standing: Standing | null,
  figure: Effectiveness | null,
): Record<string, unknown> => ({
  id: row.id,
  version: row.enhancement_version,
  text: row.enhancement_text,
  code: row.error_code,
  standing: standing === null ? null : jsonOf(standing),
  figures: figure === null ? null : jsonOf(figure),
})

/** Numbers that JSON does not know become null. */
const jsonOf = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

/** Names exactly this evidence: an answer says which one its author saw. */
export function evidenceHash(evidence: Record<string, unknown>): string {
  const written = canonicalJson(evidence)
  if (!written.ok) throw new Error(`the evidence of a lesson cannot be written: ${written.error}`)
  return createHash('sha256').update(written.value).digest('hex')
}
