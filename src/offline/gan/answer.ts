import type { z } from 'zod'
import type { AgentAnswer, AgentFailure, AgentRequest } from '../../model/agent.ts'
import { type AsyncResult, err, ok, type Result } from '../../model/result.ts'
import { AskInput } from './ask-input.ts'
import { buildSite } from './build-site.ts'
import { proposeContract } from '../../workflows/gan/propose-contract.ts'
import { type Inputs, readInputs } from './read-inputs.ts'
import type { ContractItem } from '../../workflows/gan/contract.ts'
import type { JudgeOutput, ResolveOutput, ReviewOutput } from '../../workflows/gan/contracts.ts'
import type { SiteFiles } from '../../workflows/gan/site.ts'
import { evidenceFor } from './evidence.ts'

/** The embedded agent's answers for a page: no model, no network, the same bytes every time. */
export async function answerOfflineGan(
  request: AgentRequest,
): AsyncResult<AgentAnswer, AgentFailure> {
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
      return { answer: 'accept', proposals: [] } satisfies ReviewOutput
    case 'RESOLVE':
      return {
        proposal: ask.proposal,
        resolution: 'without a model the contract stands as the BRIEF asks for it',
      } satisfies ResolveOutput
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

type Judging = {
  readonly items: readonly ContractItem[]
  readonly files: SiteFiles
  readonly inputs: Inputs
}

/**
 * Verdicts on what no rule decides. What the files show is solid, not perfect: nobody with taste has
 * looked. What they do not show is not judged, and so not passed.
 */
export function judgeOffline({ items, files, inputs }: Judging): JudgeOutput {
  return {
    verdicts: items.map((item) => {
      const evidence = evidenceFor(item, files, inputs)
      if (evidence.length === 0)
        return {
          id: item.id,
          evidence: [{ type: 'selector', selector: 'main' }],
          reason: '0.50, partial compliance: not judged without a model; the files do not show it',
          rubric_anchor: 0.5,
        }
      return {
        id: item.id,
        evidence: [...evidence],
        reason:
          '0.75, solid compliance: the files hold what the criterion asks for; how well it is done was not judged without a model',
        rubric_anchor: 0.75,
      }
    }),
  }
}
