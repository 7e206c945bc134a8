import { bandOf } from '../../../model/records-values.ts'
import type { ComplexityWeights } from '../../../model/workorder-config.ts'
import { factorsOf, textOf, type Factors, type Task } from './factors.ts'
import { hardStopsIn } from './hard-stops.ts'

export type Complexity = {
  /** From 0 to 1, three decimals. */
  readonly score: number
  /** One of ten bands, such as 0.3-0.4. */
  readonly band: string
  readonly wording: 'low' | 'medium' | 'high'
  readonly factors: Factors
  /** The words found, by factor. */
  readonly found: Readonly<Record<string, readonly string[]>>
  /** Whether only the strongest proposer may try. */
  readonly strongest: boolean
  /** One sentence for people. */
  readonly why: string
}

export type ComplexitySettings = {
  readonly weights: ComplexityWeights
  readonly strongest_for?: readonly string[]
}

/** How hard an order is, judged by its words and size. */
export function complexityOf(task: Task, settings: ComplexitySettings): Complexity {
  const { factors, found: result } = factorsOf(task)
  const hardStops = hardStopsIn(textOf(task), settings.strongest_for)
  const score = weighted(factors, settings.weights)
  const wording = score > 0.7 ? 'high' : score > 0.4 ? 'medium' : 'low'
  const stops = [...hardStops.security, ...hardStops.architecture, ...hardStops.own]
  return {
    score,
    band: bandOf(score),
    wording,
    factors,
    found: result,
    strongest: stops.length > 0,
    why: sentence({ score, wording, factors, stops }, settings.weights),
  }
}

export function weighted(factors: Factors, weights: ComplexityWeights): number {
  const sum =
    factors.codeComplexity * weights.codeComplexity +
    factors.contextRequirements * weights.contextRequirements +
    factors.securityImplications * weights.securityImplications +
    factors.architecturalImpact * weights.architecturalImpact +
    factors.reasoningDepth * weights.reasoningDepth +
    factors.memoryPressure * weights.memoryPressure +
    factors.coordinationComplexity * weights.coordinationComplexity
  return Math.round(Math.min(1, Math.max(0, sum)) * 1_000) / 1_000
}

const factorNames = {
  codeComplexity: 'code',
  contextRequirements: 'context',
  securityImplications: 'security',
  architecturalImpact: 'architecture',
  reasoningDepth: 'reasoning',
  memoryPressure: 'memory',
  coordinationComplexity: 'files',
} as const

type Told = Pick<Complexity, 'score' | 'wording' | 'factors'> & {
  readonly stops: readonly string[]
}

function sentence({ score, wording, factors, stops }: Told, weights: ComplexityWeights): string {
  const shares = [
    ...(['codeComplexity', 'contextRequirements', 'securityImplications'] as const),
    ...(['architecturalImpact', 'reasoningDepth', 'memoryPressure'] as const),
    'coordinationComplexity' as const,
  ].map((name) => ({ name: factorNames[name], share: factors[name] * weights[name] }))
  const most = shares.toSorted((a, b) => b.share - a.share).slice(0, 2)
  const because = most.map(({ name }) => name).join(' and ')
  const stop = stops.length === 0 ? '' : `; ${stops.join(', ')} calls for the strongest proposer`
  return `${wording} complexity ${score}, most of it ${because}${stop}`
}

/** Four wide bands for overviews. The lower end belongs to a band. */
export function analyticsBandOf(score: number): '0-0.3' | '0.3-0.5' | '0.5-0.7' | '0.7-1' {
  if (score < 0.3) return '0-0.3'
  if (score < 0.5) return '0.3-0.5'
  return score < 0.7 ? '0.5-0.7' : '0.7-1'
}
