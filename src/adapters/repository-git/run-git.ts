import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { devNull } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { type AsyncResult, err, ok, type Result } from '../../model/result.ts'
import type { RepositoryError } from '../../ports/repository.ts'
import { gitErrorOf } from './git-error.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export type GitCall = {
  readonly cwd: string
  readonly args: readonly string[]
  readonly env: Environment
  /** Variables of git's own, such as the index to use. */
  readonly set?: Environment
  readonly stdin?: string
  readonly timeoutMs?: number
  /** Exit codes that are answers too, such as 1 for "there is none". */
  readonly alsoFine?: readonly number[]
}

export type GitAnswer = { readonly code: number; readonly bytes: Buffer }

const usualTimeoutMs = 120_000
const mostBytes = 512 * 1024 * 1024
const keptStderr = 4_000

/** Variables of the user's environment that git may see. `GIT_DIR` and the like would lead it elsewhere. */
const passedOn = [
  'PATH',
  'HOME',
  'XDG_CONFIG_HOME',
  'TMPDIR',
  'SYSTEMROOT',
  'USERPROFILE',
  'GIT_CONFIG_GLOBAL',
  'GIT_CONFIG_SYSTEM',
  'GIT_CONFIG_NOSYSTEM',
]

/** No prompt, no pager, no network, no lock for a mere look, and the same words everywhere. */
const always = {
  LC_ALL: 'C',
  TZ: 'UTC',
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: 'false',
  SSH_ASKPASS: 'false',
  GIT_PAGER: 'cat',
  GIT_EDITOR: 'false',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_NO_LAZY_FETCH: '1',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_LITERAL_PATHSPECS: '1',
} as const

/**
 * The user's settings hold, as for the user's own git, except where they would start programs or
 * change what we read. A folder of a checkout that looks like a bare repository is none.
 */
const overridden = [
  `core.hooksPath=${devNull}`,
  'core.fsmonitor=false',
  'safe.bareRepository=explicit',
  'core.untrackedCache=false',
  'core.splitIndex=false',
  'core.sparseCheckout=false',
  'index.sparse=false',
  'core.safecrlf=false',
  'core.quotePath=true',
  'core.trustctime=true',
  'core.checkStat=default',
  'advice.addEmbeddedRepo=false',
  'add.ignoreErrors=false',
  'gc.auto=0',
  'worktree.useRelativePaths=false',
  'maintenance.auto=false',
  'submodule.recurse=false',
  'fetch.recurseSubmodules=false',
  'commit.gpgSign=false',
  'i18n.commitEncoding=UTF-8',
  'status.showUntrackedFiles=all',
  'status.submoduleSummary=false',
  'diff.ignoreSubmodules=none',
].flatMap((setting) => ['-c', setting])

/** Runs git once, without a shell. Never rejects. */
export async function runGit(call: GitCall): AsyncResult<GitAnswer, RepositoryError> {
  const place = call.set?.['GIT_DIR'] ?? call.cwd
  const filters = filtersOf.get(place) ?? (await userFilters(call))
  if (!filters.ok) return filters
  filtersOf.set(place, filters)
  for (let tries = 1; ; tries += 1) {
    const answer = await runWith({ ...call, set: { ...call.set, ...filters.value } })
    if (answer.ok || tries === 5 || !halfMade.test(answer.error.what)) return answer
    await wait(100 * tries)
  }
}

/** Git ends when it looks at a worktree that another git makes or removes at this moment. */
const halfMade = /failed to read .*worktrees\/.*commondir/

async function runWith(call: GitCall): AsyncResult<GitAnswer, RepositoryError> {
  const child = start(call)
  if (child === null) return err(gitErrorOf({ type: 'not-started', code: '' }, call))
  return new Promise((resolve) => watch(child, call, resolve))
}

/** No agent can reach the settings of a repository, so they are read once. */
const filtersOf = new Map<string, Result<Environment, RepositoryError>>()

/** All places of one repository have the settings that were read from one of them. */
export function shareSettings(from: string, places: readonly string[]): void {
  const known = filtersOf.get(from)
  if (known === undefined) return
  for (const place of places) if (!filtersOf.has(place)) filtersOf.set(place, known)
}

const filterParts = ['clean', 'smudge', 'process', 'required']

/** Filters are programs: the user's own run, those that came with a repository do not. */
async function userFilters(call: GitCall): AsyncResult<Environment, RepositoryError> {
  const args = ['config', '--show-scope', '-z', '--get-regexp', '^filter\\.']
  const listed = await runWith({ ...call, args, alsoFine: [1, 128] })
  if (!listed.ok) return listed
  const pairs = listed.value.bytes.toString('utf8').matchAll(/([^\0]*)\0([^\0\n]*)\n?([^\0]*)\0/g)
  const all = [...pairs].map(([, scope = '', key = '', value = '']) => ({ scope, key, value }))
  const foreign = all.filter(({ scope }) => scope === 'local' || scope === 'worktree')
  const names = new Set(foreign.map(({ key }) => key.slice(0, key.lastIndexOf('.'))))
  const keys = [...names].flatMap((name) => filterParts.map((part) => `${name}.${part}`))
  const users = all.filter((each) => !foreign.includes(each))
  // as variables, since a name may hold what ends it on a command line
  const set = keys.flatMap((key, index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, users.findLast((each) => each.key === key)?.value ?? ''],
  ])
  return ok({ GIT_CONFIG_COUNT: String(keys.length), ...Object.fromEntries(set) })
}

export async function gitText(call: GitCall): AsyncResult<string, RepositoryError> {
  const answer = await runGit(call)
  return answer.ok ? ok(answer.value.bytes.toString('utf8')) : answer
}

function start({ cwd, args, env, set = {} }: GitCall): ChildProcessWithoutNullStreams | null {
  const arrays = passedOn.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]))
  try {
    return spawn('git', [...overridden, ...args], {
      cwd,
      env: { ...Object.fromEntries(arrays), ...always, ...set },
      // its own process group, so that filters it starts end with it
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    })
  } catch {
    return null
  }
}

function watch(
  child: ChildProcessWithoutNullStreams,
  call: GitCall,
  finish: (answer: Result<GitAnswer, RepositoryError>) => void,
): void {
  const stdout: Buffer[] = []
  let size = 0
  let stderr = ''
  let stopped: 'timed-out' | 'too-much' | null = null
  const stop = (why: 'timed-out' | 'too-much') => {
    stopped ??= why
    killGroup(child)
  }
  const timer = setTimeout(() => stop('timed-out'), call.timeoutMs ?? usualTimeoutMs)
  child.stdout.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > mostBytes) return stop('too-much')
    stdout.push(chunk)
  })
  child.stderr.on('data', (chunk: Buffer) => {
    stderr = (stderr + chunk.toString('utf8')).slice(-keptStderr)
  })
  // git need not read all we say
  child.stdin.on('error', () => {})
  child.once('error', (error: NodeJS.ErrnoException) => {
    clearTimeout(timer)
    finish(err(gitErrorOf({ type: 'not-started', code: error.code ?? '' }, call)))
  })
  child.once('close', (code) => {
    clearTimeout(timer)
    if (stopped !== null) return finish(err(gitErrorOf({ type: stopped }, call)))
    const fine = code === 0 || (code !== null && call.alsoFine?.includes(code))
    if (!fine) return finish(err(gitErrorOf({ type: 'ended', code, stderr }, call)))
    finish(ok({ code: code ?? 0, bytes: Buffer.concat(stdout) }))
  })
  child.stdin.end(call.stdin ?? '')
}

function killGroup(child: ChildProcessWithoutNullStreams): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // the group is gone already
  }
}
