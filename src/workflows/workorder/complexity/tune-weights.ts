import type { ComplexityWeights } from '../../../model/workorder-config.ts'
import type { Factor, Factors } from './factors.ts'

/** The limits no tuning leaves, whatever the data says. */
export const tuningLimits = {
  perWeight: 0.15,
  total: 0.3,
  least: 0.05,
  most: 0.3,
  samples: 50,
  coolDownHours: 168,
  goodAccuracy: 0.85,
  learningRate: 0.05,
  correlation: 0.3,
} as const

export type TuningSample = { readonly factors: Factors; readonly failed: boolean }

export type TuningFacts = {
  readonly samples: readonly TuningSample[]
  /** The share of orders that the chosen proposer completed. */
  readonly routingAccuracy: number
  /** Null: never tuned. */
  readonly hoursSinceLast: number | null
}

export type Tuning =
  | {
      readonly type: 'unchanged'
      readonly reason:
        | 'too-few-samples'
        | 'cooling-down'
        | 'accurate-enough'
        | 'no-correlation'
        | 'weights-out-of-range'
    }
  | {
      readonly type: 'tuned'
      readonly weights: ComplexityWeights
      readonly correlations: Readonly<Record<Factor, number>>
    }

const factors: readonly Factor[] = [
  'codeComplexity',
  'contextRequirements',
  'securityImplications',
  'architecturalImpact',
  'reasoningDepth',
  'memoryPressure',
  'coordinationComplexity',
]

/** Moves weights towards the factors that foretell failure, in small safe steps. */
export function tuneWeights(
  weights: ComplexityWeights,
  facts: TuningFacts,
  learningRate: number = tuningLimits.learningRate,
): Tuning {
  const { samples, routingAccuracy, hoursSinceLast } = facts
  const unchanged = (reason: Extract<Tuning, { type: 'unchanged' }>['reason']): Tuning => ({
    type: 'unchanged',
    reason,
  })
  if (samples.length < tuningLimits.samples) return unchanged('too-few-samples')
  if (hoursSinceLast !== null && hoursSinceLast < tuningLimits.coolDownHours)
    return unchanged('cooling-down')
  if (routingAccuracy >= tuningLimits.goodAccuracy) return unchanged('accurate-enough')
  const current = unitsOf(weights)
  if (current === null) return unchanged('weights-out-of-range')
  const correlations = correlationsOf(samples)
  const wanted = factors.map((factor, at) => {
    const measured = correlations[factor]
    const step = Math.abs(measured) > tuningLimits.correlation ? learningRate * measured : 0
    return (current[at] ?? 0) + step * unit
  })
  const next = withinLimits(current, wanted)
  if (next.every((value, at) => value === current[at])) return unchanged('no-correlation')
  return { type: 'tuned', weights: fromUnits(next), correlations }
}

/** Weights are moved in whole ten-thousandths, so that sums and limits hold exactly. */
const unit = 10_000

/** The weights in units, or null where they are no weights to start from. */
function unitsOf(weights: ComplexityWeights): readonly number[] | null {
  const exact = factors.map((factor) => weights[factor] * unit)
  const inRange = exact.every(
    (each) => each >= tuningLimits.least * unit - 1e-6 && each <= tuningLimits.most * unit + 1e-6,
  )
  if (!inRange || Math.abs(sumOf(exact) - unit) > 0.1) return null
  const units = exact.map((each) => Math.floor(each + 1e-6))
  // what rounding down lost goes to those that lost most
  const byLoss = exact
    .map((each, at) => ({ at, loss: each - (units[at] ?? 0) }))
    .toSorted((a, b) => b.loss - a.loss)
  for (const { at } of byLoss.slice(0, Math.max(0, unit - sumOf(units))))
    units[at] = (units[at] ?? 0) + 1
  return units
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, each) => sum + each, 0)

/** A unit less for each weight: weights between two units were rounded before. */
const perWeight = tuningLimits.perWeight * unit - 1
const inAll = tuningLimits.total * unit - factors.length

