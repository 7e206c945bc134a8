import type { Look } from '../look.ts'
import { numbersFrom } from '../seed.ts'
import { contours } from './contours.ts'
import { at, block, disc, drawing, type Ink, type Point, span } from './draw.ts'
import { flow } from './flow.ts'
import { chain, wheel } from './wheel.ts'

/** The drawing of a layout for a place on the page, seeded by the project, so that no two are alike. */
export function artFor({ layout, seed }: Look, place: 'hero' | 'ending'): string {
  if (place === 'ending')
    return layout === 'ledger' ? chain() : layout === 'poster' ? tiles(seed + 1, 12, 1) : ''
  switch (layout) {
    case 'ledger':
      return wheel(seed)
    case 'editorial':
      return contours(seed)
    case 'poster':
      return tiles(seed, 4, 5)
    case 'calm':
      return hills(seed)
    case 'product':
      return flow(seed)
  }
}

const size: Point = [1280, 420]
const depths = [0.14, 0.26, 0.45, 0.7, 1] as const

/** Hills behind hills under a low sun, all in one colour. */
function hills(seed: number): string {
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

const edge = 120

type Tile = (corner: Point, ink: Ink, turn: number) => string

const quarter: Tile = ([x, y], ink, turn) =>
  turned(`<path class="f-${ink}" d="M0 0H${edge}A${edge} ${edge} 0 0 1 0 ${edge}Z"/>`, [x, y], turn)
const half: Tile = ([x, y], ink, turn) =>
  turned(`<path class="f-${ink}" d="M0 0A60 60 0 0 0 ${edge} 0Z"/>`, [x, y], turn)
const wedge: Tile = ([x, y], ink, turn) =>
  turned(`<path class="f-${ink}" d="M0 0H${edge}L0 ${edge}Z"/>`, [x, y], turn)
const bars: Tile = ([x, y], ink, turn) =>
  turned(
    span(4)
      .map((bar) => `<rect class="f-${ink}" x="${bar * 30}" y="0" width="15" height="${edge}"/>`)
      .join(''),
    [x, y],
    turn,
  )
const arcs: Tile = ([x, y], ink, turn) =>
  turned(
    [105, 75, 45, 15]
      .map(
        (radius) =>
          `<path class="s-${ink}" stroke-width="14" d="M${radius} 0A${radius} ${radius} 0 0 1 0 ${radius}"/>`,
      )
      .join(''),
    [x, y],
    turn,
  )
const dot: Tile = ([x, y], ink) => disc([x + edge / 2, y + edge / 2], edge / 2, ink)
const solid: Tile = (corner, ink) => block(corner, [edge, edge], ink)

const kinds: readonly Tile[] = [quarter, half, wedge, bars, arcs, dot, quarter, solid, arcs]
const inks: readonly Ink[] = ['accent', 'pale', 'second', 'accent', 'soft']

const turned = (inside: string, [x, y]: Point, turn: number): string =>
  `<g transform="translate(${x} ${y}) rotate(${turn * 90} ${edge / 2} ${edge / 2})">${inside}</g>`

/** A sheet of plain shapes, no two neighbours alike. */
function tiles(seed: number, columns: number, rows: number): string {
  const next = numbersFrom(seed)
  const pick = (count: number) => Math.floor(next() * count)
  const chosen: number[] = []
  const painted: number[] = []
  const drawn = span(columns * rows).map((index) => {
    let kind = pick(kinds.length)
    while (kind === chosen[index - 1] || kind === chosen[index - columns])
      kind = (kind + 1) % kinds.length
    let ink = pick(inks.length)
    while (inks[ink] === inks[painted[index - 1] ?? -1]) ink = (ink + 1) % inks.length
    chosen.push(kind)
    painted.push(ink)
    const corner: Point = [(index % columns) * edge, Math.floor(index / columns) * edge]
    return (kinds[kind] ?? dot)(corner, inks[ink] ?? 'accent', pick(4))
  })
  return drawing(
    [columns * edge, rows * edge],
    [block([0, 0], [columns * edge, rows * edge], 'brand'), ...drawn],
  )
}
