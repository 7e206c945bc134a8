import { statSync } from 'node:fs'
import { availableParallelism, homedir } from 'node:os'
import { isAbsolute, join, resolve, sep } from 'node:path'
import type { Walls } from './adapters/agent-command/open-command-agent.ts'
import { openAgentLog } from './adapters/agent-log-file/agent-log.ts'
import { openFileBlobs } from './adapters/blobs-files/blobs.ts'
import { openFileCheckCache } from './adapters/check-cache-files/check-cache.ts'
import { openNodeDisk } from './adapters/disk-node/disk.ts'
import { openFileJournal } from './adapters/journal-files/journal.ts'
import { openProject } from './adapters/project-files/open-project.ts'
import { openFileProjections } from './adapters/projection-files/projections.ts'
import { takeLock } from './adapters/run-files/lock.ts'
import { openRunStore } from './adapters/run-files/run-store.ts'
import { openStateFolder } from './adapters/state-folder/state-folder.ts'
import { findRoot, readConfig } from './app/read-config.ts'
import type { AgentConfig, Config } from './model/config.ts'
import type { Problem } from './model/problem.ts'
import { err, ok, type Result } from './model/result.ts'
import type { Agent } from './ports/agent.ts'
import type { Browser } from './ports/browser.ts'
import type { Clock } from './ports/clock.ts'
import type { Disk } from './ports/disk.ts'
import type { Lessons } from './ports/lessons.ts'
import type { PreviewMaker } from './ports/preview.ts'
import type { Records } from './ports/records.ts'
import type { Repository } from './ports/repository.ts'
import type { Sandbox } from './ports/sandbox.ts'
import type { Workbench } from './ports/workbench.ts'

type Surroundings = {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** When the command was given that this is opened for. */
  readonly begun?: number
  /** Another disk or clock than the machine's own, for simulations. */
  readonly disk?: Disk
  readonly clock?: Clock
}

const systemClock: Clock = { now: () => new Date(), elapsedMs: () => performance.now() }

/** Builds the house: config, adapters, and what the workflows need of them. The only file that names adapters. */
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
    begun = Date.now(),
    clock = systemClock,
    disk = openNodeDisk(root),
  } = surroundings
  const privateFolder = join(root, '.loopwright')
  const state = openStateFolder(env)
  const onAgentLog = openAgentLog(join(privateFolder, 'agents.log'))
  const project = openProject(root)
  const agents = new Map<string, Promise<Result<Agent, Problem>>>()
  const openAgent = (name: string) => {
    const known = agents.get(name)
    if (known) return known
    const opened = agentFrom(config.agents[name] ?? { kind: 'offline' }, {
      root,
      env,
      name,
      project,
      onAgentLog,
      walls: (agent) => wallsFor(agent, { root, config, env }),
    })
    agents.set(name, opened)
    return opened
  }

  const sandbox = sandboxOnce(config)

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
    /** A private copy of a project folder, for commands that may do anything to it. */
    openWorkbench: async (folder: string) => workbenchIn(await sandbox(), folder),
    /** The git repository around the workspace. Worktrees of orders go into the private folder. */
    repository: () => repositoryFrom(root, join(privateFolder, 'worktrees'), env),
    /** Eyes for pages. They stay behind walls unless the configuration does without a sandbox. */
    openBrowser: () => browserFrom(config, env),
    agentNameFor: (role: string) => config.roles[role] ?? 'default',
    openAgent,
    lock: (name: string) => takeLock(join(privateFolder, name), clock.now().toISOString()),
    /** `folder` is where the run's private files lie, below the private folder. */
    storeFor: ({ folder, runId, history, version }: StorePlace) =>
      openRunStore(disk, clock, {
        folder: join(privateFolder, folder),
        runId,
        movedOn: () => (statSync(history, { throwIfNoEntry: false })?.mtimeMs ?? 0) > begun,
        seal: state.seal,
        head: () => state.headOf(history),
        journal: openFileJournal(disk, clock, {
          path: history,
          runId,
          version,
          keepHead: (mark) => state.keepHead(history, { events: mark.events, hash: mark.hash }),
        }),
      }),
    previewMaker: () => previewMakerFrom(config, { env, root }),
    /** Keeps the private folder out of version control. */
    hidePrivateFolder: () => disk.create(join(privateFolder, '.gitignore'), '*\n'),
    relative: (path: string) => (path.startsWith(root + sep) ? path.slice(root.length + 1) : path),
  }
}

