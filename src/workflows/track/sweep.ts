import type { AsyncResult } from '../../model/result.ts'
import type { OrderTree, Repository, RepositoryError } from '../../ports/repository.ts'

/** Removes the worktrees of a track's pieces of work: what lay in them is committed, or was never taken. */
export async function sweepTrees(
  repository: Pick<Repository, 'orders' | 'discard'>,
  track: string,
  keep: readonly string[],
): Promise<void> {
  for (const id of await repository.orders())
    if (id.startsWith(`${track.slice(0, 56)}.`) && !keep.includes(id)) await repository.discard(id)
}

/** The worktree of a piece of work at the newest commit. One that was made from an earlier commit is made again. */
export async function openTreeAt(
  repository: Pick<Repository, 'open' | 'discard'>,
  order: { readonly id: string; readonly base: string },
): AsyncResult<OrderTree, RepositoryError> {
  const tree = await repository.open(order)
  if (tree.ok || tree.error.type !== 'other-base') return tree
  const discarded = await repository.discard(order.id)
  return discarded.ok ? repository.open(order) : discarded
}
