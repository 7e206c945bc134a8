import { createHash } from 'node:crypto'
import { canonicalJson } from '../../model/canonical-json.ts'
import { ok, type Result } from '../../model/result.ts'

/** The SHA-256 of a value's canonical JSON: the same for every spelling of the value, and only for it. */
export function canonicalHash(value: unknown): Result<string, string> {
  const text = canonicalJson(value)
  return text.ok ? ok(createHash('sha256').update(text.value, 'utf8').digest('hex')) : text
}
