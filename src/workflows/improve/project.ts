import { createHash } from 'node:crypto'
import { isAbsolute, join, relative, resolve } from 'node:path'
import { isThere } from '../../engine/user-files.ts'
import { touchedBetween } from '../../asking/ask-in-worktree.ts'
import { isInside } from '../../kit/inside.ts'
import type { Problem } from '../../model/problem.ts'
import { type AsyncResult, err, ok, usageError } from '../../model/result.ts'
import { type CheckoutPrint, type Repository, repositoryProblem } from '../../ports/repository.ts'
import type { Workspace } from '../../ports/workspace.ts'
import type { Version } from './events.ts'
import type { ImproveRun } from './state.ts'

type Placed = Pick<Workspace, 'root' | 'privateFolder'>

/** Where the applications of a run are built, one folder for each iteration. */
export const buildsOf = ({ privateFolder }: Placed, runId: string): string =>
  join(privateFolder, 'improve', runId, 'builds')

export const projectOf = (
  placed: Placed,
  run: Pick<ImproveRun, 'runId' | 'setup'>,
  iteration: number,
): string => join(buildsOf(placed, run.runId), `iteration-${iteration}`, run.setup.project)

/** The branch of the set-up on which a run keeps its improvements: loopwright/<this>. */
export const branchId = (runId: string): string => `improve-${runId}`

export type SetUp = {
  readonly folder: string
  readonly workspace: Workspace
  readonly repository: Repository
  readonly prefix: string
  readonly head: string
  readonly root: string
}

/** The set-up of a run: a git repository, or a folder of one, without uncommitted changes. */
export async function openSetUp(
  workspace: Pick<Workspace, 'root' | 'openAt' | 'config' | 'privateFolder'>,
  setup: string,
  commit: string | null,
): AsyncResult<SetUp> {
  const folder = isAbsolute(setup) ? setup : resolve(workspace.root, setup)
  if (!isThere(folder))
    return usageError('there is no such set-up', 'check the path: --setup DIR', folder)
  if (isInside(workspace.privateFolder, folder))
    return usageError(
      'the set-up is a project that was built, and would be removed by the next iteration',
      'name the folder that your agents are set up in: --setup DIR',
      folder,
    )
  const opened = await workspace.openAt(folder)
  if (!opened.ok) return opened
  const { agents } = opened.value.config
  const host = Object.keys(agents).find((name) => agents[name]?.kind === 'host')
  if (host !== undefined)
    return usageError(
      `the agent "${host}" of the set-up is a host, and none is connected while applications are built`,
      'give it another kind in the loopwright.yaml of the set-up: command or model',
      folder,
    )
  const repository = await opened.value.repository()
  const facts = await repository.inspect()
  if (!facts.ok) return err(notARepository(folder, repositoryProblem(facts.error)))
  const { prefix, head, root, uncommitted } = facts.value
  const reports = relative(root, join(workspace.root, workspace.config.workflows.improve.path))
  const dirty = uncommitted.filter(
    (path) => path.startsWith(prefix) && !path.startsWith(`${reports}/`),
  )
  if (commit === null && dirty.length > 0)
    return usageError(
      `the set-up has ${dirty.length === 1 ? 'a change that is' : `${dirty.length} changes that are`} not committed: ${dirty.slice(0, 3).join(', ')}`,
      'commit or stash it: an iteration is worth nothing when nobody can say what built it',
      folder,
    )
  const from = commit ?? head
  return ok({ folder, workspace: opened.value, repository, prefix, head: from, root })
}

/** What of a set-up says who and what examines. */
export async function examiningIn({ workspace, folder }: Pick<SetUp, 'workspace' | 'folder'>) {
  const manifest = (await workspace.projectAt(folder).read('package.json')) ?? undefined
  return { ...workspace.config, manifest }
}

const notARepository = (folder: string, problem: Problem): Problem => ({
  ...problem,
  what: `the set-up must be a git repository with a commit: ${problem.what}`,
  where: folder,
  todo: `cd ${folder} && git init && git add -A && git commit`,
})

/** What the set-up and the user's own checkout look like; what is no repository is left out. */
export async function printsOf(
  workspace: Pick<Workspace, 'repository' | 'config'>,
  setUp: SetUp,
): Promise<readonly CheckoutPrint[]> {
  const prints: CheckoutPrint[] = []
  for (const repository of [setUp.repository, await workspace.repository()]) {
    const print = await repository.fingerprint()
    if (print.ok) prints.push(withoutReports(print.value, workspace.config.workflows.improve.path))
  }
  return prints
}

const withoutReports = (print: CheckoutPrint, path: string): CheckoutPrint =>
  Object.fromEntries(Object.entries(print).filter(([key]) => !key.includes(`:${path}/`)))

