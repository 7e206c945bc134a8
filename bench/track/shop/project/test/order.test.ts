import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { canDownloadGuide, growGuide } from '../src/shop/grow-guide.ts'
import {
  canMove,
  isOpen,
  isOrderStatus,
  moveOrder,
  orderStatuses,
  type OrderStatus,
} from '../src/shop/order.ts'
import { orderOf } from './support/orders.ts'

const allowed: readonly (readonly [OrderStatus, OrderStatus])[] = [
  ['draft', 'placed'],
  ['draft', 'cancelled'],
  ['placed', 'paid'],
  ['placed', 'cancelled'],
  ['paid', 'shipped'],
  ['paid', 'cancelled'],
  ['shipped', 'delivered'],
]

describe('an order', () => {
  for (const from of orderStatuses)
    for (const to of orderStatuses) {
      const isAllowed = allowed.some(([one, other]) => one === from && other === to)
      test(`${isAllowed ? 'can' : 'cannot'} go from ${from} to ${to}`, () => {
        assert.equal(canMove(from, to), isAllowed)
      })
    }

  test('is changed by a move, and says when', () => {
    const moved = moveOrder(orderOf({ status: 'placed' }), 'paid', new Date('2026-03-03T10:00:00Z'))
    assert.ok(moved.ok)
    assert.equal(moved.order.status, 'paid')
    assert.equal(moved.order.updatedAt, '2026-03-03T10:00:00.000Z')
  })

  test('says why it cannot move', () => {
    assert.deepEqual(moveOrder(orderOf({ status: 'shipped' }), 'cancelled', new Date()), {
      ok: false,
      message: 'An order that is shipped cannot become cancelled.',
    })
  })

  test('is open until it is shipped or cancelled', () => {
    assert.deepEqual(
      orderStatuses.filter((status) => isOpen({ status })),
      ['draft', 'placed', 'paid'],
    )
  })

  test('has a status of the list', () => {
    assert.equal(isOrderStatus('paid'), true)
    assert.equal(isOrderStatus('lost'), false)
    assert.equal(isOrderStatus(7), false)
  })
})

describe('the grow guide', () => {
  test('comes with Pro and Farm', () => {
    assert.equal(canDownloadGuide(orderOf({ tier: 'basic', status: 'paid' })), false)
    assert.equal(canDownloadGuide(orderOf({ tier: 'pro', status: 'paid' })), true)
    assert.equal(canDownloadGuide(orderOf({ tier: 'farm', status: 'paid' })), true)
  })

  test('comes once the order is paid', () => {
    assert.deepEqual(
      orderStatuses.filter((status) => canDownloadGuide(orderOf({ tier: 'pro', status }))),
      ['paid', 'shipped', 'delivered'],
    )
  })

  test('is about the box', () => {
    assert.match(growGuide('pro'), /^Grow guide for the Pro box\nSow indoors in March\./)
  })
})
