type Identity = Readonly<Record<string, unknown>>

/** Whether an agent is still what a run started with. Runs that began before there were walls recorded none. */
export function isSameAgent(before: Identity | undefined, now: Identity | undefined): boolean {
  const { walls: _, ...without } = now ?? {}
  const held = before !== undefined && before['walls'] === undefined ? without : now
  return JSON.stringify(before) === JSON.stringify(held)
}
