import type { Corrected } from './correction.ts'

/** Replaces what stands between two offsets. */
export type Edit = { readonly start: number; readonly end: number; readonly text: string }

/** Applies edits that do not overlap; of two at the same place the first given comes first. */
export function applyEdits(code: string, edits: readonly Edit[]): string {
  const sorted = edits.toSorted((one, other) => one.start - other.start || one.end - other.end)
  let at = 0
  let out = ''
  for (const { start, end, text } of sorted) {
    if (start < at) continue
    out += code.slice(at, start) + text
    at = end
  }
  return out + code.slice(at)
}

/** The outcome of a correction that is a list of edits. */
export function corrected(
  code: string,
  edits: readonly Edit[],
  describe: (count: number) => string,
): Corrected {
  const result = applyEdits(code, edits)
  if (result === code) return unchanged(code)
  return { code: result, changed: true, description: describe(edits.length) }
}

export const unchanged = (code: string): Corrected => ({ code, changed: false, description: '' })
