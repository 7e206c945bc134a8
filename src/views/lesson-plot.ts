import type { TracePoint } from '../learning/trace.ts'

type Signs = {
  readonly benefit: string
  readonly harm: string
  readonly bar: string
  readonly axis: string
  readonly corner: string
  readonly base: string
}
const unicode: Signs = { benefit: '●', harm: '○', bar: '╌', axis: '┤', corner: '└', base: '─' }
const ascii: Signs = { benefit: '*', harm: 'o', bar: '-', axis: '|', corner: '+', base: '-' }

const labelWidth = 8
const rowsAbove = 10

/** Evidence over comparisons as powers of ten, with the bar behind it. */
export function evidencePlot(
  trace: readonly TracePoint[],
  bar: number,
  { width, plain }: { readonly width: number; readonly plain: boolean },
): readonly string[] {
  if (trace.length < 2) return []
  const signs = plain ? ascii : unicode
  const columns = Math.max(10, Math.min(60, width - labelWidth - 3))
  const shown = Array.from(
    { length: columns },
    (_, at) => trace[Math.round((at / (columns - 1)) * (trace.length - 1))],
  ).filter((point) => point !== undefined)
  const barLog = Math.log10(bar)
  const all = shown.flatMap(({ benefit, harm }) => [benefit, harm])
  // what lies far below says no more than "against": the rows are for what may pass the bar
  const top = Math.max(barLog * 1.15, ...all)
  const bottom = Math.max(-barLog, Math.min(0, ...all))
  const step = (top - bottom) / (rowsAbove - 1)
  const rowOf = (value: number) => Math.round((Math.max(bottom, value) - bottom) / step)
  const rows = Array.from({ length: rowsAbove }, (_, index) => rowsAbove - 1 - index)
  return [
    '',
    ...rows.map((row) => {
      const cells = shown.map(({ benefit, harm }) =>
        rowOf(benefit) === row
          ? signs.benefit
          : rowOf(harm) === row
            ? signs.harm
            : rowOf(barLog) === row
              ? signs.bar
              : ' ',
      )
      const label = labelFor(row, { bar, barRow: rowOf(barLog), evenRow: rowOf(0) })
      return `${label.padStart(labelWidth)} ${signs.axis}${cells.join('')}`.trimEnd()
    }),
    `${' '.repeat(labelWidth + 1)}${signs.corner}${signs.base.repeat(columns)}`,
    `${' '.repeat(labelWidth + 2)}0${String(trace.at(-1)?.comparisons ?? 0).padStart(columns - 1)} comparisons`,
    `${' '.repeat(labelWidth + 2)}${signs.benefit} it helps  ${signs.harm} it harms  ${signs.bar} the bar`,
  ]
}

function labelFor(
  row: number,
  {
    bar,
    barRow,
    evenRow,
  }: { readonly bar: number; readonly barRow: number; readonly evenRow: number },
): string {
  if (row === barRow) return `${bar} to 1`
  return row === evenRow ? '1 to 1' : ''
}
