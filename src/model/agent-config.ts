import { z } from 'zod'
import { cliKinds } from './known-agents.ts'
import { belowHome } from './preview-config.ts'
import { Price } from './price.ts'

export const seconds = z.number().positive('must be above 0').max(86_400, 'must be at most a day')
const names = z.array(
  z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be the name of a variable'),
)

/** What a program may see and reach behind its walls, beside the system and the project, which it may read. */
const reach = {
  env: names.default([]),
  home: z.array(belowHome).default([]),
  read: z.array(z.string().min(1)).default([]),
  write: z.array(z.string().min(1)).default([]),
  /** Why it cannot run behind walls; shown in every report. */
  walls: z.strictObject({ none: z.string().trim().min(1) }).optional(),
}

/** The most one call may take. */
const callCaps = {
  timeout_s: seconds.default(1_800),
  max_turns: z.number().int('must be a whole number').positive('must be above 0').default(100),
  max_cost_usd: z.number().positive('must be above 0').default(5),
}

const cli = z.strictObject({
  kind: z.enum(cliKinds),
  /** Where it is, and options before its own; found in the PATH by its usual name unless given. */
  command: z.tuple([z.string().min(1)], z.string()).optional(),
  /** Its own default unless given. */
  model: z.string().min(1).optional(),
  /** For tokens whose model is not in prices.json, or costs you something else. */
  price: Price.optional(),
  ...callCaps,
  ...reach,
})

const offline = z.strictObject({ kind: z.literal('offline') })

/** A back end that answers for roles; a kind alone is a short form. */
export const AgentConfig = z.preprocess(
  (value) => (typeof value === 'string' ? { kind: value } : value),
  z.discriminatedUnion('kind', [
    offline,
    z.strictObject({
      kind: z.literal('command'),
      command: z.tuple([z.string().min(1)], z.string()),
      timeout_s: seconds.default(300),
      network: z.boolean().default(true),
      ...reach,
    }),
    cli,
    /** The agent on the other side of `loopwright mcp`. */
    z.strictObject({ kind: z.literal('host') }),
    z.strictObject({
      kind: z.literal('acp'),
      command: z.tuple([z.string().min(1)], z.string()),
      ...callCaps,
      ...reach,
    }),
    z.strictObject({ kind: z.literal('scripted'), script: z.string().min(1) }),
    z.strictObject({
      kind: z.literal('model'),
      provider: z.enum(['anthropic', 'openai', 'openai-compatible']),
      model: z.string().min(1),
      temperature: z.number().min(0).max(2).default(0),
      max_output_tokens: z.number().int().positive().default(16_000),
      base_url: z.url().optional(),
      /** The variable that holds the key; the key itself never stands in a file. */
      api_key_env: z.string().optional(),
      timeout_s: seconds.default(600),
      max_retries: z.number().int().min(0).max(10).default(3),
      price: Price.optional(),
    }),
  ]),
)
export type AgentConfig = z.output<typeof AgentConfig>

/** What a role may name without an entry under `agents`: a command line with all its defaults. */
export const implicitAgent = (kind: string): AgentConfig | null => {
  const parsed = cli.safeParse({ kind })
  return parsed.success ? parsed.data : null
}
