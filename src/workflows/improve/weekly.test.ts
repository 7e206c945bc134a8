import { expect, test } from 'vitest'
import { applied, begin, cost, scoreOf, sha } from '../../../test/support/improve-run.ts'
import { OrderRow } from '../../model/records-orders.ts'
import { weekOf, weeklyReport } from './weekly.ts'

const now = new Date('2026-03-07T12:00:00.000Z')

/** Three applications on the first of March: one change that helped, one that was not wanted. */
function improved() {
  const { iterate, analysed, tell, answer } = begin({ maxIterations: 3 })
  iterate(scoreOf(5))
  analysed(2)
  tell(answer('approve', { only: ['p1'] }))
  tell({ type: 'record-applied', results: [applied('p1', 3)], head: sha(3), cost })
  return iterate(scoreOf(7))
}

const order = (status: string, updated_at: string) =>
  OrderRow.parse({
    id: '00000000-0000-4000-8000-000000000001',
    created_at: updated_at,
    updated_at,
    title: 'Tax',
    description: '',
    status,
    actual_cost: 0.5,
  })

test('the week tells applications, what became of proposals with what they came to, orders and cost', () => {
  const week = weekOf({
    now,
    runs: [improved()],
    orders: [
      order('completed', '2026-03-02T10:00:00.000Z'),
      order('failed', '2026-03-03T10:00:00.000Z'),
      order('pending', '2026-03-03T10:00:00.000Z'),
      order('completed', '2026-02-01T10:00:00.000Z'),
    ],
  })
  expect(week.iterations).toMatchObject([
    { run: 'r', number: 1, score: 5, completed: 1, orders: 1 },
    { run: 'r', number: 2, score: 7 },
  ])
  expect(week.proposals).toMatchObject([
    {
      id: 'p1',
      status: 'applied',
      by: 'ada',
      impact: expect.stringContaining('score 5 to 7 (+2)'),
    },
    { id: 'p2', status: 'skipped', impact: null },
  ])
  expect(week.orders).toMatchObject({ worked: 2, accepted: 1, costUsd: 1 })
  const text = weeklyReport(week)
  expect(text).toContain('2026-02-28 to 2026-03-07')
  expect(text).toMatch(/\| r \| 2 \| supervised \| 7 \|/)
  expect(text).toContain('1 of 2 work orders accepted (50 %)')
})

test('applications of comparisons are counted with their cost, and not told one by one', () => {
  const trial = begin({ mode: 'once', trial: 'compare-1' }).iterate(scoreOf(5))
  const week = weekOf({ now, runs: [trial], orders: [] })
  expect(week).toMatchObject({ iterations: [], compared: 1 })
  expect(weeklyReport(week)).toContain('Applications, with 1 of comparisons: $')
})

test('a week in which nothing happened says so, and what is older is not told again', () => {
  const later = new Date('2026-04-01T12:00:00.000Z')
  const week = weekOf({ now: later, runs: [improved()], orders: [] })
  expect(week).toMatchObject({ iterations: [], proposals: [], orders: { worked: 0 } })
  expect(weeklyReport(week)).toContain('Nothing happened')
})

test('what was rolled back this week is told although it was applied before', () => {
  const { iterate, analysed, tell, answer } = begin({ maxIterations: 1 })
  iterate(scoreOf(5))
  analysed(1)
  tell(answer('approve'))
  tell({ type: 'record-applied', results: [applied('p1', 3)], head: sha(3), cost })
  const run = tell({
    type: 'record-rolled-back',
    improvement: 'p1',
    commit: sha(4),
    files: [],
    by: 'ada',
    reason: 'worse',
  })
  const [improvement] = run.improvements
  expect(improvement?.rolledBack?.at).toMatch(/^2026-03-01/)
  const old = {
    ...run,
    iterations: run.iterations.map((each) => ({ ...each, endedAt: '2026-01-01T10:00:00.000Z' })),
    improvements: run.improvements.map((each) => ({
      ...each,
      approvedAt: '2026-01-01T10:00:00.000Z',
    })),
  }
  expect(weekOf({ now, runs: [old], orders: [] }).proposals).toMatchObject([
    { id: 'p1', status: 'rolled back', reason: 'worse' },
  ])
})
