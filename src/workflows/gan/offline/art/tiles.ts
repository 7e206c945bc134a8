import { numbersFrom } from '../seed.ts'
import { block, disc, drawing, type Ink, type Point, span } from './draw.ts'

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
export function tiles(seed: number, columns: number, rows: number): string {
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
