import type { Box, Link, Point } from './entity-layers.ts'

/** A line of level and upright pieces, from the edge of the first box to the edge of the second. */
export type Route = { readonly points: readonly Point[] }

type Island = {
  readonly columns: readonly (readonly number[])[]
  readonly columnAt: ReadonlyMap<number, number>
  /** Boxes with their height and place from above; columns get their place here. */
  readonly boxes: ReadonlyMap<number, Box>
  readonly links: readonly Link[]
  readonly height: number
}

/** One end of a line: at which box, on which side, how high, and how high the other end is. */
type End = {
  readonly link: Link
  readonly box: number
  readonly side: 'left' | 'right'
  readonly toward: number
  y: number
}

/** A line in the gap right of a column: where it starts and ends, and on which upright track it runs. */
type Lane = {
  readonly link: Link
  readonly gutter: number
  readonly ends: readonly [End, End]
  track: number
}

const margin = 44
const trackWidth = 12

/** Leads every line through the gap beside its column, where no box can stand in its way. */
export function routed({ columns, columnAt, boxes, links, height }: Island) {
  const lanes = links.map((link): Lane => {
    const [a, b] = [columnAt.get(link.from) ?? 0, columnAt.get(link.to) ?? 0]
    const end = (box: number, other: number, level: boolean): End => {
      const there = boxes.get(other)
      const toward = there === undefined ? 0 : there.y + there.height / 2
      return { link, box, side: level ? 'right' : 'left', toward, y: 0 }
    }
    return {
      link,
      gutter: Math.min(a, b),
      ends: [end(link.from, link.to, a <= b), end(link.to, link.from, b <= a)],
      track: 0,
    }
  })
  spreadEnds(
    lanes.flatMap(({ ends }) => ends),
    boxes,
  )
  straighten(lanes, boxes)
  const widths = columns.map((_, column) =>
    assignTracks(lanes.filter(({ gutter }) => gutter === column)),
  )
  const lefts: number[] = []
  let x = 0
  for (const [column, members] of columns.entries()) {
    lefts.push(x)
    x += Math.max(...members.map((box) => boxes.get(box)?.width ?? 0))
    const lines = widths[column] ?? 0
    // the last column needs room on its right only for lines that return to it
    x += lines > 0 || column < columns.length - 1 ? 2 * margin + lines * trackWidth : 0
  }
  const standing = new Map(
    [...boxes].map(([box, at]) => [box, { ...at, x: lefts[columnAt.get(box) ?? 0] ?? 0 }] as const),
  )
  return {
    width: x,
    height,
    boxes: standing,
    routes: new Map(lanes.map((lane) => [lane.link, routeOf(lane, standing, columns)] as const)),
  }
}

/** Spreads the ends along each side in the order of what they lead to. */
function spreadEnds(ends: readonly End[], boxes: ReadonlyMap<number, Box>): void {
  for (const [key, group] of Map.groupBy(ends, ({ box, side }) => `${side} ${box}`)) {
    const first = group[0]
    const at = first && boxes.get(first.box)
    if (at === undefined) continue
    const sorted = group.toSorted((a, b) => a.toward - b.toward)
    for (const [index, end] of sorted.entries()) {
      const y = at.y + ((index + 1) * at.height) / (sorted.length + 1)
      // ends of the two sides never share a height, so level pieces of two lines never lie on each other
      end.y = Math.round(y / 8) * 8 + (key.startsWith('left') ? 4 : 0)
    }
  }
}

/** A line goes straight across where its boxes stand face to face and its neighbours leave it the room. */
function straighten(lanes: readonly Lane[], boxes: ReadonlyMap<number, Box>): void {
  const bySide = Map.groupBy(
    lanes.flatMap(({ ends }) => ends),
    ({ box, side }) => `${side} ${box}`,
  )
  const neighboursOf = (end: End) =>
    (bySide.get(`${end.side} ${end.box}`) ?? []).filter((other) => other !== end)
  const fits = (end: End, y: number): boolean => {
    const at = boxes.get(end.box)
    const others = neighboursOf(end)
    return (
      at !== undefined &&
      y >= at.y + 10 &&
      y <= at.y + at.height - 10 &&
      others.every((other) => Math.abs(other.y - y) >= 12) &&
      // with neighbours only a small step, so that their order stays
      (others.length === 0 || Math.abs(end.y - y) < 12)
    )
  }
  for (const { ends } of lanes) {
    const [one, other] = ends
    if (one.side === other.side) continue
    const middle = Math.round((one.y + other.y) / 2)
    const y = [middle, one.y, other.y].find((each) => fits(one, each) && fits(other, each))
    if (y === undefined) continue
    one.y = y
    other.y = y
  }
}

/** Gives lines that pass the same height tracks of their own; says how many tracks there are. */
function assignTracks(lanes: readonly Lane[]): number {
  const bent = lanes.filter(({ ends: [one, other] }) => one.y !== other.y)
  const ordered = fewestCrossings(bent)
  let used = 0
  for (const [index, lane] of ordered.entries()) {
    const before = ordered.slice(0, index).filter((each) => meet(each, lane))
    lane.track = before.reduce((most, { track }) => Math.max(most, track + 1), 0)
    used = Math.max(used, lane.track + 1)
  }
  return used
}

const spanOf = ({ ends: [one, other] }: Lane): readonly [number, number] => [
  Math.min(one.y, other.y),
  Math.max(one.y, other.y),
]

function meet(a: Lane, b: Lane): boolean {
  const [top, bottom] = spanOf(a)
  const [otherTop, otherBottom] = spanOf(b)
  return top <= otherBottom + 8 && otherTop <= bottom + 8
}

/** Swaps neighbours while that saves a crossing. */
function fewestCrossings(lanes: readonly Lane[]): readonly Lane[] {
  const ordered = [...lanes]
  for (let round = 0; round < ordered.length; round += 1) {
    let swapped = false
    for (let index = 1; index < ordered.length; index += 1) {
      const [a, b] = [ordered[index - 1], ordered[index]]
      if (a === undefined || b === undefined || crossings(a, b) <= crossings(b, a)) continue
      ordered[index - 1] = b
      ordered[index] = a
      swapped = true
    }
    if (!swapped) break
  }
  return ordered
}

/** Crossings of two lines when the first runs on the left track. */
function crossings(left: Lane, right: Lane): number {
  const passes = ({ ends }: Lane, side: End['side'], through: Lane) => {
    const [top, bottom] = spanOf(through)
    return ends.filter((end) => end.side === side && end.y > top && end.y < bottom).length
  }
  // the level pieces of the right line that come from the left side pass the left track, and the reverse
  return passes(right, 'right', left) + passes(left, 'left', right)
}

function routeOf(
  lane: Lane,
  boxes: ReadonlyMap<number, Box>,
  columns: readonly (readonly number[])[],
): Route {
  const edge = ({ box, side }: End): number => {
    const at = boxes.get(box)
    return at === undefined ? 0 : side === 'right' ? at.x + at.width : at.x
  }
  const [one, other] = lane.ends
  const [start, stop] = [
    { x: edge(one), y: one.y },
    { x: edge(other), y: other.y },
  ]
  if (start.y === stop.y && one.side !== other.side) return { points: [start, stop] }
  const right = Math.max(
    ...(columns[lane.gutter] ?? []).map((box) => {
      const at = boxes.get(box)
      return at === undefined ? 0 : at.x + at.width
    }),
  )
  const x = right + margin + lane.track * trackWidth
  return { points: [start, { x, y: start.y }, { x, y: stop.y }, stop] }
}
