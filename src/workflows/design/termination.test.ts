import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { at, attempts, begun, hashOf, judged, live, orders } from '../../../test/support/design.ts'
import { terminate, unchanged } from './termination.ts'

const rising = (count: number, from = 60) =>
  Array.from({ length: count }, (_, index) => from + index)
const strict = { strictTermination: true }

describe('the last iteration', () => {
  test('[DESIGN-12] 1.1, vector 7: attempt 10 of 10 with 85 of 80 becomes a CANDIDATE, read strictly it FAILED', () => {
    const nine = rising(9)
    expect(begun({}, ...attempts(...nine, 85)).state).toMatchObject({
      at: 'CANDIDATE',
      iteration: 9,
    })
    expect(begun(strict, ...attempts(...nine, 85)).state).toMatchObject({
      at: 'FAILED',
      iteration: 9,
      failure: {
        code: 'max_iterations',
        detail: 'score 85, threshold 80, after 10 of 10 iterations',
      },
    })
    // read strictly, the ninth may still pass
    expect(begun(strict, ...attempts(...rising(8), 85)).state.at).toBe('CANDIDATE')
  })

  test('[DESIGN-12] 1.1: a single iteration can succeed, read strictly it never can', () => {
    const one = { maxIterations: 1 }
    expect(begun(one, ...attempts(80)).state.at).toBe('CANDIDATE')
    expect(begun({ ...one, ...strict }, ...attempts(100)).state).toMatchObject({
      at: 'FAILED',
      failure: { code: 'max_iterations' },
    })
  })

  test.each([[false], [true]])(
    '1.1, 1.2: below the threshold ends the run at once, with no wasted generation (strict %s)',
    (strictTermination) => {
      const run = begun({ maxIterations: 3, strictTermination }, ...attempts(60, 65, 70))
      expect(at(run.state, 'FAILED')).toMatchObject({
        iteration: 2,
        failure: {
          code: 'max_iterations',
          detail: 'score 70, threshold 80, after 3 of 3 iterations',
        },
      })
      expect(run.events.slice(-2)).toEqual(['evaluated', 'failed'])
      expect(at(run.state, 'FAILED').history.at(-1)).toMatchObject({ from: 'EVALUATING' })
    },
  )
})

