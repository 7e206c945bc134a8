import { describe, expect, test } from 'vitest'
import { parsePage } from './samples/parse-page.contract.ts'
import { finding, scorecardWith } from './samples/scorecard.contract.ts'
import { scorePanel } from './score.ts'

const panel = (score: number, threshold: number) =>
  parsePage(scorePanel(scorecardWith({ clarity: [finding('', 'x')] }, score), threshold).markup)

describe('the score panel', () => {
  test.each([
    [80, 80, 'good', 'Meets the threshold'],
    [79.99, 80, 'bad', 'Below the threshold'],
    [91.256, 90.5, 'good', 'Meets the threshold'],
    [Number.NaN, 80, 'bad', 'Below the threshold'],
  ])('holds %d against %d and says %s in words', (score, threshold, tone, words) => {
    const { text, elements } = panel(score, threshold)
    expect(text).toContain(words)
    const classes = elements.map(({ attributes }) => attributes.get('class'))
    expect(classes).toContain(`fill ${tone}`)
    expect(classes).toContain(`verdict ${tone}`)
  })

  test('shows the five dimensions with weight, score and number of findings', () => {
    const { text } = panel(88, 80)
    for (const words of [
      'Completeness',
      'Coherence',
      'Clarity',
      'Framework agnosticism',
      'Data model integrity',
      '25 %',
      '20 %',
      '15 %',
      '1 finding',
      'no findings',
    ])
      expect(text).toContain(words)
  })

  test.each([-5, 0, 33.333_333, 100, 250, Number.NaN, Infinity])(
    'draws %d within its bounds',
    (score) => {
      const widths = panel(score, 80).elements.flatMap(
        ({ attributes }) => attributes.get('stroke-dasharray')?.split(' ').map(Number) ?? [],
      )
      expect(widths).toHaveLength(2)
      expect(widths.every((width) => width >= 0 && width <= 100)).toBe(true)
    },
  )
})
