import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type AsyncResult, err, ok } from '../../model/result.ts'
import type { RepositoryFacts, RepositoryError } from '../../ports/repository.ts'
import { submodulesOf, type Place } from './place.ts'
import { readStatus } from './status.ts'

export async function inspectPlace(place: Place): AsyncResult<RepositoryFacts, RepositoryError> {
  const status = await readStatus(place)
  if (!status.ok) return status
  const { head, entries } = status.value
  if (head.commit === null)
    return err({
      type: 'no-commit',
      what: 'this repository has no commit yet',
      todo: 'commit what is there; a worktree starts from a commit',
    })
  const submodules = await submodulesOf(place, head.commit)
  const uncommitted = entries.filter(({ state }) => state !== '!!').map(({ path }) => path)
  return ok({
    root: place.root,
    prefix: place.prefix,
    head: head.commit,
    branch: head.branch,
    shallow: existsSync(join(place.shared, 'shallow')),
    submodules,
    uncommitted,
    notes: notesOn({ branch: head.branch, submodules, uncommitted }),
  })
}

function notesOn(facts: {
  readonly branch: string | null
  readonly submodules: readonly string[]
  readonly uncommitted: readonly string[]
}): readonly string[] {
  const { branch, submodules, uncommitted } = facts
  const some = uncommitted.slice(0, 3).join(', ') + (uncommitted.length > 3 ? ', …' : '')
  return [
    ...(uncommitted.length === 0
      ? []
      : [
          `Uncommitted changes are not seen: work starts from the last commit (${uncommitted.length}: ${some}).`,
        ]),
    ...(branch === null
      ? ['HEAD is detached: work starts from that commit, not from a branch.']
      : []),
    ...(submodules.length === 0
      ? []
      : [`Submodules stay empty in worktrees: ${submodules.join(', ')}.`]),
  ]
}
