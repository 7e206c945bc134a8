import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Stock } from '../src/integrations/stock-client.ts'
import { createOrderStore } from '../src/shop/order-store.ts'
import { placeOrder } from '../src/shop/place-order.ts'

const now = () => new Date('2026-03-02T09:00:00Z')

function shelf(stock: Stock = { kind: 'known', boxes: 100 }) {
  const orders = createOrderStore()
  const asked: string[] = []
  const stockOf = async (tier: string) => {
    asked.push(tier)
    return stock
  }
  const place = (changes: object = {}) =>
    placeOrder(
      { email: 'ana@example.com', tier: 'pro', boxes: 2, ...changes },
      { orders, stockOf, now },
    )
  return { orders, asked, place }
}

describe('placing an order', () => {
  test('saves it with the price of the shop', async () => {
    const { orders, place } = shelf()
    const result = await place()
    assert.equal(result.kind, 'placed')
    const [order] = orders.listOf('ana@example.com')
    assert.equal(order?.total, 58)
    assert.equal(order?.status, 'placed')
    assert.equal(order?.createdAt, '2026-03-02T09:00:00.000Z')
  })

  test('makes one order for one key', async () => {
    const { orders, place } = shelf()
    const first = await place({ key: 'a' })
    const second = await place({ key: 'a' })
    assert.equal(second.kind, 'repeated')
    assert.ok('order' in first && 'order' in second)
    assert.equal(first.order.id, second.order.id)
    assert.equal(orders.listOf('ana@example.com').length, 1)
  })

  test('makes one order for one key, even at the same time', async () => {
    const { orders, place } = shelf()
    const results = await Promise.all([place({ key: 'a' }), place({ key: 'a' })])
    assert.deepEqual(results.map(({ kind }) => kind).toSorted(), ['placed', 'repeated'])
    assert.equal(orders.listOf('ana@example.com').length, 1)
  })

  test('refuses a fourth open order', async () => {
    const { orders, place } = shelf()
    for (const key of ['a', 'b', 'c']) await place({ key })
    const result = await place({ key: 'd' })
    assert.deepEqual(result, {
      kind: 'refused',
      message: 'You have 3 open orders. Pay or cancel one of them first.',
    })
    assert.equal(orders.listOf('ana@example.com').length, 3)
  })

  test('counts no orders of other customers', async () => {
    const { place } = shelf()
    for (const key of ['a', 'b', 'c']) await place({ key, email: 'ben@example.com' })
    assert.equal((await place()).kind, 'placed')
  })

  test('refuses more boxes than are left', async () => {
    const { orders, place } = shelf({ kind: 'known', boxes: 1 })
    assert.deepEqual(await place(), {
      kind: 'refused',
      message: 'Boxes left: 1. Choose fewer boxes.',
    })
    assert.deepEqual(orders.listOf('ana@example.com'), [])
  })

  test('saves nothing while the warehouse does not answer', async () => {
    const { orders, place } = shelf({ kind: 'unknown', reason: 'down' })
    const result = await place()
    assert.equal(result.kind, 'unavailable')
    assert.deepEqual(orders.listOf('ana@example.com'), [])
  })

  test('does not ask the warehouse about boxes that cannot be ordered', async () => {
    const { asked, place } = shelf()
    const result = await place({ boxes: 6 })
    assert.equal(result.kind, 'invalid')
    assert.deepEqual(asked, [])
  })
})