/** Tried out at first use: whether its walls hold is found out by building one. */
function sandboxOnce(config: Config): () => Promise<Sandbox> {
  let opened: Promise<Sandbox> | null = null
  return () =>
    (opened ??= import('./adapters/sandbox-bwrap/open-sandbox.ts').then(({ openSandbox }) =>
      openSandbox({ kind: config.sandbox.kind }),
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

type AgentSurroundings = {
  readonly root: string
  readonly env: Surroundings['env']
  readonly name: string
  readonly project: ReturnType<typeof openProject>
  readonly onAgentLog: (agent: string, line: string) => void
  readonly walls: (agent: CommandConfig) => Walls
}

type CommandConfig = Extract<AgentConfig, { kind: 'command' }>

/** The walls around a program: what holds verdicts, histories and other runs is not there for it. */
function wallsFor(
  { network, home, read, write, walls }: CommandConfig,
  { root, config, env }: { root: string; config: Config; env: Surroundings['env'] },
): Walls {
  if (config.walls === 'none') return { kind: 'none: loopwright.yaml says walls: none' }
  if (walls !== undefined) return { kind: `none: ${walls.none}` }
  const { reflex, gan } = config.workflows
  const hidden = ['.loopwright', reflex.path, gan.path].map((path) => join(root, path))
  const plan = { root, hidden, home: env['HOME'] || homedir(), homeFolders: home }
  return { kind: 'bwrap', plan: { ...plan, read, write, network } }
}

async function tryWalls(name: string): Promise<Problem | null> {
  const { probeBwrap } = await import('./adapters/sandbox-bwrap/probe.ts')
  const probed = await probeBwrap('bwrap', { stepDown: false })
  if (probed.ok) return null
  const { reason, remedy } = probed.error
  return {
    exit: 2,
    what: `the agent "${name}" is a program, and there are no walls for it here: ${reason}`,
    where: 'loopwright.yaml',
    todo: `${remedy}; or say \`walls: none\` in loopwright.yaml: then it runs as you, next to everything, and every report tells so`,
  }
}

async function agentFrom(
  config: AgentConfig,
  { root, env, name, project, onAgentLog, walls }: AgentSurroundings,
): Promise<Result<Agent, Problem>> {
  switch (config.kind) {
    case 'offline': {
      const { openOfflineAgent } = await import('./adapters/agent-offline/open-offline-agent.ts')
      return ok(
        openOfflineAgent({
          async reflex(request) {
            const { answerOffline } = await import('./workflows/reflex/offline/answer.ts')
            return answerOffline(request, project)
          },
          async design(request) {
            const { answerOfflineDesign } = await import('./workflows/design/offline/answer.ts')
            return answerOfflineDesign(request)
          },
          async gan(request) {
            const { answerOfflineGan } = await import('./workflows/gan/offline/answer.ts')
            return answerOfflineGan(request)
          },
          async workorder(request) {
            const { answerOfflineOrder } = await import('./workflows/workorder/offline/answer.ts')
            return answerOfflineOrder(request)
          },
        }),
      )
    }
    case 'command': {
      const { openCommandAgent } = await import('./adapters/agent-command/open-command-agent.ts')
      const onStderr = (line: string) => onAgentLog(name, line)
      const around = walls(config)
      const problem = around.kind === 'bwrap' ? await tryWalls(name) : null
      if (problem !== null) return err(problem)
      return ok(
        openCommandAgent({
          command: config.command,
          cwd: root,
          timeoutMs: config.timeout_s * 1000,
          env: config.env,
          environment: env,
          onStderr,
          walls: around,
        }),
      )
    }
    case 'scripted': {
      const { loadScript } = await import('./adapters/agent-scripted/load-script.ts')
      const { openScriptedAgent } = await import('./adapters/agent-scripted/open-scripted-agent.ts')
      const script = await loadScript(resolve(root, config.script))
      if (script.ok) return ok(openScriptedAgent({ answers: [...script.value.answers] }))
      return err({
        exit: 2,
        what: script.error.issues.join('\n'),
        where: script.error.path,
        todo: 'correct the script',
      })
    }
    case 'model':
      return openModel(config, env)
  }
}

async function openModel(
  config: Extract<AgentConfig, { kind: 'model' }>,
  env: Surroundings['env'],
): Promise<Result<Agent, Problem>> {
  const { openModelAgent } = await import('./adapters/agent-model/open-model-agent.ts')
  const variable = config.api_key_env ?? usualKey[config.provider]
  const apiKey = variable === null ? undefined : env[variable]
  return ok(
    openModelAgent({
      provider: config.provider,
      model: config.model,
      temperature: config.temperature,
      maxOutputTokens: config.max_output_tokens,
      timeoutMs: config.timeout_s * 1000,
      maxRetries: config.max_retries,
      ...(config.base_url === undefined ? {} : { baseUrl: config.base_url }),
      ...(apiKey === undefined ? {} : { apiKey }),
      ...(variable === null ? {} : { keyHint: variable }),
      ...(config.price === undefined ? {} : { price: config.price }),
    }),
  )
}

const usualKey = {
  anthropic: 'ANTHROPIC_API_KEY',
  openai: 'OPENAI_API_KEY',
  'openai-compatible': null,
} as const
