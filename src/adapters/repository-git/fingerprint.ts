import { createHash } from 'node:crypto'
import { createReadStream, fstatSync } from 'node:fs'
import { lstat, readdir, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { byCodeUnit } from '../../model/by-code-unit.ts'
import { type AsyncResult, ok } from '../../model/result.ts'
import type { CheckoutPrint, RepositoryError } from '../../ports/repository.ts'
import { nulList } from './nul-list.ts'
import { branchFolder, keptFolder } from './order-paths.ts'
import type { Place } from './place.ts'
import { gitText, runGit } from './run-git.ts'
import { type Head, readStatus } from './status.ts'

type Part = readonly (readonly [string, string])[]

/**
 * One look at the user's checkout: HEAD, refs, index, stash, settings, hooks, unfinished operations, and
 * every file that differs from the last commit. The index is compared by meaning, because any
 * `git status` rewrites its bytes.
 */
export async function fingerprintOf(place: Place): AsyncResult<CheckoutPrint, RepositoryError> {
  const parts: Part[] = [await settings(place), await operations(place)]
  for (const look of [refs, files]) {
    const part = await look(place)
    if (!part.ok) return part
    parts.push(part.value)
  }
  const sorted = parts.flat().toSorted(([a], [b]) => byCodeUnit(a, b))
  return ok(Object.fromEntries(sorted))
}

type Look = (place: Place) => AsyncResult<Part, RepositoryError>

const from = (place: Place, args: readonly string[]) => ({
  cwd: place.root,
  env: place.env,
  args,
})

const refs: Look = async (place) => {
  const said = await gitText(
    from(place, ['for-each-ref', '--format=%(refname) %(objectname) %(symref)']),
  )
  if (!said.ok) return said
  const lines = said.value.split('\n')
  const stashed = lines.some((line) => line.startsWith('refs/stash ')) ? await stash(place) : ok('')
  if (!stashed.ok) return stashed
  return ok([
    ['stash', stashed.value],
    ...lines
      .filter(
        (line) => line !== '' && !line.startsWith(branchFolder) && !line.startsWith(keptFolder),
      )
      .map((line): readonly [string, string] => {
        const blank = line.indexOf(' ')
        return [`ref:${line.slice(0, blank)}`, line.slice(blank + 1).trim()]
      }),
  ])
}

async function stash(place: Place): AsyncResult<string, RepositoryError> {
  const said = await gitText({
    ...from(place, ['log', '--walk-reflogs', '--format=%H', 'refs/stash', '--']),
    alsoFine: [128],
  })
  return said.ok ? ok(said.value.trim().split('\n').join(' ')) : said
}

const nameOf = ({ branch }: Head): string =>
  branch === null || branch.startsWith('refs/') ? (branch ?? '') : `refs/heads/${branch}`

const files: Look = async (place) => {
  const index = await runGit(from(place, ['ls-files', '--stage', '-v', '-z']))
  if (!index.ok) return index
  const status = await readStatus(place)
  if (!status.ok) return status
  const { head, entries } = status.value
  const parts: (readonly [string, string])[] = [
    ['head', `${nameOf(head)} ${head.commit ?? ''}`],
    ['index', createHash('sha256').update(index.value.bytes).digest('hex')],
  ]
  for (const { state, path } of entries) {
    // ignored folders such as node_modules are not read
    if (path.endsWith('/') && state === '!!') continue
    const part = state === '!!' ? 'ignored-file' : 'file'
    parts.push([`${part}:${path}`, `${state.trim()} ${await contentHash(join(place.root, path))}`])
  }
  for (const path of notCompared(nulList(index.value.bytes)))
    parts.push([`file:${path}`, await contentHash(join(place.root, path))])
  return ok(parts)
}

/** Files marked "assume unchanged" or "skip worktree" never show up as changed. */
const notCompared = (lines: readonly string[]): readonly string[] =>
  lines.filter((line) => /^[a-zS] /.test(line)).map((line) => line.slice(line.indexOf('\t') + 1))

const settingFiles = ['config', 'config.worktree', 'info/exclude', 'info/attributes', 'shallow']

async function settings({ shared, gitFolder }: Place): Promise<Part> {
  const hooks = await readdir(join(shared, 'hooks')).catch(() => [])
  const named = [
    ...settingFiles.map((name) => [`setting:${name}`, join(shared, name)] as const),
    ...(gitFolder === shared
      ? []
      : [['setting:own config.worktree', join(gitFolder, 'config.worktree')] as const]),
    ...hooks.map((name) => [`hook:${name}`, join(shared, 'hooks', name)] as const),
  ]
  return present(named)
}

const unfinished = [
  'MERGE_HEAD',
  'CHERRY_PICK_HEAD',
  'REVERT_HEAD',
  'BISECT_LOG',
  'rebase-merge',
  'rebase-apply',
  'sequencer',
]

const operations = async ({ gitFolder }: Place): Promise<Part> =>
  present(unfinished.map((name) => [`operation:${name}`, join(gitFolder, name)] as const))

async function present(named: readonly (readonly [string, string])[]): Promise<Part> {
  const entries: (readonly [string, string])[] = []
  for (const [key, path] of named) {
    const hash = await contentHash(path)
    if (hash !== 'none') entries.push([key, hash])
  }
  return entries
}

const wholeUpTo = 256 * 1024 * 1024

/** What the user's shell writes our own words to grows while we work. */
const ownOutput = ({ dev, ino }: { readonly dev: number; readonly ino: number }): boolean =>
  [1, 2].some((stream) => {
    try {
      const own = fstatSync(stream)
      return own.dev === dev && own.ino === ino
    } catch {
      return false
    }
  })

/** The kind, rights and content of what lies at a path. Huge files by size and time of change. */
async function contentHash(path: string): Promise<string> {
  try {
    const stats = await lstat(path)
    const rights = (stats.mode & 0o777).toString(8)
    if (stats.isSymbolicLink()) return `link ${await readlink(path)}`
    if (stats.isDirectory()) return 'folder'
    if (!stats.isFile()) return `special ${rights}`
    if (ownOutput(stats)) return `${rights} written by this command`
    if (stats.size > wholeUpTo) return `huge ${rights} ${stats.size} ${stats.mtimeMs}`
    const hash = createHash('sha256')
    for await (const chunk of createReadStream(path)) hash.update(chunk)
    return `${rights} ${hash.digest('hex')}`
  } catch {
    return 'none'
  }
}
