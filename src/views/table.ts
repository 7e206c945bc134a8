/** Rows under a head, columns as wide as their widest cell; where that is too wide, the widest are cut. */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  most = Infinity,
): readonly string[] {
  const widths = head.map((name, column) =>
    Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  const between = 3 * (head.length - 1)
  for (let over = widths.reduce((sum, width) => sum + width, between) - most; over > 0; over -= 1) {
    const widest = widths.indexOf(Math.max(...widths))
    if ((widths[widest] ?? 0) <= 6) break
    widths[widest] = (widths[widest] ?? 0) - 1
  }
  const cut = (cell: string, width: number) =>
    cell.length <= width ? cell.padEnd(width) : `${cell.slice(0, width - 1)}…`
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cut(cell, widths[column] ?? 0))
      .join(' | ')
      .trimEnd()
  return [line(head), widths.map((width) => '-'.repeat(width)).join('-|-'), ...rows.map(line)]
}
