import { counted } from '../../../../model/counted.ts'
import { applyEdits, type Corrected, type Edit, unchanged } from '../correction.ts'
import { familyOf } from '../scan-quoted.ts'
import { scan } from '../scan.ts'
import type { Token } from '../token.ts'

const mostRounds = 20

/** Curly quotes that should delimit a string become straight ones. Those inside of text stay. */
export function fixSmartQuotes(code: string): Corrected {
  let current = code
  let count = 0
  // a mended string shows what follows it on the line, so look again
  for (let round = 0; round < mostRounds; round += 1) {
    const edits = scan(current).flatMap((token) => editsFor(current, token))
    if (edits.length === 0) break
    current = applyEdits(current, edits)
    count += edits.length
  }
  if (current === code) return unchanged(code)
  const what = counted(count, 'string', 'strings')
  return { code: current, changed: true, description: `straight quotes around ${what}` }
}

function editsFor(code: string, { kind, start, end, closed }: Token): readonly Edit[] {
  const text = code.slice(start, end)
  if (kind === 'quoted') {
    const quoted = straightened(text)
    return quoted === null ? [] : [{ start, end, text: quoted }]
  }
  if (kind !== 'string' || closed) return []
  const close = curlyClose(text)
  return close === null ? [] : [{ start: start + close, end: start + close + 1, text: text[0]! }]
}

/** The same text between straight quotes; the other kind where it holds one itself. */
function straightened(text: string): string | null {
  const content = text.slice(1, -1)
  const own = familyOf(text[0]!)?.straight ?? '"'
  const other = own === '"' ? "'" : '"'
  const quote = [own, other].find((candidate) => !content.includes(candidate))
  // a lone backslash at the end would swallow the quote
  if (/(?:^|[^\\])(?:\\\\)*\\$/.test(content)) return null
  return quote === undefined
    ? `${own}${content.replaceAll(own, `\\${own}`)}${own}`
    : `${quote}${content}${quote}`
}

/** A string that began straight and was closed by a curly quote. */
function curlyClose(text: string): number | null {
  const curly = text.startsWith('"') ? /[“”„‟＂]/g : /[‘’‚‛＇]/g
  for (const { index } of text.matchAll(curly))
    if (index > 0 && /^\s*(?:[;,)\]}:.?+=!&|>]|\/\/|\/>|$)/.test(text.slice(index + 1)))
      return index
  return null
}
