import { existsSync, statSync } from 'node:fs'
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
import { findRoot } from './app/find-root.ts'
import { agentsOnce, resourcesOnce, telemetryFrom } from './app/agents.ts'
import { packageText, toolVersion } from './app/package-files.ts'
import { previewMakerFrom } from './app/program-agents.ts'
import { ownRulesOnce } from './app/open-own-rules.ts'
import { readConfig } from './app/read-config.ts'
import { ownPath, statePath } from './app/state-path.ts'
import { openTrust, type Trust } from './app/trust.ts'
import type { Config } from './model/config.ts'
import { type AsyncResult, ok, usageError } from './model/result.ts'
import type { Application, ApplicationError, ApplicationOptions } from './ports/application.ts'
import type { Browser } from './ports/browser.ts'
import type { Clock } from './ports/clock.ts'
import { type Disk, watchedDisk } from './ports/disk.ts'
import type { Lessons } from './ports/lessons.ts'
import type { Records } from './ports/records.ts'
import type { GitCall } from './adapters/repository-git/run-git.ts'
import type { Repository } from './ports/repository.ts'
import type { Resources } from './ports/resources.ts'
import type { Sandbox } from './ports/sandbox.ts'
import type { Telemetry } from './ports/telemetry.ts'
import type { Workbench } from './ports/workbench.ts'
import type { RunPlace, Workspace } from './ports/workspace.ts'

type Context = {
  readonly cwd: string
  /** The root, where it is known; otherwise it is looked for from `cwd` upwards. */
  readonly root?: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** When the command was given that this is opened for; a workspace that stays open answers as it is told. */
  readonly begun?: number
  /** Another disk or clock than the machine's own, for simulations. */
  readonly disk?: Disk
  readonly clock?: Clock
  /** Told of every file that is looked at, and null for what is none. */
  readonly look?: (path: string | null) => void
  /** A browser that is open already. */
  readonly openBrowser?: Workspace['openBrowser']
  readonly telemetry?: Telemetry | null
  /** Told for whom it waits, where the machine has no room for another sandbox. */
  readonly onWait?: (text: string) => void
}

const systemClock: Clock = { now: () => new Date(), elapsedMs: () => performance.now() }

/** Builds the workspace: config, adapters, and what the workflows need of them. Only this file, app/agents.ts and app/program-agents.ts name adapters. */
export async function openWorkspace(context: Context): AsyncResult<OwnWorkspace> {
  const root = context.root ?? findRoot(resolve(context.cwd), context.look)
  const config = await readConfig(root, context.look)
  if (!config.ok) return config
  for (const [workflow, { path }] of Object.entries(config.value.workflows))
    if (isAbsolute(path) || path.split(/[/\\]/).includes('..'))
      return usageError(
        `workflows.${workflow}.path is "${path}"; it must lie inside the workspace`,
        'use a relative path without ".."',
      )
  const telemetry = await telemetryFrom(context.env)
  return ok(furnish(root, config.value, { ...context, telemetry }))
}

/** What this machine keeps of a workspace outside of it; it can be opened where the configuration cannot. */
export const openOwnPlace = (
  root: string,
  { env, look = () => undefined }: Pick<Context, 'env' | 'look'>,
): Pick<Workspace, 'own' | 'seal'> => ({
  own: { path: ownPath(env, root), disk: watchedDisk(openNodeDisk(statePath(env)), look) },
  seal: openStateFolder(statePath(env)).seal,
})

/** Another workspace, whose configuration must be the user's own or agreed to. */
async function openTrusted(context: Context): AsyncResult<Workspace> {
  const opened = await openWorkspace(context)
  if (opened.ok) await opened.value.trust.need()
  return opened
}

/** A workspace, and whether its configuration is trusted here. */
export type OwnWorkspace = Workspace & { readonly trust: Trust }

function furnish(root: string, config: Config, context: Context): OwnWorkspace {
  const { cwd, env, clock = systemClock, telemetry = null, look = () => undefined } = context
  const privateFolder = join(root, '.loopwright')
  const cache = join(privateFolder, 'cache')
  const disk = watchedDisk(context.disk ?? openNodeDisk(root), (path) => {
    // whatever is in a cache, the same is said
    if (!path.startsWith(cache)) look(path)
  })
  const state = openStateFolder(statePath(env))
  const { seal } = state
  const own = new Set<string>()
  const keeping = { disk, clock, begun: context.begun ?? Infinity, state, own, telemetry }
  const project = openProject(root)
  const resources = resourcesOnce(config, state.folder, context.onWait)
  const git = (folder: string, args: readonly string[], set: GitCall['set'] = {}) =>
    askGit({ cwd: folder, args, set, env })
  const trust = openTrust({ root, config, env, state, git, look })
  const sandbox = sandboxOnce(config, { resources, trust })
  const checkCache = openFileCheckCache(disk, join(cache, 'checks'), seal)

  return {
    trust,
    root,
    cwd,
    config,
    disk,
    clock,
    project,
    projectAt: openProject,
    concurrency: availableParallelism(),
    blobs: openFileBlobs(disk, join(privateFolder, 'blobs')),
    cache: checkCache,
    ...ownRulesOnce({ root, config, cache: checkCache, sandbox, trust }),
    lessons: () => lessonsIn(disk, privateFolder),
    ...recordsOnce(config, { root, env, clock, trust, look }),
    projections: () => openFileProjections(disk),
    privateFolder,
    ...openOwnPlace(root, { env, look }),
    sandbox,
    resources,
    openWorkbench: (folder: string) => workbenchIn(folder, { config, sandbox, trust }),
    openApplication: (bench, options) => applicationOn(bench, options, { config, trust }),
    repository: () =>
      repositoryAt({ workspace: root, worktrees: join(privateFolder, 'worktrees'), env }),
    git,
    openBrowser: context.openBrowser ?? (async () => browserFrom(await kindOf(config, trust), env)),
    openAt: (folder) => openTrusted({ ...context, cwd: folder, root: folder }),
    agentNameFor: (role: string) => config.roles[role] ?? 'default',
    ...agentsOnce({ root, config, env, project, resources, trust, disk, telemetry, seal }),
    lock: (name: string) => lockAt(join(privateFolder, name), { disk, clock }),
    /** `folder` is where the run's private files lie, below the private folder. */
    storeFor: (place: RunPlace) =>
      storeAt({ ...place, folder: join(privateFolder, place.folder) }, keeping),
    previewMaker: () => previewMakerFrom(config, { env, root, trust }),
    hidePrivateFolder: () => disk.create(join(privateFolder, '.gitignore'), '*\n'),
    get toolVersion() {
      return toolVersion()
    },
    packageText,
    relative: (path: string) => (path.startsWith(root + sep) ? path.slice(root.length + 1) : path),
  }
}

