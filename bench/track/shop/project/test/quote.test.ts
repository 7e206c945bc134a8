import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { quote, quoteFor } from '../src/shop/quote.ts'

describe('a quote', () => {
  test('adds delivery below 50 EUR', () => {
    assert.equal(quote('basic', 1), 17)
    assert.equal(quote('basic', 2), 29)
    assert.equal(quote('pro', 1), 34)
  })

  test('delivers free from 50 EUR', () => {
    assert.equal(quote('pro', 2), 58)
    assert.equal(quote('farm', 1), 79)
  })

  test('takes 10 % off from 10 boxes', () => {
    assert.equal(quote('farm', 9), 711)
    assert.equal(quote('farm', 10), 711)
    assert.equal(quote('farm', 11), 782)
    assert.equal(quote('farm', 20), 1422)
  })

  test('tells discount and delivery', () => {
    assert.deepEqual(quoteFor('farm', 10), {
      ok: true,
      value: { tier: 'farm', boxes: 10, discount: 79, delivery: 0, total: 711, currency: 'EUR' },
    })
  })

  for (const [tier, boxes] of [
    ['basic', 0],
    ['basic', 3],
    ['pro', 6],
    ['farm', 21],
    ['pro', -1],
    ['pro', 1.5],
    ['pro', Number.NaN],
  ] as const)
    test(`is refused for ${boxes} boxes of ${tier}`, () => {
      assert.throws(() => quote(tier, boxes), /Choose 1 to \d+ boxes/)
    })

  test('is refused for a plan that does not exist', () => {
    assert.throws(() => quote('gold', 1), /Choose one of these plans: basic, pro, farm/)
  })
})
