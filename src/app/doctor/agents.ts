import type { Workspace } from '../../ports/workspace.ts'
import type { AgentConfig } from '../../model/agent-config.ts'
import type { AgentRequest } from '../../model/agent.ts'
import { type CliKind, cliKinds, knownAgents } from '../../model/known-agents.ts'
import { err } from '../../model/result.ts'
import { Untrusted } from '../trust.ts'
import type { Diagnosis, Patient } from './diagnosis.ts'
import { findProgram, isLoggedIn } from './programs.ts'

type Seen = Pick<Diagnosis, 'state' | 'detail' | 'remedy'>

/** Each configured agent, as far as can be told without asking it. An agent that no role uses is not needed. */
export async function diagnoseAgents(
  workspace: Pick<Workspace, 'config' | 'openAgent' | 'root'>,
  patient: Patient,
): Promise<readonly Diagnosis[]> {
  const agents: Record<string, AgentConfig> = {
    default: { kind: 'offline' },
    ...workspace.config.agents,
  }
  const used = new Set(['default', ...Object.values(workspace.config.roles)])
  const diagnoses: Diagnosis[] = []
  for (const [name, config] of Object.entries(agents)) {
    const outcome = await look(workspace, { name, config }, patient)
    const state = outcome.state === 'missing' && !used.has(name) ? 'lacking' : outcome.state
    const unused = used.has(name) ? '' : ' (no role uses it)'
    diagnoses.push({ group: 'agents', name, ...outcome, state, detail: outcome.detail + unused })
  }
  return [...diagnoses, ...(await unbound(agents, patient))]
}

type Named = { readonly name: string; readonly config: AgentConfig }

async function look(
  workspace: Pick<Workspace, 'openAgent' | 'root'>,
  { name, config }: Named,
  patient: Patient,
): Promise<Seen> {
  switch (config.kind) {
    case 'offline':
      return { state: 'ok', detail: 'offline: embedded, no model, no network' }
    case 'command': {
      const [program] = config.command
      const path = await findProgram(program, { env: patient.env, cwd: workspace.root })
      return path === null
        ? {
            state: 'missing',
            detail: `command: ${program} is not there or cannot be run`,
            remedy: `install ${program}, or correct agents.${name}.command in loopwright.yaml`,
          }
        : { state: 'ok', detail: `command: ${path}` }
    }
    case 'scripted': {
      const opened = await workspace.openAgent(name)
      return opened.ok
        ? { state: 'ok', detail: `scripted: ${config.script}` }
        : {
            state: 'missing',
            detail: `scripted: ${config.script}: ${opened.error.what.split('\n')[0] ?? ''}`,
            remedy: opened.error.todo ?? 'correct the script',
          }
    }
    case 'model':
      return lookAtModel(workspace, { name, config }, patient)
    case 'host':
      return { state: 'ok', detail: 'host: whatever is connected by: loopwright mcp' }
    case 'acp':
    case 'claude':
    case 'codex':
    case 'gemini':
    case 'opencode':
    case 'copilot':
      return lookAtProgram(workspace, { name, config }, patient)
  }
}

type ProgramConfig = Extract<AgentConfig, { kind: CliKind | 'acp' }>

/** The version that runs, behind the walls it will have; whether somebody is logged in; and one word, if asked. */
async function lookAtProgram(
  workspace: Pick<Workspace, 'openAgent'>,
  { name, config }: { name: string; config: ProgramConfig },
  { env, online }: Patient,
): Promise<Seen> {
  const opened = await openUnlessForeign(workspace, name)
  if (!opened.ok) {
    const { what, todo } = opened.error
    const detail = `${config.kind}: ${what}`
    return { state: 'missing', detail, ...(todo === undefined ? {} : { remedy: todo }) }
  }
  const { version } = opened.value.identity
  const title = config.kind === 'acp' ? `acp: ${config.command.join(' ')}` : config.kind
  const runs = `${title}${version === undefined ? '' : ` ${version}${untried(config.kind, version)}`}`
  if (online) return askOnce(workspace, name, runs)
  const asked = 'not asked (--online asks it)'
  if (config.kind === 'acp') return { state: 'ok', detail: `${runs}; ${asked}` }
  const about = knownAgents[config.kind]
  return isLoggedIn(about, env)
    ? { state: 'ok', detail: `${runs}; logged in, ${asked}` }
    : { state: 'lacking', detail: `${runs}; no login seen`, remedy: about.howToLogIn }
}

