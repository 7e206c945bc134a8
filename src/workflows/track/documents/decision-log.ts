import { cellsOf, escapeCell, rowOf, tablesIn } from './tables.ts'
import { linesOf, textOf } from './track-lines.ts'

export type DecisionRow = {
  readonly date: string
  readonly decision: string
  readonly source: string
  readonly documents: readonly string[]
  readonly commit: string
}

const head = [
  '| Date | Decision | Source | Documents Updated | Commit |',
  '|------|----------|--------|-------------------|--------|',
]

/** conductor/decision-log.md with one more row, in a table that it has if that knows dates and decisions. */
export function logDecision(md: string | null, row: DecisionRow): string {
  const source = md === null || md.trim() === '' ? `# Decision Log\n\n${head.join('\n')}\n` : md
  const { lines, end } = linesOf(source)
  const known = lines.some((line) => {
    const cells = cellsOf(line)
    const has = (text: string) => cells.some((cell) => cell.includes(text))
    return (
      cells.includes(escapeCell(row.decision)) && has(row.commit === '' ? row.date : row.commit)
    )
  })
  if (known) return source
  const table = tablesIn(lines).find(
    ({ columns }) =>
      columns.some((name) => /^date\b/i.test(name)) &&
      columns.some((name) => /^decision/i.test(name)),
  )
  if (table === undefined) {
    const cells = [row.date, row.decision, row.source, row.documents.join(', '), row.commit]
    return (
      source.trimEnd() +
      end +
      ['', '## Business Doc Sync', '', ...head, rowOf(cells.map(escapeCell)), ''].join(end)
    )
  }
  // what has no column of its own stands in the last one
  const cells = table.columns.map((name) => cellFor(name, row))
  const documents = row.documents.join(', ')
  const homeless = [documents, row.commit].filter((text) => text !== '' && !cells.includes(text))
  const last = [cells.at(-1) ?? '', ...homeless].filter((text) => text !== '').join('; ')
  return textOf(
    lines.toSpliced(table.end, 0, rowOf([...cells.slice(0, -1), last].map(escapeCell))),
    end,
  )
}

const cellFor = (
  name: string,
  { date, decision, source, documents, commit }: DecisionRow,
): string =>
  /^date\b/i.test(name)
    ? date
    : /^decision/i.test(name)
      ? decision
      : /source|track|origin/i.test(name)
        ? source
        : /document|docs|files/i.test(name)
          ? documents.join(', ')
          : /commit|sha/i.test(name)
            ? commit
            : ''
