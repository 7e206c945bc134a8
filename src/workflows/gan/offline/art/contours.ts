import { numbersFrom } from '../seed.ts'
import { at, block, disc, drawing, type Ink, type Point, span, strokes } from './draw.ts'

const size: Point = [1280, 440]

/** Lines of height, as on a map: the place is the brand's own, because its name draws it. */
export function contours(seed: number): string {
  const next = numbersFrom(seed)
  const waves = span(5).map((wave) => ({
    turns: wave + 2,
    size: (0.05 + next() * 0.12) / (wave * 0.6 + 1),
    phase: next() * Math.PI * 2,
  }))
  const peak: Point = [760 + next() * 240, 190 + next() * 70]
  const drift: Point = [-14 - next() * 6, 3 + next() * 4]
  const line = (level: number): string => {
    const radius = 16 + level * 27 + level * level * 0.7
    const [x, y] = [peak[0] + drift[0] * level * 1.4, peak[1] + drift[1] * level]
    const points = span(60).map((step) => {
      const angle = (step / 60) * Math.PI * 2
      const swell = waves.reduce(
        (sum, wave) => sum + wave.size * Math.cos(wave.turns * angle + wave.phase + level * 0.05),
        1,
      )
      return [
        x + Math.cos(angle) * radius * swell * 1.5,
        y + Math.sin(angle) * radius * swell,
      ] as const
    })
    return rounded(points)
  }
  const filled = (level: number, ink: Ink) => `<path class="f-${ink}" d="${line(level)}"/>`
  const drawn = (level: number) =>
    `<path class="s-brand" stroke-width="${level % 4 === 0 ? 2.4 : 1.1}" d="${line(level)}"/>`
  return drawing(size, [
    block([0, 0], size, 'soft'),
    filled(5, 'accent'),
    filled(2, 'brand'),
    ...span(22).slice(3).toReversed().map(drawn),
    strokes([[peak, [peak[0], 0]]], { ink: 'deep', width: 1.5 }),
    disc(peak, 7, 'pale'),
    disc([peak[0], 22], 6, 'deep'),
  ])
}

/** A closed curve through points: each pair meets in its middle. */
function rounded(points: readonly Point[]): string {
  const middle = (one: Point, two: Point): Point => [(one[0] + two[0]) / 2, (one[1] + two[1]) / 2]
  const pairs = points.map(
    (point, index) => [point, points[(index + 1) % points.length] ?? point] as const,
  )
  const [first] = pairs
  const start = first === undefined ? ([0, 0] as const) : middle(...first)
  const curves = [...pairs.slice(1), ...pairs.slice(0, 1)].map(([from, to]) => {
    const [x, y] = middle(from, to)
    return `Q${at(from[0])} ${at(from[1])} ${at(x)} ${at(y)}`
  })
  return `M${at(start[0])} ${at(start[1])}${curves.join('')}Z`
}
