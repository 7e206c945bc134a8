import { realpath } from 'node:fs/promises'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { type AsyncResult, err, ok } from '../../model/result.ts'
import type { RepositoryError } from '../../ports/repository.ts'
import { nulList } from './nul-list.ts'
import { gitText, runGit, shareSettings, type Environment } from './run-git.ts'
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
  const place = await askOfPlace(opening)
  if (!place.ok) return place
  const [isBare, isInside, root = '', prefix = '', gitFolder = '', common = ''] = place.value
  if (isBare === 'true' || isInside !== 'true') return err(bareError)
  const shared = await realPathOf(isAbsolute(common) ? common : join(workspace, common))
  shareSettings(workspace, [root, shared])
  return ok({
    env,
    workspace,
    worktrees: await realPathOf(worktrees),
    root,
    prefix: prefix.replace(/\/$/, ''),
    gitFolder,
    shared,
  })
}

const questions = [
  '--is-bare-repository',
  '--is-inside-work-tree',
  '--show-toplevel',
  '--show-prefix',
  '--absolute-git-dir',
  '--git-common-dir',
]

async function askOfPlace({ workspace, env }: Opening) {
  const ask = (args: readonly string[]) =>
    gitText({ cwd: workspace, env, args: ['rev-parse', ...args] })
  const all = await ask(questions)
  const lines = all.ok ? all.value.split(/\r?\n/).slice(0, -1) : []
  if (lines.length === questions.length) return ok(lines)
  // one question each: outside of a checkout some have no answer, and a path may hold a newline
  const answers: string[] = []
  for (const question of questions) {
    const said = await ask([question])
    if (!said.ok) return answers[1] === 'false' ? ok(answers) : said
    answers.push(said.value.replace(/\r?\n$/, ''))
  }
  return ok(answers)
}

/** What git says of ids never changes, so that it is asked once; the oldest answer is forgotten first. */
export function askedOnce<Value>(most: number) {
  const known = new WeakMap<Place, Map<string, Value>>()
  return async (
    place: Place,
    key: string,
    ask: () => AsyncResult<Value, RepositoryError>,
  ): AsyncResult<Value, RepositoryError> => {
    const answers = known.get(place) ?? new Map<string, Value>()
    known.set(place, answers)
    const value = answers.get(key)
    if (value !== undefined) return ok(value)
    const answer = await ask()
    if (!answer.ok) return answer
    answers.set(key, answer.value)
    if (answers.size > most) answers.delete([...answers.keys()][0] ?? '')
    return answer
  }
}

const ids = askedOnce<string>(1_000)
const isId = (name: string): boolean => /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(name)

/** Notes what an id stands for that git has just made, so that nobody asks for it. */
export async function noteId(
  place: Place,
  name: string,
  { type, id = name }: { readonly type: 'commit' | 'tree'; readonly id?: string },
): Promise<void> {
  await ids(place, `${name} ${type}`, async () => ok(id))
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
  const ask = async () => {
    const said = await gitText({
      cwd: place.root,
      env: place.env,
      args: ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{${type}}`],
      alsoFine: [1, 128],
    })
    if (!said.ok) return said
    const id = said.value.trim()
    return isId(id) ? ok(id) : unknown
  }
  return isId(name) ? ids(place, `${name} ${type}`, ask) : ask()
}

/** Git notes real paths, so links on the way must be followed before paths are compared. */
async function realPathOf(path: string): Promise<string> {
  const whole = resolve(path)
  const real = await realpath(whole).catch(() => null)
  if (real !== null || dirname(whole) === whole) return real ?? whole
  return join(await realPathOf(dirname(whole)), whole.slice(dirname(whole).length))
}

const submodules = askedOnce<readonly string[]>(1_000)

export async function submodulesOf(place: Place, commit: string): Promise<readonly string[]> {
  const links = await submodules(place, commit, async () => {
    const listed = await runGit({
      cwd: place.shared,
      env: place.env,
      set: { GIT_DIR: place.shared },
      args: ['ls-tree', '-r', '-z', '--full-tree', commit],
    })
    if (!listed.ok) return listed
    const lines = nulList(listed.value.bytes).filter((line) => line.startsWith('160000 '))
    return ok(lines.map((line) => line.slice(line.indexOf('\t') + 1)))
  })
  return links.ok ? links.value : []
}
