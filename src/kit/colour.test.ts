import { expect, test } from 'vitest'
import { hexOf, readColour } from './colour.ts'

test('reads every notation of CSS as one colour', () => {
  const hexes = (...texts: readonly string[]) =>
    texts.map((text) => {
      const colour = readColour(text)
      return colour === null ? null : hexOf(colour)
    })
  expect(
    hexes(
      '#0FF',
      '#00ffff80',
      'cyan',
      'rgb(0 255 255)',
      'rgb(0%, 100%, 100%)',
      'hsl(0.5turn 100% 50%)',
      'hsl(180deg, 100%, 50%)',
      'hsl(200grad 100% 50% / 0.5)',
      'hwb(180 0% 0%)',
      'oklch(0.9054 0.1546 194.77)',
      'color(srgb 0 1 1)',
    ),
  ).toEqual(Array.from({ length: 11 }, () => '#00ffff'))
  expect(hexes('rebeccapurple', 'lab(29.2345 39.3825 20.0664)')).toEqual(['#663399', '#7d2329'])
  expect(readColour('rgb(1 2 3 / 25%)')).toEqual({ r: 1, g: 2, b: 3, a: 0.25 })
  expect(readColour('transparent')).toMatchObject({ a: 0 })
})

test('takes nothing else for a colour', () => {
  const others = [
    '',
    'bad',
    'ff0000',
    'currentcolor',
    'var(--ink)',
    'url(x)',
    'rgb(1 2)',
    'blurple',
    'color(',
  ]
  expect(others.filter((text) => readColour(text) !== null)).toEqual([])
})
