import type { Repository } from '../../ports/repository.ts'

/** Removes the worktrees of a track's pieces of work: what lay in them is committed, or was never taken. */
export async function sweepTrees(
  repository: Repository,
  track: string,
  keep: readonly string[],
): Promise<void> {
  for (const id of await repository.orders())
    if (id.startsWith(`${track.slice(0, 56)}.`) && !keep.includes(id)) await repository.discard(id)
}
