import { z } from 'zod'

export const Severity = z.enum(['fail', 'warn', 'info'])
export type Severity = z.infer<typeof Severity>

export const Level = z.enum(['A', 'B'])
export type Level = z.infer<typeof Level>

export const defaultWeight = { fail: 2, warn: 1, info: 0 } as const satisfies Record<
  Severity,
  number
>

const RuleId = z
  .string()
  .regex(
    /^[ab]\.[a-z][a-z0-9-]*\.[a-z][a-z0-9-]*$/,
    'must look like a.correctness.endpoints: a or b, a category, a name, in lower case',
  )

/** One thing the artifact must satisfy, exactly as it stands in run.json. */
export const Rule = z
  .strictObject({
    id: RuleId,
    description: z.string().trim().min(1),
    severity: Severity,
    // sums of weights must stay numbers
    weight: z.number().max(1_000_000, 'must be at most 1,000,000').optional(),
    phase: Level,
    check: z.string().trim().min(1, 'must say how to verify the rule'),
  })
  .transform((rule) => ({ ...rule, weight: rule.weight ?? defaultWeight[rule.severity] }))
  .refine((rule) => rule.severity !== 'info' || rule.weight === 0, {
    path: ['weight'],
    error: 'must be 0 for an info rule, which is tracked and never scored',
  })
  .refine((rule) => rule.severity === 'info' || rule.weight > 0, {
    path: ['weight'],
    error: 'must be above 0 for a fail or warn rule',
  })
  .refine((rule) => rule.id.startsWith(rule.phase.toLowerCase()), {
    path: ['phase'],
    error: 'must agree with the first letter of the id',
  })
export type Rule = z.output<typeof Rule>

const Threshold = z.number().min(0, 'must be from 0 to 1').max(1, 'must be from 0 to 1')
const LevelCriteria = z.strictObject({ threshold: Threshold, active_levels: z.array(Level).min(1) })

/** What success means for a run; a snapshot that does not change while it runs. */
export const Criteria = z
  .strictObject({
    name: z.string().min(1),
    version: z.number().int().positive(),
    phase: z.strictObject({ A: LevelCriteria, B: LevelCriteria }),
    rules: z.array(Rule).min(1, 'must hold at least one rule'),
  })
  .superRefine(({ rules }, context) => {
    const ids = new Set<string>()
    for (const [index, { id }] of rules.entries()) {
      if (ids.has(id))
        context.addIssue({
          code: 'custom',
          path: ['rules', index, 'id'],
          message: `${id} stands twice`,
        })
      ids.add(id)
    }
  })
export type Criteria = z.output<typeof Criteria>
