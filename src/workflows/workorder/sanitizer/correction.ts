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
