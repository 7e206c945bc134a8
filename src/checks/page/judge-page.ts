import { reaches } from '../../loop/score.ts'
import type { PageFacts } from '../../model/page-facts.ts'
import type { StaticFacts } from '../../model/page-static.ts'
import { layOver } from './copy/compare-copy.ts'
import { sectionStatus } from './copy/sections.ts'
import type { PageContract, PageDimension, PageFinding } from './page-rule.ts'
import {
  aggregate,
  type Aggregation,
  anchorOf,
  anchorOfShare,
  lowest,
  overallOf,
  type PageAnchor,
  rubricLines,
} from './score/anchor.ts'
import { capsFor, type PageCap } from './score/caps.ts'
import { evidenceFor, type PageEvidence } from './score/evidence.ts'
import { findingsOf, type RuleResult, runRules } from './score/run-rules.ts'
import { unseenPage } from './score/static-only.ts'
import { subCriteria, type SubCriterion } from './score/sub-criteria.ts'
import { slopPatternsIn } from './slop/rules.ts'
import { pageRules } from './rules.ts'

export type JudgedSubCriterion = {
  readonly id: string
  readonly title: string
  readonly anchor: PageAnchor
  /** The line of the rubric that the anchor stands for. */
  readonly rubric: string
  readonly evidence: readonly PageEvidence[]
}

export type JudgedDimension = {
  readonly score: number
  /** The anchor at or below the score. */
  readonly anchor: PageAnchor
  readonly rubric: string
  readonly subCriteria: readonly JudgedSubCriterion[]
  readonly caps: readonly PageCap[]
}

export type MustPassFailure = {
  readonly ruleId: string
  readonly about: string
  /** What could not be checked has not passed. */
  readonly why: 'failed' | 'not-checked'
  readonly reason: string
  readonly findings: readonly PageFinding[]
}

export type PageJudgement = {
  readonly findings: readonly PageFinding[]
  readonly byRule: Readonly<Record<string, readonly PageFinding[]>>
  readonly mustPassFailures: readonly MustPassFailure[]
  readonly notChecked: readonly { readonly ruleId: string; readonly reason: string }[]
  /** Rules that had nothing to compare the page with. */
  readonly notAsked?: readonly string[]
  /** Kinds of slop that were seen, for profiles that count them. */
  readonly slopPatterns: readonly string[]
  readonly score: {
    readonly dimensions: Readonly<Record<PageDimension, JudgedDimension>>
    readonly overall: number
  }
}

export type JudgeOptions = {
  readonly aggregation?: Aggregation | Readonly<Partial<Record<PageDimension, Aggregation>>>
}

/** Holds a page against every rule and scores it. Pure: the same facts give the same judgement. */
export function judgePage(
  facts: PageFacts,
  contract: PageContract,
  { aggregation = 'min' }: JudgeOptions = {},
): PageJudgement {
  const results = runRules(pageRules, facts, contract)
  const findings = results.flatMap(findingsOf)
  const caps = capsFor(results, facts)
  const judge = (dimension: PageDimension): JudgedDimension => {
    const how = typeof aggregation === 'string' ? aggregation : (aggregation[dimension] ?? 'min')
    return judgeDimension(dimension, { results, facts, contract, caps, how })
  }
  const dimensions = {
    'Design Quality': judge('Design Quality'),
    Originality: judge('Originality'),
    Completeness: judge('Completeness'),
    Functionality: judge('Functionality'),
  }
  return {
    findings,
    byRule: Object.fromEntries(
      results.flatMap((result) => {
        const own = findingsOf(result)
        return own.length === 0 ? [] : [[result.rule.id, own] as const]
      }),
    ),
    mustPassFailures: results.flatMap(mustPassFailure),
    notChecked: results.flatMap(({ rule, outcome }) =>
      outcome.type === 'unchecked' ? [{ ruleId: rule.id, reason: outcome.reason }] : [],
    ),
    notAsked: results.flatMap(({ rule, outcome }) =>
      outcome.type === 'not-asked' ? [rule.id] : [],
    ),
    slopPatterns: slopPatternsIn(findings),
    score: { dimensions, overall: overallOf(scoresOf(dimensions)) },
  }
}

