import { scan } from '../sanitizer/scan.ts'
import { isProse } from './prose.ts'
import { isScriptPath } from './script-path.ts'

export type ExtractionProblems = {
  /** The text cannot be the file that was asked for. */
  readonly critical: readonly string[]
  readonly warnings: readonly string[]
}

/** What about a text shows that it was not cut out of its answer well. */
export function validateExtraction(path: string, text: string): ExtractionProblems {
  if (!isScriptPath(path)) return { critical: [], warnings: [] }
  const tokens = scan(text)
  const first = text.split('\n').find((line) => line.trim() !== '') ?? ''
  const outside = tokens
    .map(({ kind, start, end }) =>
      ['comment', 'string', 'template', 'regex', 'jsx-text'].includes(kind)
        ? 'x'
        : text.slice(start, end),
    )
    .join('')
  return {
    critical: [
      ...(tokens.some(({ kind }) => kind === 'fence') ? ['a fence stands in the code'] : []),
      ...(isProse(first) ? ['the first line explains instead of being code'] : []),
      ...(isInvalidStart(path, first) ? ['no code begins with the first character'] : []),
    ],
    warnings: [
      ...(/^[ \t]*> \S/m.test(outside) ? ['lines are quoted with >'] : []),
      ...(/\n[ \t]*\n[ \t]*\n[ \t]*\n/.test(outside)
        ? ['there are four and more line ends in a row']
        : []),
      ...(tokens.some(({ kind, closed }) => kind === 'template' && !closed)
        ? ['a backtick has no partner']
        : []),
    ],
  }
}

/** Quotation marks of other kinds, bullets, headings, closers and operators begin no file. */
function isInvalidStart(path: string, line: string): boolean {
  const text = line.trim().replace(/^\ufeff/, '')
  if (text === '' || text.startsWith('#!')) return false
  if (/^[-+] /.test(text)) return true
  if (text.startsWith('<')) return !/\.(?:[jt]sx|[cm]?js)$/.test(path) && !/^<\w/.test(text)
  return !/^[\p{ID_Start}$_\d"'`/([{@;!+~-]/u.test(text)
}
