import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { wilson } from '../model/wilson.ts'
import { combined, inherited } from './belief.ts'
import { cellSize, countArm, stratified } from './cells.ts'
import { chiSquareAbove, logGamma, normalBelow } from './distributions.ts'
import { effectOf } from './effect.ts'
import { chanceOfLower } from './rates.ts'

const arm = (failed: number, count: number) => ({ count, failed })

describe('rates', () => {
  test('have Wilson intervals: the rates that the count would not contradict', () => {
    // 10 of 50: by hand (0.2 + 0.0384) / 1.0768 ± 0.1148 / 1.0768
    const { low, high } = wilson(10, 50)
    expect(low).toBeCloseTo(0.1124, 4)
    expect(high).toBeCloseTo(0.3304, 4)
    expect(wilson(0, 0)).toEqual({ low: 0, high: 1 })
    expect(wilson(0, 30).low).toBe(0)
    expect(wilson(30, 30).high).toBe(1)
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), fc.nat(300), (count, some) => {
        const failed = Math.min(some, count)
        const both = wilson(failed, count)
        for (const edge of [both.low, both.high]) {
          if (edge === 0 || edge === 1) continue
          const z = (failed / count - edge) / Math.sqrt((edge * (1 - edge)) / count)
          expect(Math.abs(z)).toBeCloseTo(1.96, 3)
        }
      }),
    )
  })

  test('compare as beliefs, too: P(p1 < p0) by draws that are the same each time', () => {
    expect(chanceOfLower(arm(5, 50), arm(20, 50), 'x')).toBeGreaterThan(0.99)
    expect(chanceOfLower(arm(20, 50), arm(5, 50), 'x')).toBeLessThan(0.01)
    expect(chanceOfLower(arm(0, 0), arm(0, 0), 'x')).toBeCloseTo(0.5, 1)
    expect(chanceOfLower(arm(3, 9), arm(4, 8), 'x')).toBe(chanceOfLower(arm(3, 9), arm(4, 8), 'x'))
    // against the exact integral over a fine grid
    const [one, other] = [arm(6, 40), arm(11, 38)]
    const pooled = 17.5 / 79
    const density = (failed: number, count: number) => {
      const grid = Array.from({ length: 4_000 }, (_, at) => (at + 0.5) / 4_000)
      const [a, b] = [4 * pooled + failed, 4 * (1 - pooled) + count - failed]
      const heights = grid.map((p) => Math.exp((a - 1) * Math.log(p) + (b - 1) * Math.log(1 - p)))
      const sum = heights.reduce((all, each) => all + each, 0)
      return heights.map((each) => each / sum)
    }
    const [first, second] = [density(6, 40), density(11, 38)]
    let [below, exact] = [0, 0]
    for (let at = 0; at < first.length; at += 1) {
      exact += second[at]! * (below + first[at]! / 2)
      below += first[at]!
    }
    expect(Math.abs(chanceOfLower(one, other, 'grid') - exact)).toBeLessThan(0.025)
  })

  test('rest on distributions that agree with their tables', () => {
    expect(normalBelow(0)).toBeCloseTo(0.5, 12)
    expect(normalBelow(1.959963984540054)).toBeCloseTo(0.975, 12)
    expect(normalBelow(-3)).toBeCloseTo(0.0013498980316, 12)
    expect(normalBelow(-40)).toBeLessThan(1e-300)
    expect(chiSquareAbove(10.827566170662733, 1)).toBeCloseTo(0.001, 10)
    expect(chiSquareAbove(18.307038053275146, 10)).toBeCloseTo(0.05, 10)
    expect(chiSquareAbove(0, 3)).toBe(1)
    expect(logGamma(11)).toBeCloseTo(Math.log(3_628_800), 10)
    expect(logGamma(0.5)).toBeCloseTo(Math.log(Math.PI) / 2, 12)
  })
})

type Row = readonly [f1: number, n1: number, f0: number, n0: number]

function cellsOf(rows: readonly Row[]): number[] {
  const cells = Array.from({ length: rows.length * cellSize }, () => 0)
  rows.forEach(([f1, n1, f0, n0], stratum) => {
    const add = (on: boolean, failed: number, count: number) => {
      for (let at = 0; at < count; at += 1)
        countArm(cells, stratum, { on, targetFailed: at < failed, guardrailFailed: false }, 1)
    }
    add(true, f1, n1)
    add(false, f0, n0)
  })
  return cells
}

