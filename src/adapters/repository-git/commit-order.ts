import { type AsyncResult, err, ok } from '../../model/result.ts'
import type { CommitWords, Committed, RepositoryError } from '../../ports/repository.ts'
import { branchFolder } from './order-paths.ts'
import { resolveId, type Place } from './place.ts'
import { gitText, type GitCall } from './run-git.ts'
import type { Order } from './snapshot.ts'
import { treeChanges, treePatch } from './tree-diff.ts'

const identity = { name: 'Loopwright', email: 'loopwright@localhost' } as const

/** Commits a tree and points the order's branch at it. No checkout moves. */
export async function commitOrder(
  order: Order,
  tree: string,
  words: CommitWords,
): AsyncResult<Committed, RepositoryError> {
  const { place, paths, base } = order
  const before = await resolveId(place, base, 'tree')
  if (!before.ok) return before
  if (before.value === tree)
    return err({ type: 'nothing-changed', what: `${paths.id} changed nothing` })
  const commit = await commitTree(order, tree, words)
  if (!commit.ok) return commit
  const moved = await pointBranch(order, commit.value)
  if (!moved.ok) return moved
  const changes = await treeChanges(place, base, tree)
  if (!changes.ok) return changes
  const patch = await treePatch(place, base, tree)
  if (!patch.ok) return patch
  return ok({
    commit: commit.value,
    branch: paths.branch,
    patch: patch.value,
    changes: changes.value,
  })
}

const shared = (place: Place, args: readonly string[]): GitCall => ({
  cwd: place.shared,
  env: place.env,
  set: { GIT_DIR: place.shared },
  args,
})

/** The same tree, base, message and date give the same commit, on every machine. */
async function commitTree(
  { place, base }: Order,
  tree: string,
  { message, date }: CommitWords,
): AsyncResult<string, RepositoryError> {
  const seconds = Math.floor(Date.parse(date) / 1000)
  if (!Number.isSafeInteger(seconds) || seconds < 0)
    return err({ type: 'failed', what: `"${date}" is no date a commit can have` })
  const who = (role: 'AUTHOR' | 'COMMITTER') => ({
    [`GIT_${role}_NAME`]: identity.name,
    [`GIT_${role}_EMAIL`]: identity.email,
    [`GIT_${role}_DATE`]: `@${seconds} +0000`,
  })
  const call = shared(place, ['commit-tree', '-p', base, '-F', '-', tree])
  const said = await gitText({
    ...call,
    set: { ...call.set, ...who('AUTHOR'), ...who('COMMITTER') },
    stdin: message.replaceAll('\0', '').trimEnd() + '\n',
  })
  return said.ok ? ok(said.value.trim()) : said
}

async function pointBranch(
  { place, paths, base }: Order,
  commit: string,
): AsyncResult<void, RepositoryError> {
  const ref = `${branchFolder}${paths.id}`
  const format = '%(objectname)%00%(committeremail)%00%(parent)%00%(worktreepath)'
  const result = await gitText(shared(place, ['for-each-ref', `--format=${format}`, ref]))
  if (!result.ok) return result
  const [old = '', email = '', parent = '', checkedOut = ''] = result.value.trimEnd().split('\0')
  if (old === commit) return ok(undefined)
  const taken = (what: string) =>
    err<RepositoryError>({
      type: 'branch-taken',
      what: `the branch ${paths.branch} ${what}`,
      todo: 'rename that branch, or delete it if nothing in it is needed',
    })
  if (checkedOut !== '') return taken(`is checked out in ${checkedOut}`)
  const ours = email === `<${identity.email}>` && parent === base
  if (old !== '' && !ours) return taken('holds commits of somebody else')
  // the old value is named, so a branch that moved meanwhile is not overwritten
  const moved = await gitText(
    shared(place, ['update-ref', ref, commit, old === '' ? '0'.repeat(commit.length) : old]),
  )
  return moved.ok ? ok(undefined) : moved
}
