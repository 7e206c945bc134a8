import { expect, test } from 'vitest'
import { plotLines, type Point } from './plot.ts'
import { plotSvg } from './plot-svg.ts'

const points: readonly Point[] = [
  { label: '1A', score: 0.57, threshold: 0.8, passed: false },
  { label: '2A', score: 1, threshold: 0.8, passed: true },
  { label: '2B', score: 0.899, threshold: 0.9, passed: false },
]

test('each evaluation has its point, its name and its score', () => {
  const lines = plotLines(points)
  const column = (row: string) =>
    (lines.find((line) => line.trim().startsWith(row)) ?? '').split('')
  expect(column('1.00').filter((sign) => sign === '●')).toHaveLength(1)
  expect(column('0.50').filter((sign) => sign === '●')).toHaveLength(1)
  expect(lines.at(-2)?.trim().split(/\s+/)).toEqual(['1A', '2A', '2B'])
  expect(lines.at(-1)?.trim().split(/\s+/)).toEqual(['0.57', '1.00', '0.89'])
})

test('a score just below the threshold is not drawn on its line', () => {
  const ninety = plotLines(points).find((line) => line.trim().startsWith('0.90')) ?? ''
  expect(ninety).toContain('╌')
  expect(ninety).not.toContain('●')
})

test('plain signs serve terminals without Unicode', () => {
  expect(plotLines(points, { plain: true }).join('')).toMatch(/^[\x20-\x7e]*$/)
})

test('many evaluations fit the width, the last ones are shown and the rest is counted', () => {
  const many = Array.from({ length: 500 }, (_, index) => ({
    label: `${index + 1}B`,
    score: (index % 10) / 10,
    threshold: 0.9,
    passed: false,
  }))
  const lines = plotLines(many, { width: 80 })
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80)
  expect(lines.join('\n')).toContain('of 500 evaluations')
  expect(lines.join('\n')).toContain('500B')
})

test('nothing to plot is no plot', () => {
  expect(plotLines([])).toEqual([])
})

test('the picture says in words what it shows', () => {
  const svg = plotSvg(points)
  expect(svg).toContain('role="img" aria-labelledby="plot-title plot-desc"')
  expect(svg).toContain('1A: 0.57, threshold 0.80, not passed')
  expect(svg.match(/class="passed"/g)).toHaveLength(1)
  expect(svg.match(/class="missed"/g)).toHaveLength(2)
})
