import { describe, expect, test } from 'vitest'
import { seedCells, type SeedRow } from '../../test/support/seed-cells.ts'
import { floorMisses, reductionOf, seedFloors } from './seed-fields.ts'

const rows = (
  count: number,
  failed: number,
  rest: Partial<SeedRow> & { readonly applied: boolean },
): readonly SeedRow[] =>
  Array.from({ length: count }, (_, at) => ({
    band: '0.3-0.4',
    proposer: 'p',
    failed: at < failed,
    weight: 1,
    ...rest,
  }))
const reduction = (...all: readonly (readonly SeedRow[])[]) => reductionOf(seedCells(all.flat()))

describe('the reduction rate', () => {
  test('is how much of the error rate went away', () => {
    const found = reduction(rows(40, 4, { applied: true }), rows(40, 16, { applied: false }))
    expect(found.reductionRate).toBeCloseTo(0.75, 12)
    expect(found.rawReductionRate).toBeCloseTo(0.75, 12)
  })

  test('[FIELDS-2] is null where nothing failed without the lesson (decision 2.9)', () => {
    const found = reduction(rows(40, 4, { applied: true }), rows(40, 0, { applied: false }))
    expect(found).toEqual({ reductionRate: null, rawReductionRate: null })
  })

  test('[FIELDS-2] is never below 0, with the raw rate kept (decision 2.9)', () => {
    const found = reduction(rows(20, 10, { applied: true }), rows(20, 5, { applied: false }))
    expect(found.reductionRate).toBe(0)
    expect(found.rawReductionRate).toBeCloseTo(-1, 12)
  })

  test('[FIELDS-2] needs five in each arm (decision 2.10)', () => {
    const five = { with: rows(5, 1, { applied: true }), without: rows(5, 2, { applied: false }) }
    expect(reduction(five.with, five.without).reductionRate).toBeCloseTo(0.5, 12)
    expect(reduction(five.with.slice(1), five.without).reductionRate).toBeNull()
    expect(reduction(five.with, five.without.slice(1)).reductionRate).toBeNull()
    expect(reduction().reductionRate).toBeNull()
  })

  test('[FIELDS-5] compares the same band and proposer only (decision 2.10)', () => {
    const own = rows(10, 1, { applied: true })
    for (const other of [{ band: '0.8-0.9' }, { proposer: 'q' }]) {
      const found = reduction(own, rows(50, 50, { applied: false, ...other }))
      expect(found.reductionRate).toBeNull()
      const both = reduction(
        own,
        rows(10, 2, { applied: false }),
        rows(50, 50, { applied: false, ...other }),
      )
      expect(both.reductionRate).toBeCloseTo(0.5, 12)
    }
  })

  test('counts a kept success for all it stands for (decision 2.12)', () => {
    // 10 failures of 100 and 20 of 100, of which one success in ten was kept
    const sampled = (applied: boolean, failures: number, kept: number) => [
      ...rows(failures, failures, { applied }),
      ...rows(kept, 0, { applied, weight: 10 }),
    ]
    const found = reduction(sampled(true, 10, 9), sampled(false, 20, 8))
    expect(found.reductionRate).toBeCloseTo(0.5, 12)
    const biased = reduction(
      sampled(true, 10, 9).map((row) => ({ ...row, weight: 1 })),
      sampled(false, 20, 8).map((row) => ({ ...row, weight: 1 })),
    )
    expect(biased.reductionRate).toBeCloseTo(0.263, 3)
  })

  test('has its floors beside it: 0.70, 30 applications, 3 iterations', () => {
    const active = { count: 3, unit: 'days' } as const
    const fields = { reductionRate: 0.7, applicationsCount: 30, active }
    expect(floorMisses(fields, seedFloors)).toEqual([])
    const less = {
      reductionRate: 0.69,
      applicationsCount: 29,
      active: { count: 2, unit: 'iterations in a row' },
    } as const
    expect(floorMisses(less, seedFloors)).toEqual([
      'a reduction rate of 0.7 (now 0.69)',
      '30 applications (now 29)',
      '3 iterations in a row (now 2)',
    ])
    expect(floorMisses({ ...fields, reductionRate: null }, seedFloors)).toHaveLength(1)
    // the evidence decides, so a rate alone keeps nothing from being put before a person
    expect(floorMisses({ ...fields, reductionRate: null })).toEqual([])
  })
})