async function openUnlessForeign(
  { openAgent }: Pick<Workspace, 'openAgent'>,
  name: string,
): ReturnType<Workspace['openAgent']> {
  try {
    return await openAgent(name)
  } catch (error) {
    if (error instanceof Untrusted) return err(error.problem)
    throw error
  }
}

/** Another version may speak otherwise, so a person should know. */
function untried(kind: ProgramConfig['kind'], version: string): string {
  const tried = kind === 'acp' ? version : knownAgents[kind].tried
  return tried === version ? '' : ` (${tried} was tried)`
}

/** Command lines that are here and that nobody bound. */
async function unbound(
  agents: Readonly<Record<string, AgentConfig>>,
  { env, cwd }: Patient,
): Promise<readonly Diagnosis[]> {
  const free = cliKinds.filter((kind) => Object.values(agents).every((each) => each.kind !== kind))
  const diagnoses: Diagnosis[] = []
  for (const kind of free) {
    const path = await findProgram(kind, { env, cwd })
    if (path === null) continue
    const login = isLoggedIn(knownAgents[kind], env) ? 'logged in' : 'no login seen'
    const detail = `${path}; ${login}; not bound: roles: { producer: ${kind} } would do`
    diagnoses.push({ group: 'agents', name: kind, state: 'ok', detail })
  }
  return diagnoses
}

type ModelConfig = Extract<AgentConfig, { kind: 'model' }>

/** Whether the key's variable is set; its value is never shown, and never sent unless --online. */
async function lookAtModel(
  workspace: Pick<Workspace, 'openAgent'>,
  { name, config }: { name: string; config: ModelConfig },
  { env, online }: Patient,
): Promise<Seen> {
  const variable = config.api_key_env ?? usualKey[config.provider]
  const model = `model: ${config.provider} ${config.model}`
  if (variable !== null && (env[variable] ?? '') === '')
    return {
      state: 'missing',
      detail: `${model}; ${variable} is not set`,
      remedy: `export ${variable}=… in the shell that runs Loopwright`,
    }
  const key = variable === null ? 'needs no key' : `${variable} is set`
  if (!online) return { state: 'ok', detail: `${model}; ${key}, not asked (--online asks it)` }
  return askOnce(workspace, name, model)
}

const usualKey = {
  anthropic: 'ANTHROPIC_API_KEY',
  openai: 'OPENAI_API_KEY',
  'openai-compatible': null,
} as const

const question: AgentRequest = {
  protocol: 1,
  workflow: 'doctor',
  run_id: 'doctor',
  iteration: 1,
  phase: 'DOCTOR',
  role: 'doctor',
  prompt: 'Answer with the single word: ready',
  input: {},
  output_schema: null,
  workspace: null,
  attempt: 1,
}

async function askOnce(
  workspace: Pick<Workspace, 'openAgent'>,
  name: string,
  model: string,
): Promise<Seen> {
  const agent = await workspace.openAgent(name)
  if (!agent.ok) return { state: 'missing', detail: `${model}; ${agent.error.what}` }
  const answer = await agent.value.ask(question, AbortSignal.timeout(60_000))
  if (answer.ok) return { state: 'ok', detail: `${model}; it answers` }
  const { error } = answer
  const why =
    error.type === 'unavailable' || error.type === 'over-budget'
      ? error.reason
      : error.type === 'bad-output'
        ? error.issues.join('; ')
        : error.type
  return {
    state: 'missing',
    detail: `${model}; it does not answer: ${why.slice(0, 200)}`,
    remedy: `check agents.${name} in loopwright.yaml, the key and the network`,
  }
}
