import { z } from 'zod'
import { RecordedAcceptance } from '../../model/records-orders.ts'

const score = z.int().min(0).max(10)

/** One score a dimension. 0 is allowed: a build that fails and tests that cover nothing have it. */
export const DimensionScores = z.strictObject({
  architecture: score,
  readability: score,
  completeness: score,
  test_coverage: score,
  build_success: score,
})
export type DimensionScores = z.infer<typeof DimensionScores>
export type AcceptanceDimension = keyof DimensionScores

/** What is stored with an order as its `acceptance_result`: exactly the fields that records know. */
export const AcceptanceResult = z.strictObject({
  ...RecordedAcceptance.shape,
  dimension_scores: DimensionScores,
  test_coverage_percent: z.number().min(0).max(100),
  timestamp: z.iso.datetime(),
})
export type AcceptanceResult = z.infer<typeof AcceptanceResult>
