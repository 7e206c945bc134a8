import { counted } from '../../../../model/counted.ts'
import { type Corrected, corrected, type Edit } from '../correction.ts'
import { scan } from '../scan.ts'
import { isBlank, type Token } from '../token.ts'

const dashes = '‐‑‒–—―−﹣－'

/** Dashes where code wants a minus. A long dash after a value that ends there was `--`. */
export function fixEmDashes(code: string): Corrected {
  const tokens = scan(code)
  const edits = tokens.flatMap((token, index): readonly Edit[] => {
    const { start, end } = token
    if (token.kind !== 'stray' || !dashes.includes(code.slice(start, end))) return []
    return [{ start, end, text: isDecrement(code, tokens, index) ? '--' : '-' }]
  })
  return corrected(code, edits, (count) => `a minus sign for ${counted(count, 'dash', 'dashes')}`)
}

function isDecrement(code: string, tokens: readonly Token[], index: number): boolean {
  const dash = tokens[index]!
  const before = tokens[index - 1]
  if (!'—–'.includes(code.slice(dash.start, dash.end)) || before === undefined) return false
  const ownsValue =
    before.kind === 'word' || (before.kind === 'punctuation' && code[before.start] === ']')
  if (!ownsValue) return false
  const next = tokens.slice(index + 1).find((token) => !isBlank(token) || token.kind === 'newline')
  return next === undefined || next.kind === 'newline' || /^[;),\]}]/.test(code.slice(next.start))
}
