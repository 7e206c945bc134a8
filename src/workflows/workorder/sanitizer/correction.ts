/** What a correction made of a text. Without a change the text is the same and nothing is described. */
export type Corrected = {
  readonly code: string
  readonly changed: boolean
  readonly description: string
}

export type CorrectionName =
  | 'fixSmartQuotes'
  | 'fixUnquotedModuleDeclarations'
  | 'fixEmDashes'
  | 'fixUnclosedTemplateLiterals'
  | 'stripZeroWidthChars'
  | 'fixDanglingBracesAndParens'
  | 'fixTrailingCommasOrSemicolons'
  | 'removeBacktickFences'
  | 'normalizeIndentation'
  | 'ensureValidImportSyntax'
  | 'fixNamespaceCallables'
  | 'stripDuplicateExports'
  | 'collapseNestedBackticks'

/**
 * What a correction may do to strings, comments, templates and regular expressions.
 * `same`: nothing. `more`: new ones appear, all old ones stay. `fewer`: one of two that are equal goes.
 * `later`: it mends delimiters, so later text is cut anew; every other letter stays.
 */
export type LiteralRule = 'same' | 'more' | 'fewer' | 'later'

export type Correction = {
  /** Its number in the list of thirteen. */
  readonly number: number
  readonly name: CorrectionName
  /** False: it runs only where somebody asks for it by name. */
  readonly enabled: boolean
  readonly literals: LiteralRule
  readonly apply: (code: string) => Corrected
}

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
