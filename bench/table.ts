import { spawnSync } from 'node:child_process'
import { kept, type Line } from './measure.ts'

const heads = ['what', 'median', 'p10..p90', 'against', 'goal', '', 'note'] as const

/** The lines as a table for people. */
export function tableOf(lines: readonly Line[]): string {
  const rows = [[...heads], ...lines.map(cellsOf)]
  const widths = heads.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(column === heads.length - 1 ? 0 : (widths[column] ?? 0)))
        .join('  '),
    )
    .join('\n')
    .concat('\n')
}

function cellsOf(line: Line): string[] {
  const { what, against, figure, note } = line
  if (figure === null) return [what, '-', '', against, '', '', note]
  const verdict = kept(line)
  return [
    what,
    shown(figure.median, line),
    `${shown(figure.p10, line)}..${shown(figure.p90, line)}`,
    against,
    goalOf(line),
    verdict === null ? '' : verdict ? 'kept' : 'MISSED',
    note,
  ]
}

/** A ratio with two places and a times sign; other units as whole numbers. */
export const shown = (value: number, { against }: Pick<Line, 'against'>): string =>
  /^(?:bytes|ms)\b/.test(against)
    ? Math.round(value).toLocaleString('en')
    : `${value.toFixed(value >= 0.1 ? 2 : 3)}×`

export const goalOf = (line: Line): string => {
  if (line.goal?.most !== undefined) return `≤ ${shown(line.goal.most, line)}`
  return line.goal?.least === undefined ? '' : `≥ ${shown(line.goal.least, line)}`
}

export function fileSystemOf(path: string): string {
  const { stdout } = spawnSync('stat', ['-f', '-c', '%T', path], { encoding: 'utf8' })
  const kind = (stdout ?? '').trim()
  return kind === 'ext2/ext3' ? 'ext4' : kind || 'unknown'
}
