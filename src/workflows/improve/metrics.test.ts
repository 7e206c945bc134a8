import { expect, test } from 'vitest'
import { IterationRow } from '../../model/records-improvements.ts'
import { metricsOf, trendOf } from './metrics.ts'

const iteration = (number: number, overall_score: number, total_cost_usd: number) =>
  IterationRow.parse({
    id: `00000000-0000-4000-8000-00000000000${number}`,
    iteration_number: number,
    project_name: 'p',
    started_at: `2026-03-0${number}T10:00:00.000Z`,
    status: 'completed',
    overall_score,
    total_cost_usd,
    builds_successfully: true,
  })

test('metrics hold the newer half against the older one, and say what is not known', () => {
  const metrics = metricsOf({
    orders: [],
    lessons: [],
    iterations: [iteration(1, 5, 2), iteration(2, 9, 0.8)],
    cheapest: null,
  })
  const named = (name: string) => metrics.find((each) => each.name === name)
  expect(named('overall quality')).toMatchObject({ now: 9, before: 5, isReached: true })
  expect(named('applications that build')).toMatchObject({ now: 100, isReached: true })
  expect(named('cost of an application')).toMatchObject({ now: 0.8, before: 2, isReached: true })
  expect(named('work orders accepted')).toMatchObject({ now: null, isReached: null })
})

test('a trend is told beside the size of what is measured: cents count where all are cents', () => {
  expect(trendOf({ now: 0.0025, before: 0.02, unit: '$' })).toBe('falling')
  expect(trendOf({ now: 0.02, before: 0.0199, unit: '$' })).toBe('as before')
  expect(trendOf({ now: 8.04, before: 8, unit: '' })).toBe('as before')
  expect(trendOf({ now: 8.2, before: 8, unit: '' })).toBe('rising')
  expect(trendOf({ now: 8, before: null, unit: '' })).toBe('-')
})
