import { describe, expect, test } from 'vitest'
import type { OrderSetup } from '../events.ts'
import { OrderSetup as SetupSchema } from '../events.ts'
import { tuningLimits } from '../complexity/tune-weights.ts'
import { orderSetup } from '../sample-order.contract.ts'
import { reportOn, type Standing } from './tune.ts'
import {
  complexityWith,
  defaults,
  endedOrder,
  type Ending,
  telling,
} from '../../../../test/support/tuning-orders.ts'

const at = '2026-03-01T00:00:00.000Z'
const never: Standing = { present: defaults, last: null, at, unreadable: [] }
const states = telling.map(({ ending, setup }) => endedOrder(ending, setup))

/** Weights that were accepted this many hours before now; the orders of `story` began before that or after. */
const changed = (moment: string) => ({
  at: moment,
  by: 'ada',
  before: defaults,
  after: defaults,
  orders: 60,
  accuracy: 0.5,
  correlations: {},
})

const reportOf = (
  given: readonly { readonly ending: Ending; readonly setup?: Partial<OrderSetup> }[],
) =>
  reportOn(
    given.map(({ ending, setup }) =>
      endedOrder(ending, { complexity: complexityWith({}), ...setup }),
    ),
    never,
  )

describe('tuning of weights from orders', () => {
  test('journals without factors still read, and such orders are not counted', () => {
    const { factors: _, weights: _weights, ...old } = complexityWith({})
    const setup = orderSetup({ complexity: old })
    expect(SetupSchema.parse(structuredClone(setup))).toEqual(setup)
    expect(reportOf([{ ending: 'accepted', setup: { complexity: old } }]).orders).toMatchObject({
      ended: 1,
      told: 0,
      leftOut: { 'no-factors': 1 },
    })
    const partly = { ...old, factors: { codeComplexity: 0.5 } }
    expect(reportOf([{ ending: 'accepted', setup: { complexity: partly } }]).orders.told).toBe(0)
  })

  test('an order was routed right where its first attempt was accepted', () => {
    const accuracy = (...endings: readonly Ending[]) =>
      reportOf(endings.map((ending) => ({ ending }))).accuracy
    expect(accuracy('accepted')).toBe(1)
    expect(accuracy('needs-review')).toBe(0)
    expect(accuracy('second-attempt')).toBe(0)
    expect(accuracy('cap')).toBe(0)
    expect(accuracy('stopped')).toBeNull()
    expect(accuracy('accepted', 'accepted', 'accepted', 'needs-review', 'stopped')).toBe(0.75)
  })

  test('reworks, orders without a verdict and orders routed by other weights do not count', () => {
    const other = { ...defaults, codeComplexity: 0.15, reasoningDepth: 0.15 }
    const { orders, why } = reportOf([
      { ending: 'accepted', setup: { parent: 'wo1-first' } },
      { ending: 'stopped' },
      { ending: 'accepted', setup: { complexity: complexityWith({}, { weights: other }) } },
      { ending: 'accepted' },
    ])
    expect(orders).toMatchObject({
      ended: 4,
      told: 1,
      leftOut: { rework: 1, 'no-verdict': 1, 'other-weights': 1, 'no-factors': 0, earlier: 0 },
    })
    expect(why.filter((line) => line.startsWith('not counted: 1 that'))).toHaveLength(3)
  })

  test('suggests weights with reasons where enough orders failed at first', () => {
    const { suggestion, why, accuracy } = reportOn(states, never)
    if (suggestion === null) throw new Error(why.join('\n'))
    expect(accuracy).toBe(0.5)
    expect(suggestion.weights.reasoningDepth).toBeGreaterThan(defaults.reasoningDepth)
    expect(suggestion.correlations.reasoningDepth).toBeCloseTo(1, 9)
    expect(suggestion.yaml).toContain(`      reasoningDepth: ${suggestion.weights.reasoningDepth}`)
    expect(why[0]).toContain('50 % of 60 orders')
  })

  test('says why nothing is suggested', () => {
    const first = (given: Partial<Standing>, of = states) => {
      const { suggestion, why } = reportOn(of, { ...never, ...given })
      return suggestion === null ? why[0] : 'suggested'
    }
    expect(first({})).toBe('suggested')
    expect(first({}, states.slice(0, 49))).toContain('not enough orders: 49')
    expect(first({}, states.slice(0, tuningLimits.samples))).toBe('suggested')
    const good = telling.map(({ setup }, index) =>
      endedOrder(index % 10 === 0 ? 'needs-review' : 'accepted', setup),
    )
    expect(first({}, good)).toContain('90 % of 60 orders were accepted')
    const chance = telling.map(({ setup }, index) =>
      endedOrder(index % 4 < 2 ? 'needs-review' : 'accepted', setup),
    )
    expect(first({}, chance)).toContain('no factor')
    // all orders of the sample began at noon of 2026-02-18
    const last = changed('2026-02-18T11:00:00.000Z')
    expect(first({ last, at: '2026-02-25T10:59:59.000Z' })).toContain('changed 167 h ago')
    expect(first({ last, at: '2026-02-25T11:00:00.000Z' })).toBe('suggested')
  })

  test('orders that began before the weights were last changed do not speak again', () => {
    const last = changed('2026-02-18T13:00:00.000Z')
    const { suggestion, orders, why } = reportOn(states, { ...never, last })
    expect(suggestion).toBeNull()
    expect(orders).toMatchObject({ ended: 60, told: 0, leftOut: { earlier: 60 } })
    expect(why.join('\n')).toContain('not enough orders: 0')
  })

  test('tells how many orders would have gone to another proposer', () => {
    // a hair below the threshold of the small proposer: what is deep now goes to the large one
    const near = telling.map(({ ending, setup }) => {
      const small = setup.complexity?.score ?? 0
      const team = [
        { name: 'small', agent: 'small', complexity_threshold: small, cost: 1 },
        { name: 'large', agent: 'large', complexity_threshold: 1, cost: 5 },
      ]
      return endedOrder(ending, { ...setup, proposers: team })
    })
    const { suggestion, why } = reportOn(near, never)
    expect(suggestion?.rerouting.toStrongerFailed).toBe(30)
    expect(suggestion?.rerouting.toStronger).toBeGreaterThanOrEqual(30)
    expect(why.join('\n')).toMatch(/30 of those had failed at first/)

    const alone = telling.map(({ ending, setup }) =>
      endedOrder(ending, {
        ...setup,
        proposers: [{ name: 'small', agent: 'small', complexity_threshold: 1, cost: 1 }],
      }),
    )
    const single = reportOn(alone, never)
    expect(single.suggestion?.rerouting.orders).toBe(0)
    expect(single.why.join('\n')).toContain('one proposer only')
    // words that call for the strongest proposer do so whatever the weights are
    const called = near.map((state) => ({
      ...state,
      setup: { ...state.setup, complexity: { ...state.setup.complexity, strongest: true } },
    }))
    expect(reportOn(called, never).suggestion?.rerouting.orders).toBe(0)
  })
})
