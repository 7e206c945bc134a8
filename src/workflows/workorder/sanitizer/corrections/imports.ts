import { counted } from '../../../../model/counted.ts'
import { type Corrected, corrected, type Edit } from '../correction.ts'
import { scan } from '../scan.ts'
import { isBlank, type Token } from '../token.ts'

/** Quotes a module that an import or export names without them, or with one of two. */
export function ensureValidImportSyntax(code: string): Corrected {
  const tokens = scan(code).filter((token) => !isBlank(token))
  const edits = tokens.flatMap((token, index): readonly Edit[] => {
    if (token.kind !== 'word') return []
    const word = code.slice(token.start, token.end)
    const next = tokens[index + 1]
    if (next?.kind === 'string' && next.closed && /["']/.test(code[next.start]!)) return []
    if (word === 'from') return isClause(code, tokens, index) ? quote(code, token.end) : []
    if (word === 'import') return sideEffect(code, tokens, index)
    return word === 'require' ? argument(code, token.end) : []
  })
  return corrected(code, edits, (count) => `quotes around ${counted(count, 'imported module')}`)
}

/** Walks back over `{ a, type b as c }`, `* as x` and names to the word that began the statement. */
function isClause(code: string, tokens: readonly Token[], from: number): boolean {
  for (let at = from - 1; at >= 0; at -= 1) {
    const { kind, start, end } = tokens[at]!
    const text = code.slice(start, end)
    if (text === 'import' || text === 'export') return at < from - 1
    if (kind !== 'word' && !['{', '}', ',', '*'].includes(text)) return false
  }
  return false
}

const module = String.raw`[@.~#\w][\w$@./~#:+-]*`
const unquoted = new RegExp(`^([ \\t]*)(${module}?)([ \\t]*(?:;|\\r?\\n|$|//|with\\b|assert\\b))`)
const halfQuoted = new RegExp(
  `^([ \\t]*)(?:["'](${module}?)|(${module}?)["'])([ \\t]*(?:;[ \\t]*)?(?:\\r?\\n|$|//))`,
)

function quote(code: string, at: number): readonly Edit[] {
  const rest = code.slice(at, at + 1_000)
  const [, gap = '', name] = unquoted.exec(rest) ?? []
  if (name !== undefined && /[/@]/.test(name) && !name.startsWith('//'))
    return [{ start: at, end: at + gap.length + name.length, text: ` '${name}'` }]
  const [whole, , opened, closed, tail = ''] = halfQuoted.exec(rest) ?? []
  const half = opened ?? closed
  if (whole === undefined || half === undefined || half === '') return []
  return [{ start: at, end: at + whole.length - tail.length, text: ` '${half}'` }]
}

/** `import ./styles.css` and `import(./page)`. */
function sideEffect(code: string, tokens: readonly Token[], index: number): readonly Edit[] {
  const { end, start } = tokens[index]!
  const before = tokens[index - 1]
  if (before !== undefined && /^[.?]/.test(code.slice(before.start, before.end))) return []
  const called = argument(code, end)
  if (called.length > 0) return called
  const lineStart = code.lastIndexOf('\n', start - 1) + 1
  if (code.slice(lineStart, start).trim() !== '') return []
  const rest = code.slice(end, end + 1_000)
  const [, name = ''] = /^[ \t]+((?:@|\.{1,2}\/)[\w@./-]+)[ \t]*(?:;|\r?\n|$)/.exec(rest) ?? []
  if (name === '') return []
  return [{ start: end, end: end + rest.indexOf(name) + name.length, text: ` '${name}'` }]
}

function argument(code: string, at: number): readonly Edit[] {
  const rest = code.slice(at, at + 1_000)
  const [, gap = '', name = ''] =
    /^(\s*\(\s*)((?:@[\w-]+|\.{1,2})\/[\w@./-]+)\s*\)/.exec(rest) ?? []
  if (name === '') return []
  const start = at + gap.length
  return [{ start, end: start + name.length, text: `'${name}'` }]
}
