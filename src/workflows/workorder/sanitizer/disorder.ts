import { unmatched } from './brackets.ts'
import { isKeyword } from './keywords.ts'
import { scan } from './scan.ts'
import { isBlank, type Token } from './token.ts'

/** How little a text looks like code: open text, brackets without partner, prose where code should be. */
export function disorder(code: string): number {
  const tokens = scan(code)
  const open = tokens.filter(({ closed }) => !closed).length
  const strays = tokens.filter(({ kind }) => kind === 'stray').length
  return (
    open * 20 +
    strays * 4 +
    unmatched(code, tokens) * 6 +
    proseIn(code, tokens) * 3 +
    loneWords(code, tokens)
  )
}

/** Values that stand side by side on a line, as words do in prose. */
function proseIn(code: string, tokens: readonly Token[]): number {
  let count = 0
  let before: Token | null = null
  for (const token of tokens) {
    if (token.kind === 'newline') before = null
    if (isBlank(token)) continue
    if (
      before !== null &&
      endsValue(code, before) &&
      isValue(code, token) &&
      !isTagged(code, before, token)
    )
      count += 1
    before = token
  }
  return count
}

/** Lines that are one word; a statement says more. */
function loneWords(code: string, tokens: readonly Token[]): number {
  return tokens.filter(({ kind, start, end }) => {
    if (kind !== 'word' || isKeyword(code.slice(start, end))) return false
    const before = code.slice(code.lastIndexOf('\n', start - 1) + 1, start)
    return before.trim() === '' && /^[ \t]*;?[ \t]*(?:\r?\n|$)/.test(code.slice(end, end + 200))
  }).length
}

function isValue(code: string, { kind, start, end }: Token): boolean {
  if (kind === 'word') return !isKeyword(code.slice(start, end))
  return kind === 'number' || kind === 'string' || kind === 'quoted' || kind === 'template'
}

/** A piece of a template that opens code is no value yet. */
const endsValue = (code: string, token: Token): boolean =>
  isValue(code, token) &&
  !(token.kind === 'template' && code.slice(token.start, token.end).endsWith('${'))

/** Pieces of one template, and a tag before its template. */
const isTagged = (code: string, before: Token, token: Token): boolean =>
  token.kind === 'template' && (code[token.start] === '}' || before.kind === 'word')
