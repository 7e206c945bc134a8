/** The evidence after so many comparisons, as natural logarithms. */
export type PathPoint = {
  readonly comparisons: number
  readonly benefit: number
  readonly harm: number
  readonly guardrailHarm: number
}

type Line = 'benefit' | 'harm' | 'guardrailHarm'
const lines: readonly Line[] = ['guardrailHarm', 'harm', 'benefit']

const signs = {
  unicode: {
    benefit: '●',
    harm: '×',
    guardrailHarm: '+',
    bar: '╌',
    axis: '┤',
    base: '─',
    corner: '└',
  },
  ascii: {
    benefit: '*',
    harm: 'x',
    guardrailHarm: '+',
    bar: '-',
    axis: '|',
    base: '-',
    corner: '+',
  },
} as const

/** Powers of ten between which everything is drawn; what is below is drawn on the lowest line. */
export function decadesOf(
  points: readonly PathPoint[],
  bar: number,
): { readonly low: number; readonly high: number } {
  const tens = points.flatMap((point) => lines.map((line) => point[line] / Math.LN10))
  const high = Math.ceil(Math.max(Math.log10(bar) + 0.2, ...tens))
  const low = Math.floor(Math.max(-2, Math.min(-1, ...tens)))
  return { low, high }
}

type Shape = { readonly width?: number; readonly height?: number; readonly plain?: boolean }

const labelWidth = 7

/** Evidence over comparisons for the terminal. One is no evidence; the bar is where something follows. */
export function evidencePlot(
  points: readonly PathPoint[],
  bar: number,
  { width = 76, height = 13, plain = false }: Shape = {},
): readonly string[] {
  if (points.length === 0) return []
  const sign = plain ? signs.ascii : signs.unicode
  const { low, high } = decadesOf(points, bar)
  const columns = Math.max(10, Math.min(width - labelWidth - 2, 200))
  const rowOf = (ten: number) => {
    const share = (Math.max(low, Math.min(high, ten)) - low) / (high - low)
    return Math.round((1 - share) * (height - 1))
  }
  const barRow = rowOf(Math.log10(bar))
  const grid = Array.from({ length: height }, (_, row) =>
    Array.from({ length: columns }, (): string => (row === barRow ? sign.bar : ' ')),
  )
  for (let column = 0; column < columns; column += 1) {
    const at = Math.min(points.length - 1, Math.floor((column / columns) * points.length))
    const point = points[column === columns - 1 ? points.length - 1 : at]
    if (point === undefined) continue
    for (const line of lines) {
      const row = grid[rowOf(point[line] / Math.LN10)]
      if (row !== undefined) row[column] = sign[line]
    }
  }
  const labels = new Map<number, string>([[barRow, String(bar)]])
  for (let ten = low; ten <= high; ten += 1)
    if (!labels.has(rowOf(ten))) labels.set(rowOf(ten), timesOf(ten))
  const last = points.at(-1)?.comparisons ?? 0
  const foot = `1${String(last).padStart(columns - 1)}`
  return [
    ...grid.map((row, at) =>
      `${(labels.get(at) ?? '').padStart(labelWidth)} ${sign.axis}${row.join('')}`.trimEnd(),
    ),
    `${' '.repeat(labelWidth + 1)}${sign.corner}${sign.base.repeat(columns)}`,
    `${' '.repeat(labelWidth + 2)}${foot}`,
    `${' '.repeat(labelWidth + 2)}${sign.benefit} helps  ${sign.harm} causes its error  ${sign.guardrailHarm} harms overall  ${sign.bar} bar`,
  ]
}

/** 10^n as people write it. */
export function timesOf(ten: number): string {
  if (ten > 5) return `10^${ten}`
  return ten >= 0 ? String(10 ** ten) : `1/${10 ** -ten}`
}
