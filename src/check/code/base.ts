import { mkdtemp, rm, stat, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { Workspace } from '../../ports/workspace.ts'
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
