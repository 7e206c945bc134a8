import { counted } from '../../../../model/counted.ts'
import { applyEdits, type Corrected, type Edit, unchanged } from '../correction.ts'
import { isKeyword } from '../keywords.ts'
import { scan } from '../scan.ts'
import type { Token } from '../token.ts'

const mostRounds = 20

/**
 * A template with backticks inside, such as a quoted name, falls into pieces with words between them.
 * The pieces become one template again, its inner backticks escaped.
 */
export function collapseNestedBackticks(code: string): Corrected {
  let current = code
  let count = 0
  // an odd backtick hides what follows it, so look again
  for (let round = 0; round < mostRounds; round += 1) {
    const edits = nestedChains(current).flatMap(({ ticks }): readonly Edit[] =>
      ticks.slice(1, -1).map((start) => ({ start, end: start, text: '\\' })),
    )
    if (edits.length === 0) break
    current = applyEdits(current, edits)
    count += edits.length
  }
  if (current === code) return unchanged(code)
  const what = counted(count, 'backtick')
  return { code: current, changed: true, description: `${what} inside of a template escaped` }
}

export type Chain = {
  /** Offsets of the backticks: of the opening one, those inside, and the closing one. */
  readonly ticks: readonly number[]
}

/** Templates of one line that are torn by backticks of their own. */
export function nestedChains(code: string): readonly Chain[] {
  const tokens = scan(code)
  const chains: Chain[] = []
  for (let index = 0; index < tokens.length; index += 1) {
    const chain = chainFrom(code, tokens, index)
    if (chain === null) continue
    chains.push({ ticks: chain.ticks })
    while (index + 1 < tokens.length && tokens[index + 1]!.start <= chain.ticks.at(-1)!) index += 1
  }
  return chains
}

const isWhole = (code: string, { kind, start, end, closed }: Token): boolean =>
  kind === 'template' &&
  closed &&
  code[start] === '`' &&
  code[end - 1] === '`' &&
  end - start > 1 &&
  !code.slice(start, end).includes('\n')

function chainFrom(code: string, tokens: readonly Token[], from: number): Chain | null {
  const first = tokens[from]!
  if (!isWhole(code, first) || isTag(code, tokens[from - 1])) return null
  const ticks = [first.start, first.end - 1]
  for (let at = from + 1; at < tokens.length;) {
    const next = nextTemplate(code, tokens, at)
    if (next === null) break
    const template = tokens[next]!
    ticks.push(template.start)
    if (!isWhole(code, template)) {
      // an odd backtick closes the whole only where nothing but punctuation follows on its line
      const rest = /^[^\n]*/.exec(code.slice(template.start + 1))?.[0] ?? ''
      return /^[\s;,)\]}.]*$/.test(rest) ? { ticks } : null
    }
    ticks.push(template.end - 1)
    at = next + 1
  }
  return ticks.length > 2 ? { ticks } : null
}

const operators = new Set(['in', 'instanceof', 'as', 'satisfies', 'of', 'is', 'from'])

/** The template that follows after nothing but plain words on the same line. */
function nextTemplate(code: string, tokens: readonly Token[], from: number): number | null {
  let words = 0
  for (let at = from; at < tokens.length; at += 1) {
    const { kind, start, end } = tokens[at]!
    const text = code.slice(start, end)
    if (kind === 'template') return words > 0 && code[start] === '`' ? at : null
    if (kind === 'word') {
      if (words === 0 && (operators.has(text) || isKeyword(text))) return null
      words += 1
    } else if (kind === 'newline' || kind === 'comment' || kind === 'string') return null
    else if (kind === 'punctuation' && (words === 0 || !/^[.\-/:,!?]$/.test(text))) return null
  }
  return null
}

/** A name right before a template calls it; the template is no text of its own then. */
const isTag = (code: string, before: Token | undefined): boolean =>
  before?.kind === 'word' && !isKeyword(code.slice(before.start, before.end))
