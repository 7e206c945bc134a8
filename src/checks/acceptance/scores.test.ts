import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AcceptanceResult, type DimensionScores } from './acceptance-result.ts'
import {
  acceptanceScore,
  architectureScore,
  buildScore,
  completenessScore,
  readabilityScore,
  statusOf,
  testCoverageScore,
  weights,
} from './scores.ts'

type Five = readonly [number, number, number, number, number]

const dims = ([
  architecture,
  readability,
  completeness,
  test_coverage,
  build_success,
]: Five): DimensionScores => ({
  architecture,
  readability,
  completeness,
  test_coverage,
  build_success,
})

describe('the five scores', () => {
  test.for([
    [[], 0, 5],
    [[], 99, 5],
    [[500], 20, 8], // the average of one file is its size: above 400
    [[300], 20, 10],
    [[301], 0, 9],
    [[401], 0, 8],
    [[501, 1, 1], 0, 9],
    [[701, 1, 1], 0, 8],
    [[1001, 1, 1, 1], 0, 6],
    [[501, 501, 1, 1], 0, 8],
    [[501, 501, 501, 501, 1, 1, 1, 1], 0, 7],
    [[100], 21, 9],
    [[100], 31, 8],
    [[100], 51, 7],
    [[1200, 1200, 1200, 1200], 60, 1],
  ] as const)(
    '[ACC-6] architecture of files with %j lines and complexity %d is %d',
    ([sizes, complexity, score]) => {
      expect(architectureScore(sizes, complexity)).toBe(score)
    },
  )

  test.for([
    [10, 5, 10],
    [10.1, 5, 9],
    [21, 0, 8],
    [31, 0, 7],
    [51, 0, 6],
    [0, 6, 9],
    [0, 11, 8],
    [0, 16, 7],
    [0, 21, 6],
    [51, 21, 2],
  ] as const)(
    '[ACC-6] readability with complexity %d and %d warnings is %d',
    ([complexity, warnings, score]) => {
      expect(readabilityScore(complexity, warnings)).toBe(score)
    },
  )

  test.for([
    [0, true, 10],
    [1, true, 9],
    [3, true, 9],
    [4, true, 8],
    [5, true, 8],
    [6, true, 7],
    [8, true, 7],
    [9, true, 6],
    [10, true, 6],
    [11, true, 5],
    [500, true, 5],
    [0, false, 2],
    [99, false, 2],
  ] as const)(
    '[ACC-6] completeness with %d marks and a build that passes (%s) is %d',
    ([todos, build, score]) => {
      expect(completenessScore(todos, build)).toBe(score)
    },
  )

  test.for([
    [0, true, 0],
    [0, false, 0],
    [0.5, true, 2],
    [9.99, true, 2],
    [10, true, 3],
    [20, true, 4],
    [30, true, 5],
    [45, true, 6],
    [50, true, 7],
    [60, true, 8],
    [70, true, 9],
    [79.99, true, 9],
    [80, true, 10],
    [100, true, 10],
    [45, false, 2],
    [1, false, 1],
    [79, false, 3],
    [100, false, 4],
  ] as const)(
    '[ACC-6] %d per cent coverage with tests that pass (%s) is %d (vector 13)',
    ([percent, passed, score]) => {
      expect(testCoverageScore(percent, passed)).toBe(score)
    },
  )

  test('[ACC-6] the build is 10 or 0: a dimension may be 0 (decision 2.4)', () => {
    expect([buildScore(true), buildScore(false)]).toEqual([10, 0])
    expect(AcceptanceResult.safeParse(result(dims([1, 1, 2, 0, 0]))).success).toBe(true)
  })
})

const result = (dimension_scores: DimensionScores) => ({
  dimension_scores,
  acceptance_score: acceptanceScore(dimension_scores),
  build_passed: true,
  tests_passed: true,
  lint_errors: 0,
  todo_count: 0,
  test_coverage_percent: 0,
  timestamp: '2026-01-02T03:04:05.000Z',
})

