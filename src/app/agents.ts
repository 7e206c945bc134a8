import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Walls } from '../adapters/agent-command/open-command-agent.ts'
import { openAgentLog } from '../adapters/agent-log-file/agent-log.ts'
import type { AgentConfig, Config } from '../model/config.ts'
import { type Problem, usageProblem } from '../model/problem.ts'
import { type AsyncResult, err, ok, usageError } from '../model/result.ts'
import type { Agent } from '../ports/agent.ts'
import type { Project } from '../ports/project.ts'
import type { Resources } from '../ports/resources.ts'
import type { SandboxRefusal } from '../ports/sandbox.ts'
import { findProgram } from './doctor/programs.ts'
import { toolVersion } from './package-files.ts'
import type { Telemetry } from '../ports/telemetry.ts'
import type { Trust } from './trust.ts'

type Env = Readonly<Record<string, string | undefined>>

type Context = {
  readonly root: string
  readonly config: Config
  readonly env: Env
  readonly project: Project
  readonly resources: () => Promise<Resources>
  readonly trust: Trust
  readonly telemetry: Telemetry | null
}

export function agentsOnce(context: Context): (name: string) => AsyncResult<Agent> {
  const { root, config } = context
  const onAgentLog = openAgentLog(join(root, '.loopwright', 'agents.log'))
  const agents = new Map<string, AsyncResult<Agent>>()
  return (name) => {
    const known = agents.get(name)
    if (known) return known
    const agent = config.agents[name] ?? { kind: 'offline' }
    const opened = watched(agentFrom(agent, { ...context, name, onAgentLog }), name, context)
    agents.set(name, opened)
    return opened
  }
}

const askedFor = [
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'OTEL_EXPORTER_OTLP_LOGS_ENDPOINT',
  'OTEL_TRACES_EXPORTER',
  'OTEL_LOGS_EXPORTER',
]

/** Off unless the standard variables ask for it; then nothing of it is loaded. */
export async function telemetryFrom(env: Env): Promise<Telemetry | null> {
  const isOff = env['OTEL_SDK_DISABLED']?.toLowerCase() === 'true'
  if (isOff || !askedFor.some((name) => env[name])) return null
  const { openTelemetry } = await import('../adapters/telemetry-otlp/open-telemetry.ts')
  return openTelemetry(env, toolVersion())
}

async function watched(
  opening: AsyncResult<Agent>,
  name: string,
  { telemetry }: Pick<Context, 'telemetry'>,
): AsyncResult<Agent> {
  const opened = await opening
  return opened.ok && telemetry !== null ? ok(telemetry.watchAgent(name, opened.value)) : opened
}

type AgentContext = Context & {
  readonly name: string
  readonly onAgentLog: (agent: string, line: string) => void
}

type CommandConfig = Extract<AgentConfig, { kind: 'command' }>

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
  const { reflex, gan } = config.workflows
  const hidden = ['.loopwright', reflex.path, gan.path].map((path) => join(root, path))
  const places = { root, hidden, home: env['HOME'] || homedir(), homeFolders: home }
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

function noWalls(name: string, { reason, remedy }: SandboxRefusal): Problem {
  return usageProblem(
    `"${name}" is a program, and there are no walls for it here: ${reason}`,
    `${remedy}; or say \`walls: none\` in loopwright.yaml: then it runs as you, next to everything, and every report tells so`,
    'loopwright.yaml',
  )
}

async function agentFrom(config: AgentConfig, context: AgentContext): AsyncResult<Agent> {
  const { root, env, project, trust } = context
  if (config.kind === 'command' || config.kind === 'model') await trust.need()
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
  }
}

async function openCommand(config: CommandConfig, context: AgentContext): AsyncResult<Agent> {
  const { root, env, name, onAgentLog } = context
  const walls = await wallsFor(config, context)
  if (!walls.ok) return walls
  const { openCommandAgent } = await import('../adapters/agent-command/open-command-agent.ts')
  return ok(
    openCommandAgent({
      command: config.command,
      cwd: root,
      timeoutMs: config.timeout_s * 1000,
      env: config.env,
      environment: env,
      onStderr: (line) => onAgentLog(name, line),
      walls: walls.value,
      limits: context.config.resources.agent,
      resources: await context.resources(),
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
