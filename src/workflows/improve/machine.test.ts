import { describe, expect, test } from 'vitest'
import {
  applied,
  begin,
  cost,
  met,
  scoreOf,
  setup,
  sha,
} from '../../../test/support/improve-run.ts'
import { owedBy } from './stop-rule.ts'
import type { ImproveCommand } from './state.ts'

describe('the loop over whole applications', () => {
  test('[IMPROVE-2] 2.26: it ends when the target is reached three times in a row, and nothing is asked on the way', () => {
    const { iterate } = begin()
    expect(iterate(scoreOf(8)).at).toBe('preparing')
    expect(iterate(scoreOf(9)).at).toBe('preparing')
    expect(iterate(scoreOf(8.2))).toMatchObject({ at: 'ended', outcome: 'target_reached' })
  })

  test.each([
    ['it does not build', { builds: false }, 'completed'],
    ['its tests fail', { testsPass: false }, 'completed'],
    ['it has five lint errors', { lintErrors: 5 }, 'completed'],
    ['nobody linted it', { lintErrors: null }, 'completed'],
    ['isolation is not verified', { isolationVerified: false }, 'completed'],
    ['an order is not completed', {}, 'needs_review'],
  ])('[IMPROVE-2] 2.26: a high score does not count where %s', (_, more, status) => {
    const { iterate } = begin({ consecutive: 1 })
    expect(iterate(scoreOf(9.9, more), status).at).toBe('analysing')
  })

  test.each(['unmet', 'undecided'] as const)(
    '[IMPROVE-2] a high score does not count where a demand of the spec is %s',
    (status) => {
      const { iterate } = begin({ consecutive: 1 })
      expect(iterate(scoreOf(9.9), 'completed', { ...met, status, evidence: [] }).at).toBe(
        'analysing',
      )
    },
  )

  test('[IMPROVE-2] 2.26: the question and the verdict say which orders are not completed', () => {
    const { iterate, analysed } = begin()
    const [iteration] = iterate(scoreOf(9), 'needs_review').iterations
    expect(analysed()).toMatchObject({
      detail: 'iteration 1 scores 9 of 10; 1 of 1 work orders are not completed; 2 proposals',
    })
    expect(iteration && owedBy(iteration)).toMatchObject([
      met,
      {
        id: 'workflow.orders',
        status: 'unmet',
        reason: '1 of 1 are not: Temperature (needs_review)',
      },
    ])
  })

  test('2.26: a miss in between starts the count again', () => {
    const { iterate, analysed, tell, answer } = begin({ consecutive: 2 })
    iterate(scoreOf(8))
    expect(iterate(scoreOf(7)).at).toBe('analysing')
    analysed()
    tell(answer('skip'))
    expect(iterate(scoreOf(8)).at).toBe('preparing')
    expect(iterate(scoreOf(8))).toMatchObject({ at: 'ended', outcome: 'target_reached' })
  })

  test('one application alone is scored, whatever it scores', () => {
    expect(begin({ mode: 'once' }).iterate(scoreOf(8))).toMatchObject({ outcome: 'target_reached' })
    expect(begin({ mode: 'once' }).iterate(scoreOf(7))).toMatchObject({
      outcome: 'scored',
      reason: '7 of 10; the target is 8',
    })
  })

  test('after the last iteration its proposals are still decided, then it ends', () => {
    const { iterate, analysed, tell, answer } = begin({ maxIterations: 1 })
    iterate(scoreOf(5))
    expect(analysed()).toMatchObject({ at: 'asking', trigger: 'proposals' })
    expect(tell(answer('skip'))).toMatchObject({ at: 'ended', outcome: 'iteration_limit' })
  })

  test('[IMPROVE-1] only what a person approves is applied, and what was not wanted is remembered', () => {
    const { iterate, analysed, tell, refused, answer } = begin()
    iterate(scoreOf(5))
    analysed(3)
    expect(refused(answer('approve', { only: ['p9'] }))).toContain('no proposal p9')
    const applying = tell(answer('approve', { only: ['p2'] }))
    expect(applying).toMatchObject({
      at: 'applying',
      approved: { ids: ['p2'], by: 'ada' },
      skipped: ['p1', 'p3'],
    })
    const next = tell({ type: 'record-applied', results: [applied('p2', 3)], head: sha(3), cost })
    expect(next).toMatchObject({
      at: 'preparing',
      head: sha(3),
      improvements: [{ id: 'p2', status: 'applied', from: 1, approvedBy: 'ada' }],
    })
  })

  test('whoever wants to see more decides nothing; whoever edits sends the analyst back with their words', () => {
    const { iterate, analysed, tell, refused, answer } = begin()
    iterate(scoreOf(5))
    analysed()
    expect(tell(answer('view')).at).toBe('asking')
    expect(refused(answer('edit'))).toContain('needs feedback')
    expect(tell(answer('edit', { feedback: 'look at the tests' }))).toMatchObject({
      at: 'analysing',
      guidance: ['look at the tests'],
    })
    expect(analysed(1).at).toBe('asking')
    expect(tell(answer('exit'))).toMatchObject({ at: 'ended', outcome: 'stopped' })
  })

  test('[IMPROVE-3] 2.28: what cannot be applied is rejected with its reason, and stays in the records', () => {
    const { iterate, analysed, tell, answer } = begin()
    iterate(scoreOf(5))
    analysed(1)
    tell(answer('approve'))
    const rejected = {
      id: 'p1',
      status: 'rejected' as const,
      commit: null,
      files: [],
      reason: 'the text to replace is not there',
    }
    expect(
      tell({ type: 'record-applied', results: [rejected], head: sha(1), cost }).improvements,
    ).toMatchObject([{ id: 'p1', status: 'rejected', reason: 'the text to replace is not there' }])
  })

  test('[IMPROVE-3] 2.29: an improvement is rolled back once, also after the end, and never while an application is built', () => {
    const { iterate, analysed, tell, refused, answer } = begin({ maxIterations: 1 })
    iterate(scoreOf(5))
    analysed(1)
    tell(answer('approve'))
    tell({ type: 'record-applied', results: [applied('p1', 3)], head: sha(3), cost })
    const back = {
      type: 'record-rolled-back',
      improvement: 'p1',
      commit: sha(4),
      files: [],
      by: 'ada',
      reason: 'worse',
    } satisfies ImproveCommand
    expect(tell(back)).toMatchObject({
      at: 'ended',
      head: sha(4),
      improvements: [{ rolledBack: { by: 'ada', reason: 'worse' } }],
    })
    expect(refused(back)).toContain('already')
    expect(begin().refused(back)).toContain('under way')
  })

  test('2.20: the score of a person stands beside the computed one and counts', () => {
    const { iterate, tell, refused } = begin({ mode: 'once' })
    iterate(scoreOf(7))
    expect(refused({ type: 'record-human-score', iteration: 2, score: 9, by: 'ada' })).toContain(
      'was not scored',
    )
    expect(
      tell({ type: 'record-human-score', iteration: 1, score: 9, by: 'ada' }).iterations,
    ).toMatchObject([{ human: { score: 9, by: 'ada' }, score: { overall: 7 } }])
  })

  test('what is in the way three times is asked about', () => {
    const { tell, answer } = begin()
    const failure = {
      type: 'record-failure',
      phase: 'PREPARE',
      error: 'the disk is full',
      final: false,
      cost,
    } as const
    tell(failure)
    tell(failure)
    expect(tell(failure)).toMatchObject({ at: 'asking', trigger: 'blocked' })
    expect(tell(answer('retry'))).toMatchObject({ at: 'preparing', failures: [] })
  })

  test('what comes at the wrong time is refused', () => {
    const { refused } = begin()
    expect(
      refused({ type: 'record-built', orders: [], notes: [], commit: sha(1), cost }),
    ).toContain('preparing')
    expect(refused({ type: 'start', runId: 'r', setup, by: 'ada' })).toContain('started already')
  })
})
