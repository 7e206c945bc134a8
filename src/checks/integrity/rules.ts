import { z } from 'zod'
import texts from './rules.json' with { type: 'json' }

/** `fail` is cheating or damage, `warn` wants a second look, `info` is worth knowing and never counts. */
const severity = z.enum(['fail', 'warn', 'info'])
export type IntegritySeverity = z.infer<typeof severity>

const dimension = z.enum([
  'architecture',
  'readability',
  'completeness',
  'test_coverage',
  'build_success',
])
/** The dimensions of an accepted change, as its scorecard names them. */
export type IntegrityDimension = z.infer<typeof dimension>

const RuleText = z.strictObject({
  severity,
  title: z.string(),
  why: z.string(),
  remedy: z.string(),
  bad: z.string(),
  better: z.string(),
})

/** What can be said of a change, for people: what is looked for, why that matters and what to do. */
export type IntegrityRule = z.infer<typeof RuleText> & {
  readonly id: `integrity/${string}`
  readonly dimension: IntegrityDimension
}

type Texts = typeof texts
export type RuleName = { [D in keyof Texts]: keyof Texts[D] }[keyof Texts]

export const integrityRules: readonly IntegrityRule[] = Object.entries(
  z.record(dimension, z.record(z.string(), RuleText)).parse(texts),
).flatMap(([name, rows]) =>
  Object.entries(rows).map(([rule, text]) => ({
    ...text,
    id: `integrity/${rule}` as const,
    dimension: dimension.parse(name),
  })),
)

const byId = new Map<string, IntegrityRule>(integrityRules.map((rule) => [rule.id, rule]))

export function ruleOf(name: RuleName): IntegrityRule {
  const rule = byId.get(`integrity/${name}`)
  if (rule === undefined) throw new Error(`no rule ${name}`)
  return rule
}
