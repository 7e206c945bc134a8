import { mkdir, rm } from 'node:fs/promises'
import { type AsyncResult, err, ok } from '../../model/result.ts'
import type {
  Appended,
  CommitWords,
  Committed,
  NextCommit,
  RepositoryError,
} from '../../ports/repository.ts'
import { nulList } from './nul-list.ts'
import { branchFolder, orderPaths, type OrderPaths } from './order-paths.ts'
import { noteId, resolveId, type Place } from './place.ts'
import { gitText, runGit, type GitCall } from './run-git.ts'
import type { Order } from './snapshot.ts'
import { treeChanges, treePatch } from './tree-diff.ts'

const identity = { name: 'Loopwright', email: 'loopwright@localhost' } as const

/** Commits a tree and points the order's branch at it. No checkout moves. */
export async function commitOrder(
  order: Order,
  tree: string,
  words: CommitWords,
): AsyncResult<Committed, RepositoryError> {
  const done = await commitOn(order, tree, words)
  if (!done.ok) return done
  const patch = await treePatch(order.place, order.base, tree)
  return patch.ok ? ok({ ...done.value, patch: patch.value }) : patch
}

/** Follows the head of a branch with what was made from an earlier commit of it, or from the same one. */
export async function appendCommit(
  place: Place,
  next: NextCommit,
): AsyncResult<Appended, RepositoryError> {
  const paths = orderPaths(place, next.id)
  if (!paths.ok) return paths
  const parent = await resolveId(place, next.parent, 'commit')
  if (!parent.ok) return parent
  const tree = await mergedTree(place, paths.value, next)
  if (!tree.ok) return tree
  const recorded = next.base === next.parent ? parent : await resolveId(place, next.base, 'commit')
  if (!recorded.ok) return recorded
  const onto = { place, paths: paths.value, base: parent.value, recorded: recorded.value }
  return commitOn(onto, tree.value, next.words)
}

/** Both sides of a file are never mixed: who changed it alone decides what it is. */
async function mergedTree(
  place: Place,
  { merge }: OrderPaths,
  next: NextCommit,
): AsyncResult<string, RepositoryError> {
  const trees: string[] = []
  for (const name of [next.base, next.parent, next.tree]) {
    const tree = await resolveId(place, name, 'tree')
    if (!tree.ok) return tree
    trees.push(tree.value)
  }
  const [base, parent, tree = ''] = trees
  if (base === parent) return ok(tree)
  const onIndex = (args: readonly string[]): GitCall => {
    const call = shared(place, args)
    return { ...call, set: { ...call.set, GIT_WORK_TREE: place.shared, GIT_INDEX_FILE: merge } }
  }
  const clear = () => Promise.all([merge, `${merge}.lock`].map((path) => rm(path, { force: true })))
  await mkdir(place.worktrees, { recursive: true })
  await clear()
  try {
    const read = await gitText(onIndex(['read-tree', '-i', '-m', '--aggressive', ...trees]))
    if (!read.ok) return read
    const unmerged = await runGit(onIndex(['ls-files', '--unmerged', '-z', '--full-name']))
    if (!unmerged.ok) return unmerged
    const lines = nulList(unmerged.value.bytes)
    const paths = [...new Set(lines.map((line) => line.slice(line.indexOf('\t') + 1)))]
    if (paths.length > 0) return err(conflict(paths))
    const written = await gitText(onIndex(['write-tree']))
    return written.ok ? ok(written.value.trim()) : written
  } finally {
    await clear()
  }
}

const conflict = (paths: readonly string[]): RepositoryError => ({
  type: 'conflict',
  what: `${paths.slice(0, 10).join(', ')}${paths.length > 10 ? ` and ${paths.length - 10} more` : ''} changed on both sides`,
  todo: 'do this work again on top of the other',
  paths,
})

/** `base` is the parent of the commit. What the branch holds after `recorded` nobody knows of: a process died. */
type Onto = Order & { readonly recorded?: string }

async function commitOn(
  onto: Onto,
  tree: string,
  words: CommitWords,
): AsyncResult<Appended, RepositoryError> {
  const { place, paths, base } = onto
  const before = await resolveId(place, base, 'tree')
  if (!before.ok) return before
  if (before.value === tree)
    return err({ type: 'nothing-changed', what: `${paths.id} changed nothing` })
  const commit = await commitTree(onto, tree, words)
  if (!commit.ok) return commit
  const moved = await pointBranch(onto, commit.value)
  if (!moved.ok) return moved
  const changes = await treeChanges(place, base, tree)
  return changes.ok
    ? ok({ commit: commit.value, branch: paths.branch, changes: changes.value })
    : changes
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
  if (!said.ok) return said
  const commit = said.value.trim()
  await noteId(place, commit, { type: 'commit' })
  await noteId(place, commit, { type: 'tree', id: tree })
  return ok(commit)
}

async function pointBranch(
  { place, paths, base, recorded = base }: Onto,
  commit: string,
): AsyncResult<void, RepositoryError> {
  const ref = `${branchFolder}${paths.id}`
  const format = '%(objectname)%00%(symref)%00%(worktreepath)'
  const result = await gitText(shared(place, ['for-each-ref', `--format=${format}`, ref]))
  if (!result.ok) return result
  const [old = '', other = '', checkedOut = ''] = result.value.trimEnd().split('\0')
  if (old === commit) return ok(undefined)
  const taken = (what: string) =>
    err<RepositoryError>({
      type: 'branch-taken',
      what: `the branch ${paths.branch} ${what}`,
      todo: 'rename that branch, or delete it if nothing in it is needed',
    })
  if (checkedOut !== '') return taken(`is checked out in ${checkedOut}`)
  if (other !== '') return taken(`is another name of ${other}`)
  if (old !== '' && !(await isOurs(place, recorded, old)))
    return taken('holds commits of somebody else')
  // the old value is named, so a branch that moved meanwhile is not overwritten
  const moved = await gitText(
    shared(place, [
      'update-ref',
      '--no-deref',
      ref,
      commit,
      old === '' ? '0'.repeat(commit.length) : old,
    ]),
  )
  return moved.ok ? ok(undefined) : moved
}

/** Whether a branch is at a commit, or at commits of ours that follow it. */
async function isOurs(place: Place, from: string, to: string): Promise<boolean> {
  if (from === to) return true
  const listed = await gitText(shared(place, ['log', '--format=%ce %P', `${from}..${to}`, '--']))
  const lines = listed.ok ? listed.value.trimEnd().split('\n') : []
  return (
    lines.at(-1) === `${identity.email} ${from}` &&
    lines.every((line) => line.startsWith(`${identity.email} `))
  )
}