describe('the effect of a lesson', () => {
  test('is the Mantel-Haenszel difference over strata, with its variance', () => {
    // by hand: weights 20·20/40 = 10 and 10·30/40 = 7.5; differences −0.1 and −0.2
    const { difference } = stratified(
      cellsOf([
        [4, 20, 6, 20],
        [1, 10, 9, 30],
      ]),
      'target',
    )
    expect(difference.mean).toBeCloseTo((10 * -0.1 + 7.5 * -0.2) / 17.5, 12)
    const pq = (failed: number, count: number) => {
      const p = (failed + 0.5) / (count + 1)
      return (p * (1 - p)) / count
    }
    const variance = (100 * (pq(4, 20) + pq(6, 20)) + 56.25 * (pq(1, 10) + pq(9, 30))) / 17.5 ** 2
    expect(difference.variance).toBeCloseTo(variance, 12)
  })

  test('is not fooled by a stratum that has one arm only, nor by a mix that differs', () => {
    // the lesson does nothing, and was used where work is hard: a plain difference says it harms
    const {
      with: one,
      without,
      difference,
    } = stratified(
      cellsOf([
        [2, 10, 8, 40],
        [24, 40, 6, 10],
        [5, 5, 0, 0],
      ]),
      'target',
    )
    expect(one.failed / one.count - without.failed / without.count).toBeGreaterThan(0.2)
    expect(difference.mean).toBeCloseTo(0, 12)
    expect(stratified([], 'target').difference.variance).toBe(Infinity)
  })

  test('is pulled towards none by as much as the data is thin', () => {
    const prior = { mean: 0, variance: 0.08 ** 2 }
    const seen = { mean: -0.1, variance: 0.08 ** 2 * 3 }
    const both = combined(prior, seen)
    expect(both.mean).toBeCloseTo(-0.1 * (0.08 ** 2 / (0.08 ** 2 * 4)), 12)
    expect(both.variance).toBeCloseTo((0.08 ** 2 * 3 * 0.08 ** 2) / (0.08 ** 2 * 4), 12)
    expect(combined(prior, { mean: 9, variance: Infinity })).toEqual(prior)
  })

  test('comes with an interval, and with the share of failures avoided, or null where nothing failed', () => {
    const prior = { mean: 0, variance: 0.08 ** 2 }
    const effect = effectOf(stratified(cellsOf([[15, 100, 30, 100]]), 'target'), prior)
    expect(effect.interval.low).toBeLessThan(effect.mean)
    expect(effect.interval.high - effect.interval.low).toBeCloseTo(
      2 * 1.95996 * effect.deviation,
      4,
    )
    expect(effect.relative!.reduction).toBeCloseTo(1 - 15.5 / 30.5, 10)
    expect(effect.relative!.low).toBeLessThan(effect.relative!.reduction)
    expect(effect.relative!.high).toBeGreaterThan(effect.relative!.reduction)
    // by hand: √((1 − 15.5/101)/(100·15.5/101) + …) on the logarithm of the ratio
    const half =
      1.959964 * Math.sqrt((1 - 15.5 / 101) / (15.5 / 1.01) + (1 - 30.5 / 101) / (30.5 / 1.01))
    expect(effect.relative!.low).toBeCloseTo(1 - (15.5 / 30.5) * Math.exp(half), 6)
    expect(effectOf(stratified(cellsOf([[3, 20, 0, 20]]), 'target'), prior).relative).toBeNull()
    expect(effectOf(stratified([], 'target'), prior).relative).toBeNull()
  })

  test('starts, for a rewritten text, with at most three tenths of what the old one showed', () => {
    const none = { mean: 0, variance: 0.0064 }
    const old = { mean: -0.1, variance: 0.0001 }
    const start = inherited(none, old, 0.3)
    expect(start).toEqual(combined(none, { mean: -0.1, variance: 0.0001 / 0.3 }))
    expect(1 / start.variance).toBeCloseTo(1 / 0.0064 + 0.3 / 0.0001, 6)
  })
})
