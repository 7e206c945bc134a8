import { columnsOf, islandsOf, type Box, type Link, type Size } from './entity-layers.ts'
import { routed, type Route } from './entity-routes.ts'

export type Diagram = Size & {
  /** One box for each size, in the same order. */
  readonly boxes: readonly Box[]
  /** One route for each link, in the same order. */
  readonly routes: readonly Route[]
}

const gap = { between: 32, islands: 40 }
const widest = 940

/** Places boxes and lines on whole pixels: no box on another, no line through a box, always the same. */
export function layOut(sizes: readonly Size[], links: readonly Link[]): Diagram {
  const drawable = links.filter(({ from, to }) => from in sizes && to in sizes)
  const room = {
    width: widest,
    column: 100 + Math.max(0, ...sizes.map(({ width }) => width)),
    box: gap.between + Math.max(0, ...sizes.map(({ height }) => height)),
  }
  const islands = islandsOf(sizes.length, drawable).map((island) => {
    const members = new Set(island)
    const own = drawable.filter(({ from }) => members.has(from))
    return placed(columnsOf(island, sizes.length, own, room), sizes, own)
  })
  return packed(islands, sizes.length, drawable)
}

type Island = Size & {
  readonly boxes: ReadonlyMap<number, Box>
  readonly routes: ReadonlyMap<Link, Route>
}

/** One island: columns side by side, each in the middle of the height, with room between for the lines. */
function placed(
  columns: readonly (readonly number[])[],
  sizes: readonly Size[],
  links: readonly Link[],
): Island {
  const columnAt = new Map(columns.flatMap((boxes, column) => boxes.map((box) => [box, column])))
  const ends = endCounts(columnAt, links)
  const sized = (box: number): Size => {
    const { width = 0, height = 0 } = sizes[box] ?? {}
    // a box must be high enough for the lines that end at its busier side
    return { width, height: Math.max(height, 24 + 16 * (ends.get(box) ?? 0)) }
  }
  const heights = columns.map((boxes) =>
    boxes.reduce((sum, box) => sum + sized(box).height + gap.between, -gap.between),
  )
  const height = Math.max(...heights)
  const upright = new Map<number, Box>()
  for (const [column, boxes] of columns.entries()) {
    let y = Math.round((height - (heights[column] ?? 0)) / 2)
    for (const box of boxes) {
      upright.set(box, { ...sized(box), x: 0, y })
      y += sized(box).height + gap.between
    }
  }
  return routed({ columns, columnAt, boxes: upright, links, height })
}

/** Line ends at the busier side of each box. */
function endCounts(
  columnAt: ReadonlyMap<number, number>,
  links: readonly Link[],
): ReadonlyMap<number, number> {
  const sides = new Map<string, number>()
  const count = (key: string) => sides.set(key, (sides.get(key) ?? 0) + 1)
  for (const { from, to } of links) {
    const [a, b] = [columnAt.get(from) ?? 0, columnAt.get(to) ?? 0]
    count(`${from} ${a <= b ? 'right' : 'left'}`)
    count(`${to} ${b <= a ? 'right' : 'left'}`)
  }
  return new Map(
    [...columnAt.keys()].map((box) => [
      box,
      Math.max(sides.get(`${box} right`) ?? 0, sides.get(`${box} left`) ?? 0),
    ]),
  )
}

/** Islands in rows, as words in a paragraph. */
function packed(islands: readonly Island[], count: number, links: readonly Link[]): Diagram {
  const boxes = new Map<number, Box>()
  const routes = new Map<Link, Route>()
  const pen = { x: 0, y: 0, row: 0, width: 0 }
  for (const island of islands) {
    if (pen.x > 0 && pen.x + island.width > widest)
      Object.assign(pen, { x: 0, y: pen.y + pen.row + gap.islands, row: 0 })
    for (const [box, at] of island.boxes)
      boxes.set(box, { ...at, x: at.x + pen.x, y: at.y + pen.y })
    for (const [link, route] of island.routes) routes.set(link, moved(route, pen.x, pen.y))
    pen.row = Math.max(pen.row, island.height)
    pen.width = Math.max(pen.width, pen.x + island.width)
    pen.x += island.width + gap.islands
  }
  const none: Box = { x: 0, y: 0, width: 0, height: 0 }
  return {
    width: pen.width,
    height: pen.y + pen.row,
    boxes: Array.from({ length: count }, (_, box) => boxes.get(box) ?? none),
    routes: links.flatMap((link) => routes.get(link) ?? []),
  }
}

const moved = (route: Route, x: number, y: number): Route => ({
  points: route.points.map((point) => ({ x: point.x + x, y: point.y + y })),
})
