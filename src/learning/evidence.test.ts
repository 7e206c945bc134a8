import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chanceFrom } from './chance.ts'
import {
  advance,
  alwaysValidP,
  detect,
  factor,
  logEvidence,
  logFactors,
  logMean,
  newProcess,
} from './evidence.ts'
import { policy } from './policy.ts'

const { grid } = policy
const benefits = grid.map((d) => -d)
const rates = [0.01, 0.06, 0.2, 0.45, 0.7, 0.97]
const baselines = [0.001, 0.05, 0.3, 0.6, 0.99]
const probabilities = [0.2, 0.35, 0.5, 0.8, 0.92]

/** The mean of a factor, by going through everything that can happen. */
function mean(rate: { on: number; off: number }, p: number, baseline: number, d: number): number {
  let sum = 0
  for (const on of [true, false])
    for (const failed of [true, false]) {
      const arm = on ? p : 1 - p
      const fails = on ? rate.on : rate.off
      sum +=
        arm * (failed ? fails : 1 - fails) * factor({ failed, on, probability: p }, baseline, d)
    }
  return sum
}

describe('evidence', () => {
  test('has mean exactly 1 when a lesson does nothing, for any rate, baseline, coin and effect', () => {
    const combinations = rates.flatMap((rate) =>
      baselines.flatMap((baseline) =>
        probabilities.flatMap((p) =>
          [...benefits, ...grid].map((d) => mean({ on: rate, off: rate }, p, baseline, d)),
        ),
      ),
    )
    expect(combinations.length).toBeGreaterThanOrEqual(600)
    for (const each of combinations) expect(Math.abs(each - 1)).toBeLessThan(1e-15 * 4)
  })

  test('keeps mean 1 when the probability that was really used was another only if that was logged', () => {
    const wrong = [0.5, 0.8].map((logged) => {
      const used = 0.2
      let sum = 0
      for (const on of [true, false])
        for (const failed of [true, false])
          sum +=
            (on ? used : 1 - used) *
            (failed ? 0.3 : 0.7) *
            factor({ failed, on, probability: logged }, 0.3, -1)
      return sum
    })
    // the coin is part of the proof: this is what the sample-ratio check is for
    for (const each of wrong) expect(Math.abs(each - 1)).toBeGreaterThan(1e-4)
  })

  test('multiplies by how much likelier the result is on its side than on both together', () => {
    // odds 3/7 before; with the lesson times e^(−0.8), without it times e^(0.2); logged probability 0.2
    const rate = (odds: number) => odds / (1 + odds)
    const [p1, p0] = [rate((3 / 7) * Math.exp(-0.8)), rate((3 / 7) * Math.exp(0.2))]
    const both = 0.2 * p1 + 0.8 * p0
    const at = (failed: boolean, on: boolean) => factor({ failed, on, probability: 0.2 }, 0.3, -1)
    expect(at(true, true)).toBeCloseTo(p1 / both, 12)
    expect(at(true, false)).toBeCloseTo(p0 / both, 12)
    expect(at(false, true)).toBeCloseTo((1 - p1) / (1 - both), 12)
    expect(at(false, false)).toBeCloseTo((1 - p0) / (1 - both), 12)
  })

  test('of benefit never grows on average while the lesson truly harms, nor that of harm while it helps', () => {
    let seen = 0
    for (const off of rates)
      for (const odds of [0.1, 0.3, 0.5, 1, 2])
        for (const baseline of baselines)
          for (const p of probabilities)
            for (const d of grid) {
              const raised = 1 / (1 + Math.exp(-(Math.log(off / (1 - off)) + odds)))
              expect(mean({ on: raised, off }, p, baseline, -d)).toBeLessThanOrEqual(1 + 1e-14)
              expect(mean({ on: off, off: raised }, p, baseline, d)).toBeLessThanOrEqual(1 + 1e-14)
              seen += 1
            }
    expect(seen).toBeGreaterThan(2_000)
  })

  const comparison = fc.record({
    failed: fc.boolean(),
    on: fc.boolean(),
    probability: fc.double({ min: 0.05, max: 0.95, noNaN: true }),
  })

  test('is a mean of running products, always above zero and never too large for a number', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(comparison, fc.double({ min: 0, max: 1, noNaN: true })), {
          maxLength: 60,
        }),
        (all) => {
          const process = newProcess(grid.length)
          const products = grid.map(() => 1)
          let most = 1
          for (const [each, baseline] of all) {
            advance(process, logFactors(each, baseline, benefits))
            benefits.forEach((d, at) => (products[at]! *= factor(each, baseline, d)))
            most = Math.max(most, products.reduce((sum, x) => sum + x, 0) / grid.length)
          }
          const direct = products.reduce((sum, x) => sum + x, 0) / grid.length
          expect(Math.exp(logEvidence(process))).toBeCloseTo(direct, 8)
          expect(direct).toBeGreaterThan(0)
          expect(Math.exp(process.most) / most).toBeCloseTo(1, 8)
        },
      ),
    )
    const long = newProcess(grid.length)
    for (let at = 0; at < 100_000; at += 1) {
      const on = at % 2 === 0
      advance(long, logFactors({ failed: !on, on, probability: 0.5 }, 0.5, benefits))
    }
    expect(Number.isFinite(logEvidence(long))).toBe(true)
    expect(logEvidence(long)).toBeGreaterThan(10_000)
  })

  test('[EVID-4] passes 20 in at most one of twenty lessons that do nothing, however often one looks', () => {
    const [lessons, orders] = [2_000, 400]
    let crossed = { benefit: 0, harm: 0 }
    for (let lesson = 0; lesson < lessons; lesson += 1) {
      const chance = chanceFrom('null', lesson)
      const [benefit, harm] = [newProcess(grid.length), newProcess(grid.length)]
      const counts = { seen: 4, failed: 0.8 }
      const rate = [0.06, 0.12, 0.2, 0.3][lesson % 4]!
      for (let order = 0; order < orders; order += 1) {
        // the rate drifts and the coin adapts to what was seen: neither may matter
        const now = Math.min(0.9, rate * (1 + order / orders))
        const probability = Math.min(0.8, Math.max(0.2, 0.5 + logEvidence(benefit) / 4))
        const each = {
          failed: chance.uniform() < now,
          on: chance.uniform() < probability,
          probability,
        }
        advance(benefit, logFactors(each, counts.failed / counts.seen, benefits))
        advance(harm, logFactors(each, counts.failed / counts.seen, grid))
        counts.seen += 1
        if (each.failed) counts.failed += 1
      }
      if (benefit.most >= Math.log(20)) crossed = { ...crossed, benefit: crossed.benefit + 1 }
      if (harm.most >= Math.log(20)) crossed = { ...crossed, harm: crossed.harm + 1 }
    }
    expect(crossed.benefit / lessons).toBeLessThanOrEqual(0.05)
    expect(crossed.harm / lessons).toBeLessThanOrEqual(0.05)
    // the test is alive: some do cross
    expect(crossed.benefit + crossed.harm).toBeGreaterThan(20)
  })

  test('grows quickly where a lesson works: 30 to 15 % passes 20 after about 176 work orders', () => {
    const needed = Array.from({ length: 300 }, (_, lesson) => {
      const chance = chanceFrom('works', lesson)
      const process = newProcess(grid.length)
      for (let order = 1; order < 3_000; order += 1) {
        const on = chance.uniform() < 0.5
        const failed = chance.uniform() < (on ? 0.15 : 0.3)
        advance(process, logFactors({ failed, on, probability: 0.5 }, 0.225, benefits))
        if (process.most >= Math.log(20)) return order
      }
      return Infinity
    }).toSorted((left, right) => left - right)
    expect(needed[150]).toBeGreaterThan(130)
    expect(needed[150]).toBeLessThan(230)
  })

  test('gives a p-value that stays valid: one over the highest it ever was', () => {
    expect(alwaysValidP(Math.log(20))).toBeCloseTo(0.05, 12)
    expect(alwaysValidP(0)).toBe(1)
    expect(alwaysValidP(-3)).toBe(1)
  })

  test('sums in logarithms are those of the numbers themselves', () => {
    expect(logMean([Math.log(1), Math.log(3)])).toBeCloseTo(Math.log(2), 12)
    expect(logMean([-Infinity, -Infinity])).toBe(-Infinity)
    expect(logMean([2_000, 2_000])).toBeCloseTo(2_000, 9)
  })

  test('has a detector of change that follows M ← (M + 1)·S for each effect', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { maxLength: 50 }),
        (logs) => {
          const levels = [-Infinity]
          let direct = 0
          for (const log of logs) {
            detect(levels, [log])
            direct = (direct + 1) * Math.exp(log)
          }
          expect(Math.exp(levels[0]!)).toBeCloseTo(direct, 6)
        },
      ),
    )
  })
})
