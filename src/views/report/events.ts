import { z } from 'zod'
import { PreparedCheck } from '../../model/check.ts'
import type { Entry } from '../../model/entry.ts'
import { GateAnswer } from '../../model/gate.ts'
import { Criteria } from '../../model/rule.ts'

/** What a report reads of each event. Lenient: an older or newer journal still tells what it can. */
const Cost = z
  .object({
    ms: z.number().catch(0),
    tokens: z.number().catch(0),
    cost_usd: z.number().catch(0),
    calls: z.number().catch(0),
    unpriced: z.number().catch(0),
  })
  .catch({ ms: 0, tokens: 0, cost_usd: 0, calls: 0, unpriced: 0 })
export type Cost = z.infer<typeof Cost>

const Named = z.array(z.object({ id: z.string() })).catch([])

export const Started = z.object({
  setup: z.object({
    criteria: Criteria,
    agents: z.record(z.string(), z.record(z.string(), z.unknown())).catch({}),
    from: z.string().optional(),
  }),
  confirmed: z.array(GateAnswer).catch([]),
  artifact_hash: z.string().optional(),
})
export type Started = z.infer<typeof Started>

export const Answered = z.object({
  answer: GateAnswer,
  setup: z.object({ criteria: Criteria }).optional(),
})

export const Created = z.object({ artifact_hash: z.string(), source: z.string().catch('produced') })

export const Refined = z.object({
  artifact_hash: z.string(),
  fixed_by_machine: z.array(z.string()).catch([]),
})

export const Prepared = z.object({ checks: z.array(PreparedCheck) })

export const Evaluated = z.object({
  score: z.number(),
  passed: z.boolean(),
  failed: Named,
  warnings: Named,
  rule_results: z.array(
    z.object({
      id: z.string(),
      verdict: z.enum(['pass', 'fail', 'warn', 'na']),
      details: z.string().catch(''),
    }),
  ),
  artifact_sha256: z.string(),
  sandbox: z.string().optional(),
})

export const Erred = z.object({
  phase: z.string(),
  attempt: z.number().catch(1),
  error: z.string(),
})

/** The payload of an event by its shape, or null where the event is another or cannot be read. */
export function payloadOf<Value>(
  entry: Entry,
  event: string,
  schema: z.ZodType<Value>,
): Value | null {
  return entry.event === event ? (schema.safeParse(entry.payload).data ?? null) : null
}

export const costOf = ({ payload }: Entry): Cost => Cost.parse(payload['cost'])
