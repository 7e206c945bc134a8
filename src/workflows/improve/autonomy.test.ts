import { describe, expect, test } from 'vitest'
import {
  applied,
  begin,
  cost,
  rising,
  scoreOf,
  setup,
  sha,
  supervisedRun,
} from '../../../test/support/improve-run.ts'
import { baselineOf, conditionsOf } from './autonomy.ts'
import { pastOf } from './compare/past.ts'
import type { Autonomy, NamedProposal } from './events.ts'
import { actualImpact } from './impact.ts'

const supervised = (scores: readonly number[], skips = 0) => supervisedRun(scores, skips).state
const failing = (...of: Parameters<typeof conditionsOf>) =>
  conditionsOf(...of)
    .filter(({ holds }) => !holds)
    .map(({ name, figures }) => `${name}: ${figures}`)

describe('2.25: it runs by itself only after 10 supervised iterations, with 80 % of proposals approved, no regression and opt-in', () => {
  test('all conditions hold', () => {
    expect(failing([supervised(rising)], 0)).toEqual([])
    expect(failing([supervised(rising, 2)], 0)).toEqual([])
  })

  test.each([
    ['nothing was built', [], 0, ['10 supervised', '80 %', 'no regression']],
    ['nine iterations', [supervised(rising.slice(1))], 0, ['9 of 10']],
    ['seven of ten approved', [supervised(rising, 3)], 0, ['7 of 10 (70 %)']],
    ['a score fell', [supervised([...rising, 6, 7])], 0, ['1 of 10 measured changes']],
    ['a run cannot be read', [supervised(rising)], 1, ['1 run cannot be read']],
  ])('%s: named with its figures', (_, runs, unreadable, figures) => {
    const found = failing(runs, unreadable)
    expect(found).toHaveLength(figures.length)
    for (const [index, figure] of figures.entries()) expect(found[index]).toContain(figure)
  })

  test('a score that fell is made up for by 10 supervised iterations since, and one of a loop by itself too', () => {
    const fell = supervised([...rising, 6])
    expect(failing([fell], 0)[0]).toContain('r after iteration 10: 7 to 6')
    expect(failing([supervised([7, 6, ...rising.map(() => 6)])], 0)).toEqual([])
    const before = supervised([7, 6, 6])
    const unasked = { ...before, setup: { ...setup, mode: 'autonomous' as const } }
    const asked = supervised(rising)
    const since = asked.iterations.map((each) => ({
      ...each,
      startedAt: each.startedAt.replace('2026-03-01', '2026-03-02'),
    }))
    expect(failing([unasked, { ...asked, iterations: since }], 0)).toEqual([])
    const earlier = asked.iterations.map((each) => ({
      ...each,
      startedAt: each.startedAt.replace('2026-03-01', '2026-02-01'),
    }))
    expect(failing([unasked, { ...asked, iterations: earlier }], 0)[0]).toContain('7 to 6')
  })

  test('iterations in which nobody was asked do not count', () => {
    const run = supervised(rising)
    const unasked = { ...run, setup: { ...setup, mode: 'autonomous' as const } }
    expect(failing([unasked], 0)).toHaveLength(2)
  })
})

const holds: Autonomy = {
  isOn: true,
  conditions: [{ name: 'no regression', holds: true, figures: '0 of 9' }],
}

function alone(autonomy: Autonomy = holds, change: Partial<NamedProposal> = {}) {
  const run = begin({ mode: 'autonomous' })
  run.iterate(scoreOf(5))
  const state = run.analysed(2, (each) => ({ ...each, ...change, id: each.id }), autonomy)
  return { ...run, state }
}

