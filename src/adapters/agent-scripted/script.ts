import { z } from 'zod'
import { Usage } from '../../model/agent.ts'
import { err, ok, type Result } from '../../model/result.ts'

const ScriptedFailure = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('timed-out'),
    after_ms: z.number().int().nonnegative().default(0),
  }),
  z.strictObject({
    type: z.literal('unavailable'),
    reason: z.string().default('scripted failure'),
    retryable: z.boolean().default(true),
  }),
  z.strictObject({
    type: z.literal('bad-output'),
    issues: z.array(z.string()).min(1).default(['scripted failure']),
  }),
  z.strictObject({
    type: z.literal('over-budget'),
    reason: z.string().default('scripted failure'),
  }),
  z.strictObject({ type: z.literal('cancelled') }),
])
export type ScriptedFailure = z.infer<typeof ScriptedFailure>

/** One answer, given to the first request that has what it names. */
export const ScriptEntry = z
  .strictObject({
    phase: z.string().min(1).optional(),
    role: z.string().min(1).optional(),
    iteration: z.number().int().positive().optional(),
    attempt: z.number().int().positive().optional(),
    repeat: z.boolean().default(false),
    output: z.union([z.string(), z.record(z.string(), z.unknown())]).optional(),
    usage: Usage.strict().optional(),
    delay_ms: z.number().int().nonnegative().max(3_600_000).default(0),
    fail: ScriptedFailure.optional(),
  })
  .refine((entry) => (entry.output === undefined) !== (entry.fail === undefined), {
    error: 'needs either output or fail',
  })
export type ScriptEntry = z.infer<typeof ScriptEntry>

export const Script = z.strictObject({
  answers: z.array(ScriptEntry).min(1, 'must hold an answer'),
})
export type Script = z.input<typeof Script>

/** Checks a script; each issue names the entry it is about, counted from 1. */
export function parseScript(
  value: unknown,
): Result<{ readonly answers: readonly ScriptEntry[] }, readonly string[]> {
  const parsed = Script.safeParse(value)
  return parsed.success ? ok(parsed.data) : err(parsed.error.issues.map(explain))
}

function explain({ path, message }: { path: readonly PropertyKey[]; message: string }): string {
  const [top, index, ...inside] = path
  if (top !== 'answers' || typeof index !== 'number') {
    return path.length > 0 ? `${path.map(String).join('.')}: ${message}` : message
  }
  const where = inside.length > 0 ? ` ${inside.map(String).join('.')}` : ''
  return `answer ${index + 1}${where}: ${message}`
}
