import { counted } from '../../../../model/counted.ts'
import { closerOf } from '../brackets.ts'
import { type Corrected, corrected, type Edit } from '../correction.ts'
import { scan } from '../scan.ts'
import { isBlank, type Token } from '../token.ts'

/**
 * Comments out a statement that calls a namespace. Only names that this text declares as one count, so
 * constructors, components and converters such as `String()` are never meant.
 */
export function fixNamespaceCallables(code: string): Corrected {
  const tokens = scan(code).filter((token) => !isBlank(token))
  const textAt = (index: number) => {
    const token = tokens[index]
    return token === undefined ? '' : code.slice(token.start, token.end)
  }
  const namespaces = new Set(
    tokens.flatMap((_, index) => declaredNamespace(index, tokens, textAt) ?? []),
  )
  const edits = tokens.flatMap((token, index): readonly Edit[] => {
    if (token.kind !== 'word' || !namespaces.has(textAt(index)) || textAt(index + 1) !== '(')
      return []
    const closer = closerOf(code, tokens, index + 1)
    if (closer === null) return []
    return commentedOut(code, token.start, tokens[closer]!.end)
  })
  return corrected(code, edits, (count) => `${counted(count, 'call')} of a namespace commented out`)
}

function declaredNamespace(
  index: number,
  tokens: readonly Token[],
  textAt: (index: number) => string,
): string | null {
  const isName = (at: number) => /^[A-Z][\w$]*$/.test(textAt(at)) && tokens[at]?.kind === 'word'
  if (textAt(index) === 'namespace' && isName(index + 1)) return textAt(index + 1)
  const isStar = textAt(index) === '*' && textAt(index + 1) === 'as' && isName(index + 2)
  return isStar && textAt(index + 3) === 'from' ? textAt(index + 2) : null
}

/** Only where the call is a statement of its own on one line. */
function commentedOut(code: string, start: number, end: number): readonly Edit[] {
  const lineStart = code.lastIndexOf('\n', start - 1) + 1
  const before = code.slice(lineStart, start)
  const after = /^[^\n]*/.exec(code.slice(end))?.[0] ?? ''
  const oneLine = !code.slice(start, end).includes('\n')
  const alone = before.trim() === '' && /^\s*;?\s*$/.test(after)
  const previous = code.slice(0, lineStart).trimEnd().at(-1) ?? ';'
  const goesOn = '=+-*/%&|^<>?:,.([!~'.includes(previous)
  return alone && oneLine && !goesOn ? [{ start, end: start, text: '// ' }] : []
}