describe('no progress', () => {
  const example = [72.45, 72.46, 72.44, 72.45]

  test.each([[false], [true]])(
    '1.3, vector 6: 72.45, 72.46, 72.44, 72.45 fails at the fourth, not at the third (strict %s)',
    (strictTermination) => {
      const three = begun({ strictTermination }, ...attempts(...example.slice(0, 3)))
      expect(three.state.at).toBe('REVISING')
      const four = three.and(orders.revise, ...judged('attempt 4', 72.45))
      expect(at(four.state, 'FAILED').failure).toMatchObject({
        code: 'no_progress',
        detail: expect.stringContaining('score 72.45 unchanged in iterations 1 to 4'),
      })
    },
  )

  test('1.3: the range it names is the one of the plateau, as in the example of the documents', () => {
    const run = begun({}, ...attempts(50, 55, 60, 65, ...example))
    expect(at(run.state, 'FAILED').failure.detail).toContain('iterations 5 to 8')
  })

  test.each([1, 2, 3, 4])('[DESIGN-17] 1.3: stagnationCount %s counts comparisons', (count) => {
    const same = Array.from({ length: count + 1 }, () => 70)
    const setup = { stagnationCount: count }
    expect(begun(setup, ...attempts(...same.slice(1))).state.at).toBe('REVISING')
    expect(begun(setup, ...attempts(...same)).state).toMatchObject({
      at: 'FAILED',
      failure: { code: 'no_progress' },
    })
  })

  test('[DESIGN-17] 1.4: is measured from where the plateau began, so that a slow climb is progress', () => {
    expect(unchanged([70, 70.01, 70.02, 70.03, 70.04])).toBe(0)
    expect(unchanged([70, 70.01, 70.02])).toBe(0)
    expect(unchanged([70, 70.01, 69.99, 70])).toBe(3)
    expect(unchanged([72.46, 72.44])).toBe(0)
    expect(unchanged([])).toBe(0)
  })

  test('[DESIGN-17] 1.4: counts in whole hundredths: 0.01 apart is equal, 0.02 is not, for every score there is', () => {
    // 72.44 and 72.45 are 0.0100000000000051 apart as floating point numbers
    expect(Math.abs(72.44 - 72.45)).toBeGreaterThan(0.01)
    for (let hundredths = 0; hundredths <= 10_000; hundredths += 1) {
      const score = hundredths / 100
      expect(unchanged([score, (hundredths + 1) / 100])).toBe(1)
      expect(unchanged([score, (hundredths - 1) / 100])).toBe(1)
      expect(unchanged([score, (hundredths + 2) / 100])).toBe(0)
    }
  })

  test('1.5: dimensions that move within it are told, and never reset the count', () => {
    const dimensions = (clarity: number) => ({
      completeness: 70,
      coherence: 70,
      clarity,
      frameworkAgnosticism: 70,
      dataModelIntegrity: 70,
    })
    const scored = (word: string, clarity: number) => [
      orders.generate(word),
      orders.evaluate(word, 70, { dimensions: dimensions(clarity) }),
    ]
    const run = begun(
      {},
      ...scored('a', 60),
      orders.revise,
      ...scored('b', 70),
      orders.revise,
      ...scored('c', 80),
      orders.revise,
      ...scored('d', 90),
    )
    expect(at(run.state, 'FAILED').failure).toMatchObject({
      code: 'no_progress',
      detail: 'score 70 unchanged in iterations 1 to 4; within it: clarity 60 → 90',
    })
  })

  test('1.5: the best is the highest score; where it is equal the first dimension that differs decides, then the earlier', () => {
    const dimensions = (completeness: number, coherence: number) => ({
      completeness,
      coherence,
      clarity: 50,
      frameworkAgnosticism: 50,
      dataModelIntegrity: 50,
    })
    const best = (...made: readonly (readonly [number, number, number])[]) => {
      const orderly = made.flatMap(([score, completeness, coherence], index) => [
        ...(index === 0 ? [] : [orders.revise]),
        orders.generate(`best ${index}`),
        orders.evaluate(`best ${index}`, score, {
          dimensions: dimensions(completeness, coherence),
        }),
      ])
      return live(begun({}, ...orderly).state).best
    }
    expect(best([60, 50, 50], [70, 10, 10])?.score).toBe(70)
    expect(best([70, 50, 50], [60, 99, 99])?.score).toBe(70)
    expect(best([70, 50, 60], [70, 60, 50])?.dimensions.completeness).toBe(60)
    expect(best([70, 60, 50], [70, 50, 60])?.dimensions.completeness).toBe(60)
    expect(best([70, 60, 50], [70, 60, 51])?.dimensions.coherence).toBe(51)
    expect(best([70, 60, 50], [70, 60, 50])?.intent).toBe(hashOf('best 0'))
  })
})

