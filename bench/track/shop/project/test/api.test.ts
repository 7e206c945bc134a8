import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { customerOf, signedInCustomer, shopWith } from './support/customer.ts'

const idOf = (body: unknown): string => (body as { id: string }).id
const message = (text: string) => ({ error: { message: text } })

describe('GET /api/quote', () => {
  const ask = (query: string) => customerOf(shopWith())('GET', `/api/quote?${query}`)

  test('answers with the price', async () => {
    const { status, body } = await ask('tier=pro&boxes=2')
    assert.equal(status, 200)
    assert.deepEqual(body, {
      tier: 'pro',
      boxes: 2,
      discount: 0,
      delivery: 0,
      total: 58,
      currency: 'EUR',
    })
  })

  for (const query of ['', 'tier=gold&boxes=1', 'tier=pro&boxes=0', 'tier=pro&boxes=', 'tier=pro&boxes=x'])
    test(`answers 400 to "${query}"`, async () => {
      const { status, body } = await ask(query)
      assert.equal(status, 400)
      assert.match(JSON.stringify(body), /"message":"Choose /)
    })
})

describe('GET /api/tiers', () => {
  test('lists the plans, cheapest first', async () => {
    const { body } = await customerOf(shopWith())('GET', '/api/tiers')
    assert.deepEqual(
      (body as { id: string; pricePerBox: number }[]).map(({ id, pricePerBox }) => [id, pricePerBox]),
      [
        ['basic', 12],
        ['pro', 29],
        ['farm', 79],
      ],
    )
  })
})

describe('accounts and sessions', () => {
  test('a customer signs up, out and in again', async () => {
    const customer = customerOf(shopWith())
    const credentials = { email: 'ana@example.com', password: 'just right' }
    assert.equal((await customer('POST', '/api/accounts', { body: credentials })).status, 201)
    assert.equal((await customer('GET', '/api/orders')).status, 200)
    assert.equal((await customer('DELETE', '/api/sessions/current')).status, 204)
    assert.equal((await customer('GET', '/api/orders')).status, 401)
    assert.equal((await customer('POST', '/api/sessions', { body: credentials })).status, 201)
    assert.equal((await customer('GET', '/api/orders')).status, 200)
  })

  test('an address has one account', async () => {
    const shop = shopWith()
    await signedInCustomer(shop)
    const second = await customerOf(shop)('POST', '/api/accounts', {
      body: { email: 'ana@example.com', password: 'just right' },
    })
    assert.equal(second.status, 409)
  })

  test('a short password is refused', async () => {
    const { status, body } = await customerOf(shopWith())('POST', '/api/accounts', {
      body: { email: 'ana@example.com', password: 'short' },
    })
    assert.equal(status, 400)
    assert.deepEqual(body, message('Choose a password of at least 10 characters.'))
  })

  test('a wrong password is refused', async () => {
    const shop = shopWith()
    await signedInCustomer(shop)
    const { status } = await customerOf(shop)('POST', '/api/sessions', {
      body: { email: 'ana@example.com', password: 'just wrong' },
    })
    assert.equal(status, 401)
  })

  test('what is not a JSON object is refused', async () => {
    const customer = customerOf(shopWith())
    const form = { headers: { 'content-type': 'text/plain' }, body: 'x' }
    for (const path of ['/api/accounts', '/api/sessions']) {
      assert.equal((await customer('POST', path, form)).status, 415)
      assert.equal((await customer('POST', path, { body: [] })).status, 400)
      assert.equal((await customer('POST', path)).status, 400)
      assert.equal((await customer('POST', path, { body: 'x'.repeat(70_000) })).status, 413)
    }
  })
})

describe('orders', () => {
  const order = { tier: 'pro', boxes: 2 }

  test('belong to customers who are signed in', async () => {
    const customer = customerOf(shopWith())
    for (const [method, path] of [
      ['GET', '/api/orders'],
      ['POST', '/api/orders'],
      ['PATCH', '/api/orders/x'],
      ['GET', '/api/orders/x/guide'],
    ] as const) {
      const { status, body } = await customer(method, path, method === 'GET' ? {} : { body: {} })
      assert.equal(status, 401)
      assert.deepEqual(body, message('Sign in to see your orders.'))
    }
  })

  test('are placed, paid and listed', async () => {
    const customer = await signedInCustomer(shopWith())
    const placed = await customer('POST', '/api/orders', { body: order })
    assert.equal(placed.status, 201)
    const path = `/api/orders/${idOf(placed.body)}`
    assert.equal((await customer('PATCH', path, { body: { status: 'paid' } })).status, 200)
    const { body } = await customer('GET', '/api/orders')
    const [listed] = body as Record<string, unknown>[]
    assert.equal(listed?.status, 'paid')
    assert.equal(listed?.total, 58)
    assert.equal('email' in (listed ?? {}), false)
  })

  test('are placed once for one key', async () => {
    const customer = await signedInCustomer(shopWith())
    const send = () =>
      customer('POST', '/api/orders', { body: order, headers: { 'idempotency-key': 'k' } })
    const [first, second] = [await send(), await send()]
    assert.deepEqual([first.status, second.status], [201, 200])
    assert.equal(idOf(first.body), idOf(second.body))
  })

  test('are refused when they make no sense, sold out, or cannot be checked', async () => {
    const bad = await (await signedInCustomer(shopWith()))('POST', '/api/orders', { body: {} })
    assert.equal(bad.status, 400)
    const soldOut = await signedInCustomer(shopWith({ kind: 'known', boxes: 0 }))
    assert.equal((await soldOut('POST', '/api/orders', { body: order })).status, 409)
    const down = await signedInCustomer(shopWith({ kind: 'unknown', reason: 'down' }))
    assert.equal((await down('POST', '/api/orders', { body: order })).status, 503)
    assert.deepEqual((await down('GET', '/api/orders')).body, [])
  })

  test('cannot be cancelled twice', async () => {
    const customer = await signedInCustomer(shopWith())
    const placed = await customer('POST', '/api/orders', { body: order })
    const path = `/api/orders/${idOf(placed.body)}`
    assert.equal((await customer('PATCH', path, { body: { status: 'cancelled' } })).status, 200)
    const again = await customer('PATCH', path, { body: { status: 'cancelled' } })
    assert.equal(again.status, 409)
    assert.deepEqual(again.body, message('An order that is cancelled cannot become cancelled.'))
  })

  test('are shipped by the warehouse alone', async () => {
    const customer = await signedInCustomer(shopWith())
    const placed = await customer('POST', '/api/orders', { body: order })
    const path = `/api/orders/${idOf(placed.body)}`
    assert.equal((await customer('PATCH', path, { body: { status: 'shipped' } })).status, 400)
    assert.equal((await customer('PATCH', path)).status, 400)
  })

  test('are nobody else’s business', async () => {
    const shop = shopWith()
    const ana = await signedInCustomer(shop)
    const ben = await signedInCustomer(shop, 'ben@example.com')
    const path = `/api/orders/${idOf((await ana('POST', '/api/orders', { body: order })).body)}`
    assert.equal((await ben('PATCH', path, { body: { status: 'paid' } })).status, 404)
    assert.equal((await ben('GET', `${path}/guide`)).status, 404)
  })

  test('come with a guide once they are paid', async () => {
    const customer = await signedInCustomer(shopWith())
    const path = `/api/orders/${idOf((await customer('POST', '/api/orders', { body: order })).body)}`
    assert.equal((await customer('GET', `${path}/guide`)).status, 403)
    await customer('PATCH', path, { body: { status: 'paid' } })
    const guide = await customer('GET', `${path}/guide`)
    assert.equal(guide.status, 200)
    assert.match(guide.text, /Grow guide for the Pro box/)
  })
})

describe('every address', () => {
  test('answers 404 or 405 where there is nothing to do', async () => {
    const customer = customerOf(shopWith())
    assert.equal((await customer('GET', '/api/health')).status, 200)
    assert.equal((await customer('GET', '/api/nothing')).status, 404)
    assert.equal((await customer('DELETE', '/api/quote')).status, 405)
  })

  test('answers 500 with something to do when the shop breaks', async () => {
    const broken = async () => Promise.reject(new Error('broken'))
    const customer = await signedInCustomer(shopWith(broken))
    const answer = await customer('POST', '/api/orders', { body: { tier: 'pro', boxes: 1 } })
    assert.equal(answer.status, 500)
    assert.deepEqual(answer.body, message('Something broke on our side. Try again in a few minutes.'))
  })
})
