import { counted } from '../../../../model/counted.ts'
import { unmatched, bracketSteps, closerText, type Opener } from '../brackets.ts'
import { applyEdits, type Corrected, unchanged, type Edit } from '../correction.ts'
import { scan } from '../scan.ts'
import { beginsStatement } from '../keywords.ts'
import { isBlank, type Token } from '../token.ts'

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

type Open = {
  readonly opener: Opener
  /** Index among the tokens that are not blank. */
  readonly index: number
  /** White space before the line on which it stands. */
  readonly indent: string
  readonly owner: 'for' | 'control' | 'other'
  /** Nothing follows it on its line. */
  readonly endsLine: boolean
}

type Walk = {
  readonly code: string
  readonly tokens: readonly Token[]
  readonly stack: Open[]
  readonly edits: Edit[]
  readonly byIndent: boolean
}

/** Where closers are missing, as far as the code itself shows it. */
function repairBrackets(code: string, all: readonly Token[], byIndent: boolean): readonly Edit[] {
  const tokens = all.filter((token) => !isBlank(token))
  const walk: Walk = { code, tokens, stack: [], edits: [], byIndent }
  tokens.forEach((token, index) => {
    closeBefore(walk, index)
    for (const { type, opener } of bracketSteps(code, token)) {
      if (type === 'open') walk.stack.push(opened(walk, index, opener))
      else closeWith(walk, index, opener)
    }
  })
  while (walk.stack.length > 0) closeTop(walk, tokens.length, 'line')
  return walk.edits
}

const textAt = ({ code, tokens }: Walk, index: number): string => {
  const token = tokens[index]
  return token === undefined ? '' : code.slice(token.start, token.end)
}

const lineStartOf = (code: string, offset: number): number => code.lastIndexOf('\n', offset - 1) + 1

const indentAt = (code: string, offset: number): string =>
  /^[ \t]*/.exec(code.slice(lineStartOf(code, offset), offset))?.[0] ?? ''

const startsLine = ({ code, tokens }: Walk, index: number): boolean => {
  const { start } = tokens[index]!
  return code.slice(lineStartOf(code, start), start).trim() === ''
}

const endsLine = ({ code, tokens }: Walk, index: number): boolean =>
  /^[ \t]*(?:\/\/[^\n]*)?(?:\r?\n|$)/.test(code.slice(tokens[index]!.end))

const controls = new Set(['if', 'while', 'switch', 'catch', 'with'])

function opened(walk: Walk, index: number, opener: Opener): Open {
  const before = textAt(walk, index - 1)
  const isFor = before === 'for' || (before === 'await' && textAt(walk, index - 2) === 'for')
  const isFunction = before === 'function' || textAt(walk, index - 2) === 'function'
  const owner = isFor ? 'for' : controls.has(before) || isFunction ? 'control' : 'other'
  const indent = indentAt(walk.code, walk.tokens[index]!.start)
  return { opener, index, indent, owner, endsLine: endsLine(walk, index) }
}

/** Adds the closer of the innermost bracket after the token before an index. */
function closeTop(walk: Walk, index: number, where: 'inline' | 'line'): void {
  const top = walk.stack.pop()
  const before = walk.tokens[index - 1]
  if (top === undefined || before === undefined) return
  const ownLine = where === 'line' && top.opener === '{' && top.endsLine
  const text = top.opener === '${' ? '}' : closerText(top.opener)
  walk.edits.push({
    start: before.end,
    end: before.end,
    text: ownLine ? `\n${top.indent}${text}` : text,
  })
}

/** What a token says about brackets that should have closed before it. */
function closeBefore(walk: Walk, index: number): void {
  while (endsRound(walk, index)) closeTop(walk, index, 'inline')
  if (!walk.byIndent) return
  while (endsBlock(walk, index)) closeTop(walk, index, 'line')
}

/** A statement ends or begins, or a body opens, while parentheses or square brackets are open. */
function endsRound(walk: Walk, index: number): boolean {
  const top = walk.stack.at(-1)
  if (top === undefined || (top.opener !== '(' && top.opener !== '[')) return false
  const text = textAt(walk, index)
  if (text === ';') return top.owner !== 'for'
  const token = walk.tokens[index]!
  if (token.kind === 'word' && startsLine(walk, index))
    return beginsStatement(text, walk.code.slice(token.end, token.end + 40))
  if (text !== '{' || top.owner === 'other' || !endsLine(walk, index)) return false
  // `if (ready {`: a value right before the body; a function inside would explain it
  const inside = walk.tokens.slice(top.index + 1, index)
  const texts = inside.map(({ start, end }) => walk.code.slice(start, end))
  const last = inside.at(-1)
  const isValue =
    last !== undefined && (last.kind !== 'punctuation' || /^[)\]]$/.test(texts.at(-1)!))
  return isValue && !texts.some((word) => ['function', 'class', '=>'].includes(word))
}

/** A line that stands no deeper than the line that opened the block, and is not its end. */
function endsBlock(walk: Walk, index: number): boolean {
  const top = walk.stack.at(-1)
  if (top?.opener !== '{' || !top.endsLine || !startsLine(walk, index)) return false
  const { start } = walk.tokens[index]!
  const indent = indentAt(walk.code, start)
  const text = textAt(walk, index)
  if (/^[)\]}]/.test(text)) {
    if (text !== '}' || indent.length >= top.indent.length) return false
    return walk.stack.some((open) => open.opener === '{' && open.indent === indent)
  }
  if (text === 'case' || text === 'default' || walk.tokens[index]!.kind !== 'word') return false
  return indent.length <= top.indent.length
}

/** A closer takes its partner; brackets opened after that one were never closed. */
function closeWith(walk: Walk, index: number, opener: Opener): void {
  const partner = walk.stack.findLastIndex((open) => open.opener === opener)
  if (partner === -1) return
  while (walk.stack.length - 1 > partner) closeTop(walk, index, 'line')
  walk.stack.pop()
}