describe('scores at or above the threshold', () => {
  const sentBack = Array.from({ length: 4 }, (_, index) => [
    ...judged(`good ${index}`, 85),
    orders.reject(`again ${index}`),
    orders.revise,
  ]).flat()

  test('[DESIGN-22] 1.6: that a person sent back and that stay the same are no stagnation; read strictly they are', () => {
    expect(begun({}, ...sentBack).state).toMatchObject({ at: 'GENERATING', iteration: 4 })
    const literal = begun(strict, ...sentBack)
    expect(at(literal.state, 'FAILED').failure.code).toBe('no_progress')
  })

  test('[DESIGN-22] 1.6: only scores below the threshold since the last decision count', () => {
    const flat = (word: string, count: number) =>
      Array.from({ length: count }, (_, index) => [
        ...judged(`${word} ${index}`, 70),
        orders.revise,
      ]).flat()
    const before = begun({ maxIterations: 20 }, ...flat('early', 3), ...judged('good', 85))
    const after = before.and(orders.reject(), orders.revise, ...flat('late', 3))
    expect(after.state.at).toBe('GENERATING')
    expect(after.and(...judged('late 3', 70)).state).toMatchObject({
      at: 'FAILED',
      failure: { code: 'no_progress' },
    })
  })

  test('[DESIGN-22] 1.6: a score that passed breaks the plateau, also where a person edited instead of deciding', () => {
    const run = begun(
      {},
      ...attempts(70, 70, 85),
      orders.edit('mine'),
      orders.revise,
      ...judged('mine', 70),
      orders.revise,
      ...judged('next', 70),
    )
    expect(run.state.at).toBe('REVISING')
    // also where it was no more than a hair above
    const close = begun(
      { stagnationCount: 2 },
      ...attempts(79.99, 80),
      orders.edit('mine'),
      orders.revise,
      ...judged('mine', 79.99),
      orders.revise,
      ...judged('next', 79.99),
    )
    expect(close.state.at).toBe('REVISING')
    expect(close.and(orders.revise, ...judged('last', 79.99)).state.at).toBe('FAILED')
  })
})

describe('one condition per iteration', () => {
  test('decides alone, in the order of the priorities: the limit, the plateau, the threshold', () => {
    const attempt = {
      iteration: 3,
      maxIterations: 4,
      threshold: 80,
      score: 70,
      scores: [70, 70, 70, 70],
      stagnationCount: 3,
      strict: false,
    }
    expect(terminate(attempt)).toMatchObject({ to: 'FAILED', code: 'max_iterations' })
    expect(terminate({ ...attempt, maxIterations: 5 })).toMatchObject({ code: 'no_progress' })
    const same = { ...attempt, score: 85, scores: [85, 85, 85, 85], maxIterations: 5 }
    expect(terminate(same)).toEqual({ to: 'CANDIDATE' })
    expect(terminate({ ...same, strict: true })).toMatchObject({ code: 'no_progress' })
    expect(terminate({ ...same, strict: true, maxIterations: 4 })).toMatchObject({
      code: 'max_iterations',
    })
    expect(terminate({ ...attempt, maxIterations: 5, scores: [60, 70, 70, 70] })).toEqual({
      to: 'REVISING',
    })
  })

  test('is all that an evaluation ever brings: one transition, and one reason where it fails', () => {
    const score = fc.integer({ min: 6_000, max: 9_000 }).map((hundredths) => hundredths / 100)
    const scores = fc.array(fc.oneof(score, fc.constantFrom(70, 70.01, 79.99, 80)), {
      minLength: 1,
      maxLength: 12,
    })
    const codes = new Set<string>()
    fc.assert(
      fc.property(
        scores,
        fc.integer({ min: 1, max: 6 }),
        fc.boolean(),
        (each, maxIterations, strictTermination) => {
          let run = begun({ maxIterations, strictTermination, stagnationCount: 2 })
          for (const [index, next] of each.entries()) {
            if (run.state.at === 'REVISING') run = run.and(orders.revise)
            if (run.state.at !== 'GENERATING') break
            const evaluating = run.and(orders.generate(`n ${index}`))
            run = evaluating.and(orders.evaluate(`n ${index}`, next))
            const moves = live(run.state).history.length - live(evaluating.state).history.length
            expect(moves).toBe(1)
            codes.add(run.state.at === 'FAILED' ? run.state.failure.code : run.state.at)
          }
        },
      ),
      // what is reached must not hang on chance
      { numRuns: 300, seed: 24 },
    )
    expect([...codes].toSorted()).toEqual([
      'CANDIDATE',
      'REVISING',
      'max_iterations',
      'no_progress',
    ])
  })
})
