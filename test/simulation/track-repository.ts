import { createHash } from 'node:crypto'
import type { FileTree } from '../../src/model/file-tree.ts'
import { type AsyncResult, err, ok } from '../../src/model/result.ts'
import type {
  FileChange,
  NextCommit,
  OrderTree,
  Repository,
  RepositoryError,
} from '../../src/ports/repository.ts'
import type { Process, World } from './world.ts'

type Commit = { readonly tree: string; readonly parent: string | null; readonly message: string }
type Worktree = { readonly base: string; files: FileTree; readonly known: Set<string> }

/** In a steady world the same work has the same id, whenever it was done. */
const idOf = (value: unknown, isTimeless = false): string => {
  const text = JSON.stringify(value)
  const told = isTimeless ? text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'then') : text
  return createHash('sha256').update(told).digest('hex').slice(0, 40)
}

/** A git repository that outlives its processes: trees, commits, one branch, worktrees, and a user's checkout. */
export function openSimulatedRepository(world: Pick<World, 'isSteady'>, files: FileTree) {
  const trees = new Map<string, FileTree>()
  const commits = new Map<string, Commit>()
  const worktrees = new Map<string, Worktree>()
  const checkout: Record<string, string> = {}
  const put = (tree: FileTree): string => {
    const id = idOf(
      [...tree].toSorted(([one], [other]) => (one < other ? -1 : 1)),
      world.isSteady,
    )
    trees.set(id, tree)
    return id
  }
  const first = { tree: put(files), parent: null, message: 'first' }
  const base = idOf(first)
  commits.set(base, first)
  const store = { trees, commits, worktrees, checkout, put, branch: base, base }
  return {
    ...store,
    /** The files of a commit or a tree. */
    filesOf: (id: string): FileTree => trees.get(commits.get(id)?.tree ?? id) ?? new Map(),
    head: () => store.branch,
    /** The worktree that an agent is shown as a folder. */
    at: (folder: string): Worktree | undefined => worktrees.get(folder.slice('/trees/'.length)),
    openFor: (process: Process) => repositoryFor(store, process, world.isSteady),
  }
}
export type SimulatedRepository = ReturnType<typeof openSimulatedRepository>

type Store = Pick<
  SimulatedRepository,
  'trees' | 'commits' | 'worktrees' | 'checkout' | 'put' | 'base'
> & { branch: string }

type Used = Pick<
  Repository,
  'open' | 'orders' | 'discard' | 'append' | 'fingerprint' | 'filesAt' | 'inspect'
>

/** What one process sees of it; it may die at every call. */
function repositoryFor(store: Store, { hook }: Process, isSteady: boolean): Used {
  const call = async <Value>(
    name: string,
    work: () => Value | RepositoryError,
  ): AsyncResult<Value, RepositoryError> => {
    await hook.before('git', name)
    const done = work()
    await hook.after('git', name)
    return isError(done) ? err(done) : ok(done)
  }
  const filesOf = (id: string) => store.trees.get(store.commits.get(id)?.tree ?? id) ?? new Map()
  return {
    inspect: () =>
      call('inspect', () => ({
        root: '/w',
        prefix: '',
        head: store.base,
        branch: 'main',
        shallow: false,
        submodules: [],
        uncommitted: [],
        notes: [],
      })),
    open: ({ id, base }) =>
      call('open', () => {
        const there = store.worktrees.get(id)
        if (there !== undefined && there.base !== base)
          return failed('other-base', `${id} was made from ${there.base}, not from ${base}`)
        const tree = there ?? { base, files: filesOf(base), known: new Set<string>() }
        store.worktrees.set(id, tree)
        return orderTree(store, { id, tree, call, filesOf })
      }),
    orders: async () => [...store.worktrees.keys()].toSorted(),
    discard: (id) => call('discard', () => void store.worktrees.delete(id)),
    fingerprint: () => call('fingerprint', () => ({ ...store.checkout })),
    filesAt: (commit) => call('filesAt', () => ({ files: filesOf(commit), left: [] })),
    append: (next) => call('append', () => appended(store, next, { filesOf, isSteady })),
  }
}

