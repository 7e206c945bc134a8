import { showScore } from './format.ts'

export type Point = {
  readonly label: string
  readonly score: number
  readonly threshold: number
  readonly passed: boolean
}

type Signs = {
  readonly point: string
  readonly level: string
  readonly axis: string
  readonly corner: string
  readonly base: string
}
const unicode: Signs = { point: '●', level: '╌', axis: '┤', corner: '└', base: '─' }
const ascii: Signs = { point: '*', level: '-', axis: '|', corner: '+', base: '-' }

const labelWidth = 5

/** Scores over evaluations, a tenth a row, with each phase's threshold behind them. */
export function plotLines(
  points: readonly Point[],
  { width = 76, plain = false }: { width?: number; plain?: boolean } = {},
): readonly string[] {
  if (points.length === 0) return []
  const signs = plain ? ascii : unicode
  const most = Math.max(1, Math.floor((width - labelWidth - 3) / 5))
  const shown = points.slice(-most)
  const column = Math.max(5, Math.min(9, Math.floor((width - labelWidth - 3) / shown.length)))
  const lowest = Math.min(...shown.flatMap(({ score, threshold }) => [row(score), row(threshold)]))
  const bottom = Math.max(0, lowest - 1)
  const rows = Array.from({ length: 10 - bottom + 1 }, (_, index) => 10 - index)
  return [
    ...rows.map((at) => {
      const cells = shown.map((point) => cell(point, at, { column, signs }))
      return `${(at / 10).toFixed(2).padStart(labelWidth)} ${signs.axis}${cells.join('')}`.trimEnd()
    }),
    `${' '.repeat(labelWidth + 1)}${signs.corner}${signs.base.repeat(column * shown.length)}`,
    `${' '.repeat(labelWidth + 2)}${shown.map(({ label }) => centred(label, column)).join('')}`.trimEnd(),
    `${' '.repeat(labelWidth + 2)}${shown.map(({ score }) => centred(showScore(score), column)).join('')}`.trimEnd(),
    ...(shown.length < points.length
      ? [`${' '.repeat(labelWidth + 2)}(the last ${shown.length} of ${points.length} evaluations)`]
      : []),
  ]
}

// what is below the threshold must not be drawn on its line
const row = (value: number) => Math.floor(value * 10 + 1e-6)

function cell(
  { score, threshold }: Point,
  at: number,
  { column, signs }: { column: number; signs: Signs },
): string {
  const line = row(threshold) === at ? signs.level : ' '
  const half = Math.floor((column - 1) / 2)
  const middle = row(score) === at ? signs.point : line
  return line.repeat(half) + middle + line.repeat(column - half - 1)
}

function centred(text: string, width: number): string {
  const half = Math.max(0, Math.floor((width - text.length) / 2))
  return (' '.repeat(half) + text).padEnd(width)
}