/** The point nearest to what is wanted that keeps the sum and every limit. */
function withinLimits(current: readonly number[], wanted: readonly number[]): readonly number[] {
  const sum = sumOf(wanted.map((each) => Math.max(0, each)))
  const scaled = wanted.map((each) => (Math.max(0, each) / (sum || 1)) * unit)
  const boxes = current.map((each) => ({
    low: Math.max(tuningLimits.least * unit, each - perWeight),
    high: Math.min(tuningLimits.most * unit, each + perWeight),
  }))
  const boxed = shiftedIntoBoxes(scaled, boxes)
  const change = boxed.map((each, at) => each - (current[at] ?? 0))
  const total = sumOf(change.map(Math.abs))
  const scale = Math.min(1, inAll / (total || 1))
  return evenedOut(
    current,
    change.map((each) => Math.trunc(each * scale)),
  )
}

type Box = { readonly low: number; readonly high: number }

/** One shift for all, each kept in its box, so that the sum is whole again. Found by halving. */
function shiftedIntoBoxes(values: readonly number[], boxes: readonly Box[]): readonly number[] {
  const shifted = (by: number) =>
    values.map((value, at) => {
      const { low = 0, high = unit } = boxes[at] ?? {}
      return Math.min(high, Math.max(low, value + by))
    })
  let [low, high] = [-unit, unit]
  for (let round = 0; round < 60; round += 1) {
    const middle = (low + high) / 2
    if (sumOf(shifted(middle)) < unit) low = middle
    else high = middle
  }
  return shifted((low + high) / 2)
}

/** Cutting to whole units loses a few; the larger side of the change gives way until both are equal. */
function evenedOut(current: readonly number[], change: readonly number[]): readonly number[] {
  const even = [...change]
  let left = sumOf(even)
  while (left !== 0) {
    const sign = Math.sign(left)
    const at = even.findIndex((each) => Math.sign(each) === sign)
    if (at < 0) break
    even[at] = (even[at] ?? 0) - sign
    left -= sign
  }
  return current.map((each, at) => each + (even[at] ?? 0))
}

const fromUnits = (units: readonly number[]): ComplexityWeights => {
  const at = (index: number) => (units[index] ?? 0) / unit
  return {
    codeComplexity: at(0),
    contextRequirements: at(1),
    securityImplications: at(2),
    architecturalImpact: at(3),
    reasoningDepth: at(4),
    memoryPressure: at(5),
    coordinationComplexity: at(6),
  }
}

/** How strongly each factor goes with failure, from -1 to 1; 0 where nothing varies. */
export function correlationsOf(samples: readonly TuningSample[]): Readonly<Record<Factor, number>> {
  const outcome = samples.map(({ failed }) => (failed ? 1 : 0))
  const of = (factor: Factor) =>
    correlation(
      samples.map((each) => each.factors[factor]),
      outcome,
    )
  return {
    codeComplexity: of('codeComplexity'),
    contextRequirements: of('contextRequirements'),
    securityImplications: of('securityImplications'),
    architecturalImpact: of('architecturalImpact'),
    reasoningDepth: of('reasoningDepth'),
    memoryPressure: of('memoryPressure'),
    coordinationComplexity: of('coordinationComplexity'),
  }
}

function correlation(xs: readonly number[], ys: readonly number[]): number {
  const mean = (values: readonly number[]) =>
    values.reduce((sum, each) => sum + each, 0) / Math.max(1, values.length)
  const [mx, my] = [mean(xs), mean(ys)]
  let [xy, xx, yy] = [0, 0, 0]
  for (const [at, x] of xs.entries()) {
    const [dx, dy] = [x - mx, (ys[at] ?? 0) - my]
    xy += dx * dy
    xx += dx * dx
    yy += dy * dy
  }
  // rounding errors of equal values are no variation
  if (xx < 1e-12 || yy < 1e-12) return 0
  return Math.max(-1, Math.min(1, xy / Math.sqrt(xx * yy)))
}
