export type Linked = { readonly id: string; readonly depends_on: readonly string[] }

/** Rings of dependencies: of orders that need each other at least one, from a member round to it again. */
export function cyclesIn(orders: readonly Linked[]): readonly (readonly string[])[] {
  const byId = new Map(orders.map((order) => [order.id, order]))
  const done = new Set<string>()
  const cycles: string[][] = []
  const visit = (id: string, path: readonly string[]): void => {
    const at = path.indexOf(id)
    if (at >= 0) {
      cycles.push([...path.slice(at), id])
      return
    }
    if (done.has(id)) return
    for (const next of byId.get(id)?.depends_on ?? [])
      if (byId.has(next)) visit(next, [...path, id])
    done.add(id)
  }
  for (const { id } of orders) visit(id, [])
  return cycles
}

/** Orders after all they depend on; otherwise in the given order. Those in a ring come last, as given. */
export function inDependencyOrder<Item extends Linked>(orders: readonly Item[]): readonly Item[] {
  const known = new Set(orders.map(({ id }) => id))
  const placed = new Set<string>()
  const sorted: Item[] = []
  let waiting = [...orders]
  while (waiting.length > 0) {
    const next = waiting.find(({ depends_on }) =>
      depends_on.every((id) => placed.has(id) || !known.has(id)),
    )
    if (next === undefined) return [...sorted, ...waiting]
    sorted.push(next)
    placed.add(next.id)
    waiting = waiting.filter((each) => each !== next)
  }
  return sorted
}

/** Whether an order needs another one, directly or through others. */
export function reaches(orders: readonly Linked[], from: string, to: string): boolean {
  const byId = new Map(orders.map((order) => [order.id, order]))
  const visited = new Set<string>()
  const queue = [from]
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (id === to) return true
    if (visited.has(id)) continue
    visited.add(id)
    queue.push(...(byId.get(id)?.depends_on ?? []))
  }
  return false
}
