import { expect, test } from 'vitest'
import { ImprovementRow, IterationRow } from '../../model/records-improvements.ts'
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
    // in any order
    iterations: [iteration(2, 9, 0.8), iteration(1, 5, 2)],
    improvements: [],
    cheapest: null,
  })
  const named = (name: string) => metrics.find((each) => each.name === name)
  expect(named('overall quality')).toMatchObject({ now: 9, before: 5, isReached: false })
  expect(named('applications that build')).toMatchObject({ now: 100, isReached: true })
  expect(named('cost of an application')).toMatchObject({ now: 0.8, before: 2, isReached: true })
  expect(named('work orders accepted')).toMatchObject({ now: null, isReached: null })
})

const approved = (number: number, by: 'human' | 'autonomous', at: string) =>
  ImprovementRow.parse({
    id: `00000000-0000-4000-8000-00000000001${number}`,
    improvement_type: 'prompt_tuning',
    description: 'd',
    proposed_at: at,
    approved_at: at,
    approved_by: by,
    status: 'applied',
  })

test('the target is reached by three in a row, and nothing is said of what costs nothing', () => {
  const scores = [9, 5, 8, 8.5, 9]
  const metrics = metricsOf({
    orders: [],
    lessons: [],
    iterations: scores.map((score, at) => iteration(at + 1, score, 0)),
    improvements: [
      approved(1, 'human', '2025-11-01T10:00:00.000Z'),
      approved(2, 'human', '2026-02-01T10:00:00.000Z'),
      approved(3, 'autonomous', '2026-03-01T10:00:00.000Z'),
    ],
    cheapest: null,
  })
  const named = (name: string) => metrics.find((each) => each.name === name)
  expect(named('overall quality')).toMatchObject({ isReached: true })
  expect(named('iterations to the target')).toMatchObject({ now: 5, isReached: true })
  expect(named('cost of an application')).toMatchObject({ now: 0, isReached: null })
  expect(named('improvements approved by the loop itself')).toMatchObject({
    now: 50,
    isReached: true,
  })
})

test('a trend is told beside the size of what is measured: cents count where all are cents', () => {
  expect(trendOf({ now: 0.0025, before: 0.02, unit: '$' })).toBe('falling')
  expect(trendOf({ now: 0.02, before: 0.0199, unit: '$' })).toBe('as before')
  expect(trendOf({ now: 8.04, before: 8, unit: '' })).toBe('as before')
  expect(trendOf({ now: 8.2, before: 8, unit: '' })).toBe('rising')
  expect(trendOf({ now: 8, before: null, unit: '' })).toBe('-')
})
