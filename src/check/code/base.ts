import { mkdtemp, rm, stat, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { Workspace } from '../../ports/workspace.ts'
import type { MeasureOptions } from '../../checks/acceptance/measure.ts'
import type { FileTree } from '../../model/file-tree.ts'
import { type AsyncResult, ok, usageError } from '../../model/result.ts'

/** The tree a change is held against: a folder of the user's, or a copy of a commit. */
export type BaseTree = {
  readonly folder: string
  readonly shown: string
  close(): Promise<void>
}

/** A folder by that name wins; anything else is asked of git. */
export async function openBase(
  workspace: Workspace,
  project: string,
  base: string,
): AsyncResult<BaseTree> {
  const folder = resolve(workspace.cwd, base)
  if (await isFolder(folder)) return ok({ folder, shown: base, close: async () => undefined })
  const wrong = (what: string, todo: string) => usageError(what, todo, base)
  // a name that begins with a dash would be an option of git
  if (base.startsWith('-'))
    return wrong('that is no commit and no folder', 'name a commit, a branch or a folder')
  const named = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${base}^{commit}`]
  const commit = await workspace.git(project, named)
  if (commit === null)
    return wrong(
      'it is no folder, and no commit of a git repository around the project',
      'name a branch, a tag, a commit such as HEAD~1, or a folder',
    )
  const prefix = ((await workspace.git(project, ['rev-parse', '--show-prefix'])) ?? '').trim()
  return checkedOut(workspace, project, { commit: commit.trim(), prefix, shown: base })
}

type Wanted = { readonly commit: string; readonly prefix: string; readonly shown: string }

/** Writes the tree of a commit to a folder of its own, through an index of its own: the checkout stays as it is. */
async function checkedOut(
  { git }: Workspace,
  project: string,
  { commit, prefix, shown }: Wanted,
): AsyncResult<BaseTree> {
  const bench = await mkdtemp(join(tmpdir(), 'loopwright-base-'))
  const close = () => rm(bench, { recursive: true, force: true })
  const folder = join(bench, 'tree')
  const index = { GIT_INDEX_FILE: join(bench, 'index') }
  const treeish = prefix === '' ? commit : `${commit}:${prefix.replace(/\/$/, '')}`
  const top = (await git(project, ['rev-parse', '--show-toplevel']))?.trim() ?? project
  const read = await git(top, ['read-tree', treeish], index)
  const written =
    read === null ? null : await git(top, ['checkout-index', '--all', `--prefix=${folder}/`], index)
  if (written === null || !(await isFolder(folder))) {
    await close()
    return usageError(
      'git has no files of this folder at that commit',
      'name a commit in which the folder is there',
      shown,
    )
  }
  const packages = await packagesAround(project)
  if (packages !== null && !(await isFolder(join(folder, 'node_modules'))))
    await symlink(packages, join(folder, 'node_modules'))
  return ok({ folder, shown: `${shown} (${commit.slice(0, 8)})`, close })
}

async function packagesAround(project: string): Promise<string | null> {
  for (let folder = project; ; folder = dirname(folder)) {
    if (await isFolder(join(folder, 'node_modules'))) return join(folder, 'node_modules')
    if (folder === dirname(folder)) return null
  }
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  )

/**
 * The files of a folder that git tracks or would take in. Outside of a repository git reads the ignore
 * files all the same; null where there is no git to ask.
 */
export async function ownPaths(
  { git }: Workspace,
  folder: string,
): Promise<ReadonlySet<string> | null> {
  const listed = await git(folder, [...listing, '--cached', '--others', '.'])
  if (listed !== null && listed !== '') return new Set(listed.split('\0'))
  const bench = await mkdtemp(join(tmpdir(), 'loopwright-ignored-'))
  try {
    if ((await git(bench, ['init', '--quiet', '--bare', bench])) === null) return null
    const others = await git(folder, [...listing, '--others', '.'], {
      GIT_DIR: bench,
      GIT_WORK_TREE: folder,
    })
    return others === null || others === '' ? null : new Set(others.split('\0'))
  } finally {
    await rm(bench, { recursive: true, force: true })
  }
}

const listing = ['ls-files', '-z', '--exclude-standard'] as const

/** Only what belongs to the project is measured: nothing that a build made and git ignores. */
export async function onlyOwn(
  workspace: Workspace,
  folder: string,
): Promise<Pick<MeasureOptions, 'isOwn'>> {
  const known = await ownPaths(workspace, folder)
  return known === null ? {} : { isOwn: (path) => known.has(path) }
}

/** The text files of a folder without what git ignores. */
export async function readTree(workspace: Workspace, folder: string): Promise<FileTree> {
  const project = workspace.projectAt(folder)
  const known = await ownPaths(workspace, folder)
  const tree = new Map<string, string>()
  for (const path of await project.list()) {
    if (known !== null && !known.has(path)) continue
    const text = await project.read(path)
    if (text !== null) tree.set(path, text)
  }
  return tree
}

/** Paths that differ between two trees, sorted, those that are gone included. */
export const changedPaths = (before: FileTree, after: FileTree): readonly string[] =>
  [...new Set([...before.keys(), ...after.keys()])]
    .filter((path) => before.get(path) !== after.get(path))
    .sort()
