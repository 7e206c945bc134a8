import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, test } from 'node:test'
import { Button } from '../src/components/button.ts'
import { Input } from '../src/components/input.ts'
import { StatusBadge } from '../src/components/status-badge.ts'
import { listener } from '../src/server/node-listener.ts'
import { ordersPage } from '../src/views/orders-page.ts'
import { customerOf, signedInCustomer, shopWith } from './support/customer.ts'
import { orderOf } from './support/orders.ts'

describe('pages', () => {
  for (const [path, heading] of [
    ['/', 'Grow more of what you eat'],
    ['/plans', 'Plans and prices'],
    ['/checkout?tier=pro', 'Order boxes'],
    ['/sign-in', 'Sign in'],
  ] as const)
    test(`${path} has one main heading and a menu`, async () => {
      const { status, text } = await customerOf(shopWith())('GET', path)
      assert.equal(status, 200)
      assert.deepEqual([...text.matchAll(/<h1>(.*?)<\/h1>/g)].map(([, inside]) => inside), [heading])
      assert.match(text, /<nav class="menu"/)
      assert.match(text, /Skip to the content/)
    })

  test('plans lead to the checkout', async () => {
    const { text } = await customerOf(shopWith())('GET', '/plans')
    for (const tier of ['basic', 'pro', 'farm']) assert.match(text, new RegExp(`/checkout\\?tier=${tier}"`))
    assert.match(text, /<strong>29 EUR<\/strong> per box/)
  })

  test('the checkout starts with the plan of the link', async () => {
    const customer = customerOf(shopWith())
    assert.match((await customer('GET', '/checkout?tier=farm')).text, /value="farm" selected/)
    assert.match((await customer('GET', '/checkout?tier=gold')).text, /value="basic" selected/)
  })

  test('orders ask for the sign-in and come back afterwards', async () => {
    const customer = customerOf(shopWith())
    const { status, headers } = await customer('GET', '/orders')
    assert.equal(status, 303)
    assert.equal(headers.get('location'), '/sign-in?next=%2Forders')
    const signIn = await customer('GET', '/sign-in?next=//evil.example')
    assert.match(signIn.text, /data-next="\/orders"/)
  })

  test('orders say what to do when there are none', async () => {
    const customer = await signedInCustomer(shopWith())
    assert.match((await customer('GET', '/orders')).text, /You have no orders yet/)
  })

  test('an address that does not exist leads to the plans', async () => {
    const { status, text } = await customerOf(shopWith())('GET', '/nothing')
    assert.equal(status, 404)
    assert.match(text, /We could not find this page/)
    assert.match(text, /href="\/plans"/)
  })

  test('styles and scripts are served, nothing else', async () => {
    const customer = customerOf(shopWith())
    assert.match((await customer('GET', '/styles/tokens.css')).text, /--color-brand/)
    assert.equal((await customer('GET', '/client/menu.js')).status, 200)
    assert.equal((await customer('GET', '/client/nothing.js')).status, 404)
    assert.equal((await customer('GET', '/styles/..%2f..%2fpackage.json')).status, 404)
  })
})

describe('an order on its page', () => {
  const pageOf = (changes: Parameters<typeof orderOf>[0]) =>
    ordersPage({ account: { email: 'ana@example.com' }, orders: [orderOf(changes)] }).markup

  test('can be paid and cancelled while it is placed', () => {
    const text = pageOf({ status: 'placed' })
    assert.match(text, /Pay order/)
    assert.match(text, /data-cancels/)
    assert.doesNotMatch(text, /Download grow guide/)
  })

  test('offers its guide once it is paid', () => {
    assert.match(pageOf({ status: 'paid' }), /Download grow guide/)
    assert.doesNotMatch(pageOf({ status: 'paid', tier: 'basic' }), /Download grow guide/)
  })

  test('can only be watched on its way', () => {
    const text = pageOf({ status: 'shipped', boxes: 1 })
    assert.doesNotMatch(text, /Pay order|data-cancels/)
    assert.match(text, /On its way/)
    assert.match(text, /1 box</)
  })
})

describe('components', () => {
  test('a button can be disabled', () => {
    assert.equal(
      Button({ label: 'Pay', isDisabled: true }).markup,
      '<button type="button" class="button button-primary" disabled>Pay</button>',
    )
  })

  test('a field that is wrong says so to everyone', () => {
    const { markup } = Input({ id: 'boxes', label: 'Boxes', error: 'Choose 1 to 5 boxes.' })
    assert.match(markup, /aria-invalid="true"/)
    assert.match(markup, /aria-describedby="boxes-error"/)
    assert.match(markup, /id="boxes-error" aria-live="polite">Choose 1 to 5 boxes\.</)
  })

  test('a badge names the status in plain words', () => {
    assert.equal(
      StatusBadge({ status: 'placed' }).markup,
      '<span class="badge badge-active">Waiting for payment</span>',
    )
  })
})

test('the shop can be reached over HTTP', async () => {
  const server = createServer(listener(shopWith()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  try {
    const origin = `http://127.0.0.1:${port}`
    assert.equal((await fetch(`${origin}/api/health`)).status, 200)
    const send = (body: string) =>
      fetch(`${origin}/api/accounts`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
    assert.equal((await send('{"email":"ana@example.com","password":"just right"}')).status, 201)
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
