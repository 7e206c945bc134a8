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

/**
 * Columns of one island. The best connected box stands in the middle, what hangs on it spreads to both
 * sides by distance. So every line joins boxes of one column or of two columns side by side.
 */
export function columnsOf(
  island: readonly number[],
  count: number,
  links: readonly Link[],
): readonly (readonly number[])[] {
  const near = neighbours(count, links)
  const hub = island.reduce((best, box) => (degree(near, box) > degree(near, best) ? box : best))
  const away = distances(near, hub)
  const without = near.map((set) => new Set([...set].filter((box) => box !== hub)))
  const sides = { left: 0, right: 0 }
  const columnAt = new Map([[hub, 0]])
  for (const branch of branchesOf(island, hub, without)) {
    const side = sides.right <= sides.left ? 'right' : 'left'
    sides[side] += branch.length
    for (const box of branch) columnAt.set(box, (away.get(box) ?? 1) * (side === 'right' ? 1 : -1))
  }
  const columns = Map.groupBy(island, (box) => columnAt.get(box) ?? 0)
  const ordered = [...columns.entries()].toSorted(([a], [b]) => a - b).map(([, boxes]) => boxes)
  return untangled(ordered, near)
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

/** Orders each column by where its neighbours stand, forth and back a few times, so that few lines cross. */
function untangled(
  columns: readonly (readonly number[])[],
  near: readonly ReadonlySet<number>[],
): readonly (readonly number[])[] {
  let ordered = columns
  for (let sweep = 0; sweep < 4; sweep += 1) {
    const forth = sweep % 2 === 0
    const done: (readonly number[])[] = []
    for (const column of forth ? ordered : ordered.toReversed()) {
      const before = done.at(-1)
      done.push(before === undefined ? column : sortedBy(column, before, near))
    }
    ordered = forth ? done : done.toReversed()
  }
  return ordered
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

const degree = (near: readonly ReadonlySet<number>[], box: number): number => near[box]?.size ?? 0

/** Steps from a box to all that can be reached, breadth first. */
function distances(near: readonly ReadonlySet<number>[], start: number): Map<number, number> {
  const away = new Map([[start, 0]])
  // a map is walked in the order of insertion, so it is its own queue
  for (const [box, steps] of away)
    for (const other of near[box] ?? []) if (!away.has(other)) away.set(other, steps + 1)
  return away
}
