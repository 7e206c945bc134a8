import { type Corrected, unchanged } from '../correction.ts'
import { scan } from '../scan.ts'
import type { Token } from '../token.ts'
import { nestedChains } from './nested-backticks.ts'
import { unmatched } from '../brackets.ts'

const mostCandidates = 150
const mostLines = 40

/**
 * Closes a template that never ends. Which one lost its backtick shows only by trying: a template closed
 * too late reads text as code and code as text. Templates of several lines stay where all is in order.
 */
export function fixUnclosedTemplateLiterals(code: string): Corrected {
  const tokens = scan(code)
  const isOpen = tokens.some(({ kind, closed }) => kind === 'template' && !closed)
  if (!isOpen || nestedChains(code).length > 0) return unchanged(code)
  const places = suspects(code, tokens).flatMap((token) => placesIn(code, token))
  let best = { score: disorder(code), code: null as string | null, line: 0 }
  for (const place of places.slice(-mostCandidates).toSorted((one, other) => one - other)) {
    const mended = `${code.slice(0, place)}\`${code.slice(place)}`
    const score = disorder(mended)
    if (score < best.score) best = { score, code: mended, line: lineAt(code, place) }
  }
  if (best.code === null) return unchanged(code)
  return { code: best.code, changed: true, description: `a template closed in line ${best.line}` }
}

const lineAt = (code: string, offset: number): number => code.slice(0, offset).split('\n').length

/** Templates that may have run past their end: the open one, and those of several lines. */
const suspects = (code: string, tokens: readonly Token[]): readonly Token[] =>
  tokens.filter(
    ({ kind, start, end, closed }) =>
      kind === 'template' && (!closed || code.slice(start, end).includes('\n')),
  )

/** Ends of its lines, before and between the punctuation there; on its first line before any of it. */
function placesIn(code: string, { start, end }: Token): readonly number[] {
  const places: number[] = []
  let at = start + 1
  for (let line = 0; line < mostLines && at <= end; line += 1) {
    const newline = code.indexOf('\n', at)
    const lineEnd = newline === -1 || newline > end ? end : newline
    const text = code.slice(at, lineEnd).replace(/\r$/, '')
    if (line === 0)
      for (const { index } of text.matchAll(/[),\]};]| [:?+|&]/g)) places.push(at + index)
    const run = /[\s;,)\]}]*$/.exec(text)?.index ?? text.length
    for (let offset = run; offset <= text.length; offset += 1)
      if (offset === text.length || !/\s/.test(text[offset]!)) places.push(at + offset)
    at = lineEnd + 1
  }
  return [...new Set(places)]
}

/** How little a text looks like code: open text, brackets without partner, characters that no code has. */
function disorder(code: string): number {
  const tokens = scan(code)
  const open = tokens.filter(({ closed }) => !closed).length
  const strays = tokens.filter(({ kind }) => kind === 'stray').length
  return open * 20 + strays * 4 + unmatched(code, tokens) * 6
}
