/** A table of a Markdown document, by the numbers of its lines. */
export type Table = {
  /** Of the section it stands in. */
  readonly heading: string
  readonly columns: readonly string[]
  readonly first: number
  /** Behind its last row. */
  readonly end: number
}

export const cellsOf = (line: string): readonly string[] =>
  line
    .trim()
    .replaceAll(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())

export const escapeCell = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/(?<!\\)\|/g, String.raw`\|`)

export const rowOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

const isRow = (line: string | undefined): boolean => /^\s*\|/.test(line ?? '')

export function tablesIn(lines: readonly string[]): readonly Table[] {
  let heading = ''
  const tables: Table[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    heading = /^#{1,6}\s+(.*)$/.exec(line)?.[1] ?? heading
    if (!isRow(line) || !/^\s*\|[\s:|-]+$/.test(lines[at + 1] ?? '')) continue
    let end = at + 2
    while (isRow(lines[end])) end += 1
    tables.push({ heading, columns: cellsOf(line), first: at + 2, end })
    at = end - 1
  }
  return tables
}
