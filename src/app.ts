import { statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { isAbsolute, join, resolve, sep } from 'node:path'
import { openFileBlobs } from './adapters/blobs-files/blobs.ts'
import { openFileCheckCache } from './adapters/check-cache-files/check-cache.ts'
import { openNodeDisk } from './adapters/disk-node/disk.ts'
import { openFileJournal } from './adapters/journal-files/journal.ts'
import { openProject } from './adapters/project-files/open-project.ts'
import { openFileProjections } from './adapters/projection-files/projections.ts'
import { takeLock } from './adapters/run-files/lock.ts'
import { openRunStore } from './adapters/run-files/run-store.ts'
import { openStateFolder, type StateFolder } from './adapters/state-folder/state-folder.ts'
import { agentsOnce } from './app/agents.ts'
import { findRoot, readConfig } from './app/read-config.ts'
import type { Config } from './model/config.ts'
import type { Problem } from './model/problem.ts'
import { err, ok, type Result } from './model/result.ts'
import type { Browser } from './ports/browser.ts'
import type { Clock } from './ports/clock.ts'
import type { Disk } from './ports/disk.ts'
import type { Lessons } from './ports/lessons.ts'
import type { PreviewMaker } from './ports/preview.ts'
import type { Records } from './ports/records.ts'
import type { GitCall } from './adapters/repository-git/run-git.ts'
import type { Repository } from './ports/repository.ts'
import type { Resources } from './ports/resources.ts'
import type { Sandbox } from './ports/sandbox.ts'
import type { Workbench } from './ports/workbench.ts'

type Surroundings = {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** When the command was given that this is opened for; a house that stays open answers as it is told. */
  readonly begun?: number
  /** Another disk or clock than the machine's own, for simulations. */
  readonly disk?: Disk
  readonly clock?: Clock
}

const systemClock: Clock = { now: () => new Date(), elapsedMs: () => performance.now() }

/** Builds the house: config, adapters, and what the workflows need of them. Only this file and app/agents.ts name adapters. */
export async function openHouse(surroundings: Surroundings): Promise<Result<House, Problem>> {
  const root = findRoot(resolve(surroundings.cwd))
  const config = await readConfig(root)
  if (!config.ok) return config
  const { reflex, design, gan, workorder } = config.value.workflows
  for (const [workflow, { path }] of Object.entries({ reflex, design, gan, workorder }))
    if (isAbsolute(path) || path.split(/[/\\]/).includes('..'))
      return err({
        exit: 2,
        what: `workflows.${workflow}.path is "${path}"; it must lie inside the workspace`,
        todo: 'use a relative path without ".."',
      })
  return ok(furnish(root, config.value, surroundings))
}

export type House = ReturnType<typeof furnish>

type StorePlace = {
  readonly folder: string
  readonly runId: string
  readonly history: string
  readonly version: number
}

function furnish(root: string, config: Config, surroundings: Surroundings) {
  const {
    cwd,
    env,
    begun = Infinity,
    clock = systemClock,
    disk = openNodeDisk(root),
  } = surroundings
  const privateFolder = join(root, '.loopwright')
  const state = openStateFolder(env)
  const own = new Set<string>()
  const project = openProject(root)
  const resources = resourcesOnce(config, state)
  const sandbox = sandboxOnce(config, resources)

  return {
    root,
    cwd,
    config,
    disk,
    clock,
    project,
    projectAt: openProject,
    concurrency: availableParallelism(),
    blobs: openFileBlobs(disk, join(privateFolder, 'blobs')),
    cache: openFileCheckCache(disk, join(privateFolder, 'cache', 'checks'), state.seal),
    lessons: async (): Promise<Lessons> => {
      const { openFileLessons } = await import('./adapters/lessons-file/lessons.ts')
      return openFileLessons(disk, join(privateFolder, 'learnings.json'))
    },
    records: recordsOnce(config, { root, env, clock }),
    projections: () => openFileProjections(disk),
    privateFolder,
    seal: state.seal,
    sandbox,
    resources,
    /** A private copy of a project folder, for commands that may do anything to it. */
    openWorkbench: async (folder: string) => workbenchIn(await sandbox(), folder),
    /** The git repository around the workspace. Worktrees of orders go into the private folder. */
    repository: () => repositoryFrom(root, join(privateFolder, 'worktrees'), env),
    /** What git says in a folder, or null where it refuses. Nothing of a repository is started by it. */
    git: (folder: string, args: readonly string[], set: Readonly<Record<string, string>> = {}) =>
      askGit({ cwd: folder, args, set, env }),
    /** Eyes for pages. They stay behind walls unless the configuration does without a sandbox. */
    openBrowser: () => browserFrom(config, env),
    agentNameFor: (role: string) => config.roles[role] ?? 'default',
    openAgent: agentsOnce({ root, config, env, project, resources }),
    async lock(name: string) {
      const path = join(privateFolder, name)
      // the disk refuses links on the way; the lock itself is the kernel's
      await disk.size(path)
      return takeLock(path, clock.now().toISOString())
    },
    /** `folder` is where the run's private files lie, below the private folder. */
    storeFor: (place: StorePlace) =>
      storeAt(
        { ...place, folder: join(privateFolder, place.folder) },
        { disk, clock, begun, state, own },
      ),
    previewMaker: () => previewMakerFrom(config, { env, root }),
    /** Keeps the private folder out of version control. */
    hidePrivateFolder: () => disk.create(join(privateFolder, '.gitignore'), '*\n'),
    relative: (path: string) => (path.startsWith(root + sep) ? path.slice(root.length + 1) : path),
  }
}

type Keeping = {
  readonly disk: Disk
  readonly clock: Clock
  readonly begun: number
  readonly state: StateFolder
  /** Histories that this house wrote to itself. */
  readonly own: Set<string>
}

const storeAt = (
  { folder, runId, history, version }: StorePlace,
  { disk, clock, begun, state, own }: Keeping,
) =>
  openRunStore(disk, clock, {
    folder,
    runId,
    movedOn: () =>
      !own.has(history) && (statSync(history, { throwIfNoEntry: false })?.mtimeMs ?? 0) > begun,
    seal: state.seal,
    head: () => state.headOf(history),
    journal: openFileJournal(disk, clock, {
      path: history,
      runId,
      version,
      onWrite: () => own.add(history),
      keepHead: ({ events, hash }) => state.keepHead(history, { events, hash }),
    }),
  })

/** Tried out at first use: whether its walls hold is found out by building one. */
function sandboxOnce(config: Config, resources: () => Promise<Resources>): () => Promise<Sandbox> {
  let opened: Promise<Sandbox> | null = null
  return () =>
    (opened ??= import('./adapters/sandbox-bwrap/open-sandbox.ts').then(async ({ openSandbox }) =>
      openSandbox({ kind: config.sandbox.kind, resources: await resources() }),
    ))
}

/** What all sandboxes and agents of this user share, also with other processes. */
function resourcesOnce({ resources }: Config, { folder }: StateFolder): () => Promise<Resources> {
  const { memory_share: memoryShare, sandboxes } = resources.machine
  let opened: Promise<Resources> | null = null
  return () =>
    (opened ??= import('./adapters/sandbox-bwrap/resources.ts').then(({ openResources }) =>
      openResources({ memoryShare, sandboxes, file: join(folder, 'sandboxes.db') }),
    ))
}

async function workbenchIn(sandbox: Sandbox, folder: string): Promise<Result<Workbench, string>> {
  const { openSandboxWorkbench } = await import('./adapters/workbench-sandbox/open-workbench.ts')
  return openSandboxWorkbench(sandbox, folder)
}

async function repositoryFrom(
  workspace: string,
  worktrees: string,
  env: Surroundings['env'],
): Promise<Repository> {
  const { openGitRepository } = await import('./adapters/repository-git/open-repository.ts')
  return openGitRepository({ workspace, worktrees, env })
}

async function askGit(call: GitCall): Promise<string | null> {
  const { gitText } = await import('./adapters/repository-git/run-git.ts')
  const said = await gitText(call)
  return said.ok ? said.value : null
}

/** Opened at first use and brought to the newest version. */
function recordsOnce(
  { records: { url } }: Config,
  { root, env, clock }: Pick<Surroundings, 'env'> & { root: string; clock: Clock },
): () => Promise<Result<Records, Problem>> {
  let opened: Promise<Result<Records, Problem>> | null = null
  return () =>
    (opened ??= import('./adapters/records-sql/open-records.ts').then(({ openRecords }) =>
      openRecords({ url, root, env, now: clock.now().toISOString() }),
    ))
}

async function browserFrom(config: Config, env: Surroundings['env']): Promise<Browser> {
  const { openChromium } = await import('./adapters/browser-chromium/open-chromium.ts')
  const chromiumPath = env['LOOPWRIGHT_BROWSER']
  return openChromium({
    walls: config.sandbox.kind === 'none' ? 'off' : 'required',
    ...(chromiumPath === undefined || chromiumPath === '' ? {} : { chromiumPath }),
  })
}

async function previewMakerFrom(
  { workflows }: Config,
  surroundings: { readonly env: Surroundings['env']; readonly root: string },
): Promise<PreviewMaker | null> {
  const { preview } = workflows.design
  if (preview.kind === 'local') return null
  const { openMcpPreview } = await import('./adapters/preview-mcp/open-mcp-preview.ts')
  return openMcpPreview(preview, surroundings)
}
