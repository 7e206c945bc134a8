import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Box, Link, Point, Size } from './entity-layers.ts'
import { layOut, type Diagram } from './entity-layout.ts'
import { most } from './limits.ts'

type Graph = { readonly sizes: readonly Size[]; readonly links: readonly Link[] }

const graphs: fc.Arbitrary<Graph> = fc.integer({ min: 1, max: most.entities }).chain((count) =>
  fc.record({
    sizes: fc.array(
      fc.record({ width: fc.constant(208), height: fc.integer({ min: 64, max: 262 }) }),
      { minLength: count, maxLength: count },
    ),
    links: fc.array(
      fc.record({
        from: fc.integer({ min: 0, max: count - 1 }),
        to: fc.integer({ min: 0, max: count - 1 }),
      }),
      { maxLength: most.relationships },
    ),
  }),
)

const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

type Piece = { readonly a: Point; readonly b: Point }

const piecesOf = (points: readonly Point[]): readonly Piece[] =>
  points.slice(1).flatMap((b, at) => {
    const a = points[at]
    return a === undefined ? [] : [{ a, b }]
  })

const span = (a: number, b: number): readonly [number, number] => [Math.min(a, b), Math.max(a, b)]

/** Whether a level or upright piece runs through the inside of a box. */
function cuts({ a, b }: Piece, box: Box): boolean {
  const [left, right] = span(a.x, b.x)
  const [top, bottom] = span(a.y, b.y)
  return left < box.x + box.width && right > box.x && top < box.y + box.height && bottom > box.y
}

/** Whether two pieces lie on each other for more than a point. */
function lieTogether(one: Piece, other: Piece): boolean {
  const level = (piece: Piece) => piece.a.y === piece.b.y
  if (level(one) !== level(other)) return false
  const along = level(one) ? 'x' : 'y'
  const across = level(one) ? 'y' : 'x'
  if (one.a[across] !== other.a[across]) return false
  const [start, stop] = span(one.a[along], one.b[along])
  const [otherStart, otherStop] = span(other.a[along], other.b[along])
  return Math.min(stop, otherStop) - Math.max(start, otherStart) > 0
}

const numbersOf = ({ width, height, boxes, routes }: Diagram): readonly number[] => [
  width,
  height,
  ...boxes.flatMap((box) => [box.x, box.y, box.width, box.height]),
  ...routes.flatMap(({ points }) => points.flatMap(({ x, y }) => [x, y])),
]

describe('the entity diagram', () => {
  test('puts no box on another and everything on whole numbers inside the picture', () => {
    fc.assert(
      fc.property(graphs, ({ sizes, links }) => {
        const diagram = layOut(sizes, links)
        const { boxes, routes, width, height } = diagram
        expect(numbersOf(diagram).filter((number) => !Number.isInteger(number))).toEqual([])
        expect(boxes).toHaveLength(sizes.length)
        expect(routes).toHaveLength(links.length)
        for (const [at, box] of boxes.entries())
          expect(boxes.slice(at + 1).filter((other) => overlap(box, other))).toEqual([])
        const inside = ({ x, y }: Point) => x >= 0 && y >= 0 && x <= width && y <= height
        for (const box of boxes) {
          expect(inside(box)).toBe(true)
          expect(inside({ x: box.x + box.width, y: box.y + box.height })).toBe(true)
        }
        expect(routes.flatMap(({ points }) => points).filter((point) => !inside(point))).toEqual([])
      }),
      { numRuns: 200 },
    )
  })

  test('leads no line through a box and no two lines along each other', () => {
    const reached = { bent: 0, straight: 0, own: 0 }
    fc.assert(
      fc.property(graphs, ({ sizes, links }) => {
        const { boxes, routes } = layOut(sizes, links)
        const all = routes.map(({ points }) => piecesOf(points))
        for (const pieces of all)
          expect(pieces.filter((piece) => boxes.some((box) => cuts(piece, box)))).toEqual([])
        for (const [at, pieces] of all.entries())
          for (const other of all.slice(at + 1))
            expect(
              pieces.filter((piece) => other.some((each) => lieTogether(piece, each))),
            ).toEqual([])
        for (const [at, { points }] of routes.entries()) {
          reached[points.length === 2 ? 'straight' : 'bent'] += 1
          if (links[at]?.from === links[at]?.to) reached.own += 1
        }
      }),
      { numRuns: 200 },
    )
    for (const count of Object.values(reached)) expect(count).toBeGreaterThan(20)
  })

  test('starts and ends every line at the edge of the boxes it joins', () => {
    fc.assert(
      fc.property(graphs, ({ sizes, links }) => {
        const { boxes, routes } = layOut(sizes, links)
        const touches = (point: Point | undefined, box: Box | undefined) =>
          point !== undefined &&
          box !== undefined &&
          (point.x === box.x || point.x === box.x + box.width) &&
          point.y > box.y &&
          point.y < box.y + box.height
        for (const [at, { points }] of routes.entries()) {
          expect(touches(points[0], boxes[links[at]?.from ?? -1])).toBe(true)
          expect(touches(points.at(-1), boxes[links[at]?.to ?? -1])).toBe(true)
        }
        // far enough apart for a crow's foot each
        const ends = routes.flatMap(({ points }) => [points[0], points.at(-1)])
        const close = ends.filter((end, at) =>
          ends
            .slice(at + 1)
            .some((other) => end?.x === other?.x && Math.abs((end?.y ?? 0) - (other?.y ?? 0)) < 12),
        )
        expect(close).toEqual([])
      }),
    )
  })

  test('draws the same picture every time, and an empty one of nothing', () => {
    fc.assert(
      fc.property(graphs, ({ sizes, links }) => {
        expect(layOut(sizes, structuredClone(links))).toEqual(layOut(sizes, links))
      }),
      { numRuns: 30 },
    )
    expect(layOut([], [])).toEqual({ width: 0, height: 0, boxes: [], routes: [] })
  })

  test('fits ordinary models into the width of the page', () => {
    const sizes = Array.from({ length: 9 }, () => ({ width: 208, height: 120 }))
    const tree = sizes.slice(1).map((_, at) => ({ from: Math.floor(at / 3), to: at + 1 }))
    expect(layOut(sizes, tree).width).toBeLessThan(940)
    const star = sizes.slice(1).map((_, at) => ({ from: 0, to: at + 1 }))
    const { height, width } = layOut(sizes, star)
    expect(width).toBeLessThan(940)
    expect(height).toBeLessThan(800)
  })
})
