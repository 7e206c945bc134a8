import type { Nodes, Root } from 'mdast'
import type { MarkdownDocument } from './document.ts'
import { blanked } from './document.ts'
import { assemble } from './assemble.ts'
import { collect, nothingGathered } from './collect.ts'
import { linesOf } from './lines.ts'

const retained = new Map<string, Promise<MarkdownDocument | null>>()
const longestText = 2_000_000
const pieceLength = 8_000

/** The parsed text, or null where it cannot be read as a document (too long, too deeply nested). */
export function parseMarkdown(text: string): Promise<MarkdownDocument | null> {
  const known = retained.get(text)
  if (known) return known
  if (retained.size >= 8) retained.delete(retained.keys().next().value ?? '')
  const parsed = parse(text)
  retained.set(text, parsed)
  return parsed
}

async function parse(text: string): Promise<MarkdownDocument | null> {
  if (isHostile(text)) return null
  const parser = await loadParser()
  const body = text.replace(/^---\r?\n[\s\S]*?\r?\n---(?=\r?\n|$)/, blanked)
  const definitions = body.match(/^ {0,3}\[[^\]\n]{1,200}\]:[^\n]*$/gm)?.join('\n') ?? ''
  const gathered = nothingGathered()
  const lines = linesOf(text)
  for (const [base, end] of pieceRanges(body)) {
    const part = body.slice(base, end)
    const borrowed = part.length === body.length ? '' : `\n\n${definitions}`
    const root = parser(part + borrowed)
    if (root === null) return null
    collect(root, { body, lines, base, limit: part.length, gathered })
  }
  return assemble({ text, body, lines }, gathered)
}

const mostMarks = 3_000
const mostLines = 4_000

// nesting and dense marks make the parser's time explode; no document that people read looks like that
function isHostile(text: string): boolean {
  if (text.length > longestText) return true
  if (/^[ \t]{0,3}(?:>[ \t]?){60}/m.test(text) || / {400}[-*+] /.test(text)) return true
  return text.split(/\n[ \t]*\r?\n/).some((part) => {
    if (part.length < mostMarks || /^\s*(?:\||[-*+] |\d+[.)] |```|~~~)/.test(part)) return false
    if ((part.match(/\n/g)?.length ?? 0) > mostLines) return true
    return (part.match(/[*_~[\]`<!&]/g)?.length ?? 0) > mostMarks
  })
}

async function loadParser(): Promise<(text: string) => Root | null> {
  const [{ fromMarkdown }, { gfm }, { gfmFromMarkdown }] = await Promise.all([
    import('mdast-util-from-markdown'),
    import('micromark-extension-gfm'),
    import('mdast-util-gfm'),
  ])
  return (text) => {
    try {
      const root: Nodes = fromMarkdown(text, {
        extensions: [gfm()],
        mdastExtensions: [gfmFromMarkdown()],
      })
      return root
    } catch {
      // a stack overflow on absurd nesting is the text's fault, not ours
      return null
    }
  }
}

/** Cuts a long text before headings or plain paragraphs, because the parser's time grows with the square. */
function pieceRanges(body: string): readonly (readonly [number, number])[] {
  if (body.length <= 2 * pieceLength) return [[0, body.length]]
  const ranges: [number, number][] = []
  let base = 0
  let fence: string | null = null
  let previousBlank = true
  let offset = 0
  for (const line of body.split('\n')) {
    const marker = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    const cutHere = fence === null && previousBlank && /^(?:#{1,6} |[A-Za-z])/.test(line)
    const longList = fence === null && /^[-*+] /.test(line) && offset - base > pieceLength / 2
    if ((cutHere && offset - base > pieceLength) || longList) {
      ranges.push([base, offset])
      base = offset
    }
    if (marker) fence = fenceAfter(fence, marker)
    previousBlank = line.trim() === ''
    offset += line.length + 1
  }
  ranges.push([base, body.length])
  return ranges
}

function fenceAfter(open: string | null, marker: string): string | null {
  if (open === null) return marker
  return marker[0] === open[0] && marker.length >= open.length ? null : open
}
