import type { PageFacts } from '../../../model/page-facts.ts'
import { sectionStatus } from '../copy/sections.ts'
import type { PageContract, PageFinding } from '../page-rule.ts'
import { findingsOf, type RuleResult } from './run-rules.ts'
import type { SubCriterion } from './sub-criteria.ts'

/** Evidence that code can look up again. */
export type PageEvidence =
  | {
      readonly type: 'rule'
      readonly rule: string
      readonly result: 'passed' | 'failed' | 'unchecked'
      readonly findings: number
    }
  | {
      readonly type: 'measured'
      readonly rule: string
      readonly selector: string | null
      readonly value: number
      readonly needed: number
      readonly unit: string
    }
  | { readonly type: 'selector'; readonly selector: string }
  | { readonly type: 'quote'; readonly file: string; readonly line: number; readonly quote: string }
  | { readonly type: 'screenshot'; readonly viewport: string; readonly sha256: string }
  | { readonly type: 'section'; readonly section: string; readonly present: boolean }

/** As many examples as a reader takes in. */
const mostExamples = 5

export function evidenceFor(
  { id }: SubCriterion,
  results: readonly RuleResult[],
  facts: PageFacts,
  contract: PageContract,
): readonly PageEvidence[] {
  const findings = results.flatMap(findingsOf).filter(({ severity }) => severity !== 'info')
  return [
    ...results.flatMap((result): readonly PageEvidence[] => {
      const { rule, outcome } = result
      if (outcome.type === 'not-asked') return []
      const message = findingsOf(result).filter(({ severity }) => severity !== 'info').length
      const verdict = outcome.type === 'unchecked' ? 'unchecked' : message > 0 ? 'failed' : 'passed'
      return [{ type: 'rule', rule: rule.id, result: verdict, findings: message }]
    }),
    ...findings.slice(0, mostExamples).flatMap((finding) => exampleOf(finding, facts)),
    ...(id === 'CO-sections'
      ? sectionStatus(facts, contract).flatMap(({ section, present }): readonly PageEvidence[] =>
          present === null ? [] : [{ type: 'section', section, present }],
        )
      : []),
    ...facts.screenshots.map(({ viewport, hash }): PageEvidence => ({
      type: 'screenshot',
      viewport,
      sha256: hash,
    })),
  ]
}

function exampleOf(
  { ruleId, measured, place }: PageFinding,
  facts: PageFacts,
): readonly PageEvidence[] {
  const literal = facts.static?.literals.find(
    ({ file, line }) => file === place.file && line === place.line,
  )
  return [
    ...(measured === undefined
      ? []
      : [
          {
            type: 'measured' as const,
            rule: ruleId,
            selector: place.selector ?? null,
            value: measured.value,
            needed: measured.needed,
            unit: measured.unit,
          },
        ]),
    ...(literal === undefined
      ? []
      : [
          {
            type: 'quote' as const,
            file: literal.file,
            line: literal.line,
            quote: literal.value,
          },
        ]),
    ...(place.selector === undefined || literal !== undefined
      ? []
      : [{ type: 'selector' as const, selector: place.selector }]),
  ]
}
