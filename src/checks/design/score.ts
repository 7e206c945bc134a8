import { Dimension, type DesignFinding, weights } from './critique.ts'
import type { DesignIntent } from './intent.ts'

/**
 * What one finding weighs. A reference that leads nowhere weighs the same in a design of any size:
 * two of them bring the dimension below 20, so that the whole cannot reach 80.
 */
const errorWeight = 2.2
const lesserWeights = { warning: 0.12, info: 0.012 } as const

/** Designs with fewer parts are judged as if they had these, so that one slip is not the whole. */
const smallest = 60
/** The share of a lesser finding's weight that no size dilutes. */
const floor = 0.15

/** How many parts an intent has that a finding could be about. */
export const sizeOf = ({ userFlows, components, dataModel, interactions }: DesignIntent): number =>
  userFlows.length +
  userFlows.reduce((sum, { steps }) => sum + steps.length, 0) +
  components.length +
  dataModel.entities.length +
  dataModel.entities.reduce((sum, { attributes }) => sum + attributes.length, 0) +
  dataModel.relationships.length +
  interactions.length

/**
 * 100 without findings, falling with each, near 0 when everything is broken. Warnings are counted by
 * their share of the design, plus a floor each: a slip costs less in a large design, but never
 * nothing. Only sums, products and quotients are used, which every machine rounds alike.
 */
export function dimensionScore(
  findings: readonly Pick<DesignFinding, 'severity'>[],
  size: number,
): number {
  const count = { error: 0, warning: 0, info: 0 }
  for (const { severity } of findings) count[severity] += 1
  const parts = Math.max(size, smallest)
  const lesser = (['warning', 'info'] as const).reduce((sum, severity) => {
    const share = smallest * Math.min(1, count[severity] / parts)
    return sum + lesserWeights[severity] * (share + floor * count[severity])
  }, 0)
  return hundredths(10_000 / (1 + errorWeight * count.error + lesser)) / 100
}

/** The weighted sum, counted in whole hundredths so that no sum of fractions can differ. */
export function overallScore(
  scores: Readonly<Record<Dimension, { readonly score: number }>>,
): number {
  const sum = Dimension.options.reduce(
    (total, dimension) => total + weights[dimension] * hundredths(scores[dimension].score * 100),
    0,
  )
  return hundredths(sum / 100) / 100
}

const hundredths = (value: number): number => Math.round(value)
