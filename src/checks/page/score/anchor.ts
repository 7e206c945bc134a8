import type { PageDimension, PageFinding } from '../page-rule.ts'

/** The only scores of a criterion; 0 stands for one that could not be evaluated (decision 0.19). */
export type PageAnchor = 0 | 0.25 | 0.5 | 0.75 | 1

/** What each dimension counts for. */
export const dimensionWeights: Readonly<Record<PageDimension, number>> = {
  'Design Quality': 0.3,
  Originality: 0.25,
  Completeness: 0.25,
  Functionality: 0.2,
}

export const pageDimensions = [
  'Design Quality',
  'Originality',
  'Completeness',
  'Functionality',
] as const satisfies readonly PageDimension[]

/** The line of the rubric that an anchor stands for. */
export const rubricLines: Readonly<Record<PageDimension, Readonly<Record<PageAnchor, string>>>> = {
  'Design Quality': {
    1: '1.00: every token is used exactly and every viewport is right',
    0.75: '0.75: the major tokens are used and the page is responsive',
    0.5: '0.50: a basic layout with omissions',
    0.25: '0.25: significant deviations from the design',
    0: '0.00: could not be evaluated',
  },
  Originality: {
    1: '1.00: the brand is fully there and the page is unique',
    0.75: '0.75: a clear voice that reaches its audience',
    0.5: '0.50: a partial voice with a generic feel',
    0.25: '0.25: a weak voice that looks machine-made',
    0: '0.00: could not be evaluated',
  },
  Completeness: {
    1: '1.00: all requirements are met without a defect',
    0.75: '0.75: at least 90 % of the requirements are met, with minor defects',
    0.5: '0.50: 70 to 90 % of the requirements are met',
    0.25: '0.25: fewer than 70 % of the requirements are met',
    0: '0.00: could not be evaluated',
  },
  Functionality: {
    1: '1.00: every interaction works and performance is excellent',
    0.75: '0.75: the major interactions work and performance is good',
    0.5: '0.50: the basics work and performance is average',
    0.25: '0.25: several interactions fail',
    0: '0.00: could not be evaluated',
  },
}

/** More errors than this are no omissions any more. */
const notable = 3

/** No finding is full compliance, warnings alone are minor, a few errors notable, more of them major. */
export function anchorOf(findings: readonly PageFinding[]): PageAnchor {
  const errors = findings.filter(({ severity }) => severity === 'error').length
  const warnings = findings.filter(({ severity }) => severity === 'warning').length
  if (errors > notable) return 0.25
  if (errors > 0) return 0.5
  return warnings > 0 ? 0.75 : 1
}

/** The anchor for a share of requirements that are met. */
export function anchorOfShare(share: number): PageAnchor {
  if (share >= 1) return 1
  if (share >= 0.9) return 0.75
  return share >= 0.7 ? 0.5 : 0.25
}

export const lowest = <Value extends number>(...values: readonly [Value, ...Value[]]): Value =>
  values.reduce((least, value) => (value < least ? value : least))

export type Aggregation = 'min' | 'mean'

/** One score from several; nothing aggregates to nothing. */
export function aggregate(scores: readonly number[], how: Aggregation): number {
  if (scores.length === 0) return 0
  if (how === 'min') return Math.min(...scores)
  return scores.reduce((sum, score) => sum + score, 0) / scores.length
}

/** The weighted mean of the dimensions (decision 0.10). */
export function overallOf(scores: Readonly<Record<PageDimension, number>>): number {
  const sum = pageDimensions.reduce(
    (total, dimension) => total + scores[dimension] * dimensionWeights[dimension],
    0,
  )
  return Math.round(sum * 1e6) / 1e6
}
