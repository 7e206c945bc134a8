import type { AgentAnswer, AgentFailure, AgentRequest } from '../../model/agent.ts'
import { type AsyncResult, err, type Result } from '../../model/result.ts'
import type { Agent, AgentTask } from '../../ports/agent.ts'

/** Drafts an answer without a model: a workflow's own deterministic code. */
export type OfflineAnswer = (
  request: AgentRequest,
  signal: AbortSignal,
) => AsyncResult<AgentAnswer, AgentFailure>

const nothingUsed = { input_tokens: 0, output_tokens: 0, cost_usd: 0 }

/** The embedded default: no model, no network. Hands each request to its workflow's drafting code. */
export function openOfflineAgent(
  answers: Readonly<Record<string, OfflineAnswer>>,
  whyNot: Readonly<Record<string, (task: AgentTask) => Promise<string | null>>> = {},
): Agent {
  return {
    identity: { kind: 'offline' },
    whyNot: async (task) => (await whyNot[task.workflow]?.(task)) ?? null,
    ceiling: () => ({ tokens: 0, costUsd: 0 }),
    async ask(request, signal) {
      if (signal.aborted) return err({ type: 'cancelled' })
      const answer = Object.hasOwn(answers, request.workflow)
        ? answers[request.workflow]
        : undefined
      if (answer === undefined) return err(unknownWorkflow(request.workflow, Object.keys(answers)))

      const answered = await untilAborted(answer(request, signal), signal)
      if (!answered.ok) return answered
      return { ok: true, value: { usage: nothingUsed, ...answered.value } }
    },
  }
}

function unknownWorkflow(workflow: string, known: readonly string[]): AgentFailure {
  const can = known.length > 0 ? `it can: ${known.join(', ')}` : 'it knows no workflow at all'
  return {
    type: 'unavailable',
    reason:
      `the offline agent cannot work on ${workflow} (${can}); ` +
      'name another agent for this role under `roles` in loopwright.yaml',
    retryable: false,
  }
}

// drafting code may be too busy to look at the signal
async function untilAborted<Answer>(
  answer: AsyncResult<Answer, AgentFailure>,
  signal: AbortSignal,
): AsyncResult<Answer, AgentFailure> {
  const { promise, resolve } = Promise.withResolvers<Result<Answer, AgentFailure>>()
  const cancel = () => resolve(err({ type: 'cancelled' }))
  signal.addEventListener('abort', cancel, { once: true })
  try {
    return await Promise.race([answer, promise])
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}
