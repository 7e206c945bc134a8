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

/** What to tell of an agent that is the same in another version; null where there is nothing to tell. */
export function updateOf(
  role: string,
  before: Identity | undefined,
  now: Identity | undefined,
): string | null {
  const [was, is] = [before?.['version'], now?.['version']]
  if (typeof was !== 'string' || typeof is !== 'string' || was === is) return null
  return `the agent of "${role}" was updated from ${was} to ${is} since the run started; its answers may differ`
}
