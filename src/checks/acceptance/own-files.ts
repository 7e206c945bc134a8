import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FileTree } from '../../model/file-tree.ts'
import type { Workspace } from '../../ports/workspace.ts'
import type { MeasureOptions } from './measure.ts'

/**
 * The files of a folder that git tracks or would take in. Outside of a repository git reads the ignore
 * files all the same; null where there is no git to ask.
 */
export async function ownPaths(
  { git }: Pick<Workspace, 'git'>,
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
  workspace: Pick<Workspace, 'git'>,
  folder: string,
): Promise<Pick<MeasureOptions, 'isOwn'>> {
  const known = await ownPaths(workspace, folder)
  return known === null ? {} : { isOwn: (path) => known.has(path) }
}

/** The text files of a folder without what git ignores. */
export async function readTree(
  workspace: Pick<Workspace, 'git' | 'projectAt'>,
  folder: string,
): Promise<FileTree> {
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
