export type Point = { readonly x: number; readonly y: number }
export type Size = { readonly width: number; readonly height: number }
export type Box = Size & Point

/** A line to draw between two boxes, by their indices. */
export type Link = { readonly from: number; readonly to: number }

/** Groups of boxes that hang together, in the order of their first box. */
export function islandsOf(count: number, links: readonly Link[]): readonly (readonly number[])[] {
  const near = neighbours(count, links)
  const seen = new Set<number>()
  return Array.from({ length: count }, (_, start) => start).flatMap((start) => {
    if (seen.has(start)) return []
    const island = [...distances(near, start).keys()].toSorted((a, b) => a - b)
    for (const box of island) seen.add(box)
    return [island]
  })
}

/** How wide a drawing may be, and what a column and a box take of it, for choosing among drawings. */
export type Room = { readonly width: number; readonly column: number; readonly box: number }

/**
 * Columns of one island. One box is the hub, what hangs on it spreads to one or both sides by distance.
 * So every line joins boxes of one column or of two columns side by side. Of all hubs the one is taken
 * whose drawing fits the width and is least high.
 */
export function columnsOf(
  island: readonly number[],
  count: number,
  links: readonly Link[],
  room: Room,
): readonly (readonly number[])[] {
  const near = neighbours(count, links)
  const drawings = island.flatMap((hub) => [
    spread(island, hub, near, true),
    spread(island, hub, near, false),
  ])
  const cost = (columns: readonly (readonly number[])[]): number => {
    const tooWide = Math.max(0, columns.length * room.column - room.width)
    const highest = Math.max(...columns.map((boxes) => boxes.length))
    const columnAt = new Map(columns.flatMap((boxes, at) => boxes.map((box) => [box, at] as const)))
    const level = links.filter(({ from, to }) => columnAt.get(from) === columnAt.get(to)).length
    return 3 * tooWide + highest * room.box + level * 40
  }
  const costs = drawings.map(cost)
  const best = drawings[costs.indexOf(Math.min(...costs))] ?? [island]
  return untangled(best, near)
}

/** Columns by distance from a hub, to both sides or to the right only. */
function spread(
  island: readonly number[],
  hub: number,
  near: readonly ReadonlySet<number>[],
  both: boolean,
): readonly (readonly number[])[] {
  const away = distances(near, hub)
  const without = near.map((set) => new Set([...set].filter((box) => box !== hub)))
  const sides = { left: 0, right: 0 }
  const columnAt = new Map([[hub, 0]])
  for (const branch of branchesOf(island, hub, without)) {
    const side = !both || sides.right <= sides.left ? 'right' : 'left'
    sides[side] += branch.length
    for (const box of branch) columnAt.set(box, (away.get(box) ?? 1) * (side === 'right' ? 1 : -1))
  }
  const columns = Map.groupBy(island, (box) => columnAt.get(box) ?? 0)
  return [...columns.entries()].toSorted(([a], [b]) => a - b).map(([, boxes]) => boxes)
}

/** What falls apart when the hub is taken out, the largest first. */
const branchesOf = (
  island: readonly number[],
  hub: number,
  near: readonly ReadonlySet<number>[],
): readonly (readonly number[])[] => {
  const seen = new Set([hub])
  return island
    .flatMap((start) => {
      if (seen.has(start)) return []
      const branch = [...distances(near, start).keys()]
      for (const box of branch) seen.add(box)
      return [branch]
    })
    .toSorted((a, b) => b.length - a.length)
}

/** Orders each column by where its neighbours stand, forth and back a few times; the least tangled order wins. */
function untangled(
  columns: readonly (readonly number[])[],
  near: readonly ReadonlySet<number>[],
): readonly (readonly number[])[] {
  const orders = [columns]
  for (let sweep = 0; sweep < 6; sweep += 1) {
    const forth = sweep % 2 === 0
    const before = orders.at(-1) ?? columns
    const done: (readonly number[])[] = []
    for (const column of forth ? before : before.toReversed()) {
      const beside = done.at(-1)
      done.push(beside === undefined ? column : sortedBy(column, beside, near))
    }
    orders.push(forth ? done : done.toReversed())
  }
  const tangles = orders.map((order) => tanglesOf(order, near))
  return orders[tangles.indexOf(Math.min(...tangles))] ?? columns
}

/** Pairs of lines between neighbouring columns that cross. */
function tanglesOf(
  columns: readonly (readonly number[])[],
  near: readonly ReadonlySet<number>[],
): number {
  return columns.slice(1).reduce((sum, column, index) => {
    const beside = columns[index] ?? []
    const lines = column.flatMap((box, at) =>
      beside.flatMap((other, place) => (near[box]?.has(other) ? [[at, place] as const] : [])),
    )
    const crossing = lines.reduce(
      (count, [at, place]) =>
        count + lines.filter(([later, earlier]) => later > at && earlier < place).length,
      0,
    )
    return sum + crossing
  }, 0)
}

function sortedBy(
  column: readonly number[],
  beside: readonly number[],
  near: readonly ReadonlySet<number>[],
): readonly number[] {
  const middle = new Map(
    column.map((box, index) => {
      const places = [...(near[box] ?? [])]
        .map((other) => beside.indexOf(other))
        .filter((place) => place >= 0)
      const own = (index * beside.length) / column.length
      const sum = places.reduce((total, place) => total + place, 0)
      return [box, places.length === 0 ? own : sum / places.length] as const
    }),
  )
  return column.toSorted((a, b) => (middle.get(a) ?? 0) - (middle.get(b) ?? 0) || a - b)
}

function neighbours(count: number, links: readonly Link[]): readonly ReadonlySet<number>[] {
  const near = Array.from({ length: count }, () => new Set<number>())
  for (const { from, to } of links) {
    if (from === to) continue
    near[from]?.add(to)
    near[to]?.add(from)
  }
  return near
}

/** Steps from a box to all that can be reached, breadth first. */
function distances(near: readonly ReadonlySet<number>[], start: number): Map<number, number> {
  const away = new Map([[start, 0]])
  // a map is walked in the order of insertion, so it is its own queue
  for (const [box, steps] of away)
    for (const other of near[box] ?? []) if (!away.has(other)) away.set(other, steps + 1)
  return away
}
