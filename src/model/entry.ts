import { z } from 'zod'

/** What a machine decided: one event of a run, not yet recorded. */
export const Fact = z.object({
  iteration: z.number().int().nonnegative(),
  phase: z.string().nullable(),
  step: z.string(),
  event: z.string().min(1),
  status: z.string(),
  payload: z.record(z.string(), z.unknown()),
})
export type Fact = z.infer<typeof Fact>

/**
 * One line of history.jsonl. `v` is the version of the event's shape, `n` its number in the journal
 * (from 1), `left` how many events of the same step still follow, `hash` chains it to the line before.
 */
export const Entry = Fact.extend({
  ts: z.string(),
  run_id: z.string(),
  v: z.number().int().positive(),
  n: z.number().int().positive(),
  left: z.number().int().positive().optional(),
  hash: z.string(),
})
export type Entry = z.infer<typeof Entry>