describe('the aggregate', () => {
  test('[ACC-6] 10, 10, 2, 0, 0 gives 4.5 and needs a review (vector 13)', () => {
    const score = acceptanceScore(dims([10, 10, 2, 0, 0]))
    expect([score, statusOf(score)]).toEqual([4.5, 'needs_review'])
  })

  test('[ACC-6] 7, 8, 5, 4, 10 gives 6.5, by the formula and not by the example (decision 2.1)', () => {
    expect(acceptanceScore(dims([7, 8, 5, 4, 10]))).toBe(6.5)
  })

  test('[ACC-6] the weights are those of the larger rubric, and build stands where it has user experience (decisions 2.2 and 2.3)', () => {
    expect(weights).toEqual({
      architecture: 25,
      readability: 15,
      completeness: 25,
      test_coverage: 20,
      build_success: 15,
    })
    expect(Object.values(weights).reduce((sum, each) => sum + each, 0)).toBe(100)
  })

  test('rounds half up on exact decimals', () => {
    // 0.25 * 7 + 0.15 * 8 + 0.25 * 8 + 0.2 * 5 + 0.15 * 10 = 7.45, which no binary fraction is
    expect(acceptanceScore(dims([7, 8, 8, 5, 10]))).toBe(7.5)
    expect(acceptanceScore(dims([1, 1, 1, 0, 0]))).toBe(0.7)
    expect(acceptanceScore(dims([7, 7, 7, 6, 7]))).toBe(6.8)
    expect(acceptanceScore(dims([10, 10, 10, 10, 10]))).toBe(10)
    const whole = fc.integer({ min: 0, max: 10 })
    fc.assert(
      fc.property(fc.tuple(whole, whole, whole, whole, whole), (five) => {
        const [a, r, c, t, b] = five
        const exact = BigInt(25 * a + 15 * r + 25 * c + 20 * t + 15 * b)
        const tenths = (exact + 5n) / 10n
        expect(acceptanceScore(dims(five))).toBe(Number(tenths) / 10)
      }),
      { numRuns: 2_000 },
    )
  })

  test('[WO-4] 7 is completed, less needs a review, on the rounded score', () => {
    expect(statusOf(7)).toBe('completed')
    expect(statusOf(6.9)).toBe('needs_review')
    // 6.95 exactly
    const score = acceptanceScore(dims([7, 7, 7, 6, 8]))
    expect([score, statusOf(score)]).toEqual([7, 'completed'])
    expect(statusOf(7, 8)).toBe('needs_review')
  })
})

describe('all inputs', () => {
  const size = fc.integer({ min: 0, max: 5_000 })
  const sizes = fc.array(size, { minLength: 1, maxLength: 12 })
  const number = fc.double({ min: 0, max: 200, noNaN: true })
  const count = fc.integer({ min: 0, max: 200 })
  const share = fc.double({ min: 0, max: 100, noNaN: true })

  test('keep every score within its bounds', () => {
    fc.assert(
      fc.property(
        fc.record({
          files: sizes,
          complexity: number,
          n: count,
          percent: share,
          flag: fc.boolean(),
        }),
        ({ files, complexity, n, percent, flag }) => {
          for (const score of [
            architectureScore(files, complexity),
            readabilityScore(complexity, n),
            completenessScore(n, flag),
          ])
            expect(score >= 1 && score <= 10 && Number.isInteger(score)).toBe(true)
          const coverage = testCoverageScore(percent, flag)
          expect(coverage >= 0 && coverage <= (flag ? 10 : 4) && Number.isInteger(coverage)).toBe(
            true,
          )
        },
      ),
    )
  })

  test('never give more points for more of what costs points, nor fewer for more coverage', () => {
    fc.assert(
      fc.property(
        fc.record({
          files: sizes,
          one: number,
          more: number,
          n: count,
          m: count,
          low: share,
          high: share,
          flag: fc.boolean(),
        }),
        ({ files, one, more, n, m, low, high, flag }) => {
          expect(architectureScore(files, one + more)).toBeLessThanOrEqual(
            architectureScore(files, one),
          )
          const grown = files.map((each) => each + n)
          expect(architectureScore(grown, one)).toBeLessThanOrEqual(architectureScore(files, one))
          expect(readabilityScore(one + more, n)).toBeLessThanOrEqual(readabilityScore(one, n))
          expect(readabilityScore(one, n + m)).toBeLessThanOrEqual(readabilityScore(one, n))
          expect(completenessScore(n + m, flag)).toBeLessThanOrEqual(completenessScore(n, flag))
          expect(completenessScore(n, false)).toBeLessThanOrEqual(completenessScore(n, true))
          const [less, greater] = low < high ? [low, high] : [high, low]
          expect(testCoverageScore(less, flag)).toBeLessThanOrEqual(
            testCoverageScore(greater, flag),
          )
          expect(testCoverageScore(less, false)).toBeLessThanOrEqual(testCoverageScore(less, true))
        },
      ),
      { numRuns: 500 },
    )
  })

  test('the stored result has exactly the fields of the source', () => {
    expect(Object.keys(AcceptanceResult.shape).sort()).toEqual(
      'acceptance_score build_passed dimension_scores lint_errors test_coverage_percent tests_passed timestamp todo_count'.split(
        ' ',
      ),
    )
    const sound = result(dims([10, 10, 10, 10, 10]))
    expect(AcceptanceResult.safeParse({ ...sound, more: 1 }).success).toBe(false)
    expect(AcceptanceResult.safeParse({ ...sound, test_coverage_percent: 101 }).success).toBe(false)
    expect(AcceptanceResult.safeParse({ ...sound, timestamp: 'yesterday' }).success).toBe(false)
  })
})
