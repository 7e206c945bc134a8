import { type AsyncResult, err, ok } from '../../model/result.ts'
import type {
  FileChange,
  OrderTree,
  Repository,
  RepositoryError,
  TextLimits,
  LeftOut,
  TextFiles,
} from '../../ports/repository.ts'
import { appendCommit, commitOrder } from './commit-order.ts'
import { fingerprintOf } from './fingerprint.ts'
import { inspectPlace } from './inspect.ts'
import { nulList, textOf } from './nul-list.ts'
import { listOrders, openOrderFolder, removeOrder, type OpenedOrder } from './order-folder.ts'
import { orderPaths } from './order-paths.ts'
import { askedOnce, findPlace, resolveId, submodulesOf, type Opening, type Place } from './place.ts'
import { runGit } from './run-git.ts'
import {
  checkOutTree,
  filledSubmodules,
  ignoredCall,
  keepTree,
  restoreTree,
  setAsideTree,
  treeOfWorktree,
  type Order,
} from './snapshot.ts'
import { treeChanges, treePatch } from './tree-diff.ts'
import { writeAnsweredFiles } from './write-files.ts'

/** The repository around a workspace, through the machine's own git. Worktrees go below `worktrees`. */
export function openGitRepository(opening: Opening): Repository {
  let place: ReturnType<typeof findPlace> | null = null
  const placed = async <Value>(
    work: (place: Place) => AsyncResult<Value, RepositoryError>,
  ): AsyncResult<Value, RepositoryError> => {
    const result = await (place ??= findPlace(opening))
    if (result.ok) return guarded(() => work(result.value))
    // the person may put it right meanwhile
    place = null
    return result
  }
  return {
    inspect: () => placed(inspectPlace),
    open: (asked) =>
      placed(async (at) => {
        const opened = await openOrderFolder(at, asked)
        return opened.ok ? ok(orderTree(opened.value)) : opened
      }),
    orders: () => listOrders(opening.worktrees),
    discard: (id) =>
      placed(async (at) => {
        const paths = orderPaths(at, id)
        return paths.ok ? removeOrder({ place: at, paths: paths.value }) : paths
      }),
    append: (next) => placed((at) => appendCommit(at, next)),
    fingerprint: () => placed(fingerprintOf),
    commitNamed: (name) => placed((at) => resolveId(at, name, 'commit')),
    filesAt: (commit, limits) => placed((at) => filesOf(at, commit, limits)),
    patchBetween: (from, to) => placed((at) => patchOf(at, [from, to])),
  }
}

/** The disk can fail under us at any time; that is a value too. */
async function guarded<Value>(
  work: () => AsyncResult<Value, RepositoryError>,
): AsyncResult<Value, RepositoryError> {
  try {
    return await work()
  } catch (error) {
    return err({ type: 'failed', what: error instanceof Error ? error.message : String(error) })
  }
}

async function patchOf(place: Place, [from, to]: readonly [string, string]) {
  const first = await resolveId(place, from, 'tree')
  if (!first.ok) return first
  const second = await resolveId(place, to, 'tree')
  return second.ok ? treePatch(place, first.value, second.value) : second
}

async function filesOf(place: Place, name: string, limits?: Partial<TextLimits>) {
  const tree = await resolveId(place, name, 'tree')
  return tree.ok ? textFilesAt(place, tree.value, limits) : tree
}

function orderTree({ order, made }: OpenedOrder): OrderTree {
  const { place, paths, base } = order
  const onTree = <Value>(of: string, work: (tree: string) => AsyncResult<Value, RepositoryError>) =>
    guarded(async () => {
      const tree = await resolveId(place, of, 'tree')
      return tree.ok ? work(tree.value) : tree
    })
  return {
    id: paths.id,
    folder: paths.folder,
    base,
    made,
    keep: () => guarded(() => keepTree(order)),
    changes: (of) => guarded(() => changesOf(order, of)),
    ignored: () =>
      guarded(async () => {
        const said = await runGit(ignoredCall(order))
        return said.ok ? ok(nulList(said.value.bytes).toSorted()) : said
      }),
    files: (of, limits) => guarded(() => filesOf(place, of, limits)),
    checkOut: (of) => onTree(of, (tree) => checkOutTree(order, tree)),
    write: (files) =>
      guarded(async () => {
        const inside = await submodulesOf(place, base)
        const written = await writeAnsweredFiles(paths.folder, files, inside)
        // what we write ourselves is known, whatever becomes of the step
        return written.ok ? keepTree(order) : written
      }),
    setAside: (to) => onTree(to, (tree) => setAsideTree(order, tree)),
    restore: (to) => onTree(to, (tree) => restoreTree(order, tree)),
    commit: (of, words) => onTree(of, (tree) => commitOrder(order, tree, words)),
    remove: () => guarded(() => removeOrder(order)),
  }
}

