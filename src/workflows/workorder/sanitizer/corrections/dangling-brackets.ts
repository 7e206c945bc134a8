import { counted } from '../../../../model/counted.ts'
import { unmatched } from '../brackets.ts'
import { applyEdits, type Corrected, unchanged } from '../correction.ts'
import { repairBrackets } from '../repair-brackets.ts'
import { scan } from '../scan.ts'

/**
 * Adds closers that are missing: where a statement, a line of less indent or a wrong closer shows the
 * place, else at the end. Brackets in text do not count, and code in balance is left alone.
 */
export function fixDanglingBracesAndParens(code: string): Corrected {
  const tokens = scan(code)
  const loose = unmatched(code, tokens)
  if (loose === 0 || tokens.some(({ closed }) => !closed)) return unchanged(code)
  const repairs = [true, false].map((byIndent) => {
    const edits = repairBrackets(code, tokens, byIndent)
    const result = applyEdits(code, edits)
    return { result, edits, loose: unmatched(result, scan(result)) }
  })
  const best = repairs
    .filter((repair) => repair.edits.length > 0 && repair.loose < loose)
    .toSorted((one, other) => one.loose - other.loose || one.edits.length - other.edits.length)[0]
  if (best === undefined) return unchanged(code)
  const what = counted(best.edits.length, 'missing bracket')
  return { code: best.result, changed: true, description: `${what} added` }
}
