import { numbersFrom } from '../seed.ts'
import { block, disc, drawing, onCircle, type Point, ring, span, strokes } from './draw.ts'

const size: Point = [560, 640]
const middle: Point = [280, 320]

/** A laced wheel inside a dial: what turns, what is timed, what is measured. */
export function wheel(seed: number): string {
  const next = numbersFrom(seed)
  const spokes = 28 + 4 * Math.floor(next() * 3)
  const cross = 0.14 + next() * 0.05
  const from = next()
  return drawing(size, [
    block([0, 0], size, 'brand'),
    dial(),
    arc(238, from, 0.58),
    ring(middle, 214, { ink: 'pale', width: 9 }),
    ring(middle, 200, { ink: 'pale', width: 1.5 }),
    lacing(spokes, cross),
    ring(middle, 92, { ink: 'accent', width: 12, dash: '13 5.07' }),
    ring(middle, 80, { ink: 'accent', width: 2 }),
    disc(middle, 30, 'pale'),
    disc(middle, 12, 'brand'),
    ...corners(),
  ])
}

function dial(): string {
  const ticks = span(96).map((tick): readonly [Point, Point] => [
    onCircle(middle, tick % 4 === 0 ? 246 : 252, tick / 96),
    onCircle(middle, 258, tick / 96),
  ])
  return strokes(ticks, { ink: 'soft', width: 1.5 })
}

/** Spokes leave the hub to both sides and cross on their way, as in a real wheel. */
function lacing(count: number, cross: number): string {
  const lines = span(count).map((spoke): readonly [Point, Point] => [
    onCircle(middle, 28, spoke / count + (spoke % 2 === 0 ? cross : -cross)),
    onCircle(middle, 200, spoke / count),
  ])
  return strokes(lines, { ink: 'soft', width: 1.2 })
}

function arc(radius: number, from: number, length: number): string {
  const [start, end] = [onCircle(middle, radius, from), onCircle(middle, radius, from + length)]
  return `<path class="s-accent" stroke-width="8" d="M${start.map(Math.round).join(' ')}A${radius} ${radius} 0 1 1 ${end.map(Math.round).join(' ')}"/>`
}

/** The holes and corner marks of a label. */
const corners = (): readonly string[] =>
  (
    [
      [40, 40],
      [520, 40],
      [40, 600],
      [520, 600],
    ] as const
  ).flatMap((point) => [ring(point, 9, { ink: 'soft', width: 1.5 }), disc(point, 2.5, 'accent')])

/** A run of links, for a rule that is more than a line. */
export function chain(): string {
  const links = span(26).flatMap((link) => {
    const x = 16 + link * 24
    return link % 2 === 0
      ? [`<rect class="s-accent" x="${x}" y="8" width="32" height="16" rx="8" stroke-width="3"/>`]
      : [`<path class="s-soft" stroke-width="4" d="M${x + 4} 16H${x + 28}"/>`]
  })
  return drawing([656, 32], links)
}
