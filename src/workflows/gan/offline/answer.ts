import type { z } from 'zod'
import type { AgentAnswer, AgentFailure, AgentRequest } from '../../../model/agent.ts'
import { err, ok, type Result } from '../../../model/result.ts'
import { AskInput } from './ask-input.ts'
import { buildSite } from './build-site.ts'
import { judgeOffline } from './contract/judge-offline.ts'
import { resolveContract, reviewContract } from './contract/negotiate.ts'
import { proposeContract } from './contract/propose-contract.ts'
import { type Inputs, readInputs } from './read-inputs.ts'

/** The embedded agent's answers for a page: no model, no network, the same bytes every time. */
export async function answerOfflineGan(
  request: AgentRequest,
): Promise<Result<AgentAnswer, AgentFailure>> {
  const input = AskInput.safeParse({ phase: request.phase, ...request.input })
  if (!input.success) return unreadable(input.error)
  const inputs = await readInputs(input.data)
  if (!inputs.ok) return err({ type: 'bad-output', issues: inputs.error.slice(0, 10) })
  return ok({
    output: outputFor(input.data, inputs.value),
    usage: { input_tokens: 0, output_tokens: 0, cost_usd: 0, model: 'offline' },
  })
}

function outputFor(ask: AskInput, inputs: Inputs): unknown {
  switch (ask.phase) {
    case 'PROPOSE':
      return proposeContract({ ...ask, brief: inputs.brief })
    case 'REVIEW':
      return reviewContract(ask.proposal, inputs)
    case 'RESOLVE':
      return resolveContract(ask.proposal, ask.review, inputs)
    case 'BUILD':
      return buildSite({ ...ask, inputs, items: ask.contract })
    case 'JUDGE':
      return judgeOffline({ ...ask, inputs, items: ask.contract })
  }
}

const unreadable = (error: z.ZodError): Result<AgentAnswer, AgentFailure> =>
  err({
    type: 'bad-output',
    issues: error.issues
      .slice(0, 10)
      .map(({ path, message }) => `input.${path.join('.')}: ${message}`),
  })
