import { squeeze } from '../kit/lines.ts'
/** Two decimals, cut and not rounded: 0.799 must not look like a 0.80 that failed. */
export function showScore(score: number): string {
  return (Math.floor(score * 100 + 1e-6) / 100).toFixed(2)
}

export function showSeconds(seconds: number): string {
  if (seconds < 60) return `${seconds.toFixed(1)} s`
  const minutes = Math.floor(seconds / 60)
  const rest = Math.floor(seconds % 60)
  return minutes < 60
    ? `${minutes} min ${rest} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

export const orNone = (names: readonly string[]): string =>
  names.length === 0 ? 'none' : names.join(', ')

/** One line, cut to a width with an ellipsis. */
export function oneLine(text: string, width: number): string {
  const line = squeeze(text)
  return line.length <= width ? line : `${line.slice(0, Math.max(0, width - 1))}…`
}

type Money = { readonly costUsd: number; readonly unpriced?: number | undefined }
type Used = Money & { readonly seconds: number; readonly tokens: number }

/** Money in a cell; a part that nobody knows is never shown as nothing. */
export function moneyText({ costUsd, unpriced = 0 }: Money): string {
  if (unpriced === 0) return `$${costUsd.toFixed(2)}`
  return costUsd > 0 ? `$${costUsd.toFixed(2)} + unknown` : 'unknown'
}

/** The same where there may be none. */
export const moneyIfAny = (money: Money): string =>
  money.costUsd > 0 || (money.unpriced ?? 0) > 0 ? moneyText(money) : ''

/** What a run has used: its time, and what agents cost where they cost anything. */
export const usedText = ({ seconds, tokens, ...money }: Used): string =>
  `${showSeconds(seconds)}${tokens > 0 ? `, ${tokens.toLocaleString('en')} tokens, ${moneyText(money)}${capNote(money)}` : ''}`

/** What the cap on money cannot hold. */
export const capNote = ({ unpriced = 0 }: Money): string =>
  unpriced === 0
    ? ''
    : ` (${unpriced} ${unpriced === 1 ? 'call has' : 'calls have'} no known price: the money cap does not count ${unpriced === 1 ? 'it' : 'them'})`

/** The words of a text in lines of a width; a longer word stands alone. */
export function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + word.length + 1 > Math.max(20, width)) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return line === '' ? lines : [...lines, line]
}

type Row = readonly string[]

const between = ' | '

/** How wide the columns are at their widest; of what is not yet a row, none is kept. */
function columnWidths<Item>(head: Row, items: readonly Item[], cellsOf: (item: Item) => Row) {
  const widths = head.map((name) => name.length)
  for (const item of items)
    for (const [column, cell] of cellsOf(item).entries())
      widths[column] = Math.max(widths[column] ?? 0, cell.length)
  return widths
}

const sumOf = (widths: readonly number[]): number =>
  widths.reduce((sum, width) => sum + width, between.length * (widths.length - 1))

/** How wide a table would be. */
export const tableWidth = <Item>(
  head: Row,
  items: readonly Item[],
  cellsOf: (item: Item) => Row,
): number => sumOf(columnWidths(head, items, cellsOf))

/** Rows under a head, columns as wide as their widest cell; where that is too wide, the widest are cut. */
export function table(head: Row, rows: readonly Row[], most = Infinity): readonly string[] {
  const widths = columnWidths(head, rows, (row) => row)
  for (let over = sumOf(widths) - most; over > 0; over -= 1) {
    const widest = widths.indexOf(Math.max(...widths))
    if ((widths[widest] ?? 0) <= 6) break
    widths[widest] = (widths[widest] ?? 0) - 1
  }
  const cut = (cell: string, width: number) =>
    cell.length <= width ? cell.padEnd(width) : `${cell.slice(0, width - 1)}…`
  const line = (cells: Row) =>
    cells
      .map((cell, column) => cut(cell, widths[column] ?? 0))
      .join(between)
      .trimEnd()
  return [line(head), widths.map((width) => '-'.repeat(width)).join('-|-'), ...rows.map(line)]
}