/** The disk refuses links on the way; the lock itself is the kernel's. */
async function lockAt(path: string, { disk, clock }: Pick<Keeping, 'disk' | 'clock'>) {
  await disk.size(path)
  return takeLock(path, clock.now().toISOString())
}

type Keeping = Pick<Workspace, 'disk' | 'clock'> & {
  readonly begun: number
  readonly state: StateFolder
  /** Histories that this workspace wrote to itself. */
  readonly own: Set<string>
  readonly telemetry: Telemetry | null
}

function storeAt(
  { workflow, folder, runId, history, version }: RunPlace,
  { disk, clock, begun, state, own, telemetry }: Keeping,
) {
  const store = openRunStore(disk, clock, {
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
  return telemetry?.watchStore(workflow, store) ?? store
}

/** Tried out at first use: whether its walls hold is found out by building one. */
function sandboxOnce(
  config: Config,
  { resources, trust }: { resources: () => Promise<Resources>; trust: Trust },
): () => Promise<Sandbox> {
  let opened: Promise<Sandbox> | null = null
  return () =>
    (opened ??= import('./adapters/sandbox-bwrap/open-sandbox.ts').then(async ({ openSandbox }) =>
      openSandbox({ kind: await kindOf(config, trust), resources: await resources() }),
    ))
}

/** A foreign file cannot do without the sandbox. */
const kindOf = async ({ sandbox: { kind } }: Config, trust: Trust) =>
  kind === 'none' && !(await trust.isGiven()) ? 'auto' : kind

async function lessonsIn(disk: Disk, folder: string): Promise<Lessons> {
  const { openFileLessons } = await import('./adapters/lessons-file/lessons.ts')
  return openFileLessons(disk, join(folder, 'learnings.json'))
}

type Benches = Pick<Workspace, 'config' | 'sandbox'> & { readonly trust: Trust }

async function workbenchIn(
  folder: string,
  { config, sandbox, trust }: Benches,
): AsyncResult<Workbench, string> {
  const { workorder, track } = config.workflows
  if ([...Object.values(workorder.commands), track.build].some(Boolean)) await trust.need()
  const { openSandboxWorkbench } = await import('./adapters/workbench-sandbox/open-workbench.ts')
  return openSandboxWorkbench(await sandbox(), folder)
}

async function applicationOn(
  bench: Workbench,
  options: ApplicationOptions,
  { config, trust }: Pick<Benches, 'config' | 'trust'>,
): AsyncResult<Application, ApplicationError> {
  const { start, build, port, ready_s: readySeconds } = config.workflows.track
  if (start !== undefined || build !== undefined) await trust.need()
  const { openApplication } = await import('./adapters/application-sandbox/open-application.ts')
  return openApplication(bench, { start, build, port, readyMs: readySeconds * 1000 }, options)
}

type GitPlace = Pick<Context, 'env'> & { readonly workspace: string; readonly worktrees: string }

async function repositoryAt(place: GitPlace): Promise<Repository> {
  const { openGitRepository } = await import('./adapters/repository-git/open-repository.ts')
  return openGitRepository(place)
}

async function askGit(call: GitCall): Promise<string | null> {
  const { gitText } = await import('./adapters/repository-git/run-git.ts')
  const said = await gitText(call)
  return said.ok ? said.value : null
}

type Opening = { readonly root: string; readonly clock: Clock; readonly trust: Trust }

/** Opened at first use and brought to the newest version. */
function recordsOnce(
  { records: { url } }: Config,
  { trust, root, env, clock, look }: Required<Pick<Context, 'env' | 'look'>> & Opening,
): Pick<Workspace, 'hasRecords' | 'records'> {
  const file = url.startsWith('sqlite:') ? resolve(root, url.slice('sqlite:'.length)) : null
  let opened: AsyncResult<Records> | null = null
  const open = async () => {
    if (file === null) await trust.need()
    const { openRecords } = await import('./adapters/records-sql/open-records.ts')
    return openRecords({ url, root, env, now: clock.now().toISOString() })
  }
  return {
    hasRecords() {
      for (const path of file === null ? [null] : [file, `${file}-wal`]) look(path)
      return file === null || existsSync(file)
    },
    records: () => (opened ??= open()),
  }
}

async function browserFrom(
  sandbox: Config['sandbox']['kind'],
  env: Context['env'],
): Promise<Browser> {
  const { openChromium } = await import('./adapters/browser-chromium/open-chromium.ts')
  const chromiumPath = env['LOOPWRIGHT_BROWSER']
  return openChromium({
    walls: sandbox === 'none' ? 'off' : 'required',
    ...(chromiumPath === undefined || chromiumPath === '' ? {} : { chromiumPath }),
  })
}
