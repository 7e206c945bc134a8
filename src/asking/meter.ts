import { z } from 'zod'
import type { Usage } from '../model/agent.ts'
import type { Spent } from '../model/caps.ts'

/** What a step used, recorded with its result. */
export const Cost = z.object({
  ms: z.number().nonnegative(),
  tokens: z.number().nonnegative().optional(),
  /** Those of them that are part of answers. */
  answer_tokens: z.number().nonnegative().optional(),
  cost_usd: z.number().nonnegative().optional(),
  calls: z.number().int().nonnegative().optional(),
  estimated: z.boolean().optional(),
  /** Calls whose money nobody knows. */
  unpriced: z.number().int().nonnegative().optional(),
})
export type Cost = z.infer<typeof Cost>

export const addCost = (spent: Spent, cost: Cost): Spent => ({
  ...spent,
  activeMs: spent.activeMs + cost.ms,
  tokens: spent.tokens + (cost.tokens ?? 0),
  ...(cost.answer_tokens === undefined
    ? {}
    : { answerTokens: (spent.answerTokens ?? 0) + cost.answer_tokens }),
  costUsd: spent.costUsd + (cost.cost_usd ?? 0),
  calls: spent.calls + (cost.calls ?? 0),
  ...(cost.unpriced === undefined ? {} : { unpriced: (spent.unpriced ?? 0) + cost.unpriced }),
})

/** Adds up what a step's answers used. */
export function openMeter() {
  let used = { tokens: 0, answer_tokens: 0, cost_usd: 0, calls: 0, unpriced: 0, estimated: false }
  return {
    count(usage: Usage | undefined) {
      used = {
        tokens: used.tokens + (usage?.input_tokens ?? 0) + (usage?.output_tokens ?? 0),
        answer_tokens: used.answer_tokens + (usage?.output_tokens ?? 0),
        // what an agent reports may be absurd; a sum past all numbers could not be recorded
        cost_usd: Math.min(used.cost_usd + (usage?.cost_usd ?? 0), Number.MAX_SAFE_INTEGER),
        calls: used.calls + 1,
        unpriced: used.unpriced + (usage?.unpriced === true ? 1 : 0),
        estimated: used.estimated || (usage?.estimated ?? false),
      }
    },
    /** Only what is not zero, since it is written into every event. */
    cost(ms: number): Cost {
      const { tokens, answer_tokens, cost_usd, calls, unpriced, estimated } = used
      return {
        ms: Math.round(ms),
        ...(tokens > 0 ? { tokens } : {}),
        ...(answer_tokens > 0 ? { answer_tokens } : {}),
        ...(cost_usd > 0 ? { cost_usd } : {}),
        ...(calls > 0 ? { calls } : {}),
        ...(estimated ? { estimated } : {}),
        ...(unpriced > 0 ? { unpriced } : {}),
      }
    },
  }
}
export type Meter = ReturnType<typeof openMeter>
