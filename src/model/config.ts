import { z } from 'zod'
import { Caps } from './caps.ts'

const seconds = z.number().positive('must be above 0').max(86_400, 'must be at most a day')
const names = z.array(
  z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be the name of a variable'),
)

/** A back end that answers for roles. */
export const AgentConfig = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('offline') }),
  z.strictObject({
    kind: z.literal('command'),
    command: z.tuple([z.string().min(1)], z.string()),
    timeout_s: seconds.default(300),
    /** Variables the program may see besides PATH, HOME and the like. */
    env: names.default([]),
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
    price: z
      .strictObject({
        input_per_mtok: z.number().nonnegative(),
        output_per_mtok: z.number().nonnegative(),
      })
      .optional(),
  }),
])
export type AgentConfig = z.output<typeof AgentConfig>

const ReflexConfig = z.strictObject({
  path: z.string().min(1).default('.ai-factory/evolution'),
  /** In B, only the threshold completes a run; without it, no blocking issue is enough. */
  require_threshold: z.boolean().default(false),
  stagnation: z.strictObject({ includeBlockers: z.boolean().default(false) }).prefault({}),
  produce: z.enum(['every', 'first-only']).default('every'),
  fixers: z.boolean().default(true),
  parallel: z.boolean().default(true),
})

/** loopwright.yaml. Everything has a default; what is not known is refused. */
export const Config = z
  .strictObject({
    agents: z.record(z.string(), AgentConfig).prefault({}),
    roles: z.record(z.string(), z.string()).default({}),
    caps: Caps.prefault({}),
    sandbox: z
      .strictObject({
        kind: z.enum(['auto', 'bwrap', 'none']).default('auto'),
        network: z.literal(false, 'must be false: checks never reach a network').default(false),
      })
      .prefault({}),
    workflows: z
      .strictObject({
        reflex: ReflexConfig.prefault({}),
        design: z.looseObject({}).optional(),
        gan: z.looseObject({}).optional(),
        track: z.looseObject({}).optional(),
        workorder: z.looseObject({}).optional(),
        improve: z.looseObject({}).optional(),
      })
      .prefault({}),
    records: z.strictObject({ url: z.string() }).optional(),
  })
  .superRefine(({ agents, roles }, context) => {
    for (const [role, agent] of Object.entries(roles)) {
      if (Object.hasOwn(agents, agent) || agent === 'default') continue
      const known = ['default', ...Object.keys(agents)].join(', ')
      context.addIssue({
        code: 'custom',
        path: ['roles', role],
        message: `names the agent "${agent}", which is not configured; known: ${known}`,
      })
    }
  })
export type Config = z.output<typeof Config>