describe('a loop that runs by itself', () => {
  test('[IMPROVE-1] harmless proposals are approved without a question, with what allowed it', () => {
    expect(alone().state).toMatchObject({
      at: 'applying',
      asked: 0,
      approved: { ids: ['p1', 'p2'], by: 'autonomous' },
    })
  })

  test.each<readonly [string, Autonomy, Partial<NamedProposal>, string]>([
    ['the option is off', { ...holds, isOn: false }, {}, 'switched off'],
    [
      'a condition fails',
      { isOn: true, conditions: [{ name: 'no regression', holds: false, figures: '1 of 9' }] },
      {},
      'no regression (1 of 9)',
    ],
    ['the exam gets easier', holds, { easier: ['threshold falls'] }, 'makes the exam easier'],
    ['one does not apply', holds, { flaw: 'a.md: the file is not there' }, 'cannot be applied'],
    [
      'a file lies outside',
      holds,
      { changes: [{ path: '../x', before: null, after: 'x' }] },
      'outside of the set-up',
    ],
  ])('[IMPROVE-1] [IMPROVE-4] a person is asked where %s', (_, autonomy, change, why) => {
    const { state } = alone(autonomy, change)
    expect(state).toMatchObject({ at: 'asking', detail: expect.stringContaining(why) })
  })

  test('nothing is applied that no application would measure, and nothing is nobody’s proposal', () => {
    const last = begin({ mode: 'autonomous', maxIterations: 1 })
    last.iterate(scoreOf(5))
    expect(last.analysed(1, (each) => each, holds)).toMatchObject({ at: 'asking' })
    const none = begin({ mode: 'autonomous' })
    none.iterate(scoreOf(5))
    expect(none.analysed(0, (each) => each, holds)).toMatchObject({ at: 'asking' })
  })

  test('[IMPROVE-3] what lowers the next score is taken back, and the next one is held against the score before it', () => {
    const { tell, iterate, analysed } = alone()
    const results = [applied('p1', 3), applied('p2', 4)]
    tell({ type: 'record-applied', results, head: sha(4), cost })
    expect(iterate(scoreOf(4)).at).toBe('undoing')
    const undone = tell({
      type: 'record-undone',
      improvements: ['p1', 'p2'],
      reason: 'the score fell from 5 to 4',
      head: sha(5),
      cost,
    })
    expect(undone).toMatchObject({
      at: 'analysing',
      head: sha(5),
      improvements: [
        { rolledBack: { by: 'autonomous', reason: 'the score fell from 5 to 4' } },
        { rolledBack: { by: 'autonomous' } },
      ],
    })
    analysed(1, (each) => ({ ...each, id: 'p3' }), holds)
    tell({ type: 'record-applied', results: [applied('p3', 6)], head: sha(6), cost })
    expect(iterate(scoreOf(4.5)).at).toBe('undoing')
  })

  test('what a person took back before the next application is no part of its baseline either', () => {
    const run = begin()
    run.iterate(scoreOf(5))
    run.analysed(1)
    run.tell(run.answer('approve'))
    run.tell({ type: 'record-applied', results: [applied('p1', 3)], head: sha(3), cost })
    run.iterate(scoreOf(7))
    const asked = run.analysed(1, (each) => ({ ...each, id: 'p2' }))
    expect(baselineOf(asked, 2)?.number).toBe(2)
    const back = run.tell({
      type: 'record-rolled-back',
      improvement: 'p1',
      commit: sha(4),
      files: [],
      by: 'ada',
      reason: 'too slow',
    })
    expect(baselineOf(back, 2)?.number).toBe(1)
    run.tell(run.answer('approve'))
    const results = [applied('p2', 5)]
    run.tell({ type: 'record-applied', results, head: sha(5), cost })
    const [, second] = run.iterate(scoreOf(6)).improvements
    const state = run.analysed(0)
    expect(second === undefined ? null : actualImpact(state, second)).toMatch(/^score 5 to 6/)
    expect(pastOf(state)).toMatchObject([
      { id: 'p1', differences: [2] },
      { id: 'p2', differences: [1] },
    ])
  })

  test('a score that stays or rises keeps what was applied, and a supervised run takes nothing back by itself', () => {
    const { tell, iterate } = alone()
    tell({ type: 'record-applied', results: [applied('p1', 3)], head: sha(3), cost })
    expect(iterate(scoreOf(5)).at).toBe('analysing')
    const asked = begin()
    asked.iterate(scoreOf(5))
    asked.analysed(1)
    asked.tell(asked.answer('approve'))
    asked.tell({ type: 'record-applied', results: [applied('p1', 3)], head: sha(3), cost })
    expect(asked.iterate(scoreOf(4)).at).toBe('analysing')
  })
})
