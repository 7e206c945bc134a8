import { numbersFrom } from '../seed.ts'
import { at, disc, drawing, type Point, span } from './draw.ts'

const size: Point = [1280, 420]
const depths = [0.14, 0.26, 0.45, 0.7, 1] as const

/** Hills behind hills under a low sun, all in one colour. */
export function hills(seed: number): string {
  const next = numbersFrom(seed)
  const layers = depths.map((depth, index) => {
    const [slow, fast] = [0.7 + next() * 0.6, 1.6 + next()]
    const [one, two] = [next() * 6.28, next() * 6.28]
    const base = 170 + index * 54
    const points = span(33).map((step): Point => {
      const x = step * 40
      const along = (x / size[0]) * Math.PI * 2
      return [x, base - 46 * Math.sin(slow * along + one) - 18 * Math.sin(fast * along + two)]
    })
    return `<path class="f-brand" fill-opacity="${depth}" d="M0 ${size[1]}${smooth(points)}L${size[0]} ${size[1]}Z"/>`
  })
  return drawing(size, [disc([380 + next() * 520, 120], 62, 'accent'), ...layers])
}

/** From the middle of each pair of points to the next, bent towards the point between. */
const smooth = (points: readonly Point[]): string =>
  points
    .map(([x, y], index) => {
      const after = points[index + 1]
      if (after === undefined) return `L${at(x)} ${at(y)}`
      if (index === 0) return `L${at(x)} ${at(y)}`
      return `Q${at(x)} ${at(y)} ${at((x + after[0]) / 2)} ${at((y + after[1]) / 2)}`
    })
    .join('')