/** What changed of them since, as words. */
export const changedSince = (
  before: readonly CheckoutPrint[],
  after: readonly CheckoutPrint[],
): readonly string[] =>
  before.length !== after.length
    ? ['a repository appeared or vanished']
    : before.flatMap((print, index) => touchedBetween(print, after[index] ?? {}) ?? [])

/** Removes what earlier iterations built, and what is half-made of this one; answers what it removed. */
export async function cleanBuilds(
  workspace: Pick<Workspace, 'disk'> & Placed,
  runId: string,
): AsyncResult<readonly string[], string> {
  const folder = buildsOf(workspace, runId)
  const before = (await workspace.disk.list(folder)).filter((name) => /^iteration-\d+$/.test(name))
  for (const name of before) await workspace.disk.removeTree(join(folder, name))
  const left = (await workspace.disk.list(folder)).filter((name) => before.includes(name))
  return left.length === 0 ? ok(before) : err(`${left.join(', ')} could not be removed`)
}

type Source = {
  readonly commit: string
  readonly at: string
  readonly spec: string
}

/** A fresh project from a commit of the set-up: a repository of its own that shares nothing with it. */
export async function makeProject(
  workspace: Pick<Workspace, 'git' | 'disk'>,
  { root, prefix }: Pick<SetUp, 'root' | 'prefix'>,
  folder: string,
  { commit, at, spec }: Source,
): AsyncResult<string, string> {
  const { git, disk } = workspace
  const objects = await git(root, ['rev-parse', '--path-format=absolute', '--git-path', 'objects'])
  if (objects === null) return err('the objects of the set-up cannot be found')
  await disk.writeDurably(join(folder, 'spec.md'), spec)
  const from = { GIT_ALTERNATE_OBJECT_DIRECTORIES: objects.trim() }
  const dates = { GIT_AUTHOR_DATE: at, GIT_COMMITTER_DATE: at }
  const who = ['-c', 'user.name=Loopwright', '-c', 'user.email=loopwright@localhost']
  const tree = `${commit}:${prefix.replace(/\/$/, '')}`
  const steps: readonly (readonly [readonly string[], Readonly<Record<string, string>>])[] = [
    [['init', '-q', '-b', 'main'], {}],
    [['read-tree', tree], from],
    [['checkout-index', '-a', '-f'], from],
    [['read-tree', '--empty'], {}],
    [['add', '-A', '-f'], {}],
    [[...who, 'commit', '-q', '--no-verify', '-m', `Start from the set-up ${commit}`], dates],
  ]
  for (const [args, set] of steps) {
    // a spec of the set-up's own gives way to the one that is built
    if (args[0] === 'add') await disk.writeDurably(join(folder, 'spec.md'), spec)
    if ((await git(folder, args, set)) === null)
      return err(
        `git ${args.join(' ')} failed in ${folder}; see that there is room on the disk and that it can be written`,
      )
  }
  const head = await git(folder, ['rev-parse', 'HEAD'])
  return head === null ? err(`there is no commit in ${folder}`) : ok(head.trim())
}

/** What built an iteration: the commit, everything that it brings, the lessons in use and who answers. */
export async function versionOf(
  project: Pick<Workspace, 'git' | 'root' | 'config'>,
  records: Pick<Workspace, 'records' | 'hasRecords'>,
  commit: string,
): Promise<Version> {
  const tree = (await project.git(project.root, ['rev-parse', 'HEAD^{tree}'])) ?? ''
  const lessons = records.hasRecords() ? await lessonsIn(records) : []
  const { agents, roles } = project.config
  return {
    commit,
    sha256: createHash('sha256')
      .update(JSON.stringify([tree.trim(), lessons]))
      .digest('hex'),
    agents: Object.fromEntries(
      Object.entries({ default: 'default', ...roles }).map(([role, name]) => [
        role,
        modelOf(agents[name]),
      ]),
    ),
  }
}

async function lessonsIn(records: Pick<Workspace, 'records'>): Promise<readonly string[]> {
  const opened = await records.records()
  if (!opened.ok) return []
  const lessons = await opened.value.enhancements({ active: true })
  return lessons.map(({ id, enhancement_version }) => `${id} ${enhancement_version}`).toSorted()
}

function modelOf(agent: Workspace['config']['agents'][string] | undefined): string {
  if (agent === undefined) return 'offline'
  if (agent.kind === 'model') return `${agent.provider} ${agent.model}`
  if (agent.kind === 'command' || agent.kind === 'acp') return agent.command.join(' ')
  return 'model' in agent && agent.model !== undefined ? `${agent.kind} ${agent.model}` : agent.kind
}
