import { expect, test } from 'vitest'
import { begin, scoreOf } from '../../../../test/support/improve-run.ts'
import { measuredOf } from './known-runs.ts'

test('a comparison leaves out a dimension that does not apply, and waits for the end', () => {
  const score = scoreOf(7)
  const user_experience = { ...score.dimensions.user_experience, absent: true as const }
  const dimensions = { ...score.dimensions, user_experience }
  const { iterate } = begin({ mode: 'once' })
  const state = iterate({ ...score, dimensions })
  expect(measuredOf(state)).toMatchObject({
    overall: 7,
    dimensions: { architecture: 7, readability: 7, completeness: 7, test_coverage: 7 },
  })
  expect(measuredOf(state)?.dimensions).not.toHaveProperty('user_experience')
  expect(measuredOf(begin().iterate(score))).toBeNull()
})
