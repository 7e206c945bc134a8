import { type AsyncResult, err, ok } from '../../model/result.ts'
import type { RepositoryFacts, RepositoryError } from '../../ports/repository.ts'
import { resolveId, submodulesOf, type Place } from './place.ts'
import { gitText } from './run-git.ts'
import { readStatus } from './status.ts'
import { from } from './fingerprint.ts'

export async function inspectPlace(place: Place): AsyncResult<RepositoryFacts, RepositoryError> {
  const head = await resolveId(place, 'HEAD', 'commit')
  if (!head.ok)
    return head.error.type === 'unknown-commit'
      ? err({
          type: 'no-commit',
          what: 'this repository has no commit yet',
          todo: 'commit what is there; a worktree starts from a commit',
        })
      : head
  const status = await readStatus(place)
  if (!status.ok) return status
  const shallow = await gitText(from(place, ['rev-parse', '--is-shallow-repository']))
  if (!shallow.ok) return shallow
  const branch = await symbolic(place, 'HEAD')
  const submodules = await submodulesOf(place, head.value)
  const uncommitted = status.value.filter(({ state }) => state !== '!!').map(({ path }) => path)
  return ok({
    root: place.root,
    prefix: place.prefix,
    head: head.value,
    branch,
    shallow: shallow.value.trim() === 'true',
    submodules,
    uncommitted,
    notes: notesOn({ branch, submodules, uncommitted }),
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

async function symbolic(place: Place, name: string): Promise<string | null> {
  const said = await gitText({
    ...from(place, ['symbolic-ref', '--quiet', '--short', name]),
    alsoFine: [1, 128],
  })
  return said.ok && said.value.trim() !== '' ? said.value.trim() : null
}
