import { z } from 'zod'
import { RuleSeverity } from '../../model/own-rule.ts'
import type { RuleEntry } from '../../rules/rule.ts'
import texts from './rules.json' with { type: 'json' }

const dimension = z.enum([
  'architecture',
  'readability',
  'completeness',
  'test_coverage',
  'build_success',
])
/** The dimensions of an accepted change, as its scorecard names them. */
export type IntegrityDimension = z.infer<typeof dimension>

// an error is cheating or damage, a warning wants a second look, an info is worth knowing and never counts
const RuleText = z.strictObject({
  severity: RuleSeverity,
  title: z.string(),
  why: z.string(),
  fix: z.string(),
  bad: z.string(),
  better: z.string(),
})

/** What can be said of a change: what is looked for, why that matters and what to do. */
export type IntegrityRule = RuleEntry &
  Pick<z.infer<typeof RuleText>, 'title' | 'why' | 'fix'> & {
    readonly dimension: IntegrityDimension
  }

type Texts = typeof texts
export type RuleName = { [D in keyof Texts]: keyof Texts[D] }[keyof Texts]

export const integrityRules: readonly IntegrityRule[] = Object.entries(
  z.record(dimension, z.record(z.string(), RuleText)).parse(texts),
).flatMap(([name, rows]) =>
  Object.entries(rows).map(([rule, { bad, better, ...text }]) => ({
    ...text,
    id: `integrity/${rule}`,
    about: `${text.title}. ${text.why}`,
    example: { bad, better },
    dimension: dimension.parse(name),
  })),
)

const byId = new Map(integrityRules.map((rule) => [rule.id, rule]))

export function ruleOf(name: RuleName): IntegrityRule {
  const rule = byId.get(`integrity/${name}`)
  if (rule === undefined) throw new Error(`no rule ${name}`)
  return rule
}
