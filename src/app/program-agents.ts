import { mkdir, readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Dialect } from '../adapters/agent-cli/dialect.ts'
import type { ProgramOptions, Walls } from '../adapters/agent-command/open-program.ts'
import { openNodeDisk } from '../adapters/disk-node/disk.ts'
import type { AgentConfig } from '../model/agent-config.ts'
import type { Config } from '../model/config.ts'
import { type CliKind, type KnownAgent, knownAgents } from '../model/known-agents.ts'
import { type Problem, usageProblem } from '../model/problem.ts'
import { type AsyncResult, err, ok, usageError } from '../model/result.ts'
import type { Agent } from '../ports/agent.ts'
import type { PreviewMaker } from '../ports/preview.ts'
import type { Resources } from '../ports/resources.ts'
import type { SandboxRefusal } from '../ports/sandbox.ts'
import { findProgram } from './doctor/programs.ts'
import type { Trust } from './trust.ts'

type Env = Readonly<Record<string, string | undefined>>

type AgentContext = {
  readonly root: string
  readonly config: Config
  readonly env: Env
  readonly resources: () => Promise<Resources>
  /** The agent's name in loopwright.yaml. */
  readonly name: string
  readonly onAgentLog: (agent: string, line: string) => void
}

type CommandConfig = Extract<AgentConfig, { kind: 'command' }>
type CliConfig = Extract<AgentConfig, { kind: CliKind }>
type AcpConfig = Extract<AgentConfig, { kind: 'acp' }>

type Reach = Pick<CommandConfig, 'network' | 'home' | 'read' | 'write' | 'walls'>
type Walled = Pick<AgentContext, 'root' | 'config' | 'env'> & { readonly name: string }

/** A server that helps an agent stands behind the walls of an agent. */
const serverWalls =
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
const hiddenIn = ({ root, config: { workflows } }: Pick<AgentContext, 'root' | 'config'>) =>
  ['.loopwright', workflows.reflex.path, workflows.gan.path].map((path) => join(root, path))

function noWalls(name: string, { reason, remedy }: SandboxRefusal): Problem {
  return usageProblem(
    `"${name}" is a program, and there are no walls for it here: ${reason}`,
    `${remedy}; or say \`walls: none\` in loopwright.yaml: then it runs as you, next to everything, and every report tells so`,
    'loopwright.yaml',
  )
}

export async function openCommand(
  config: CommandConfig,
  context: AgentContext,
): AsyncResult<Agent> {
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
export async function openCli(config: CliConfig, context: AgentContext): AsyncResult<Agent> {
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
  const completed = { ...config, command, env: envOf(config, about) }
  const opened = await openCliAgent({
    kind: config.kind,
    name,
    dialect,
    about,
    path,
    price: config.price,
    program: openProgram(await programOptions(completed, walls.value, context)),
    model: config.model,
    ownModel: await ownModelOf(dialect, about, context),
    maxTurns: config.max_turns,
    maxCostUsd: mostMoney(config, context),
  })
  if (opened.ok) return opened
  const todo = `try it: ${written} --version`
  return usageError(`"${name}" is ${about.title}, which does not start: ${opened.error}`, todo)
}

/** What its settings in the home say, for agents whose events name no model. */
async function ownModelOf(
  { modelIn }: Dialect,
  { settings }: KnownAgent,
  { env }: AgentContext,
): Promise<string | undefined> {
  if (modelIn === undefined) return undefined
  const path = join(env['HOME'] || homedir(), settings[0] ?? '')
  return modelIn(await readFile(path, 'utf8').catch(() => ''))
}

/** No call may cost more than the whole run. */
function mostMoney(
  { max_cost_usd: most }: CliConfig | AcpConfig,
  { config }: AgentContext,
): number {
  const { cost_usd: all } = config.caps
  return all === 'unlimited' ? most : Math.min(most, all)
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

export async function openAcp(config: AcpConfig, context: AgentContext): AsyncResult<Agent> {
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
      maxCostUsd: mostMoney(config, context),
    }),
  )
}

/** Who draws previews, where that is a server of the user's. */
export async function previewMakerFrom(
  config: Config,
  { trust, ...context }: Pick<AgentContext, 'root' | 'env'> & { readonly trust: Trust },
): Promise<PreviewMaker | null> {
  const { preview } = config.workflows.design
  if (preview.kind === 'local') return null
  await trust.need()
  const { openMcpPreview } = await import('../adapters/preview-mcp/open-mcp-preview.ts')
  const behindWalls = serverWalls({ ...context, config, name: 'preview' }, preview.home)
  return openMcpPreview(preview, { ...context, behindWalls })
}