/** What the files alone can tell, with all that was not checked. It never passes a must-pass rule. */
export const judgeStatic = (
  files: StaticFacts,
  contract: PageContract,
  {
    page = 'index.html',
    reason = 'there was no browser',
  }: {
    readonly page?: string
    readonly reason?: string
  } = {},
): PageJudgement => judgePage(unseenPage(files, page, reason), contract)

const scoresOf = (
  dimensions: Readonly<Record<PageDimension, JudgedDimension>>,
): Readonly<Record<PageDimension, number>> => ({
  'Design Quality': dimensions['Design Quality'].score,
  Originality: dimensions.Originality.score,
  Completeness: dimensions.Completeness.score,
  Functionality: dimensions.Functionality.score,
})

function mustPassFailure(result: RuleResult): readonly MustPassFailure[] {
  const { rule, outcome } = result
  if (!rule.mustPass || outcome.type === 'not-asked') return []
  const about = { ruleId: rule.id, about: rule.about }
  if (outcome.type === 'unchecked')
    return [{ ...about, why: 'not-checked', reason: outcome.reason, findings: [] }]
  const errors = outcome.findings.filter(({ severity }) => severity === 'error')
  const first = errors[0]
  if (first === undefined) return []
  return [{ ...about, why: 'failed', reason: first.message, findings: errors }]
}

type Scope = {
  readonly results: readonly RuleResult[]
  readonly facts: PageFacts
  readonly contract: PageContract
  readonly caps: readonly PageCap[]
  readonly how: Aggregation
}

function judgeDimension(dimension: PageDimension, scope: Scope): JudgedDimension {
  const judged = subCriteria
    .filter((each) => each.dimension === dimension)
    .flatMap((each) => judgeSubCriterion(each, scope))
  const caps = scope.caps.filter((cap) => cap.dimension === dimension)
  const raw = aggregate(
    judged.map(({ anchor }) => anchor),
    scope.how,
  )
  const score = lowest(raw, ...caps.map(({ at }) => at))
  const anchor = anchorBelow(score)
  return { score, anchor, rubric: rubricLines[dimension][anchor], subCriteria: judged, caps }
}

const anchorBelow = (score: number): PageAnchor =>
  ([1, 0.75, 0.5, 0.25] as const).find((anchor) => reaches(score, anchor)) ?? 0

/** Not asked at all: no part of the dimension. Not checked at all: 0. Partly: no full marks. */
function judgeSubCriterion(
  criterion: SubCriterion,
  { results, facts, contract }: Scope,
): readonly JudgedSubCriterion[] {
  const ids = new Set(criterion.rules.map(({ id }) => id))
  const own = results.filter(
    ({ rule, outcome }) => ids.has(rule.id) && outcome.type !== 'not-asked',
  )
  if (own.length === 0) return []
  const unchecked = own.filter(({ outcome }) => outcome.type === 'unchecked').length
  const judged = anchorFor(criterion, own.flatMap(findingsOf), facts, contract)
  const anchor =
    unchecked === own.length ? 0 : unchecked > 0 ? lowest<PageAnchor>(judged, 0.75) : judged
  return [
    {
      id: criterion.id,
      title: criterion.title,
      anchor,
      rubric: rubricLines[criterion.dimension][anchor],
      evidence: evidenceFor(criterion, own, facts, contract),
    },
  ]
}

/** Sections and copy are counted as requirements; the rest by how bad its findings are. */
function anchorFor(
  { id }: SubCriterion,
  findings: readonly PageFinding[],
  facts: PageFacts,
  contract: PageContract,
): PageAnchor {
  if (id === 'CO-sections') {
    const decided = sectionStatus(facts, contract).filter(({ present }) => present !== null)
    return anchorOfShare(share(decided.filter(({ present }) => present).length, decided.length))
  }
  const laid = id === 'CO-copy' ? layOver(facts, contract) : null
  if (laid === null || findings.length === 0) return anchorOf(findings)
  const wrong = findings.filter(({ severity }) => severity === 'error').length
  return lowest<PageAnchor>(0.5, anchorOfShare(1 - share(wrong, laid.items.length)))
}

const share = (part: number, whole: number): number => (whole === 0 ? 1 : part / whole)
