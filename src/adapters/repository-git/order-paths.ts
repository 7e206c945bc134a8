import { join } from 'node:path'
import { err, ok, type Result } from '../../model/result.ts'
import type { RepositoryError } from '../../ports/repository.ts'
import type { Place } from './place.ts'

export type OrderPaths = {
  readonly id: string
  readonly folder: string
  /** Our own index: what the proposer does to the worktree's own does not matter to us. */
  readonly index: string
  /** Written when the worktree is complete; holds the base. */
  readonly note: string
  /** Where a tree is measured: a name that no order has, and near the installed packages. */
  readonly measured: string
  /** The index of a merge; no order has such a name. */
  readonly merge: string
  readonly branch: string
  /** Refs below this keep trees from being collected. */
  readonly keptRefs: string
}

export const branchFolder = 'refs/heads/loopwright/'
export const keptFolder = 'refs/loopwright/'

export function orderPaths(place: Place, id: string): Result<OrderPaths, RepositoryError> {
  const fits = /^[A-Za-z0-9](?:[A-Za-z0-9_-]|\.(?!\.))*$/.test(id) && id.length <= 80
  if (!fits || /\.(lock|index|json)?$/i.test(id))
    return err({
      type: 'bad-id',
      what: `"${id}" cannot name a worktree and a branch`,
      todo: 'use letters, digits, single dots, "-" and "_", at most 80 of them',
    })
  return ok({
    id,
    folder: join(place.worktrees, id),
    index: join(place.worktrees, `${id}.index`),
    note: join(place.worktrees, `${id}.json`),
    measured: join(place.worktrees, '.measured', id),
    merge: join(place.worktrees, `.merge-${id}`),
    branch: `loopwright/${id}`,
    keptRefs: `${keptFolder}${id}/`,
  })
}
