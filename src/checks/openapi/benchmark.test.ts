import { expect, test } from 'vitest'
import { measure, shareOf } from '../../../bench/openapi-defects.ts'

test('[OAS-22] at least nine planted defects in ten are reported by their rule at their place, and nothing on clean documents', async () => {
  const { trials, falseAlarms, cleanArtifacts } = await measure(async () => [], [1], 1)
  expect(new Set(trials.map(({ defect }) => defect)).size).toBeGreaterThanOrEqual(60)
  expect(cleanArtifacts).toBeGreaterThanOrEqual(13)
  expect(falseAlarms).toEqual([])
  expect(shareOf(trials, ({ exact }) => exact)).toBeGreaterThanOrEqual(0.9)
})
