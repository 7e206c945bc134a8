import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach } from 'vitest'
import type { OrderTree, Repository } from '../../ports/repository.ts'
import { openGitRepository } from './open-repository.ts'

const made: string[] = []
afterEach(() => {
  for (const path of made.splice(0)) rmSync(path, { recursive: true, force: true })
})

export const env = {
  PATH: process.env['PATH'],
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
}

const author = ['-c', 'user.name=A', '-c', 'user.email=a@b', '-c', 'init.defaultBranch=main']
const extra = ['-c', 'protocol.file.allow=always', '-c', 'commit.gpgsign=false']
const day = '@1700000000 +0000'
const dates = { GIT_AUTHOR_DATE: day, GIT_COMMITTER_DATE: day }
export const git = (cwd: string, ...args: string[]): string =>
  execFileSync('git', [...author, ...extra, ...args], {
    cwd,
    env: { ...env, ...dates },
    encoding: 'utf8',
    stdio: 'pipe',
  })

export function put(root: string, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

export function folder(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'loopwright-repository-')))
  made.push(path)
  return path
}

/** A small project with a commit. */
export function project(
  files: Record<string, string> = { 'src/a.ts': 'one\ntwo\nthree\n' },
): string {
  const root = folder()
  git(root, 'init', '-q')
  put(root, '.gitignore', 'node_modules\n.env\n')
  for (const [path, text] of Object.entries(files)) put(root, path, text)
  git(root, 'add', '-A')
  git(root, 'commit', '-qm', 'first')
  put(root, '.loopwright/.gitignore', '*\n')
  return root
}

export const openAt = (root: string, workspace = root): Repository =>
  openGitRepository({ workspace, worktrees: join(workspace, '.loopwright', 'worktrees'), env })

export async function order(root: string, id = 'order-1'): Promise<OrderTree> {
  const opened = await openAt(root).open({ id, base: 'HEAD' })
  if (!opened.ok) throw new Error(opened.error.what)
  return opened.value
}

export function must<Value>(
  result:
    | { readonly ok: true; readonly value: Value }
    | { readonly ok: false; readonly error: unknown },
): Value {
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}

/** Commits what lies in the worktree. */
export const commitNow = async (tree: OrderTree) => tree.commit(must(await tree.keep()), words)

const words = { message: 'Do it\n\nBecause.', date: '2026-01-02T03:04:05Z' }
