import type { AgentRequest, Usage } from '../../model/agent.ts'
import { estimateUsage } from '../../model/answer-text.ts'
import { costOf, listPrice, type Price } from '../../model/price.ts'
import type { StreamedAnswer } from './stream-answer.ts'

/** What a call used, as the provider reported it; guessed from lengths where it did not. */
export function accountUsage(
  { usage, text, modelId }: StreamedAnswer,
  request: AgentRequest,
  { model, price }: { readonly model: string; readonly price?: Price },
): Usage {
  const guessed = estimateUsage(request, text)
  const input = count(usage.inputTokens)
  const output = count(usage.outputTokens)
  const tokens = {
    input_tokens: input ?? guessed.input_tokens,
    output_tokens: output ?? guessed.output_tokens,
  }
  const named = modelId || model
  const given = price ?? listPrice(named) ?? listPrice(model)
  const isCounted = input !== null && output !== null
  const { cacheReadTokens, cacheWriteTokens } = usage.inputTokenDetails
  const cached = { cached: count(cacheReadTokens) ?? 0, cacheWritten: count(cacheWriteTokens) ?? 0 }
  const all = { input: tokens.input_tokens, output: tokens.output_tokens, ...cached }
  return {
    ...tokens,
    cost_usd: given === null ? 0 : costOf(all, given),
    model: named,
    ...(!(isCounted && given !== null) && { estimated: true }),
    ...(given === null && { unpriced: true }),
  }
}

// the figure comes from outside
function count(tokens: number | undefined): number | null {
  return tokens !== undefined && Number.isSafeInteger(tokens) && tokens >= 0 ? tokens : null
}
