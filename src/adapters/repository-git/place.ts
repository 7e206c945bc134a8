import { realpath } from 'node:fs/promises'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { type AsyncResult, err, ok } from '../../model/result.ts'
import type { RepositoryError } from '../../ports/repository.ts'
import { nulList } from './nul-list.ts'
import { gitText, runGit, type Environment } from './run-git.ts'
import { bareError } from './git-error.ts'

export type Place = {
  readonly env: Environment
  /** The folder the user works in. */
  readonly workspace: string
  /** The top of the user's checkout. */
  readonly root: string
  readonly prefix: string
  /** What git keeps for this checkout: HEAD, index. */
  readonly gitFolder: string
  /** What all worktrees share: objects, branches, settings. */
  readonly shared: string
  /** Where worktrees of orders are made. */
  readonly worktrees: string
}

export type Opening = {
  readonly workspace: string
  readonly worktrees: string
  readonly env: Environment
}

export async function findPlace(opening: Opening): AsyncResult<Place, RepositoryError> {
  const { workspace, worktrees, env } = opening
  const bare = await gitText({
    cwd: workspace,
    env,
    args: ['rev-parse', '--is-bare-repository', '--is-inside-work-tree'],
  })
  if (!bare.ok) return bare
  const [isBare, isInside] = bare.value.split('\n')
  if (isBare === 'true' || isInside !== 'true') return err(bareError)
  const parts = ['--show-toplevel', '--show-prefix', '--absolute-git-dir', '--git-common-dir']
  const found: string[] = []
  for (const part of parts) {
    const said = await gitText({ cwd: workspace, env, args: ['rev-parse', part] })
    if (!said.ok) return said
    // one question each, as a path may hold a newline
    found.push(said.value.replace(/\r?\n$/, ''))
  }
  const [root = '', prefix = '', gitFolder = '', common = ''] = found
  return ok({
    env,
    workspace,
    worktrees: await realPathOf(worktrees),
    root,
    prefix: prefix.replace(/\/$/, ''),
    gitFolder,
    shared: await realPathOf(isAbsolute(common) ? common : join(workspace, common)),
  })
}

/** The full id of a commit or tree, or why there is none. Words that look like options are refused. */
export async function resolveId(
  place: Place,
  name: string,
  type: 'commit' | 'tree',
): AsyncResult<string, RepositoryError> {
  const unknown = err<RepositoryError>({
    type: 'unknown-commit',
    what: `"${name}" names no ${type} of this repository`,
    todo: 'name a commit that exists, such as HEAD',
  })
  if (name === '' || name.startsWith('-') || /[\s\0]/.test(name)) return unknown
  const said = await gitText({
    cwd: place.root,
    env: place.env,
    args: ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{${type}}`],
    alsoFine: [1, 128],
  })
  if (!said.ok) return said
  const id = said.value.trim()
  return /^[0-9a-f]{40,64}$/.test(id) ? ok(id) : unknown
}

/** Git notes real paths, so links on the way must be followed before paths are compared. */
async function realPathOf(path: string): Promise<string> {
  const whole = resolve(path)
  const real = await realpath(whole).catch(() => null)
  if (real !== null || dirname(whole) === whole) return real ?? whole
  return join(await realPathOf(dirname(whole)), whole.slice(dirname(whole).length))
}

const submodules = new Map<string, readonly string[]>()

export async function submodulesOf(place: Place, commit: string): Promise<readonly string[]> {
  const known = submodules.get(`${place.shared} ${commit}`)
  if (known !== undefined) return known
  const listed = await runGit({
    cwd: place.shared,
    env: place.env,
    set: { GIT_DIR: place.shared },
    args: ['ls-tree', '-r', '-z', '--full-tree', commit],
  })
  if (!listed.ok) return []
  const found = nulList(listed.value.bytes)
    .filter((line) => line.startsWith('160000 '))
    .map((line) => line.slice(line.indexOf('\t') + 1))
  submodules.set(`${place.shared} ${commit}`, found)
  return found
}