type FilesOf = (id: string) => FileTree
type Call = <Value>(
  name: string,
  work: () => Value | RepositoryError,
) => AsyncResult<Value, RepositoryError>

const failed = (type: RepositoryError['type'], what: string): RepositoryError => ({ type, what })
const isError = (value: unknown): value is RepositoryError =>
  typeof value === 'object' && value !== null && 'what' in value && 'type' in value

type Opened = {
  readonly id: string
  readonly tree: Worktree
  readonly call: Call
  readonly filesOf: FilesOf
}

function orderTree(store: Store, { id, tree, call, filesOf }: Opened): OrderTree {
  const keep = () => {
    const kept = store.put(tree.files)
    tree.known.add(kept)
    return kept
  }
  const unused = async () => err(failed('failed', 'not simulated'))
  return {
    id,
    folder: `/trees/${id}`,
    base: tree.base,
    made: 'reused',
    keep: () => call('keep', keep),
    changes: (of) =>
      call('changes', () =>
        changesBetween(filesOf(tree.base), of === undefined ? tree.files : filesOf(of)),
      ),
    files: (of) => call('files', () => ({ files: filesOf(of), left: [] })),
    write: (files) =>
      call('write', () => {
        const after = new Map(tree.files)
        for (const { path, text } of files)
          if (text === null) after.delete(path)
          else after.set(path, text)
        tree.files = after
        return keep()
      }),
    setAside: (to) =>
      call('setAside', () => {
        const now = store.put(tree.files)
        const paths = changesBetween(filesOf(tree.base), tree.files).map(({ path }) => path)
        const isKnown = paths.length === 0 || tree.known.has(now)
        tree.files = filesOf(to)
        return isKnown ? null : { tree: now, ref: `refs/loopwright/${id}/aside/${now}`, paths }
      }),
    restore: (to) =>
      call('restore', () => {
        tree.files = filesOf(to)
        return null
      }),
    remove: () => call('remove', () => void store.worktrees.delete(id)),
    ignored: unused,
    checkOut: unused,
    commit: unused,
  }
}

const changesBetween = (before: FileTree, after: FileTree): readonly FileChange[] =>
  [...new Set([...before.keys(), ...after.keys()])]
    .filter((path) => before.get(path) !== after.get(path))
    .map((path) => ({
      type: !before.has(path) ? 'added' : after.has(path) ? 'modified' : 'deleted',
      path,
      kind: 'file',
      linesAdded: 1,
      linesDeleted: 0,
      binary: false,
    }))

/** As the real one: whole files are merged, and only commits that nobody recorded are replaced. */
function appended(
  store: Store,
  { parent, base, tree, words }: NextCommit,
  { filesOf, isSteady }: { readonly filesOf: FilesOf; readonly isSteady: boolean },
) {
  const [from, onto, made] = [base, parent, tree].map(filesOf) as [FileTree, FileTree, FileTree]
  const ours = changesBetween(from, made)
  const theirs = new Set(changesBetween(from, onto).map(({ path }) => path))
  const both = ours.filter(({ path }) => theirs.has(path) && onto.get(path) !== made.get(path))
  if (both.length > 0)
    return failed('conflict', `${both.map(({ path }) => path).join(', ')} changed on both sides`)
  const merged = new Map(onto)
  for (const { path } of ours)
    if (made.has(path)) merged.set(path, made.get(path) ?? '')
    else merged.delete(path)
  const changes = changesBetween(onto, merged)
  if (changes.length === 0) return failed('nothing-changed', 'it changed nothing')
  const commit = { tree: store.put(merged), parent, message: words.message }
  const id = idOf(isSteady ? commit : [commit, words.date])
  // what follows the newest recorded commit was never recorded
  for (let at = store.branch; at !== base; at = store.commits.get(at)?.parent ?? base)
    if (store.commits.get(at)?.parent === null)
      return failed('branch-taken', 'the branch holds commits of somebody else')
  store.commits.set(id, commit)
  store.branch = id
  return { commit: id, branch: 'loopwright/sim-run', changes }
}
