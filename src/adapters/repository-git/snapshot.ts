import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type AsyncResult, err, ok } from '../../model/result.ts'
import type { CheckedOut, RepositoryError, SetAside } from '../../ports/repository.ts'
import { adminFolder, mendPointer } from './admin-folder.ts'
import type { OrderPaths } from './order-paths.ts'
import { noteId, resolveId, submodulesOf, type Place } from './place.ts'
import { gitText, shareSettings, type GitCall } from './run-git.ts'
import { treeChanges } from './tree-diff.ts'

export type Order = { readonly place: Place; readonly paths: OrderPaths; readonly base: string }

const longTimeoutMs = 600_000

/** A call on the worktree's files with our index and the repository's own settings. */
function onFiles({ place, paths }: Order, args: readonly string[]): GitCall {
  return {
    cwd: paths.folder,
    env: place.env,
    set: { GIT_DIR: place.shared, GIT_WORK_TREE: paths.folder, GIT_INDEX_FILE: paths.index },
    args,
    timeoutMs: longTimeoutMs,
  }
}

async function inTurn(calls: readonly GitCall[]): AsyncResult<string, RepositoryError> {
  let last = ''
  for (const call of calls) {
    const said = await gitText(call)
    if (!said.ok) return said
    last = said.value
  }
  return ok(last)
}

/** The git tree of all that is in the worktree now and not ignored. It does not depend on earlier looks. */
export async function treeOfWorktree(order: Order): AsyncResult<string, RepositoryError> {
  const written = await takeIn(order, [onFiles(order, ['write-tree'])])
  if (!written.ok) return written
  const tree = written.value.trim()
  await noteId(order.place, tree, { type: 'tree' })
  return ok(tree)
}

/** Brings our index to the state of the files, then goes on with it. */
async function takeIn(
  order: Order,
  then: readonly GitCall[],
): AsyncResult<string, RepositoryError> {
  // only one process works on an order, so a lock is one that a crash left
  await rm(`${order.paths.index}.lock`, { force: true })
  // git would start another git in a repository that a proposer made of a submodule, with its settings
  for (const path of await filledSubmodules(order))
    await rm(join(order.paths.folder, path, '.git'), { recursive: true, force: true })
  const calls = [
    onFiles(order, ['read-tree', '-m', order.base]),
    onFiles(order, ['add', '--all']),
    ...then,
  ]
  const done = await inTurn(calls)
  if (done.ok || done.error.type !== 'failed') return done
  // a damaged index of ours is only a cache
  await rm(order.paths.index, { force: true })
  return inTurn(calls)
}

/** Keeps a tree from being collected and answers its id. */
export async function keepTree(order: Order): AsyncResult<string, RepositoryError> {
  const tree = await treeOfWorktree(order)
  if (!tree.ok) return tree
  const ref = `${order.paths.keptRefs}${tree.value}`
  const result = await gitText(onRefs(order, ['update-ref', ref, tree.value]))
  return result.ok ? tree : result
}

const onRefs = ({ place }: Order, args: readonly string[]): GitCall => ({
  cwd: place.shared,
  env: place.env,
  set: { GIT_DIR: place.shared },
  args,
})

/** Keeps apart what is neither the tree that ought to be there nor one that was kept, and brings that tree back. */
export async function setAsideTree(
  order: Order,
  to: string,
): AsyncResult<SetAside | null, RepositoryError> {
  const result = await treeOfWorktree(order)
  if (!result.ok) return result
  const { keptRefs } = order.paths
  const tree = result.value
  if (tree === to) return bringBack(order, to, tree)
  const base = await resolveId(order.place, order.base, 'tree')
  const known = await gitText(onRefs(order, ['for-each-ref', `${keptRefs}${tree}`]))
  if (!base.ok) return base
  if (!known.ok) return known
  if (tree !== base.value && known.value === '') {
    const changes = await treeChanges(order.place, to, tree)
    if (!changes.ok) return changes
    const ref = `${keptRefs}aside/${tree}`
    const update = await gitText(onRefs(order, ['update-ref', ref, tree]))
    if (!update.ok) return update
    const restored = await bringBack(order, to, tree)
    return restored.ok ? ok({ tree, ref, paths: changes.value.map(({ path }) => path) }) : restored
  }
  return bringBack(order, to, tree)
}

