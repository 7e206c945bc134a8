import { plain } from '../text/plain-text.ts'

const mostCells = 20

/** The row of dashes under a table's header. */
export function isDelimiter(line: string): boolean {
  const trimmed = line.trim()
  return trimmed.includes('|') && trimmed.includes('-') && /^[|:\s-]+$/.test(trimmed)
}

export function cellsOf(line: string): readonly string[] {
  const cells: string[] = []
  const text = line.trim().replace(/^\|/, '').replace(/\|$/, '')
  let cell = ''
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? ''
    if (sign === '\\' && text[at + 1] === '|') {
      cell += '|'
      at += 1
    } else if (sign === '|') {
      cells.push(cell)
      cell = ''
    } else cell += sign
  }
  cells.push(cell)
  return cells.slice(0, mostCells).map(plain)
}
