import { z } from 'zod'
import type { AgentAnswer, AgentFailure, AgentRequest } from '../../model/agent.ts'
import { type AsyncResult, err, ok } from '../../model/result.ts'
import { draftPlan } from './draft-plan.ts'

const Planning = z.object({
  track: z.string(),
  title: z.string(),
  spec: z.string(),
  files: z.array(z.string()),
  reasons: z.array(z.string()).default([]),
})

/**
 * The embedded agent's answers for a track: no model, no network. It drafts the plan of a structured spec;
 * code is written by others, and it says so.
 */
export async function answerOfflineTrack(
  request: AgentRequest,
): AsyncResult<AgentAnswer, AgentFailure> {
  const usage = { input_tokens: 0, output_tokens: 0, cost_usd: 0, model: 'offline' }
  if (request.phase !== 'PLAN') return err(cannot(request.role, 'writes no code and judges nobody'))
  const asked = Planning.safeParse(request.input)
  if (!asked.success) return err({ type: 'bad-output', issues: ['input: expected a spec'] })
  const { track: trackId, title, spec, files, reasons } = asked.data
  const drafted = draftPlan({ trackId, title, spec, files })
  if (drafted === null)
    return err(cannot('planner', 'found no list of requirements in spec.md that it could plan'))
  // asked again it would write the same plan again
  if (reasons.length > 0)
    return err(cannot('planner', `has no better plan (${reasons.slice(0, 3).join('; ')})`))
  return ok({ output: drafted, usage })
}

const cannot = (role: string, why: string): AgentFailure => ({
  type: 'unavailable',
  reason: `the built-in agent is no model: it ${why}. Bind the role "${role}" to an agent in loopwright.yaml (docs/agents.md)`,
  retryable: false,
})
