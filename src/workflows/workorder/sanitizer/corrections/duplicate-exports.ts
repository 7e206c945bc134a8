import { counted } from '../../../../model/counted.ts'
import { bracketSteps } from '../brackets.ts'
import { type Corrected, corrected, type Edit } from '../correction.ts'
import { scan } from '../scan.ts'
import { isBlank, type Token } from '../token.ts'

/** An export that stands in the file twice, word for word, stays once. */
export function stripDuplicateExports(code: string): Corrected {
  const names = new Set<string>()
  const edits: Edit[] = []
  for (const { start, end } of exportStatements(code)) {
    const text = code.slice(start, end).replace(/;$/, '').trimEnd()
    // a namespace runs its code each time it is opened
    if (/^export\s+(?:declare\s+)?(?:namespace|module)\b/.test(text)) continue
    if (names.has(text)) edits.push(withLine(code, start, end))
    names.add(text)
  }
  return corrected(code, edits, (count) => `${counted(count, 'repeated export')} removed`)
}

function withLine(code: string, start: number, end: number): Edit {
  const lineStart = code.lastIndexOf('\n', start - 1) + 1
  const tail = /^[ \t]*(?:\r?\n|$)/.exec(code.slice(end))?.[0]
  const alone = tail !== undefined && code.slice(lineStart, start).trim() === ''
  return alone ? { start: lineStart, end: end + tail.length, text: '' } : { start, end, text: '' }
}

type Span = { readonly start: number; readonly end: number }

/** Whole statements at the top of the file that begin with `export`. */
function exportStatements(code: string): readonly Span[] {
  const spans: Span[] = []
  let depth = 0
  let open: number | null = null
  let last: Token | null = null
  let newLine = true
  const close = () => {
    if (open !== null && last !== null) spans.push({ start: open, end: last.end })
    open = null
  }
  for (const token of scan(code)) {
    if (token.kind === 'newline') newLine = true
    if (isBlank(token)) continue
    const text = code.slice(token.start, token.end)
    const ended = newLine && depth === 0 && last !== null && endsBetween(code, last, token)
    if (ended) close()
    if (depth === 0 && text === 'export' && (newLine || last === null || isEnd(code, last)))
      open ??= token.start
    for (const { type } of bracketSteps(code, token)) depth += type === 'open' ? 1 : -1
    last = token
    newLine = false
    if (depth === 0 && text === ';') close()
  }
  close()
  return depth === 0 ? spans : []
}

const isEnd = (code: string, token: Token): boolean =>
  /^[;}]$/.test(code.slice(token.start, token.end))

const continuing = new Set('in instanceof as satisfies extends implements from is of'.split(' '))

/** Whether one statement ends and the next begins at a line end: no operator before, a word or tag after. */
function endsBetween(code: string, before: Token, after: Token): boolean {
  const left = code.slice(before.start, before.end)
  const right = code.slice(after.start, after.end)
  if (before.kind === 'punctuation' && !/^[;)\]}>!]$|^\+\+$|^--$/.test(left)) return false
  if (continuing.has(left) || ['export', 'default', 'type', 'const', 'async'].includes(left))
    return false
  return (after.kind === 'word' && !continuing.has(right)) || right === '@'
}
