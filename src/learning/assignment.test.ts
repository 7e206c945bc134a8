import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { probabilityOf, stratumOf } from './assignment.ts'
import { chanceFrom } from './chance.ts'
import { policy } from './policy.ts'
import { shortlist, valueOf } from './plan-order.ts'

const sure = (mean: number) => ({ mean, variance: 1e-6 })
const asked = { promoted: false, rerandomised: false, perArm: 30, value: sure(0) }

describe('the probability of a coin', () => {
  test('is one half until thirty work orders are in each arm', () => {
    const young = { ...asked, perArm: 29, value: sure(5) }
    expect(probabilityOf(young, policy)).toBe(0.5)
    expect(probabilityOf({ ...young, perArm: 30 }, policy)).toBe(0.8)
  })

  test('follows the belief in the lesson, and never leaves 0.2 to 0.8 for a candidate', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1, max: 1, noNaN: true }),
        fc.double({ min: 1e-9, max: 1, noNaN: true }),
        fc.nat(1_000),
        (mean, variance, perArm) => {
          const p = probabilityOf({ ...asked, perArm, value: { mean, variance } }, policy)
          expect(p).toBeGreaterThanOrEqual(0.2)
          expect(p).toBeLessThanOrEqual(0.8)
          if (perArm >= 30 && Math.abs(mean) > 1e-6) expect(p >= 0.5).toBe(mean > 0)
        },
      ),
    )
    // one deviation above zero is the chance of 84 %; half a deviation that of 69 %
    const half = { mean: 0.5, variance: 1 }
    expect(probabilityOf({ ...asked, value: half }, policy)).toBeCloseTo(0.6915, 4)
  })

  test('[COIN-8] leaves a holdout of eight in a hundred once the lesson is promoted', () => {
    expect(probabilityOf({ ...asked, promoted: true, value: sure(-5) }, policy)).toBe(0.92)
  })

  test('[LEDGER-6] is one half again when the model, the prompt or a tool changed', () => {
    const again = { ...asked, promoted: true, rerandomised: true, perArm: 0, value: sure(5) }
    expect(probabilityOf(again, policy)).toBe(0.5)
    expect(probabilityOf({ ...again, perArm: 30 }, policy)).toBe(0.8)
  })

  test('belongs to a stratum of band, proposer and type of output', () => {
    const one = stratumOf({ band: '0.3-0.4', proposer: 'a|b', outputType: 'code' })
    const other = stratumOf({ band: '0.3-0.4', proposer: 'a', outputType: 'b|code' })
    expect(one).not.toBe(other)
  })
})

const belief = fc.record({
  mean: fc.double({ min: -0.2, max: 0.2, noNaN: true }),
  variance: fc.double({ min: 1e-6, max: 0.01, noNaN: true }),
})
const options = fc.uniqueArray(
  fc.record({
    id: fc.string({ minLength: 1, maxLength: 5 }),
    tokens: fc.integer({ min: 0, max: 700 }),
    beliefs: fc.record({ target: belief, guardrail: belief }),
  }),
  { selector: ({ id }) => id, maxLength: 20 },
)

describe('the shortlist', () => {
  test('never has more lessons or tokens than allowed, and leaves no place empty that one would fit', () => {
    fc.assert(
      fc.property(options, fc.nat(), (all, seed) => {
        const taken = shortlist(all, chanceFrom('t', seed), policy)
        const tokens = taken.reduce((sum, each) => sum + each.tokens, 0)
        expect(taken.length).toBeLessThanOrEqual(policy.shortlist.most)
        expect(tokens).toBeLessThanOrEqual(policy.shortlist.tokens)
        const left = all.filter((each) => !taken.includes(each))
        if (taken.length < policy.shortlist.most)
          expect(left.every((each) => tokens + each.tokens > policy.shortlist.tokens)).toBe(true)
      }),
    )
  })

  test('is the same for the same work order, whatever the order of the lessons', () => {
    fc.assert(
      fc.property(options, fc.nat(), (all, seed) => {
        const ids = (some: typeof all) =>
          shortlist(some, chanceFrom('t', seed), policy).map(({ id }) => id)
        expect(ids(all.toReversed())).toEqual(ids(all))
      }),
    )
  })

  test('takes what is believed to be good more often, and still tries what is unknown', () => {
    const make = (id: string, mean: number, variance: number) => ({
      id,
      tokens: 100,
      beliefs: { target: { mean, variance }, guardrail: { mean, variance } },
    })
    const all = [
      ...Array.from({ length: 6 }, (_, at) => make(`good-${at}`, -0.05, 0.0004)),
      ...Array.from({ length: 6 }, (_, at) => make(`bad-${at}`, 0.05, 0.0004)),
      make('unknown', 0, 0.0064),
    ]
    const taken = Array.from({ length: 400 }, (_, seed) =>
      shortlist(all, chanceFrom('short', seed), policy).map(({ id }) => id),
    ).flat()
    const share = (start: string) => taken.filter((id) => id.startsWith(start)).length / 400
    expect(share('good')).toBeGreaterThan(5)
    expect(share('bad')).toBeLessThan(0.2)
    expect(share('unknown')).toBeGreaterThan(0.15)
  })

  test('values a lesson by what it does to the whole, a part of what it does to its error, less its tokens', () => {
    const beliefs = {
      target: { mean: -0.1, variance: 0.01 },
      guardrail: { mean: -0.02, variance: 0.001 },
    }
    const value = valueOf({ tokens: 100, beliefs }, policy)
    const { targetWeight, perToken } = policy.shortlist
    expect(value.mean).toBeCloseTo(targetWeight * 0.1 + 0.02 - perToken * 100, 12)
    expect(value.variance).toBeCloseTo(targetWeight ** 2 * 0.01 + 0.001, 12)
    expect(targetWeight).toBe(0.3)
  })
})
