import { array, assert, constantFrom, double, nat, property, tuple } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { reductionRates, type StratumCounts } from './records-effectiveness.ts'
import { ApplicationRow, outcomeOf } from './records-lessons.ts'
import { seedCells } from '../../test/support/seed-cells.ts'
import { reductionOf } from '../learning/seed-fields.ts'
import { LessonOutcome } from './lesson.ts'
import { keepsSuccess, recordIdOf, successWeight } from './records-sampling.ts'
import { bandOf, ComplexityBand, RecordId } from './records-values.ts'

const stratum = (
  [on, onFailed]: readonly [number, number],
  [off, offFailed]: readonly [number, number],
  more: Partial<StratumCounts> = {},
): StratumCounts => ({
  complexity_band: '0.3-0.4',
  proposer_name: 'cheap',
  output_type: 'code',
  with: { count: on, target_failed: onFailed, guardrail_failed: 0 },
  without: { count: off, target_failed: offFailed, guardrail_failed: 0 },
  ...more,
})

const rate = (...strata: readonly StratumCounts[]) => reductionRates(strata).raw_reduction_rate

describe('what records count', () => {
  test('puts a score into its band of a tenth, 1 into the last (decision 2.13)', () => {
    const bands = Array.from({ length: 10 }, (_, tenth) => bandOf(tenth / 10))
    expect(bands[0]).toBe('0.0-0.1')
    expect(bands[3]).toBe('0.3-0.4')
    expect(bands[8]).toBe('0.8-0.9')
    expect(new Set(bands).size).toBe(10)
    expect(bandOf(1)).toBe('0.9-1.0')
    expect(bandOf(1.7)).toBe('0.9-1.0')
    expect(bandOf(0.2999)).toBe('0.2-0.3')
    assert(
      property(double({ min: 0, max: 3, noNaN: true }), (score) => {
        const [low = 0, high = 0] = ComplexityBand.parse(bandOf(score)).split('-').map(Number)
        expect(low).toBeLessThanOrEqual(Math.min(score, 0.9) + 1e-9)
        expect(high).toBeGreaterThanOrEqual(Math.min(score, 1) - 1e-9)
      }),
    )
  })

  test('keeps one success in ten, always the same ones (decision 2.11)', () => {
    for (const ids of [
      Array.from({ length: 20_000 }, (_, index) => recordIdOf('order', index)),
      Array.from(
        { length: 20_000 },
        (_, index) => `00000000-0000-4000-8000-${`${index}`.padStart(12, '0')}`,
      ),
      Array.from({ length: 20_000 }, (_, index) => `${index}`),
    ]) {
      const kept = ids.filter((id) => keepsSuccess(id))
      expect(kept.length / ids.length).toBeGreaterThan(0.09)
      expect(kept.length / ids.length).toBeLessThan(0.11)
      expect(ids.filter((id) => keepsSuccess(id))).toEqual(kept)
      expect(ids.filter((id) => keepsSuccess(id, 'another seed'))).not.toEqual(kept)
    }
    expect(successWeight).toBe(10)
  })

  test('gives the same parts the same id, and other parts another', () => {
    expect(recordIdOf('order', 1)).toBe(recordIdOf('order', 1))
    const ids = Array.from({ length: 50_000 }, (_, index) => recordIdOf('order', index))
    expect(new Set(ids).size).toBe(ids.length)
    expect(recordIdOf('a', 'b')).not.toBe(recordIdOf('a,b'))
    expect(recordIdOf('1')).not.toBe(recordIdOf(1))
    for (const id of ids.slice(0, 500)) {
      expect(RecordId.parse(id)).toBe(id)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    }
  })

  test('[FIELDS-2] tells no rate with fewer than five orders in an arm (decision 2.10)', () => {
    expect(rate(stratum([5, 1], [5, 2]))).toBeCloseTo(0.5)
    expect(rate(stratum([4, 1], [50, 20]))).toBeNull()
    expect(rate(stratum([50, 1], [4, 2]))).toBeNull()
    expect(rate()).toBeNull()
  })

  test('[FIELDS-2] tells no rate where nothing failed without the lesson, and harm below zero (decision 2.9)', () => {
    expect(rate(stratum([10, 3], [10, 0]))).toBeNull()
    expect(reductionRates([stratum([10, 6], [10, 4])])).toEqual({
      raw_reduction_rate: -0.5,
      reduction_rate: 0,
    })
    expect(reductionRates([stratum([10, 0], [10, 4])])).toEqual({
      raw_reduction_rate: 1,
      reduction_rate: 1,
    })
  })

  test('[FIELDS-5] compares only orders of the same band and proposer (decision 2.10)', () => {
    const hard = { complexity_band: '0.8-0.9' }
    const other = { proposer_name: 'strong' }
    // with the lesson only in easy work, without it only in hard work
    expect(rate(stratum([50, 5], [0, 0]), stratum([0, 0], [50, 25], hard))).toBeNull()
    expect(rate(stratum([50, 5], [0, 0]), stratum([0, 0], [50, 25], other))).toBeNull()
    // a lesson without effect that is mostly used where things are hard
    expect(rate(stratum([10, 1], [90, 9]), stratum([90, 45], [10, 5], hard))).toBeCloseTo(0)
    // the type of output does not part them
    expect(
      rate(stratum([5, 1], [0, 0]), stratum([0, 0], [5, 2], { output_type: 'docs' })),
    ).toBeCloseTo(0.5)
  })

  test('tells the same rate as the fields that lessons are judged by', () => {
    const arm = tuple(nat(12), nat(12)).map(
      ([count, failed]) => [count, Math.min(count, failed)] as const,
    )
    const some = array(
      tuple(arm, arm, constantFrom('0.1-0.2', '0.3-0.4'), constantFrom('a', 'b')),
      { maxLength: 6 },
    )
    let told = 0
    assert(
      property(some, (drawn) => {
        const strata = drawn.map(([on, off, band, proposer]) =>
          stratum(on, off, { complexity_band: band, proposer_name: proposer }),
        )
        const rows = strata.flatMap((each) =>
          ([true, false] as const).flatMap((applied) => {
            const { count, target_failed: failed } = each[applied ? 'with' : 'without']
            return Array.from({ length: count }, (_, index) => ({
              band: each.complexity_band,
              proposer: each.proposer_name,
              applied,
              failed: index < failed,
              weight: 1,
            }))
          }),
        )
        const { rawReductionRate: expected } = reductionOf(seedCells(rows))
        const found = reductionRates(strata)
        if (expected === null) expect(found.raw_reduction_rate).toBeNull()
        else expect(found.raw_reduction_rate).toBeCloseTo(expected, 9)
        if (expected !== null) told += 1
      }),
      { numRuns: 300 },
    )
    expect(told).toBeGreaterThan(50)
  })

  test('tells learning what an application showed, and nothing of what was not measured', () => {
    const row = ApplicationRow.parse({
      enhancement_id: recordIdOf('lesson'),
      enhancement_version: 2,
      work_order_id: recordIdOf('order'),
      applied_at: '2026-03-01T00:00:00.000Z',
      probability: 0.4,
      is_on: true,
      shortlisted: true,
      complexity_band: '0.3-0.4',
      proposer_name: 'cheap',
      output_type: 'code',
      target_failed: true,
      guardrail_failed: false,
      model: 'small-1',
      prompt_hash: 'abc',
      tool_version: '7',
      iteration: 3,
    })
    const lesson = { lessonId: row.enhancement_id, version: 2 }
    const outcome = outcomeOf(row, lesson, '0.3-0.4|cheap|code')
    expect(LessonOutcome.parse(outcome)).toEqual({
      lessonId: row.enhancement_id,
      version: 2,
      workOrderId: row.work_order_id,
      shortlisted: true,
      probability: 0.4,
      on: true,
      stratum: '0.3-0.4|cheap|code',
      targetFailed: true,
      guardrailFailed: false,
      proposer: 'cheap',
      model: 'small-1',
      promptHash: 'abc',
      toolVersion: '7',
      at: row.applied_at,
      iteration: 3,
    })
    expect(outcomeOf({ ...row, target_failed: null }, lesson, '0.3-0.4|cheap|code')).toBeNull()
    expect(outcomeOf({ ...row, guardrail_failed: null }, lesson, '0.3-0.4|cheap|code')).toBeNull()
  })
})
