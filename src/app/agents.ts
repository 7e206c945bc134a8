import { join, resolve } from 'node:path'
import { openHostDesk } from '../adapters/agent-host/desk.ts'
import { openAgentLog } from '../adapters/agent-log-file/agent-log.ts'
import type { Seal } from '../kit/seal.ts'
import type { openOfflineAgent } from '../adapters/agent-offline/open-offline-agent.ts'
import type { AgentConfig } from '../model/agent-config.ts'
import type { Config } from '../model/config.ts'
import { type AsyncResult, ok, usageError } from '../model/result.ts'
import type { Agent } from '../ports/agent.ts'
import type { Disk } from '../ports/disk.ts'
import type { Project } from '../ports/project.ts'
import type { Resources } from '../ports/resources.ts'
import { isOneOf } from './one-agent.ts'
import { toolVersion } from './package-files.ts'
import type { Telemetry } from '../ports/telemetry.ts'
import type { Workspace } from '../ports/workspace.ts'
import { openAcp, openCli, openCommand } from './program-agents.ts'
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
  readonly telemetry: Telemetry | null
}

/** Agents by their names, each opened once, and where those leave questions that work elsewhere. */
export function agentsOnce(
  context: Context,
): Pick<Workspace, 'openAgent' | 'hostDesk' | 'isOneOf'> {
  const { root, config, disk, seal } = context
  const onAgentLog = openAgentLog(join(root, '.loopwright', 'agents.log'))
  const agents = new Map<string, AsyncResult<Agent>>()
  const hasHosts = Object.values(config.agents).some(({ kind }) => kind === 'host')
  const folder = join(root, '.loopwright', 'host')
  const { desk, agent: hostAgent } = openHostDesk({ disk, folder, seal, hasHosts })
  return {
    hostDesk: desk,
    isOneOf: (name, others) => isOneOf(config, { name, others }, { env: context.env, cwd: root }),
    openAgent(name) {
      const known = agents.get(name)
      if (known) return known
      const agent = config.agents[name] ?? { kind: 'offline' }
      const opened = watched(
        agentFrom(agent, { ...context, name, onAgentLog, hostAgent }),
        name,
        context,
      )
      agents.set(name, opened)
      return opened
    },
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
  readonly hostAgent: (name: string) => Agent
}

/** Whether the embedded agents can make what a task asks for. */
const whyNotOffline = (
  project: AgentContext['project'],
): Parameters<typeof openOfflineAgent>[1] => ({
  reflex: async (task) =>
    (await import('../offline/reflex/can-draft.ts')).whyNotDrafted(task, project),
  design: async (task) => (await import('../offline/design/answer.ts')).whyNotDrafted(task),
})

async function agentFrom(config: AgentConfig, context: AgentContext): AsyncResult<Agent> {
  const { root, env, project, trust } = context
  if (config.kind !== 'offline' && config.kind !== 'scripted') await trust.need()
  switch (config.kind) {
    case 'offline': {
      const offline = await import('../adapters/agent-offline/open-offline-agent.ts')
      return ok(
        offline.openOfflineAgent(
          {
            async reflex(request) {
              const { answerOffline } = await import('../offline/reflex/answer.ts')
              return answerOffline(request, project)
            },
            async design(request) {
              const { answerOfflineDesign } = await import('../offline/design/answer.ts')
              return answerOfflineDesign(request)
            },
            async gan(request) {
              const { answerOfflineGan } = await import('../offline/gan/answer.ts')
              return answerOfflineGan(request)
            },
            async workorder(request) {
              const { answerOfflineOrder } = await import('../offline/workorder/answer.ts')
              return answerOfflineOrder(request)
            },
            async track(request) {
              const { answerOfflineTrack } = await import('../offline/track/answer.ts')
              return answerOfflineTrack(request)
            },
          },
          whyNotOffline(project),
        ),
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

/** What all sandboxes and agents of this user share, also with other processes. */
export function resourcesOnce(
  { resources }: Config,
  folder: string,
  onWait: (text: string) => void = () => undefined,
): () => Promise<Resources> {
  const { memory_share: memoryShare, sandboxes } = resources.machine
  let opened: Promise<Resources> | null = null
  return () =>
    (opened ??= import('../adapters/sandbox-bwrap/resources.ts').then(({ openResources }) =>
      openResources({ memoryShare, sandboxes, file: join(folder, 'sandboxes.db'), onWait }),
    ))
}
