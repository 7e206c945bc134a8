import { isSameAgent } from '../../../model/same-agent.ts'
import { createHash } from 'node:crypto'
import type { AgentIdentity } from '../../../ports/agent.ts'
import type { DesignCommand, Feature } from '../state.ts'
import { type DesignBench, type DesignRole, designRoles } from './bench.ts'

export type Fault = Extract<DesignCommand, { type: 'fault' }>

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The model a run is bound to, as one word that people can compare. */
export const modelName = ({ kind, model }: AgentIdentity): string =>
  model === undefined ? kind : `${kind}/${model}`

/** Before every call: the prompt and the agent are still those the run started with. */
export async function guard(
  bench: Pick<DesignBench, 'readPrompt' | 'agentFor'>,
  run: Feature,
  role: DesignRole,
): Promise<{ readonly prompt: string } | Fault> {
  // either role's: the first call must not be made where a later one is sure to break the promise
  const warm = designRoles.find((each) => run.setup.temperature[each] !== 0)
  if (run.setup.strictDeterminism && warm !== undefined)
    return changed(
      'determinism_violation',
      `the ${warm}'s model takes no temperature of 0, and strictDeterminism is on`,
    )
  const template = run.setup.promptTemplates[role]
  const prompt = await bench.readPrompt(template)
  if (prompt === null)
    return changed(
      'prompt_changed',
      `the ${role}'s prompt ${template.path} cannot be read any more`,
    )
  if (sha256(prompt) !== template.sha256)
    return changed(
      'prompt_changed',
      `the ${role}'s prompt ${template.path} changed during the run: expected ${template.sha256}, found ${sha256(prompt)}`,
    )
  const [before, now] = [run.setup.agents[role], bench.agentFor(role).identity]
  if (!isSameAgent(before, { ...now }))
    return changed(
      'model_changed',
      `the ${role}'s agent changed during the run: ${JSON.stringify(before)} → ${JSON.stringify(now)}`,
    )
  return { prompt }
}

/** Some providers move a name to another model; what the first answer said must stay true. */
export function reportedOther(run: Feature, role: DesignRole, model: string | undefined) {
  const first = run.reported[role]
  return first === undefined || model === undefined || model === first
    ? null
    : changed('model_changed', `the ${role} answered as ${first} before and as ${model} now`)
}

const changed = (code: Fault['code'], detail: string): Fault => ({ type: 'fault', code, detail })
