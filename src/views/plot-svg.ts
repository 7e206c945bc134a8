import { showScore } from './format.ts'
import { xml } from './junit.ts'
import type { Point } from './plot.ts'

const size = { width: 720, height: 260, left: 48, right: 16, top: 16, bottom: 44 }

/** The same curve as a picture that scales, reads aloud, and takes its colours from the page. Scores are shown as parts of `full`. */
export function plotSvg(
  points: readonly Point[],
  { title = 'Score over evaluations', full = 1 }: { title?: string; full?: number } = {},
): string {
  const shown = (value: number) => (full === 1 ? showScore(value) : tenths(value * full))
  const inner = size.width - size.left - size.right
  const step = inner / Math.max(1, points.length)
  const x = (index: number) => Math.round(size.left + step * (index + 0.5))
  const y = (value: number) =>
    Math.round(size.top + (1 - value) * (size.height - size.top - size.bottom))
  const every = Math.max(1, Math.ceil(points.length / 18))
  const half = Math.round(step / 2)
  const grid = [0, 0.25, 0.5, 0.75, 1].flatMap((value) => [
    `<line class="grid" x1="${size.left}" x2="${size.width - size.right}" y1="${y(value)}" y2="${y(value)}"/>`,
    `<text class="tick" x="${size.left - 8}" y="${y(value) + 4}" text-anchor="end">${full === 1 ? value.toFixed(2) : tenths(value * full)}</text>`,
  ])
  const thresholds = points.map(
    ({ threshold }, index) =>
      `<line class="threshold" x1="${x(index) - half}" x2="${x(index) + half}" y1="${y(threshold)}" y2="${y(threshold)}"/>`,
  )
  const line = points.map(({ score }, index) => `${x(index)},${y(score)}`).join(' ')
  const marks = points.flatMap(({ score, passed, label }, index) => [
    passed
      ? `<circle class="passed" cx="${x(index)}" cy="${y(score)}" r="6"/>`
      : `<rect class="missed" x="${x(index) - 5}" y="${y(score) - 5}" width="10" height="10"/>`,
    ...(index % every === 0 || index === points.length - 1
      ? [
          `<text class="tick" x="${x(index)}" y="${size.height - 24}" text-anchor="middle">${xml(label)}</text>`,
          `<text class="value" x="${x(index)}" y="${size.height - 8}" text-anchor="middle">${shown(score)}</text>`,
        ]
      : []),
  ])
  return [
    `<svg viewBox="0 0 ${size.width} ${size.height}" role="img" aria-labelledby="plot-title plot-desc">`,
    `<title id="plot-title">${xml(title)}</title>`,
    `<desc id="plot-desc">${xml(describe(points, shown))}</desc>`,
    ...grid,
    ...thresholds,
    `<polyline class="curve" points="${line}"/>`,
    ...marks,
    '</svg>',
  ].join('\n')
}

const tenths = (value: number): string => String(Math.round(value * 10) / 10)

const describe = (points: readonly Point[], shown: (score: number) => string) =>
  points
    .slice(-30)
    .map(
      ({ label, score, threshold, passed }) =>
        `${label}: ${shown(score)}, threshold ${shown(threshold)}, ${passed ? 'passed' : 'not passed'}`,
    )
    .join('; ')
