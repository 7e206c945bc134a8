import type { Workspace } from '../../ports/workspace.ts'
import type { AgentConfig } from '../../model/config.ts'
import type { AgentRequest } from '../../model/agent.ts'
import type { Diagnosis, Patient } from './diagnosis.ts'
import { findProgram } from './programs.ts'

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
    const seen = await look(workspace, { name, config }, patient)
    const state = seen.state === 'missing' && !used.has(name) ? 'lacking' : seen.state
    const unused = used.has(name) ? '' : ' (no role uses it)'
    diagnoses.push({ group: 'agents', name, ...seen, state, detail: seen.detail + unused })
  }
  return diagnoses
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
      const found = await findProgram(program, { env: patient.env, cwd: workspace.root })
      return found === null
        ? {
            state: 'missing',
            detail: `command: ${program} is not there or cannot be run`,
            remedy: `install ${program}, or correct agents.${name}.command in loopwright.yaml`,
          }
        : { state: 'ok', detail: `command: ${found}` }
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
  }
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