async function changesOf(
  order: Order,
  of?: string,
): AsyncResult<readonly FileChange[], RepositoryError> {
  const tree = of === undefined ? await treeOfWorktree(order) : ok(of)
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

const usualLimits: TextLimits = { fileBytes: 1024 * 1024, totalBytes: 128 * 1024 * 1024 }

type Listed = {
  readonly mode: string
  readonly id: string
  readonly size: number
  readonly path: string
}

/** Those of the base and of a change are looked at by several steps. */
const textFiles = askedOnce<TextFiles>(2)

const textFilesAt = (place: Place, tree: string, limits: Partial<TextLimits> = {}) =>
  textFiles(place, `${tree} ${JSON.stringify(limits)}`, () => readTextFiles(place, tree, limits))

/** The text files of a stored tree; what is left out is named with its reason. */
async function readTextFiles(
  place: Place,
  tree: string,
  limits: Partial<TextLimits>,
): AsyncResult<TextFiles, RepositoryError> {
  const git = { cwd: place.shared, env: place.env, set: { GIT_DIR: place.shared } }
  const listed = await runGit({ ...git, args: ['ls-tree', '-r', '-z', '-l', '--full-tree', tree] })
  if (!listed.ok) return listed
  const { wanted, left } = choose(nulList(listed.value.bytes).map(readLine), {
    ...usualLimits,
    ...limits,
  })
  const read = await runGit({
    ...git,
    args: ['cat-file', '--batch=%(objectsize)', '--buffer'],
    stdin: wanted.map(({ id }) => `${id}\n`).join(''),
  })
  if (!read.ok) return read
  return ok(sortOut(wanted, left, read.value.bytes))
}

/** `<mode> <type> <id> <size>\t<path>` */
function readLine(line: string): Listed {
  const tab = line.indexOf('\t')
  const [mode = '', , id = '', size = ''] = line.slice(0, tab).split(/ +/)
  return { mode, id, size: Number(size), path: line.slice(tab + 1) }
}

function choose(entries: readonly Listed[], limits: TextLimits) {
  const wanted: Listed[] = []
  const left: LeftOut[] = []
  let total = 0
  for (const entry of entries) {
    const why = whyNot(entry, limits, total)
    if (why !== null) left.push({ path: entry.path, why })
    else {
      wanted.push(entry)
      total += entry.size
    }
  }
  return { wanted, left }
}

function whyNot(entry: Listed, limits: TextLimits, total: number): LeftOut['why'] | null {
  if (entry.mode === '120000') return 'link'
  if (entry.mode === '160000') return 'submodule'
  // two names that are not UTF-8 could read the same
  if (entry.path.includes('\uFFFD')) return 'bad-name'
  if (entry.size > limits.fileBytes) return 'too-large'
  return total + entry.size > limits.totalBytes ? 'too-many' : null
}

/** Each object comes as its size, a newline, the bytes, a newline. */
function sortOut(wanted: readonly Listed[], left: readonly LeftOut[], bytes: Buffer): TextFiles {
  const files = new Map<string, string>()
  const more: LeftOut[] = []
  let at = 0
  for (const { path } of wanted) {
    const from = bytes.indexOf(10, at) + 1
    const size = Number(bytes.toString('latin1', at, from - 1))
    if (!Number.isInteger(size)) {
      // a partial clone does not hold every object, and nothing is fetched
      more.push({ path, why: 'missing' })
      at = from
      continue
    }
    const text = textOf(bytes.subarray(from, from + size))
    if (text === null) more.push({ path, why: 'binary' })
    else files.set(path, text)
    at = from + size + 1
  }
  return { files, left: [...left, ...more].toSorted((a, b) => (a.path < b.path ? -1 : 1)) }
}
