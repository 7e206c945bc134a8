import { limits } from '../limits.ts'
import { plain } from '../text/plain-text.ts'
import type { Block } from './blocks.ts'
import { itemOf, nested, type LooseItem } from './read-list.ts'
import { cellsOf, isDelimiter } from './read-table.ts'

type Open =
  | { readonly type: 'paragraph'; readonly lines: string[] }
  | { readonly type: 'list'; readonly items: LooseItem[]; blank: boolean }
  | { readonly type: 'table'; readonly header: readonly string[]; readonly rows: string[][] }
  | {
      readonly type: 'code'
      readonly fence: string
      readonly language: string
      readonly lines: string[]
    }

type Reading = { readonly blocks: Block[]; open: Open | null }

/**
 * Reads the blocks of a Markdown text line by line. A full parser knows more, but its time may grow with the square
 * of hostile text, and it would have to be loaded; a drafter needs headings, lists, tables, fences and paragraphs.
 */
export function readBlocks(text: string): readonly Block[] {
  const lines = withoutComments(withoutFrontMatter(text)).split('\n', limits.lines)
  const reading: Reading = { blocks: [], open: null }
  for (const [index, line] of lines.entries()) {
    const shown = line.slice(0, limits.lineLength)
    if (insideCode(reading, shown)) continue
    readLine(reading, shown.replace(/^(?: {0,3}> ?){1,8}/, ''), lines[index + 1] ?? '')
  }
  close(reading)
  return reading.blocks
}

function readLine(reading: Reading, line: string, next: string): void {
  const { open } = reading
  if (line.trim() === '') return blankLine(reading)
  if (/^\s{0,8}Feature:\s+\S/.test(line))
    return begin(reading, { type: 'code', fence: '', language: 'gherkin', lines: [line] })
  const fence = /^ {0,12}(`{3,}|~{3,})\s*([\w-]{0,30})/.exec(line)
  if (fence)
    return begin(reading, {
      type: 'code',
      fence: fence[1] ?? '',
      language: (fence[2] ?? '').toLowerCase(),
      lines: [],
    })
  const heading = /^ {0,3}(#{1,6})\s+(.*?)\s*#*$/.exec(line)
  if (heading)
    return emit(reading, {
      type: 'heading',
      level: (heading[1] ?? '').length,
      text: plain(heading[2] ?? ''),
    })
  const underline = /^ {0,3}(=+|-+)\s*$/.exec(line)
  if (underline && open?.type === 'paragraph')
    return underlined(reading, open.lines, underline[1] ?? '')
  if (/^ {0,3}(?:(?:- *){3,}|(?:\* *){3,}|(?:_ *){3,})$/.test(line)) return close(reading)
  const item = itemOf(line)
  if (item) {
    if (open?.type !== 'list') begin(reading, { type: 'list', items: [], blank: false })
    if (reading.open?.type === 'list') {
      reading.open.items.push(item)
      reading.open.blank = false
    }
    return
  }
  if (open?.type === 'table' && line.includes('|')) {
    open.rows.push([...cellsOf(line)])
    return
  }
  if (line.includes('|') && isDelimiter(next.replace(/^(?: {0,3}> ?){1,8}/, '')))
    return begin(reading, { type: 'table', header: cellsOf(line), rows: [] })
  plainLine(reading, line)
}

function plainLine(reading: Reading, line: string): void {
  const { open } = reading
  if (open?.type === 'table' && isDelimiter(line)) return
  if (open?.type === 'list' && (!open.blank || /^ {2,}/.test(line))) {
    open.items.at(-1)?.more.push(line.trim())
    return
  }
  if (open?.type === 'paragraph') open.lines.push(line.trim())
  else begin(reading, { type: 'paragraph', lines: [line.trim()] })
}

function blankLine(reading: Reading): void {
  if (reading.open?.type === 'list') reading.open.blank = true
  else close(reading)
}

function insideCode(reading: Reading, line: string): boolean {
  const { open } = reading
  if (open?.type !== 'code') return false
  // a feature told without a fence ends where Markdown goes on
  if (open.fence === '' && /^#{1,6}\s/.test(line)) {
    close(reading)
    return false
  }
  const marker = open.fence === '' ? undefined : /^ {0,12}(`{3,}|~{3,})\s*$/.exec(line)?.[1]
  if (marker !== undefined && marker.startsWith(open.fence)) close(reading)
  else open.lines.push(line)
  return true
}

function underlined(reading: Reading, lines: readonly string[], mark: string): void {
  reading.open = null
  reading.blocks.push({
    type: 'heading',
    level: mark.startsWith('=') ? 1 : 2,
    text: plain(lines.join(' ')),
  })
}

function begin(reading: Reading, open: Open): void {
  close(reading)
  reading.open = open
}

function emit(reading: Reading, block: Block): void {
  close(reading)
  reading.blocks.push(block)
}

function close(reading: Reading): void {
  const { open } = reading
  reading.open = null
  if (open === null) return
  const block = closed(open)
  if (block !== null) reading.blocks.push(block)
}

function closed(open: Open): Block | null {
  switch (open.type) {
    case 'paragraph': {
      const lines = open.lines.map(plain).filter((line) => line !== '')
      const bold = open.lines.length === 1 && /^(\*\*|__)[^*_]{2,80}\1:?$/.test(open.lines[0] ?? '')
      return lines.length === 0 ? null : { type: 'paragraph', lines, ...(bold ? { bold } : {}) }
    }
    case 'list':
      return { type: 'list', items: nested(open.items) }
    case 'table':
      return { type: 'table', header: open.header, rows: open.rows }
    case 'code':
      return { type: 'code', language: open.language, lines: open.lines }
  }
}

function withoutComments(text: string): string {
  let from = text.indexOf('<!--')
  if (from === -1) return text
  const kept: string[] = []
  let at = 0
  while (from !== -1) {
    kept.push(text.slice(at, from))
    const end = text.indexOf('-->', from)
    if (end === -1) return kept.join('')
    at = end + 3
    from = text.indexOf('<!--', at)
  }
  kept.push(text.slice(at))
  return kept.join('')
}

function withoutFrontMatter(text: string): string {
  if (!text.startsWith('---\n')) return text
  const end = text.indexOf('\n---', 3)
  if (end === -1 || end > 4_000) return text
  const next = text.indexOf('\n', end + 1)
  return next === -1 ? '' : text.slice(next + 1)
}
