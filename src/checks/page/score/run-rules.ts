import type { PageFacts } from '../../../model/page-facts.ts'
import type { PageContract, PageFinding, PageNeed, PageRule } from '../page-rule.ts'

/** What became of a rule. A part of the contract that is not given is not asked for. */
export type RuleOutcome =
  | { readonly type: 'run'; readonly findings: readonly PageFinding[] }
  | { readonly type: 'unchecked'; readonly reason: string }
  | { readonly type: 'not-asked' }

export type RuleResult = { readonly rule: PageRule; readonly outcome: RuleOutcome }

const asked: Readonly<Record<'copy' | 'sections' | 'tokens', true>> = {
  copy: true,
  sections: true,
  tokens: true,
}

const isOfContract = (need: PageNeed): need is keyof typeof asked => need in asked

/** Why a part of the facts cannot be judged; null if it is there. */
function gapIn({ sight, views, static: files }: PageFacts, need: PageNeed): string | null {
  if (need === 'static') return files === null ? 'the files of the page were not read' : null
  const gap = sight.gaps.find(({ part }) => part === need)
  if (gap !== undefined) return gap.reason
  return need === 'views' && views.length === 0 ? 'the page was not seen' : null
}

export function runRule(rule: PageRule, facts: PageFacts, contract: PageContract): RuleOutcome {
  const needs = rule.needs ?? ['views']
  if (needs.some((need) => isOfContract(need) && contract[need] === null))
    return { type: 'not-asked' }
  const observed = facts.views.length > 0
  // a page of a server has no files to read: what it shows is all there is
  const noFiles = observed && facts.static === null && needs.includes('static')
  if ((rule.fallback === true && observed) || noFiles) return { type: 'not-asked' }
  const reason = needs
    .filter((need) => !isOfContract(need))
    .map((need) => gapIn(facts, need))
    .find((gap) => gap !== null)
  if (reason !== undefined && reason !== null) return { type: 'unchecked', reason }
  return { type: 'run', findings: rule.run(facts, contract) }
}

export const runRules = (
  rules: readonly PageRule[],
  facts: PageFacts,
  contract: PageContract,
): readonly RuleResult[] => rules.map((rule) => ({ rule, outcome: runRule(rule, facts, contract) }))

export const findingsOf = ({ outcome }: RuleResult): readonly PageFinding[] =>
  outcome.type === 'run' ? outcome.findings : []
