type Identity = Readonly<Record<string, unknown>>

/**
 * Whether an agent is still what a run started with. Runs that began before there were walls recorded none, and
 * programs that update themselves stay what they are.
 */
export function isSameAgent(before: Identity | undefined, now: Identity | undefined): boolean {
  const { walls: _, ...without } = now ?? {}
  const held = before !== undefined && before['walls'] === undefined ? without : now
  return JSON.stringify(unversioned(before)) === JSON.stringify(unversioned(held))
}

const unversioned = (identity: Identity | undefined) =>
  identity === undefined ? undefined : { ...identity, version: undefined }
