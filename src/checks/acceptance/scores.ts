import type { AcceptanceDimension, DimensionScores } from './acceptance-result.ts'

/** Points off for a value above a bound; of several bounds the highest one that is passed counts. */
type Steps = readonly (readonly [above: number, off: number])[]

export const steps = {
  largestFile: [
    [1000, 4],
    [700, 2],
    [500, 1],
  ],
  averageFile: [
    [400, 2],
    [300, 1],
  ],
  largeFiles: [
    [3, 2],
    [1, 1],
  ],
  architectureComplexity: [
    [50, 3],
    [30, 2],
    [20, 1],
  ],
  readabilityComplexity: [
    [50, 4],
    [30, 3],
    [20, 2],
    [10, 1],
  ],
  warnings: [
    [20, 4],
    [15, 3],
    [10, 2],
    [5, 1],
  ],
  todos: [
    [10, 5],
    [8, 4],
    [5, 3],
    [3, 2],
    [0, 1],
  ],
} as const satisfies Record<string, Steps>

export const largeFileLines = 500

export const pointsOff = (value: number, table: Steps): number =>
  table.find(([above]) => value > above)?.[1] ?? 0

const clamp = (value: number, least: number, most: number): number =>
  Math.min(most, Math.max(least, value))

const scored = (off: number): number => clamp(10 - off, 1, 10)

const withoutFiles = 5

/** File sizes are lines; complexity is the average of the functions. */
export function architectureScore(fileSizes: readonly number[], complexity: number): number {
  if (fileSizes.length === 0) return withoutFiles
  const shape = fileShape(fileSizes)
  return scored(
    pointsOff(shape.largest, steps.largestFile) +
      pointsOff(shape.average, steps.averageFile) +
      pointsOff(shape.large, steps.largeFiles) +
      pointsOff(complexity, steps.architectureComplexity),
  )
}

export const fileShape = (fileSizes: readonly number[]) => ({
  largest: fileSizes.reduce((most, size) => Math.max(most, size), 0),
  average:
    fileSizes.length === 0 ? 0 : fileSizes.reduce((sum, size) => sum + size, 0) / fileSizes.length,
  large: fileSizes.filter((size) => size > largeFileLines).length,
})

export const readabilityScore = (complexity: number, lintWarnings: number): number =>
  scored(
    pointsOff(complexity, steps.readabilityComplexity) + pointsOff(lintWarnings, steps.warnings),
  )

const withoutBuild = 2

export const completenessScore = (todoCount: number, buildPassed: boolean): number =>
  buildPassed ? scored(pointsOff(todoCount, steps.todos)) : withoutBuild

/** From 80 per cent on it is 10; each 10 per cent less is one point less, down to 2. */
export function testCoverageScore(coveragePercent: number, testsPassed: boolean): number {
  if (!(coveragePercent > 0)) return 0
  if (!testsPassed) return clamp(Math.floor(coveragePercent / 20), 1, 4)
  return clamp(Math.floor(coveragePercent / 10) + 2, 2, 10)
}

export const buildScore = (buildPassed: boolean): number => (buildPassed ? 10 : 0)

/** In hundredths, so that the sum of whole scores is exact. */
export const weights: Readonly<Record<AcceptanceDimension, number>> = {
  architecture: 25,
  readability: 15,
  completeness: 25,
  test_coverage: 20,
  build_success: 15,
}

/** The weighted sum, rounded half up to one decimal in whole numbers: 6.45 is 6.5. */
export function acceptanceScore(scores: DimensionScores): number {
  const hundredths =
    scores.architecture * weights.architecture +
    scores.readability * weights.readability +
    scores.completeness * weights.completeness +
    scores.test_coverage * weights.test_coverage +
    scores.build_success * weights.build_success
  return Math.floor((Math.round(hundredths) + 5) / 10) / 10
}

export const acceptanceThreshold = 7

export type AcceptanceStatus = 'completed' | 'needs_review'

export const statusOf = (
  acceptance: number,
  threshold: number = acceptanceThreshold,
): AcceptanceStatus => (acceptance >= threshold ? 'completed' : 'needs_review')
