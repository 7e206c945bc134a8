import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { ruleFile, ruleFolder } from '../model/own-rule.ts'
import type { Workspace } from '../ports/workspace.ts'
import { hosts } from './host.ts'

type Place = Pick<Workspace, 'root' | 'git' | 'disk' | 'project'>

/** What an agent changed, what became of it, and since when. */
export type Change = {
  /** The commit it began at; null where there is no git, and every file counts. */
  readonly base: string | null
  readonly paths: readonly string[]
  /** Those of them that are still there. */
  readonly present: readonly string[]
  readonly hash: string
}

export const headOf = async ({ git, root }: Place): Promise<string | null> =>
  (await git(root, ['rev-parse', '--verify', '--quiet', 'HEAD']))?.trim() ?? null

/** Null where git cannot compare any more: the commit that it began at is gone, or git itself. */
export async function readChange(place: Place, since: string | null): Promise<Change | null> {
  const { root, git, disk, project } = place
  const base = since ?? (await headOf(place))
  const isEdited = ['diff', '--name-only', '-z', '--relative', '--no-renames']
  const isNew = ['ls-files', '-z', '--others', '--exclude-standard']
  const lists =
    base === null
      ? [await project.list()]
      : (await Promise.all([git(root, [...isEdited, base, '--', '.']), git(root, isNew)])).map(
          (list) => list?.split('\0').filter((path) => path !== '') ?? null,
        )
  if (lists.some((list) => list === null)) return null
  const paths = [...new Set(lists.flatMap((list) => list ?? []))].sort()
  const present: string[] = []
  const hash = createHash('sha256').update(base ?? '')
  for (const path of paths) {
    const bytes = await disk.read(join(root, path))
    hash.update(`\0${path}\0${bytes?.length ?? 'gone'}\0`).update(bytes ?? '')
    if (bytes !== null) present.push(path)
  }
  return { base, paths, present, hash: hash.digest('hex') }
}

/** What decides whether an agent may stop; whoever works must not change it. */
const guards = [
  'loopwright.yaml',
  ruleFile,
  ...Object.values(hosts).map(({ file }) => file),
  '.claude/settings.local.json',
]

/** The state of all that; one that is not there has none. */
export async function readGuards({ root, disk }: Place): Promise<Readonly<Record<string, string>>> {
  const folder = join(root, ruleFolder)
  const rules = (await disk.isFolder(folder)) ? await disk.list(folder) : []
  const paths = [...guards, ...rules.map((name) => `${ruleFolder}/${name}`)]
  const read = paths.map(async (path) => [path, await disk.read(join(root, path))] as const)
  return Object.fromEntries(
    (await Promise.all(read)).flatMap(([path, bytes]) =>
      bytes === null ? [] : [[path, createHash('sha256').update(bytes).digest('hex')]],
    ),
  )
}

type Hashes = Readonly<Record<string, string>>

export const changedGuards = (before: Hashes, after: Hashes): readonly string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (path) => before[path] !== after[path],
  )
