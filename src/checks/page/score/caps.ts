import type { PageFacts } from '../../../model/page-facts.ts'
import type { PageDimension } from '../page-rule.ts'
import { findingsOf, type RuleResult } from './run-rules.ts'

/** A known anti-pattern and the most its dimension may score with it. */
export type PageCap = {
  readonly dimension: PageDimension
  readonly at: 0.5 | 0.75
  readonly reason: string
  readonly rules: readonly string[]
}

const byRule: readonly PageCap[] = [
  {
    dimension: 'Originality',
    at: 0.5,
    reason: 'a generic icon set that was not made the own of the brand',
    rules: ['slop/generic-icons'],
  },
  {
    dimension: 'Design Quality',
    at: 0.5,
    reason: 'spacing outside the scale of the tokens',
    rules: ['tokens/spacing'],
  },
  {
    dimension: 'Completeness',
    at: 0.5,
    reason: 'copy that does not match the contracted copy',
    rules: ['copy/changed', 'copy/missing', 'copy/in-source'],
  },
  {
    dimension: 'Functionality',
    at: 0.75,
    reason: 'an accessibility score from 80 to 89',
    rules: ['accessibility-score-low'],
  },
]

const altRules = new Set([
  'image-alt',
  'input-image-alt',
  'svg-img-alt',
  'role-img-alt',
  'area-alt',
])

export function capsFor(results: readonly RuleResult[], facts: PageFacts): readonly PageCap[] {
  const broken = new Set(
    results.flatMap((result) =>
      findingsOf(result)
        .filter(({ severity }) => severity !== 'info')
        .map(({ ruleId }) => ruleId),
    ),
  )
  const page = facts.static?.pages.find(({ file }) => file === facts.page)
  const noAlt =
    facts.axe.violations.some(({ id }) => altRules.has(id)) ||
    (page?.imagesWithoutAlt.length ?? 0) > 0
  return [
    ...byRule.filter(({ rules }) => rules.some((id) => broken.has(id))),
    ...(noAlt
      ? [
          {
            dimension: 'Functionality' as const,
            at: 0.5 as const,
            reason: 'images without alt that say something',
            rules: ['axe-wcag'],
          },
        ]
      : []),
  ]
}