/** Makes the files equal to a tree and the worktree's own HEAD and index equal to the base. */
export async function restoreTree(order: Order, tree: string): AsyncResult<null, RepositoryError> {
  const now = await treeOfWorktree(order)
  return bringBack(order, tree, now.ok ? now.value : null)
}

async function bringBack(
  order: Order,
  tree: string,
  now: string | null,
): AsyncResult<null, RepositoryError> {
  // repositories that a proposer made inside go too
  const clean = onFiles(order, ['clean', '-ffdq'])
  if (now === tree && (await filledSubmodules(order)).length === 0) {
    const cleaned = await gitText(clean)
    return cleaned.ok ? resetOwnHead(order) : cleaned
  }
  await rm(`${order.paths.index}.lock`, { force: true })
  const reset = onFiles(order, ['read-tree', '--reset', tree])
  const restored = await inTurn([
    reset,
    onFiles(order, ['checkout-index', '--all', '--force', '--quiet']),
    clean,
  ])
  if (!restored.ok) return restored
  for (const path of await filledSubmodules(order)) {
    await rm(join(order.paths.folder, path), { recursive: true, force: true })
    await mkdir(join(order.paths.folder, path))
  }
  let after = await treeOfWorktree(order)
  // a file of rules that went leaves behind what it had ignored
  for (let more = 0; after.ok && after.value !== tree && more < 3; more += 1) {
    const cleaned = await inTurn([reset, clean])
    if (!cleaned.ok) return cleaned
    after = await treeOfWorktree(order)
  }
  if (!after.ok) return after
  if (after.value !== tree)
    return err({
      type: 'failed',
      what: `the worktree ${order.paths.folder} could not be brought back to ${tree}`,
      todo: 'remove the worktree; it is made again',
    })
  return resetOwnHead(order)
}

/** Writes a tree to a fresh folder through an index of its own: nothing of the worktree gets there. */
export async function checkOutTree(
  order: Order,
  tree: string,
): AsyncResult<CheckedOut, RepositoryError> {
  const { measured: folder } = order.paths
  const index = `${folder}.index`
  const close = async () => {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
    await rm(index, { force: true })
  }
  await close()
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const onIndex = (args: readonly string[]): GitCall => {
    const call = onFiles(order, args)
    return { ...call, set: { ...call.set, GIT_INDEX_FILE: index } }
  }
  const written = await inTurn([
    onIndex(['read-tree', tree]),
    onIndex(['checkout-index', '--all', '--quiet', `--prefix=${folder}/`]),
  ])
  if (written.ok) return ok({ folder, close })
  await close()
  return written
}

/** Folders of submodules that are not empty. They belong to other repositories, so git does not look in. */
export async function filledSubmodules({ place, paths, base }: Order): Promise<readonly string[]> {
  const filled: string[] = []
  for (const path of await submodulesOf(place, base)) {
    const inside = await readdir(join(paths.folder, path)).catch(() => [])
    if (inside.length > 0) filled.push(path)
  }
  return filled
}

async function resetOwnHead({ place, paths, base }: Order): AsyncResult<null, RepositoryError> {
  const admin = await adminFolder(place, paths.folder)
  if (admin === null) return ok(null)
  await mendPointer(paths.folder, admin)
  shareSettings(place.shared, [admin])
  await rm(`${admin}/index.lock`, { force: true })
  const own = (args: readonly string[]): GitCall => ({
    cwd: paths.folder,
    env: place.env,
    set: { GIT_DIR: admin, GIT_WORK_TREE: paths.folder },
    args,
  })
  const head = await readFile(join(admin, 'HEAD'), 'utf8').catch(() => '')
  const done = await inTurn([
    ...(head.trim() === base ? [] : [own(['update-ref', '--no-deref', 'HEAD', base])]),
    own(['read-tree', '--reset', base]),
  ])
  return done.ok ? ok(null) : done
}

/** Ignored files, and folders where all in them is ignored. */
export const ignoredCall = (order: Order): GitCall =>
  onFiles(order, ['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory'])
