import { z } from 'zod'

const positive = (what: string) => z.number().positive(`${what} must be above 0`)
const limit = (schema: z.ZodNumber) => z.union([schema, z.literal('unlimited')])

/** The caps of a run. All are on; "unlimited" must be spelled out. */
export const Caps = z.strictObject({
  iterations: z
    .number()
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(1_000)
    .default(4),
  wall_time_s: limit(positive('wall_time_s')).default(3_600),
  tokens: limit(z.number().int('must be a whole number').positive('must be above 0')).default(
    2_000_000,
  ),
  cost_usd: limit(positive('cost_usd')).default(20),
})
export type Caps = z.output<typeof Caps>

/** What a run has used so far; never reset by a resume. */
export const Spent = z.object({
  activeMs: z.number().nonnegative(),
  tokens: z.number().nonnegative(),
  costUsd: z.number().nonnegative(),
  calls: z.number().int().nonnegative(),
  /** Tokens that are part of answers, where there were any. */
  answerTokens: z.number().nonnegative().optional(),
  /** Calls whose money nobody knows; the cap on money does not count them. */
  unpriced: z.number().int().nonnegative().optional(),
})
export type Spent = z.infer<typeof Spent>

export const nothingSpent: Spent = { activeMs: 0, tokens: 0, costUsd: 0, calls: 0 }

/** The same in the units people read. */
export const usedOf = ({ activeMs, tokens, costUsd, calls, unpriced }: Spent) => ({
  seconds: activeMs / 1000,
  tokens,
  costUsd,
  calls,
  ...(unpriced === undefined ? {} : { unpriced }),
})
