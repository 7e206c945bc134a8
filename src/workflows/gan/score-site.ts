import type { PageJudgement } from '../../checks/page/judge-page.ts'
import { reaches } from '../../loop/score.ts'
import { aggregate, type Aggregation } from '../../checks/page/score/anchor.ts'
import { type ContractItem, type PassConditions, regressions } from './contract.ts'
import { type Dimension, dimensions } from './inputs/rubrics.ts'
import { originalityUnderSlop, type Profile } from './inputs/profiles.ts'
import type { ItemVerdict } from './judge-items.ts'
import { overallOf, reduced, type Scores, type Weights } from './loop-decision.ts'

export type Terms = {
  readonly items: readonly ContractItem[]
  readonly conditions: PassConditions
  readonly weights: Weights
  readonly aggregation: Readonly<Record<Dimension, Aggregation>>
  readonly profile: Profile
}

export type Scored = {
  readonly scores: Scores
  readonly overall: number
  readonly mustPassFailures: readonly string[]
  readonly caps: readonly {
    readonly dimension: Dimension
    readonly at: number
    readonly why: string
  }[]
  readonly regressions: readonly string[]
  readonly conditions: readonly ConditionResult[]
}

/** Whether a dimension reached what the sprint asked of it, and which anchor that really takes. */
export type ConditionResult = {
  readonly dimension: Dimension
  readonly condition: number
  readonly effective: number
  readonly score: number
  readonly met: boolean
}

/** The scores of a site: what rules measured, what a judge saw, capped, and less for what got worse. */
export function scoreSite(
  judgement: PageJudgement,
  verdicts: readonly ItemVerdict[],
  terms: Terms,
): Scored {
  const slop = originalityUnderSlop(1, judgement.slopPatterns.length)
  const countsSlop = terms.profile.name === 'frontend' && slop.score < 1
  const caps = [
    ...dimensions.flatMap((dimension) =>
      judgement.score.dimensions[dimension].caps.map(({ at, reason }) => ({
        dimension,
        at,
        why: reason,
      })),
    ),
    ...(countsSlop
      ? [
          {
            dimension: 'Originality' as const,
            at: slop.score,
            why: `slop patterns: ${judgement.slopPatterns.join(', ')}`,
          },
        ]
      : []),
  ]
  const before = scoresOf((dimension) =>
    Math.min(
      dimensionScore(dimension, judgement, verdicts, terms),
      ...caps.filter((cap) => cap.dimension === dimension).map(({ at }) => at),
    ),
  )
  const regressed = regressions(terms.items, verdicts)
  const scores = reduced(
    before,
    regressed.map(({ dimension }) => dimension),
  )
  return {
    scores,
    overall: Math.round(overallOf(scores, terms.weights) * 1e6) / 1e6,
    mustPassFailures: [
      ...judgement.mustPassFailures.map(({ ruleId, reason }) => `${ruleId}: ${reason}`),
      ...(countsSlop && slop.failed
        ? [`Originality: ${judgement.slopPatterns.length} slop patterns`]
        : []),
      ...profileFailures(terms.profile, scores, judgement),
    ],
    caps,
    regressions: regressed.map(({ id }) => id),
    conditions: dimensions.map((dimension) =>
      conditionResult(dimension, terms.conditions[dimension], scores[dimension]),
    ),
  }
}

const scoresOf = (score: (dimension: Dimension) => number): Scores => ({
  'Design Quality': score('Design Quality'),
  Originality: score('Originality'),
  Completeness: score('Completeness'),
  Functionality: score('Functionality'),
})

/** What a judge saw counts like any other part of the dimension. */
function dimensionScore(
  dimension: Dimension,
  { score }: PageJudgement,
  verdicts: readonly ItemVerdict[],
  { items, aggregation }: Terms,
): number {
  const judged = items
    .filter((item) => item.dimension === dimension)
    .flatMap((item) => {
      const verdict = verdicts.find(({ id }) => id === item.id)
      return verdict !== undefined && (item.rules.length === 0 || verdict.byJudge) ? [verdict] : []
    })
  const parts = score.dimensions[dimension].subCriteria.map(({ anchor }) => anchor as number)
  return aggregate([...parts, ...judged.map((each) => each.score)], aggregation[dimension])
}

/** Scores stand on anchors, so a condition between two of them asks for the higher one. */
const conditionResult = (
  dimension: Dimension,
  condition: number,
  score: number,
): ConditionResult => ({
  dimension,
  condition,
  effective: Math.min(1, Math.ceil(condition * 4 - 1e-9) / 4),
  score,
  met: reaches(score, condition),
})

const severityOf = { error: 'high', warning: 'medium', info: 'low' } as const

/** What a stricter profile does not let pass. */
function profileFailures(
  { name, dimensionThreshold, forbiddenSeverities }: Profile,
  scores: Scores,
  { findings }: PageJudgement,
): readonly string[] {
  // the conditions of the loop are the rules' own must-pass list; other profiles add theirs
  if (name === 'design') return []
  const forbidden = findings.filter(({ severity }) =>
    forbiddenSeverities.includes(severityOf[severity]),
  )
  const low = dimensions.filter(
    (dimension) => dimensionThreshold !== null && !reaches(scores[dimension], dimensionThreshold),
  )
  return [
    ...(forbidden.length === 0
      ? []
      : [
          `profile ${name}: ${forbidden.length} findings, such as ${forbidden[0]?.ruleId ?? ''}: ${forbidden[0]?.message ?? ''}`,
        ]),
    ...low.map(
      (dimension) =>
        `profile ${name}: ${dimension} is ${scores[dimension].toFixed(2)}, needs ${dimensionThreshold?.toFixed(2)}`,
    ),
  ]
}
