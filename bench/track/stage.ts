import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { applyEdits, type Tree, type Variant } from './cases.ts'

const root = resolve(import.meta.dirname, '../..')

export type Stage = { readonly folder: string; readonly track: string }

type Task = { readonly id: string; readonly files: readonly string[] }

/**
 * Makes a repository as an agent would have left it: what was there before in the first commit, the
 * files of each task in a commit, what belongs to no task in the last of them, and the plan at the end.
 */
export function stage(
  clean: Tree,
  { edits, before = [] }: Pick<Variant, 'edits' | 'before'>,
): Stage {
  const earlier = applyEdits(clean, before)
  const tree = applyEdits(earlier, edits)
  const planned = tasksIn(clean['track/plan.md'] ?? '')
  const tasks = merged(planned, tasksIn(tree['track/plan.md'] ?? ''))
  const isPlanned = (path: string) => planned.some(({ files }) => files.includes(path))
  const isProject = (path: string) => !path.startsWith('track/')

  const folder = mkdtempSync(join(tmpdir(), 'track-failures-'))
  const track = join('conductor/tracks', trackId(clean))
  const put = (path: string, text: string) => {
    const at = join(folder, path.replace(/^track/, track))
    mkdirSync(dirname(at), { recursive: true })
    writeFileSync(at, text)
  }
  const git = gitIn(folder)
  git('init', '--quiet', '--initial-branch=main')
  writeFileSync(join(folder, '.git/info/exclude'), 'node_modules\n')
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))

  const base = Object.keys(earlier).filter((path) => isProject(path) && !isPlanned(path))
  for (const path of base) put(path, earlier[path] ?? '')
  for (const [path, text] of Object.entries(tree))
    if (!isProject(path)) put(path, path === 'track/plan.md' ? asPlanned(text) : text)
  const shas = new Map([['base', commit(git, 'chore: start')]])

  const isOwned = (path: string) => tasks.some(({ files }) => files.includes(path))
  const rest = Object.keys(tree).filter(
    (path) => isProject(path) && !isOwned(path) && tree[path] !== earlier[path],
  )
  for (const path of base.filter((each) => !(each in tree))) rmSync(join(folder, path))
  for (const [index, { id, files }] of tasks.entries()) {
    const isLast = index === tasks.length - 1
    for (const path of [...files, ...(isLast ? rest : [])])
      if (tree[path] !== undefined) put(path, tree[path])
    shas.set(id, commit(git, `feat: task ${id}`))
  }
  put('track/plan.md', withShas(tree['track/plan.md'] ?? '', shas))
  commit(git, 'docs: mark the tasks as done')
  return { folder, track: join(folder, track) }
}

export const clear = ({ folder }: Stage): void => rmSync(folder, { recursive: true, force: true })

function trackId(tree: Tree): string {
  const id: unknown = JSON.parse(tree['track/metadata.json'] ?? '{}').track_id
  if (typeof id !== 'string') throw new Error('the metadata has no track_id')
  return id
}

type Git = (...args: readonly string[]) => string

const gitIn =
  (folder: string): Git =>
  (...args) =>
    execFileSync('git', args, {
      cwd: folder,
      encoding: 'utf8',
      env: {
        ...process.env,
        GIT_CONFIG_GLOBAL: '/dev/null',
        GIT_AUTHOR_NAME: 'Executor',
        GIT_AUTHOR_EMAIL: 'executor@example.com',
        GIT_COMMITTER_NAME: 'Executor',
        GIT_COMMITTER_EMAIL: 'executor@example.com',
      },
    }).trim()

function commit(git: Git, message: string): string {
  git('add', '--all')
  git('commit', '--quiet', '--allow-empty', '--message', message)
  return git('rev-parse', 'HEAD')
}

/** The tasks of a plan with the files they name, in its order. */
function tasksIn(plan: string): readonly Task[] {
  const tasks = new Map<string, string[]>()
  let id = ''
  for (const line of plan.split(/\r?\n/)) {
    id = /\{\{sha ([\d.]+)\}\}/.exec(line)?.[1] ?? id
    if (/^\s*#/.test(line)) id = ''
    if (id === '') continue
    const files = tasks.get(id) ?? []
    tasks.set(id, files)
    if (/^\s*(?:[-*+•]\s+)?\**files?\**:|\|/i.test(line))
      for (const [, path = ''] of line.matchAll(/`([^`\s]+)`/g))
        if (/[/.]/.test(path)) files.push(path)
  }
  return [...tasks].map(([each, files]) => ({ id: each, files }))
}

const merged = (planned: readonly Task[], now: readonly Task[]): readonly Task[] =>
  planned.map(({ id, files }) => ({
    id,
    files: [...new Set([...files, ...(now.find((task) => task.id === id)?.files ?? [])])],
  }))

/** How the plan looked before anybody worked on it. */
const asPlanned = (plan: string): string =>
  plan
    .replaceAll(/ ?(?:<!-- )?(?:commit: )?\{\{sha [\w.]+\}\}(?: -->)?/g, '')
    .replaceAll(/^(\s*[-*] )\[[x~!]\]/gm, '$1[ ]')

const withShas = (plan: string, shas: ReadonlyMap<string, string>): string =>
  plan.replaceAll(/\{\{sha ([\w.]+)\}\}/g, (_, id: string) => {
    const sha = shas.get(id)
    if (sha === undefined) throw new Error(`the plan names a commit of ${id}, which is no task`)
    return sha.slice(0, 10)
  })
