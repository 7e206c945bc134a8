import type { AgentRequest, Usage } from '../../model/agent.ts'
import { estimateUsage } from '../../model/answer-text.ts'
import type { StreamedAnswer } from './stream-answer.ts'

/** US dollars for a million tokens. */
export type Price = { readonly input_per_mtok: number; readonly output_per_mtok: number }

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
  const known = input !== null && output !== null && price !== undefined
  return {
    ...tokens,
    cost_usd: costOf(tokens, price),
    model: modelId || model,
    ...(!known && { estimated: true }),
  }
}

export function costOf(
  tokens: { readonly input_tokens: number; readonly output_tokens: number },
  price: Price | undefined,
): number {
  if (price === undefined) return 0
  return (
    (tokens.input_tokens * price.input_per_mtok + tokens.output_tokens * price.output_per_mtok) /
    1e6
  )
}

// the figure comes from outside
function count(tokens: number | undefined): number | null {
  return tokens !== undefined && Number.isSafeInteger(tokens) && tokens >= 0 ? tokens : null
}
