import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { jsonOf } from '../kit/parse.ts'
import { ruleFile, ruleFolder } from '../model/own-rule.ts'
import type { Workspace } from '../ports/workspace.ts'
import { hosts } from './host.ts'

type Place = Pick<Workspace, 'root' | 'git' | 'disk' | 'project'>

/** Files and folders that are not as in a commit, by path, each with its state. */
export type Files = Readonly<Record<string, string>>

/** What an agent changed, what became of it, and since when. */
export type Change = {
  /** The commit it began at; null where there is no git, and every file counts. */
  readonly base: string | null
  readonly paths: readonly string[]
  /** Those of them that are files now. */
  readonly present: readonly string[]
  readonly hash: string
}

export const headOf = async ({ git, root }: Place): Promise<string | null> =>
  (await git(root, ['rev-parse', '--verify', '--quiet', 'HEAD']))?.trim() ?? null

/**
 * Files that are not as in a commit, and those of `known` in any case: null where git cannot compare any more, because
 * the commit that it began at is gone, or git itself.
 */
export async function readFiles(
  place: Place,
  base: string | null,
  known: readonly string[] = [],
): Promise<Files | null> {
  const { root, git, disk, project } = place
  const isEdited = ['diff', '--name-only', '-z', '--relative', '--no-renames']
  const isNew = ['ls-files', '-z', '--others', '--exclude-standard']
  const lists =
    base === null
      ? [await project.list()]
      : (
          await Promise.all([
            git(root, [...isEdited, base, '--', '.']),
            git(root, isNew),
            git(root, ['ls-files', '-z', '-v']).then(overlooked),
          ])
        ).map((list) => list?.split('\0').filter((path) => path !== '') ?? null)
  if (lists.some((list) => list === null)) return null
  const files: Record<string, string> = {}
  for (const path of new Set([...known, ...lists.flatMap((list) => list ?? [])].toSorted()))
    files[path] = await stateOf(disk, join(root, path))
  return files
}

/** Files that git was told to look away from: it says nothing of them, whatever becomes of them. */
const overlooked = (list: string | null): string | null =>
  list
    ?.split('\0')
    .filter((line) => /^[a-zS] /.test(line))
    .map((line) => line.slice(2))
    .join('\0') ?? null

const isNoFile = 'no file'
/** Of what is larger, no check reads the whole: it is told apart by its size and times. */
export const largest = 32 * 1024 * 1024

/** What a file holds, or that there is none: links, folders and repositories in a repository are none. */
async function stateOf(disk: Place['disk'], path: string): Promise<string> {
  const stamp = await disk.stamp(path)
  if (stamp === null) return isNoFile
  try {
    if (((await disk.size(path)) ?? 0) > largest) return stamp
    const bytes = await disk.read(path)
    return bytes === null ? isNoFile : createHash('sha256').update(bytes).digest('hex')
  } catch (error) {
    // a folder on the way became a link
    if (error instanceof Error && 'code' in error && error.code === 'ELINK') return isNoFile
    throw error
  }
}

/** What became another file since a session began: what its person left open before is none of its work. */
export function changeSince(base: string | null, before: Files, now: Files): Change {
  const paths = Object.keys(now).filter((path) => before[path] !== now[path])
  const hash = createHash('sha256').update(base ?? '')
  for (const path of paths) hash.update(`\0${path}\0${now[path]}`)
  return {
    base,
    paths,
    present: paths.filter((path) => now[path] !== isNoFile),
    hash: hash.digest('hex'),
  }
}

/** What decides whether an agent may stop; whoever works must not change it. */
const guards = ['loopwright.yaml', ruleFile]

/** Files in which a program also keeps what its person may say at any time, such as what its agent is permitted to do. */
const settings = [...Object.values(hosts).map(({ file }) => file), '.claude/settings.local.json']

/** What of them decides: the hooks, what may switch them off, and the variables that they are given. */
const deciding = /hook|plugin|extension|^env$/i

/** The state of all that; one that is not there has none. */
export async function readGuards({ root, disk }: Place): Promise<Readonly<Record<string, string>>> {
  const folder = join(root, ruleFolder)
  const rules = (await disk.isFolder(folder)) ? await disk.list(folder) : []
  const paths = [...guards, ...rules.map((name) => `${ruleFolder}/${name}`), ...settings]
  const read = paths.map(async (path) => {
    const bytes = await disk.read(join(root, path))
    return [path, bytes && settings.includes(path) ? whatDecides(bytes) : bytes] as const
  })
  return Object.fromEntries(
    (await Promise.all(read)).flatMap(([path, content]) =>
      content === null ? [] : [[path, createHash('sha256').update(content).digest('hex')]],
    ),
  )
}

/** Of what nobody can read, all decides. */
function whatDecides(bytes: Uint8Array): string | Uint8Array | null {
  const read = jsonOf(new TextDecoder().decode(bytes))
  if (typeof read !== 'object' || read === null || Array.isArray(read)) return bytes
  const parts = Object.entries(read).filter(([key]) => deciding.test(key))
  return parts.length === 0
    ? null
    : parts
        .map((part) => JSON.stringify(part))
        .toSorted()
        .join('\n')
}

type Hashes = Readonly<Record<string, string>>

export const changedGuards = (before: Hashes, after: Hashes): readonly string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (path) => before[path] !== after[path],
  )
