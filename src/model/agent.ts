import { z } from 'zod'

/** The request of the public agent protocol, version 1: one JSON object on standard input. */
export const AgentRequest = z.object({
  protocol: z.literal(1),
  workflow: z.string(),
  /** The run; the workflow where somebody is asked outside of one. */
  run_id: z.string(),
  iteration: z.number().int().positive(),
  phase: z.string(),
  role: z.string(),
  prompt: z.string(),
  input: z.record(z.string(), z.unknown()),
  output_schema: z.record(z.string(), z.unknown()).nullable(),
  workspace: z.string().nullable(),
  attempt: z.number().int().positive(),
  error: z.string().optional(),
})
export type AgentRequest = z.infer<typeof AgentRequest>

/** What an answer cost. `estimated` says that nobody reported it and it was guessed from its length. */
export const Usage = z.object({
  input_tokens: z.number().int().nonnegative().default(0),
  output_tokens: z.number().int().nonnegative().default(0),
  cost_usd: z.number().nonnegative().default(0),
  model: z.string().optional(),
  estimated: z.boolean().optional(),
  /** Nobody knows the money: `cost_usd` is 0 and says nothing. */
  unpriced: z.boolean().optional(),
})
export type Usage = z.infer<typeof Usage>

/** An answer as it came: text where the contract says raw, otherwise a JSON value not yet trusted. */
export const AgentAnswer = z.object({
  output: z.unknown(),
  usage: Usage.optional(),
  /** What a person should know: what could not be done, and why. */
  notes: z.array(z.string().max(2_000)).max(100).optional(),
})
export type AgentAnswer = z.infer<typeof AgentAnswer>

export type AgentFailure =
  | { readonly type: 'timed-out'; readonly afterMs: number }
  | { readonly type: 'unavailable'; readonly reason: string; readonly retryable: boolean }
  | { readonly type: 'bad-output'; readonly issues: readonly string[] }
  | { readonly type: 'over-budget'; readonly reason: string }
  | { readonly type: 'cancelled' }
  /** Somebody else does the work: the run rests until they have answered. */
  | { readonly type: 'waiting'; readonly agent: string }
