import { counted } from '../../../../model/counted.ts'
import { bracketSteps, unmatched } from '../brackets.ts'
import { type Corrected, corrected, type Edit, unchanged } from '../correction.ts'
import { scan } from '../scan.ts'
import { isBlank, type Token } from '../token.ts'

/** What stands before a brace that can only open a body. */
const beforeBody = new Set([')', '=>', 'else', 'try', 'do', 'finally'])

/**
 * Commas and semicolons that cannot stand where they do, whatever is meant. All others stay: the end of a
 * statement, the last comma of a list and every separator in text are not damage.
 */
export function fixTrailingCommasOrSemicolons(code: string): Corrected {
  const tokens = scan(code).filter((token) => !isBlank(token))
  // without partners for all brackets nobody knows what a separator separates
  if (unmatched(code, tokens) > 0) return unchanged(code)
  const textAt = (index: number): string => {
    const token = tokens[index]
    return token === undefined ? '' : code.slice(token.start, token.end)
  }
  const open: string[] = []
  const edits: Edit[] = []
  tokens.forEach((token, index) => {
    for (const { type, opener } of bracketSteps(code, token))
      if (type === 'close') open.pop()
      else open.push(kindOf(opener, textAt(index - 1), textAt(index - 2)))
    const text = textAt(index)
    if (token.kind !== 'punctuation' || (text !== ',' && text !== ';')) return
    const next = textAt(index + 1)
    const isMisplaced =
      goesOn(code, token, tokens[index + 1]) || cannotStand(text, next, open.at(-1) ?? '')
    if (isMisplaced) edits.push({ start: token.start, end: token.end, text: '' })
  })
  return corrected(
    code,
    edits,
    (count) =>
      `${counted(count, 'misplaced comma or semicolon', 'misplaced commas and semicolons')} corrected`,
  )
}

function kindOf(opener: string, before: string, earlier: string): string {
  if (opener === '{' && beforeBody.has(before)) return 'body'
  const isFor = before === 'for' || (before === 'await' && earlier === 'for')
  return opener === '(' && isFor ? 'for' : opener
}

/** A line that begins with a dot goes on with the one before. */
const goesOn = (code: string, { end }: Token, next: Token | undefined): boolean =>
  next !== undefined &&
  /^\??\.$/.test(code.slice(next.start, next.end)) &&
  code.slice(end, next.start).includes('\n')

function cannotStand(separator: string, next: string, around: string): boolean {
  if (around === 'for') return false
  if (separator === ';') return next === ',' || (next === ')' && around === '(') || next === ']'
  if (next === ',') return around === '(' || around === '{'
  return next === ';' || (next === '}' && around === 'body')
}
