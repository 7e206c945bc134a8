import type { Correction } from './correction.ts'
import { fixDanglingBracesAndParens } from './corrections/dangling-brackets.ts'
import { stripDuplicateExports } from './corrections/duplicate-exports.ts'
import { fixEmDashes } from './corrections/em-dashes.ts'
import { removeBacktickFences } from './corrections/fences.ts'
import { ensureValidImportSyntax } from './corrections/imports.ts'
import { normalizeIndentation } from './corrections/indentation.ts'
import { fixUnquotedModuleDeclarations } from './corrections/module-declarations.ts'
import { fixNamespaceCallables } from './corrections/namespace-callables.ts'
import { collapseNestedBackticks } from './corrections/nested-backticks.ts'
import { fixSmartQuotes } from './corrections/smart-quotes.ts'
import { fixTrailingCommasOrSemicolons } from './corrections/trailing-separators.ts'
import { fixUnclosedTemplateLiterals } from './corrections/unclosed-templates.ts'
import { stripZeroWidthChars } from './corrections/zero-width.ts'

/** The thirteen corrections in the order in which they run. The one that is off stands last. */
export const corrections: readonly Correction[] = [
  { number: 1, name: 'fixSmartQuotes', enabled: true, literals: 'more', apply: fixSmartQuotes },
  {
    number: 2,
    name: 'fixUnquotedModuleDeclarations',
    enabled: true,
    literals: 'more',
    apply: fixUnquotedModuleDeclarations,
  },
  { number: 3, name: 'fixEmDashes', enabled: true, literals: 'same', apply: fixEmDashes },
  {
    number: 4,
    name: 'fixUnclosedTemplateLiterals',
    enabled: true,
    literals: 'later',
    apply: fixUnclosedTemplateLiterals,
  },
  {
    number: 5,
    name: 'stripZeroWidthChars',
    enabled: true,
    literals: 'same',
    apply: stripZeroWidthChars,
  },
  {
    number: 8,
    name: 'removeBacktickFences',
    enabled: true,
    literals: 'later',
    apply: removeBacktickFences,
  },
  {
    number: 6,
    name: 'fixDanglingBracesAndParens',
    enabled: true,
    literals: 'same',
    apply: fixDanglingBracesAndParens,
  },
  {
    number: 7,
    name: 'fixTrailingCommasOrSemicolons',
    enabled: true,
    literals: 'same',
    apply: fixTrailingCommasOrSemicolons,
  },
  {
    number: 9,
    name: 'normalizeIndentation',
    enabled: true,
    literals: 'same',
    apply: normalizeIndentation,
  },
  {
    number: 10,
    name: 'ensureValidImportSyntax',
    enabled: true,
    literals: 'later',
    apply: ensureValidImportSyntax,
  },
  {
    number: 12,
    name: 'stripDuplicateExports',
    enabled: true,
    literals: 'fewer',
    apply: stripDuplicateExports,
  },
  {
    number: 13,
    name: 'collapseNestedBackticks',
    enabled: true,
    literals: 'later',
    apply: collapseNestedBackticks,
  },
  {
    number: 11,
    name: 'fixNamespaceCallables',
    enabled: false,
    literals: 'more',
    apply: fixNamespaceCallables,
  },
]
