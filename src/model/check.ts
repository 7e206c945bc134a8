import { z } from 'zod'
import { Finding } from './finding.ts'

const Count = z
  .strictObject({
    min: z.number().int().nonnegative().optional(),
    max: z.number().int().nonnegative().optional(),
  })
  .refine((count) => count.min !== undefined || count.max !== undefined, 'needs min or max')

const ExitAndOutput = z
  .strictObject({
    exit: z.number().int().min(0).max(255).optional(),
    stdout: z.string().optional(),
    stderr: z.string().optional(),
  })
  .refine((expected) => Object.keys(expected).length > 0, 'names nothing to expect')

/** Looks for text in the artifact. `search` is literal unless written `/…/flags`. Runs no code. */
export const ContentCheck = z.object({
  rule_id: z.string().min(1),
  type: z.literal('content'),
  search: z.string().min(1).max(4_000),
  expected: z.union([z.enum(['present', 'absent']), Count]).default('present'),
})
export type ContentCheck = z.infer<typeof ContentCheck>

/** Runs a command in the sandbox, or, as `builtin:<id>`, one of Loopwright's own checks. */
export const ExecutableCheck = z.object({
  rule_id: z.string().min(1),
  type: z.literal('executable'),
  command: z.string().trim().min(1).max(16_000),
  expected: z.union([z.literal('pass'), z.int().min(0).max(255), ExitAndOutput]).default(0),
})
export type ExecutableCheck = z.infer<typeof ExecutableCheck>

export const PreparedCheck = z.discriminatedUnion('type', [ContentCheck, ExecutableCheck])
export type PreparedCheck = z.infer<typeof PreparedCheck>

/**
 * What one check found. `na`: the rule does not apply here. `undecided`: no deterministic answer,
 * a judge must look. `error`: the check itself broke, which is never a pass.
 */
export const CheckVerdict = z.enum(['pass', 'fail', 'na', 'undecided', 'error'])
export type CheckVerdict = z.infer<typeof CheckVerdict>

export const CheckOutcome = z.object({
  verdict: CheckVerdict,
  details: z.string(),
  findings: z.array(Finding),
})
export type CheckOutcome = z.infer<typeof CheckOutcome>
