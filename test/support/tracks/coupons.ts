import type { SmallTrack } from '../track.ts'

/** CommonJS, Express 4, knex, jest and a page without a framework: coupons in a shop. */
export const coupons: SmallTrack = {
  product: `# Corner Shop

## Coupons

- WELCOME10: 10% off the first order
- FREESHIP: free shipping for orders over 50 EUR
- One coupon per order

## Shipping

- Shipping costs 4.90 EUR
- Free shipping from 80 EUR
`,
  spec: `# Coupons at checkout

### What we build

Customers enter a coupon and see the new total.

### Acceptance Criteria

1. \`WELCOME10\` takes 10% off
2. \`FREESHIP\` takes away the shipping for orders over 50 EUR
3. An unknown coupon answers 422 with a message
4. Only one coupon per order

### Checkout flow

1. The customer enters a coupon in the field "Coupon"
2. The customer clicks "Apply"
3. The page shows the new total
`,
  before: {
    'package.json':
      '{ "name": "corner-shop", "main": "server.js", "scripts": { "start": "node server.js", "test": "jest" }, "dependencies": { "express": "^4.21.0", "knex": "^3.0.0" }, "devDependencies": { "jest": "^29.0.0", "supertest": "^7.0.0" } }\n',
    'server.js':
      "const { createApp } = require('./lib/app')\nconst { orders } = require('./lib/orders')\n\ncreateApp(orders()).listen(process.env.PORT || 3000)\n",
    'lib/app.js':
      "const express = require('express')\nconst path = require('node:path')\n\nfunction createApp(orders) {\n  const app = express()\n  app.use(express.json())\n  app.use(express.static(path.join(__dirname, '..', 'public')))\n  app.get('/api/orders/:id', async (req, res, next) => {\n    try {\n      res.json(await orders.find(req.params.id))\n    } catch (error) {\n      next(error)\n    }\n  })\n  return app\n}\n\nmodule.exports = { createApp }\n",
    'lib/orders.js':
      "const knex = require('knex')\n\nfunction orders() {\n  const db = knex({ client: 'pg', connection: process.env.DATABASE_URL })\n  return {\n    find: (id) => db('orders').where({ id }).first(),\n    setCoupon: (id, coupon) => db('orders').where({ id }).update({ coupon }),\n  }\n}\n\nmodule.exports = { orders }\n",
    'public/checkout.html':
      '<!doctype html>\n<html lang="en">\n  <head><title>Checkout</title></head>\n  <body>\n    <h1>Checkout</h1>\n    <script src="checkout.js"></script>\n  </body>\n</html>\n',
    'public/checkout.js': "document.title = 'Checkout'\n",
    'migrations/001_orders.sql':
      'CREATE TABLE orders (\n  id uuid PRIMARY KEY,\n  subtotal_cents integer NOT NULL,\n  is_first boolean NOT NULL,\n  coupon text\n);\n',
  },
  wrote: {
    'lib/pricing.js': `const SHIPPING_CENTS = 490
const FREE_SHIPPING_FROM_CENTS = 8000
const FREESHIP_OVER_CENTS = 5000

const coupons = {
  WELCOME10: {
    fits: (order) => order.is_first,
    apply: ({ subtotal, shipping }) => ({ subtotal: subtotal * 0.9, shipping }),
  },
  FREESHIP: {
    fits: (order) => order.subtotal_cents > FREESHIP_OVER_CENTS,
    apply: ({ subtotal }) => ({ subtotal, shipping: 0 }),
  },
}

/** What an order costs in cents; null for a coupon that does not fit. */
function totalOf(order, code) {
  const shipping = order.subtotal_cents >= FREE_SHIPPING_FROM_CENTS ? 0 : SHIPPING_CENTS
  const price = { subtotal: order.subtotal_cents, shipping }
  if (code === undefined) return Math.round(price.subtotal + price.shipping)
  const coupon = coupons[code]
  if (coupon === undefined || !coupon.fits(order)) return null
  const reduced = coupon.apply(price)
  return Math.round(reduced.subtotal + reduced.shipping)
}

module.exports = { totalOf }
`,
    'lib/app.js': `const express = require('express')
const path = require('node:path')
const { totalOf } = require('./pricing')

function createApp(orders) {
  const app = express()
  app.use(express.json())
  app.use(express.static(path.join(__dirname, '..', 'public')))
  app.get('/api/orders/:id', async (req, res, next) => {
    try {
      res.json(await orders.find(req.params.id))
    } catch (error) {
      next(error)
    }
  })
  app.post('/api/orders/:id/coupon', async (req, res, next) => {
    try {
      const { code } = req.body
      const order = await orders.find(req.params.id)
      if (!order) return res.status(404).json({ error: 'There is no such order.' })
      if (order.coupon) return res.status(409).json({ error: 'Only one coupon per order.' })
      const total = totalOf(order, code)
      if (total === null) return res.status(422).json({ error: 'This coupon does not fit your order.' })
      await orders.setCoupon(order.id, code)
      res.json({ total })
    } catch (error) {
      next(error)
    }
  })
  return app
}

module.exports = { createApp }
`,
    'public/checkout.html':
      '<!doctype html>\n<html lang="en">\n  <head><title>Checkout</title></head>\n  <body>\n    <h1>Checkout</h1>\n    <form id="coupon-form">\n      <label>Coupon <input name="code" required></label>\n      <button>Apply</button>\n    </form>\n    <p id="total" aria-live="polite"></p>\n    <script src="checkout.js"></script>\n  </body>\n</html>\n',
    'public/checkout.js': `document.title = 'Checkout'

const form = document.querySelector('#coupon-form')
const total = document.querySelector('#total')

async function applyCoupon(orderId, code) {
  const response = await fetch(\`/api/orders/\${orderId}/coupon\`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  })
  const data = await response.json()
  if (!response.ok) throw new Error(data.error)
  return data.total
}

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const orderId = new URLSearchParams(location.search).get('order')
  try {
    const cents = await applyCoupon(orderId, new FormData(form).get('code'))
    total.textContent = \`New total: \${(cents / 100).toFixed(2)} EUR\`
  } catch (error) {
    total.textContent = error.message
  }
})
`,
    'test/coupon.test.js': `const request = require('supertest')
const { createApp } = require('../lib/app')
const { totalOf } = require('../lib/pricing')

const order = (subtotal, more = {}) => ({ id: '1', subtotal_cents: subtotal, is_first: true, coupon: null, ...more })

describe('totalOf', () => {
  test('WELCOME10 takes 10% off the first order', () => {
    expect(totalOf(order(10000), 'WELCOME10')).toBe(9000)
    expect(totalOf(order(10000, { is_first: false }), 'WELCOME10')).toBeNull()
  })
  test('FREESHIP takes away the shipping for orders over 50 EUR', () => {
    expect(totalOf(order(5001), 'FREESHIP')).toBe(5001)
    expect(totalOf(order(5000), 'FREESHIP')).toBeNull()
  })
  test('shipping is free from 80 EUR', () => {
    expect(totalOf(order(7999))).toBe(8489)
    expect(totalOf(order(8000))).toBe(8000)
  })
})

describe('POST /api/orders/:id/coupon', () => {
  const app = (found) => createApp({ find: async () => found, setCoupon: async () => {} })

  test('answers with the new total', async () => {
    const response = await request(app(order(10000))).post('/api/orders/1/coupon').send({ code: 'WELCOME10' })
    expect(response.body).toEqual({ total: 9000 })
  })
  test('an unknown coupon answers 422 with a message', async () => {
    const response = await request(app(order(10000))).post('/api/orders/1/coupon').send({ code: 'NOPE' })
    expect(response.status).toBe(422)
    expect(response.body.error).toMatch('does not fit')
  })
  test('only one coupon per order', async () => {
    const response = await request(app(order(10000, { coupon: 'FREESHIP' }))).post('/api/orders/1/coupon').send({ code: 'WELCOME10' })
    expect(response.status).toBe(409)
  })
})
`,
  },
}
