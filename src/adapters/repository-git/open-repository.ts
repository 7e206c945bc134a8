import { err, ok, type Result } from '../../model/result.ts'
import type {
  FileChange,
  OrderTree,
  Repository,
  RepositoryTrouble,
  TextLimits,
} from '../../ports/repository.ts'
import { commitOrder } from './commit-order.ts'
import { fingerprintOf } from './fingerprint.ts'
import { inspectPlace } from './inspect.ts'
import { nulList } from './nul-list.ts'
import { listOrders, openOrderFolder, removeOrder, type OpenedOrder } from './order-folder.ts'
import { findPlace, resolveId, submodulesOf, type Opening, type Place } from './place.ts'
import { runGit } from './run-git.ts'
import { filledSubmodules, ignoredCall, keepTree, restoreTree, treeOfWorktree } from './snapshot.ts'
import type { Order } from './snapshot.ts'
import { textFilesAt } from './text-files.ts'
import { treeChanges, treePatch } from './tree-diff.ts'
import { writeAnsweredFiles } from './write-files.ts'

/** The repository around a workspace, through the machine's own git. Worktrees go below `worktrees`. */
export function openGitRepository(opening: Opening): Repository {
  let place: ReturnType<typeof findPlace> | null = null
  const placed = async <Value>(
    work: (place: Place) => Promise<Result<Value, RepositoryTrouble>>,
  ): Promise<Result<Value, RepositoryTrouble>> => {
    const found = await (place ??= findPlace(opening))
    if (found.ok) return guarded(() => work(found.value))
    // the person may put it right meanwhile
    place = null
    return found
  }
  return {
    inspect: () => placed(inspectPlace),
    open: (asked) =>
      placed(async (at) => {
        const opened = await openOrderFolder(at, asked)
        return opened.ok ? ok(orderTree(opened.value)) : opened
      }),
    orders: () => listOrders(opening.worktrees),
    fingerprint: () => placed(fingerprintOf),
    commitNamed: (name) => placed((at) => resolveId(at, name, 'commit')),
    filesAt: (commit, limits) => placed((at) => filesOf(at, commit, limits)),
    changesBetween: (from, to) => placed((at) => betweenTwo(at, [from, to], treeChanges)),
    patchBetween: (from, to) => placed((at) => betweenTwo(at, [from, to], treePatch)),
  }
}

/** The disk can fail under us at any time; that is a value too. */
async function guarded<Value>(
  work: () => Promise<Result<Value, RepositoryTrouble>>,
): Promise<Result<Value, RepositoryTrouble>> {
  try {
    return await work()
  } catch (error) {
    return err({ type: 'failed', what: error instanceof Error ? error.message : String(error) })
  }
}

async function betweenTwo<Value>(
  place: Place,
  [from, to]: readonly [string, string],
  compare: (place: Place, from: string, to: string) => Promise<Result<Value, RepositoryTrouble>>,
): Promise<Result<Value, RepositoryTrouble>> {
  const first = await resolveId(place, from, 'tree')
  if (!first.ok) return first
  const second = await resolveId(place, to, 'tree')
  return second.ok ? compare(place, first.value, second.value) : second
}

async function filesOf(place: Place, name: string, limits?: Partial<TextLimits>) {
  const tree = await resolveId(place, name, 'tree')
  return tree.ok ? textFilesAt(place, tree.value, limits) : tree
}

function orderTree({ order, made }: OpenedOrder): OrderTree {
  const { place, paths, base } = order
  return {
    id: paths.id,
    folder: paths.folder,
    base,
    made,
    keep: () => guarded(() => keepTree(order)),
    changes: () => guarded(() => changesOf(order)),
    ignored: () =>
      guarded(async () => {
        const said = await runGit(ignoredCall(order))
        return said.ok ? ok(nulList(said.value.bytes).toSorted()) : said
      }),
    before: (limits) => guarded(() => textFilesAt(place, base, limits)),
    after: (limits) =>
      guarded(async () => {
        const tree = await treeOfWorktree(order)
        return tree.ok ? textFilesAt(place, tree.value, limits) : tree
      }),
    write: (files) =>
      guarded(async () => writeAnsweredFiles(paths.folder, files, await submodulesOf(place, base))),
    restore: (to) =>
      guarded(async () => {
        const tree = await resolveId(place, to, 'tree')
        return tree.ok ? restoreTree(order, tree.value) : tree
      }),
    commit: (words) => guarded(() => commitOrder(order, words)),
    remove: () => guarded(() => removeOrder(order)),
  }
}

async function changesOf(order: Order): Promise<Result<readonly FileChange[], RepositoryTrouble>> {
  const tree = await treeOfWorktree(order)
  if (!tree.ok) return tree
  const changes = await treeChanges(order.place, order.base, tree.value)
  if (!changes.ok) return changes
  const known = new Set(changes.value.map(({ path }) => path))
  const filled = (await filledSubmodules(order)).filter((path) => !known.has(path))
  return ok([...changes.value, ...filled.map(filledSubmodule)])
}

const filledSubmodule = (path: string): FileChange => ({
  type: 'modified',
  path,
  kind: 'submodule',
  linesAdded: null,
  linesDeleted: null,
  binary: true,
})
