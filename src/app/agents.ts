import { mkdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import type { ProgramOptions, Walls } from '../adapters/agent-command/open-program.ts'
import { openHostDesk } from '../adapters/agent-host/desk.ts'
import { openAgentLog } from '../adapters/agent-log-file/agent-log.ts'
import { openNodeDisk } from '../adapters/disk-node/disk.ts'
import type { Seal } from '../kit/seal.ts'
import type { AgentConfig } from '../model/agent-config.ts'
import type { Config } from '../model/config.ts'
import { type CliKind, type KnownAgent, knownAgents } from '../model/known-agents.ts'
import { type Problem, usageProblem } from '../model/problem.ts'
import { type AsyncResult, err, ok, usageError } from '../model/result.ts'
import type { Agent } from '../ports/agent.ts'
import type { Disk } from '../ports/disk.ts'
import type { Project } from '../ports/project.ts'
import type { Resources } from '../ports/resources.ts'
import type { SandboxRefusal } from '../ports/sandbox.ts'
import type { Workspace } from '../ports/workspace.ts'
import { findProgram } from './doctor/programs.ts'
import type { Trust } from './trust.ts'

type Env = Readonly<Record<string, string | undefined>>

type Context = {
  readonly root: string
  readonly config: Config
  readonly env: Env
  readonly project: Project
  readonly resources: () => Promise<Resources>
  readonly trust: Trust
  readonly disk: Disk
  readonly seal: Seal
}

/** Agents by their names, each opened once, and where those leave questions that work elsewhere. */
export function agentsOnce(context: Context): Pick<Workspace, 'openAgent' | 'hostDesk'> {
  const { root, config, disk, seal } = context
  const onAgentLog = openAgentLog(join(root, '.loopwright', 'agents.log'))
  const agents = new Map<string, AsyncResult<Agent>>()
  const hasHosts = Object.values(config.agents).some(({ kind }) => kind === 'host')
  const folder = join(root, '.loopwright', 'host')
  const { desk, agent: hostAgent } = openHostDesk({ disk, folder, seal, hasHosts })
  return {
    hostDesk: desk,
    openAgent(name) {
      const known = agents.get(name)
      if (known) return known
      const agent = config.agents[name] ?? { kind: 'offline' }
      const opened = agentFrom(agent, { ...context, name, onAgentLog, hostAgent })
      agents.set(name, opened)
      return opened
    },
  }
}

type AgentContext = Context & {
  readonly name: string
  readonly onAgentLog: (agent: string, line: string) => void
  readonly hostAgent: (name: string) => Agent
}

type CommandConfig = Extract<AgentConfig, { kind: 'command' }>
type CliConfig = Extract<AgentConfig, { kind: CliKind }>
type AcpConfig = Extract<AgentConfig, { kind: 'acp' }>

type Reach = Pick<CommandConfig, 'network' | 'home' | 'read' | 'write' | 'walls'>
type Walled = Pick<Context, 'root' | 'config' | 'env'> & { readonly name: string }

/** A server that helps an agent stands behind the walls of an agent. */
export const serverWalls =
  (walled: Walled, home: readonly string[]) =>
  async (
    command: readonly [string, ...string[]],
    env: Env,
  ): AsyncResult<readonly [string, ...string[]], string> => {
    const walls = await wallsFor({ network: true, home: [...home], read: [], write: [] }, walled)
    if (!walls.ok) return err(walls.error.what)
    if (walls.value.kind !== 'bwrap') return ok(command)
    const { walledCommand } = await import('../adapters/agent-command/walls.ts')
    const plan = { ...walls.value.plan, limits: walled.config.resources.agent }
    const made = await walledCommand(plan, { command, env, workspace: null })
    return made.ok ? ok(made.value.argv) : made
  }

/** The walls around a program: what holds verdicts, histories and other runs is not there for it. */
async function wallsFor(
  { network, home, read, write, walls }: Reach,
  { root, config, env, name }: Walled,
): AsyncResult<Walls> {
  if (config.walls === 'none') return ok({ kind: 'none: loopwright.yaml says walls: none' })
  if (walls !== undefined) return ok({ kind: `none: ${walls.none}` })
  const { probeBwrap } = await import('../adapters/sandbox-bwrap/probe.ts')
  const probed = await probeBwrap('bwrap', { stepDown: false })
  if (!probed.ok) return err(noWalls(name, probed.error))
  const places = {
    root,
    hidden: hiddenIn({ root, config }),
    home: env['HOME'] || homedir(),
    homeFolders: home,
  }
  const plan = {
    ...places,
    read,
    write,
    network,
    findProgram: (program: string, path: string) =>
      findProgram(program, { env: { PATH: path }, cwd: root }),
    isSized: probed.value.bounds.fileSystems,
  }
  return ok({ kind: 'bwrap', plan })
}

/** Folders that hold verdicts, histories and other runs. */
const hiddenIn = ({ root, config: { workflows } }: Pick<Context, 'root' | 'config'>) =>
  ['.loopwright', workflows.reflex.path, workflows.gan.path].map((path) => join(root, path))

function noWalls(name: string, { reason, remedy }: SandboxRefusal): Problem {
  return usageProblem(
    `"${name}" is a program, and there are no walls for it here: ${reason}`,
    `${remedy}; or say \`walls: none\` in loopwright.yaml: then it runs as you, next to everything, and every report tells so`,
    'loopwright.yaml',
  )
}

async function agentFrom(config: AgentConfig, context: AgentContext): AsyncResult<Agent> {
  const { root, env, project, trust } = context
  if (config.kind !== 'offline' && config.kind !== 'scripted') await trust.need()
  switch (config.kind) {
    case 'offline': {
      const { openOfflineAgent } = await import('../adapters/agent-offline/open-offline-agent.ts')
      return ok(
        openOfflineAgent({
          async reflex(request) {
            const { answerOffline } = await import('../workflows/reflex/offline/answer.ts')
            return answerOffline(request, project)
          },
          async design(request) {
            const { answerOfflineDesign } = await import('../workflows/design/offline/answer.ts')
            return answerOfflineDesign(request)
          },
          async gan(request) {
            const { answerOfflineGan } = await import('../workflows/gan/offline/answer.ts')
            return answerOfflineGan(request)
          },
          async workorder(request) {
            const { answerOfflineOrder } = await import('../workflows/workorder/offline/answer.ts')
            return answerOfflineOrder(request)
          },
          async track(request) {
            const { answerOfflineTrack } = await import('../workflows/track/offline/answer.ts')
            return answerOfflineTrack(request)
          },
        }),
      )
    }
    case 'command':
      return openCommand(config, context)
    case 'acp':
      return openAcp(config, context)
    case 'claude':
    case 'codex':
    case 'gemini':
    case 'opencode':
    case 'copilot':
      return openCli(config, context)
    case 'scripted': {
      const { loadScript } = await import('../adapters/agent-scripted/load-script.ts')
      const { openScriptedAgent } =
        await import('../adapters/agent-scripted/open-scripted-agent.ts')
      const script = await loadScript(resolve(root, config.script))
      if (script.ok) return ok(openScriptedAgent({ answers: [...script.value.answers] }))
      return usageError(script.error.issues.join('\n'), 'correct the script', script.error.path)
    }
    case 'model':
      return openModel(config, env)
    case 'host':
      return ok(context.hostAgent(context.name))
  }
}

async function openCommand(config: CommandConfig, context: AgentContext): AsyncResult<Agent> {
  const walls = await wallsFor(config, context)
  if (!walls.ok) return walls
  const { openCommandAgent } = await import('../adapters/agent-command/open-command-agent.ts')
  return ok(openCommandAgent(await programOptions(config, walls.value, context)))
}

type ProgramConfig = Pick<CommandConfig, 'command' | 'timeout_s' | 'env'>

async function programOptions(
  { command, timeout_s: seconds, env: names }: ProgramConfig,
  walls: Walls,
  { root, env, name, onAgentLog, config, resources }: AgentContext,
): Promise<ProgramOptions> {
  return {
    command,
    cwd: root,
    timeoutMs: seconds * 1000,
    env: names,
    environment: env,
    onStderr: (line) => onAgentLog(name, line),
    walls,
    limits: config.resources.agent,
    resources: await resources(),
  }
}

/** A command line that people have: it sees its own login and settings, and its provider's network. */
async function openCli(config: CliConfig, context: AgentContext): AsyncResult<Agent> {
  const { root, env, name } = context
  const about = knownAgents[config.kind]
  const [{ dialects }, { openCliAgent }, { openProgram }] = await Promise.all([
    import('../adapters/agent-cli/dialects.ts'),
    import('../adapters/agent-cli/open-cli-agent.ts'),
    import('../adapters/agent-command/open-program.ts'),
  ])
  const dialect = dialects[config.kind]
  const [written, ...options] = config.command ?? [dialect.program]
  const path = await findProgram(written, { env, cwd: root })
  if (path === null)
    return usageError(
      `"${name}" is ${about.title}, and ${written} is not installed, or cannot be run`,
      `install it: npm install -g ${about.package}   or bind another agent; loopwright doctor shows what is here`,
      'loopwright.yaml',
    )
  const walls = await wallsWithHome(config, about, context)
  if (!walls.ok) return walls
  const command: CommandConfig['command'] = [path, ...options]
  const seen = { ...config, command, env: envOf(config, about) }
  const opened = await openCliAgent({
    ...{ kind: config.kind, name, dialect, about, path, price: config.price },
    program: openProgram(await programOptions(seen, walls.value, context)),
    model: config.model,
    maxTurns: config.max_turns,
    maxCostUsd: config.max_cost_usd,
  })
  if (opened.ok) return opened
  const todo = `try it: ${written} --version`
  return usageError(`"${name}" is ${about.title}, which does not start: ${opened.error}`, todo)
}

const envOf = ({ env }: CliConfig, about: KnownAgent): string[] => [
  ...new Set([...about.keys, ...about.env, ...env]),
]

/** Its walls, with a home that stays for calls that go on with a session. */
async function wallsWithHome(
  config: CliConfig | AcpConfig,
  { logins, settings }: Pick<KnownAgent, 'logins' | 'settings'>,
  context: AgentContext,
): AsyncResult<Walls> {
  const walls = await wallsFor({ ...config, network: true }, context)
  if (!walls.ok || walls.value.kind !== 'bwrap') return walls
  const { plan } = walls.value
  const ownHome = join(context.root, '.loopwright', 'agents', encodeURIComponent(context.name))
  await mkdir(ownHome, { recursive: true, mode: 0o700 })
  const homeIfThere = { write: logins, read: settings }
  return ok({ kind: 'bwrap', plan: { ...plan, homeIfThere }, ownHome })
}

async function openAcp(config: AcpConfig, context: AgentContext): AsyncResult<Agent> {
  const walls = await wallsWithHome(config, { logins: [], settings: [] }, context)
  if (!walls.ok) return walls
  const [{ openAcpAgent }, { openProgram }] = await Promise.all([
    import('../adapters/agent-cli/open-acp-agent.ts'),
    import('../adapters/agent-command/open-program.ts'),
  ])
  return ok(
    openAcpAgent({
      name: context.name,
      command: config.command,
      program: openProgram(await programOptions(config, walls.value, context)),
      root: context.root,
      hidden: hiddenIn(context),
      diskAt: openNodeDisk,
      maxTurns: config.max_turns,
      maxCostUsd: config.max_cost_usd,
    }),
  )
}

async function openModel(
  config: Extract<AgentConfig, { kind: 'model' }>,
  env: Env,
): AsyncResult<Agent> {
  const { openModelAgent } = await import('../adapters/agent-model/open-model-agent.ts')
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
