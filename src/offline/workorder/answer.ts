import { z } from 'zod'
import type { AgentAnswer, AgentFailure, AgentRequest } from '../../model/agent.ts'
import { type AsyncResult, err, ok } from '../../model/result.ts'
import { fencedBlocks } from '../../checks/fenced-blocks.ts'

const Asked = z.object({ order: z.object({ description: z.string() }) })

/**
 * The embedded agent's answers for a work order: no model, no network. It writes no code of its own; it
 * takes the files that the order itself contains as fenced blocks with a path.
 */
export async function answerOfflineOrder(
  request: AgentRequest,
): AsyncResult<AgentAnswer, AgentFailure> {
  const asked = Asked.safeParse(request.input)
  if (!asked.success) return err({ type: 'bad-output', issues: ['input.order: expected an order'] })
  const files = filesIn(asked.data.order.description)
  if (request.phase !== 'PROPOSE' || files.length === 0) return err(cannot)
  return ok({
    output: {
      files,
      deleted: [],
      notes: 'The files that the order contains, as they stand there.',
    },
    usage: { input_tokens: 0, output_tokens: 0, cost_usd: 0, model: 'offline' },
  })
}

const cannot: AgentFailure = {
  type: 'unavailable',
  reason:
    'the built-in agent is no model and writes no code; it only takes files that the order contains as fenced blocks with a path. Bind the role "proposer" to an agent in loopwright.yaml',
  retryable: false,
}

type GivenFile = { readonly path: string; readonly content: string }

/** ```ts src/price.ts, ```ts path=src/price.ts or ```ts title="src/price.ts" */
const pathIn = (info: string): string | null =>
  /^\S+\s+(?:(?:path|file|title)=)?["']?([\w@.-]+(?:\/[\w@.[\]-]+)*\.[A-Za-z]\w*)["']?$/.exec(
    info.trim(),
  )?.[1] ?? null

/** The files that a text contains as fenced blocks with a path; of one path the last block counts. */
export function filesIn(markdown: string): readonly GivenFile[] {
  const result = new Map<string, string>()
  for (const { info, content } of fencedBlocks(markdown)) {
    const path = pathIn(info)
    if (path !== null && !path.split('/').includes('..'))
      result.set(path, content.endsWith('\n') ? content : `${content}\n`)
  }
  return [...result].map(([path, content]) => ({ path, content }))
}
