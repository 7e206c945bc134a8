import { change, type Variant, write } from '../cases.ts'

const quote = 'src/shop/quote.ts'
const order = 'src/shop/order.ts'
const stock = 'src/integrations/stock-client.ts'
const plan = 'track/plan.md'

export const codeVariants: readonly Variant[] = [
  {
    id: 'renamed-function',
    what: 'a private function has another name',
    edits: [
      change(quote, 'value: priced(tier, boxes)', 'value: priceOf(tier, boxes)'),
      change(quote, 'function priced(', 'function priceOf('),
    ],
  },
  {
    id: 'arrow-to-function',
    what: 'arrow functions are written as functions',
    edits: [
      change(
        order,
        'export const canMove = (from: OrderStatus, to: OrderStatus): boolean =>\n  transitions[from].includes(to)',
        'export function canMove(from: OrderStatus, to: OrderStatus): boolean {\n  return transitions[from].includes(to)\n}',
      ),
      change(
        order,
        "export const isOpen = ({ status }: Pick<Order, 'status'>): boolean => open.has(status)",
        "export function isOpen({ status }: Pick<Order, 'status'>): boolean {\n  return open.has(status)\n}",
      ),
    ],
  },
  {
    id: 'class-store',
    what: 'the store is a class behind the same type',
    edits: [
      write(
        'src/shop/order-store.ts',
        `import type { Order } from './order.ts'

export type OrderStore = {
  listOf(email: string): readonly Order[]
  find(id: string): Order | null
  /** The order that was placed with this key, so that a second attempt finds it. */
  findByKey(email: string, key: string): Order | null
  save(order: Order, key?: string): void
}

class OrdersInMemory implements OrderStore {
  readonly #orders = new Map<string, Order>()
  readonly #idsByKey = new Map<string, string>()

  listOf(email: string): readonly Order[] {
    return [...this.#orders.values()].filter((order) => order.email === email)
  }

  find(id: string): Order | null {
    return this.#orders.get(id) ?? null
  }

  findByKey(email: string, key: string): Order | null {
    return this.find(this.#idsByKey.get(\`\${email} \${key}\`) ?? '')
  }

  save(order: Order, key?: string): void {
    this.#orders.set(order.id, order)
    if (key !== undefined) this.#idsByKey.set(\`\${order.email} \${key}\`, order.id)
  }
}

export const createOrderStore = (): OrderStore => new OrdersInMemory()
`,
      ),
    ],
  },
  {
    id: 'cents',
    what: 'prices are worked out in cents and answered in euros',
    edits: [
      change(
        quote,
        `  const full = tier.pricePerBox * boxes
  const discount = boxes >= bulkFrom ? full * bulkDiscount : 0
  const delivery = full - discount >= freeDeliveryFrom ? 0 : deliveryFee
`,
        `  const fullCents = tier.pricePerBox * 100 * boxes
  const discountCents = boxes >= bulkFrom ? Math.round(fullCents * bulkDiscount) : 0
  const delivery = fullCents - discountCents >= freeDeliveryFrom * 100 ? 0 : deliveryFee
`,
      ),
      change(
        quote,
        'discount: Math.round(discount),',
        'discount: Math.round(discountCents / 100),',
      ),
      change(
        quote,
        'total: Math.round(full - discount + delivery),',
        'total: Math.round((fullCents - discountCents) / 100 + delivery),',
      ),
    ],
  },
  {
    id: 'split-file',
    what: 'the amounts have a file of their own, named in the plan',
    edits: [
      write(
        'src/shop/amounts.ts',
        `/** In EUR, as in conductor/product.md. */
export const deliveryFee = 5
export const freeDeliveryFrom = 50

/** From so many boxes on, an order gets this part of its price off. */
export const bulkFrom = 10
export const bulkDiscount = 0.1
`,
      ),
      change(
        quote,
        `
const deliveryFee = 5
const freeDeliveryFrom = 50
const bulkFrom = 10
const bulkDiscount = 0.1
`,
        '',
      ),
      change(
        quote,
        'import { isTierId,',
        "import { bulkDiscount, bulkFrom, deliveryFee, freeDeliveryFrom } from './amounts.ts'\nimport { isTierId,",
      ),
      change(
        plan,
        '`src/shop/quote.ts`, `test',
        '`src/shop/quote.ts`, `src/shop/amounts.ts`, `test',
      ),
    ],
  },
  {
    id: 'exhaustive-switch',
    what: 'badges are chosen by a switch that knows every state',
    edits: [
      change(
        'src/components/status-badge.ts',
        `const badges: Readonly<Record<OrderStatus, Badge>> = {
  draft: { label: 'Draft', tone: 'neutral' },
  placed: { label: 'Waiting for payment', tone: 'active' },
  paid: { label: 'Paid', tone: 'active' },
  shipped: { label: 'On its way', tone: 'active' },
  delivered: { label: 'Delivered', tone: 'done' },
  cancelled: { label: 'Cancelled', tone: 'stopped' },
}
`,
        `function badgeOf(status: OrderStatus): Badge {
  switch (status) {
    case 'draft':
      return { label: 'Draft', tone: 'neutral' }
    case 'placed':
      return { label: 'Waiting for payment', tone: 'active' }
    case 'paid':
      return { label: 'Paid', tone: 'active' }
    case 'shipped':
      return { label: 'On its way', tone: 'active' }
    case 'delivered':
      return { label: 'Delivered', tone: 'done' }
    case 'cancelled':
      return { label: 'Cancelled', tone: 'stopped' }
  }
}
`,
      ),
      change('src/components/status-badge.ts', 'badges[status]', 'badgeOf(status)'),
    ],
  },
  {
    id: 'abort-controller',
    what: 'the time-out is made by hand',
    edits: [
      change(
        stock,
        '    try {\n      const response',
        '    const controller = new AbortController()\n    const timer = setTimeout(() => controller.abort(), timeoutMs)\n    try {\n      const response',
      ),
      change(stock, 'signal: AbortSignal.timeout(timeoutMs),', 'signal: controller.signal,'),
      change(
        stock,
        '      return unknown(error instanceof Error ? error.message : String(error))\n    }\n',
        '      return unknown(error instanceof Error ? error.message : String(error))\n    } finally {\n      clearTimeout(timer)\n    }\n',
      ),
    ],
  },
  {
    id: 'documented-setting',
    what: 'a new setting is read, checked, tested and in the example',
    edits: [
      change(
        'src/environment.ts',
        '  readonly isProduction: boolean\n',
        '  readonly isProduction: boolean\n  readonly host: string\n',
      ),
      change(
        'src/environment.ts',
        "    isProduction: env.NODE_ENV === 'production',\n",
        "    isProduction: env.NODE_ENV === 'production',\n    host: env.HOST ?? '0.0.0.0',\n",
      ),
      change(
        'src/server/start.ts',
        '  const { port } = environment.value',
        '  const { port, host } = environment.value',
      ),
      change('src/server/start.ts', 'server.listen(port, () =>', 'server.listen(port, host, () =>'),
      change('.env.example', 'PORT=3000\n', 'PORT=3000\nHOST=0.0.0.0\n'),
      change(
        'test/environment.test.ts',
        'port: 3000, isProduction: false,',
        "port: 3000, isProduction: false, host: '0.0.0.0',",
      ),
      change(
        'test/support/customer.ts',
        '  isProduction: false,\n',
        "  isProduction: false,\n  host: 'localhost',\n",
      ),
    ],
  },
  {
    id: 'example-in-comment',
    what: 'a comment explains by code, which is not code that was commented out',
    edits: [
      change(
        quote,
        '/** The total of an order in EUR. */',
        `/**
 * The total of an order in EUR.
 *
 * @example
 * quote('pro', 1) // 34: one box and delivery
 * quote('pro', 2) // 58: delivery is free from 50 EUR
 * if (boxes > 5) return quote('farm', boxes)
 */`,
      ),
    ],
  },
  {
    id: 'server-log',
    what: 'the server logs its errors by console.error',
    edits: [
      change(
        'src/server/create-shop.ts',
        'process.stderr.write(`${request.method} ${url.pathname}: ${String(error)}\\n`)',
        'console.error(`${request.method} ${url.pathname}`, error)',
      ),
    ],
  },
  {
    id: 'word-todo',
    what: 'the grow guide speaks of a todo list',
    edits: [
      change(
        'src/shop/grow-guide.ts',
        "'Test your soil in February.'",
        "'Start your todo list in January.', 'Test your soil in February.'",
      ),
    ],
  },
  {
    id: 'more-tests',
    what: 'the router has tests of its own, named in the plan',
    edits: [
      write(
        'test/router.test.ts',
        `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchRoute, route } from '../src/server/router.ts'

const routes = [
  route('GET', '/orders', () => new Response()),
  route('GET', '/orders/:id/guide', () => new Response()),
]

test('a route is found with its parameters', () => {
  const match = matchRoute(routes, 'GET', '/orders/7/guide')
  assert.ok(typeof match === 'object')
  assert.deepEqual(match.parameters, { id: '7' })
})

test('a wrong address is told from a wrong method', () => {
  assert.equal(matchRoute(routes, 'GET', '/nothing'), 404)
  assert.equal(matchRoute(routes, 'GET', '/orders//guide'), 404)
  assert.equal(matchRoute(routes, 'PUT', '/orders'), 405)
})
`,
      ),
      change(plan, '`test/api.test.ts`, ', '`test/api.test.ts`, `test/router.test.ts`, '),
    ],
  },
  {
    id: 'tests-by-it',
    what: 'tests are called it',
    edits: [
      write(
        'test/quote.test.ts',
        `import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { quote, quoteFor } from '../src/shop/quote.ts'

describe('quote', () => {
  const table = [
    { tier: 'basic', boxes: 1, total: 17 },
    { tier: 'basic', boxes: 2, total: 29 },
    { tier: 'pro', boxes: 1, total: 34 },
    { tier: 'pro', boxes: 2, total: 58 },
    { tier: 'farm', boxes: 9, total: 711 },
    { tier: 'farm', boxes: 10, total: 711 },
    { tier: 'farm', boxes: 11, total: 782 },
    { tier: 'farm', boxes: 20, total: 1422 },
  ]
  for (const { tier, boxes, total } of table)
    it(\`should be \${total} EUR for \${boxes} of \${tier}\`, () => {
      assert.strictEqual(quote(tier, boxes), total)
    })

  for (const [tier, boxes] of [['basic', 3], ['pro', 0], ['farm', 21], ['pro', 1.5], ['gold', 1]] as const)
    it(\`should refuse \${boxes} of \${tier}\`, () => {
      assert.throws(() => quote(tier, boxes), RangeError)
      assert.strictEqual(quoteFor(tier, boxes).ok, false)
    })
})
`,
      ),
    ],
  },
  {
    id: 'flaws-of-others',
    what: 'a file that the track never touched had a TODO, any and printing before',
    before: [
      change(
        'src/server/read-body.ts',
        'function parsed(text: string): unknown {\n  try {',
        'function parsed(text: string): any {\n  // TODO: limit the depth\n  if (text.length > 60_000) console.log(text.length)\n  try {',
      ),
    ],
    edits: [],
  },
  {
    id: 'one-order-route',
    what: 'one more route, described and tested',
    edits: [
      change(
        'src/server/routes/order-routes.ts',
        "    signedInRoute('PATCH', '/api/orders/:id',",
        `    signedInRoute('GET', '/api/orders/:id', (context) => {
      const order = ownOrder(context)
      return order === null
        ? problem(404, 'You have no such order.')
        : json(200, orderResponse(order))
    }),
    signedInRoute('PATCH', '/api/orders/:id',`,
      ),
      change(
        'openapi.yaml',
        `  /api/orders/{id}:
    patch:`,
        `  /api/orders/{id}:
    get:
      operationId: getOrder
      summary: Show an order
      tags: [orders]
      parameters:
        - $ref: '#/components/parameters/OrderId'
      responses:
        '200':
          description: The order
          content:
            application/json:
              schema: { $ref: '#/components/schemas/Order' }
        '401': { $ref: '#/components/responses/Unauthorized' }
        '404': { $ref: '#/components/responses/NotFound' }
        '500': { $ref: '#/components/responses/ServerError' }
    patch:`,
      ),
      change(
        'test/api.test.ts',
        "    assert.equal((await customer('PATCH', path, { body: { status: 'paid' } })).status, 200)\n    const { body }",
        "    assert.deepEqual((await customer('GET', path)).body, placed.body)\n    assert.equal((await customer('GET', `${path}x`)).status, 404)\n    assert.equal((await customer('PATCH', path, { body: { status: 'paid' } })).status, 200)\n    const { body }",
      ),
      change(
        plan,
        'all routes of `openapi.yaml`, with',
        'all routes of `openapi.yaml` and one to show an order, with',
      ),
    ],
  },
  {
    id: 'longer-password',
    what: 'passwords are hashed with more work',
    edits: [
      change(
        'src/shop/accounts.ts',
        'stored.set(address, { email: address, salt, hash: scryptSync(password, salt, 32) })',
        'stored.set(address, { email: address, salt, hash: hashOf(password, salt) })',
      ),
      change(
        'src/shop/accounts.ts',
        'const hash = scryptSync(password, account.salt, 32)',
        'const hash = hashOf(password, account.salt)',
      ),
      change(
        'src/shop/accounts.ts',
        'function problemOf(email: string',
        'const hashOf = (password: string, salt: Buffer): Buffer =>\n  scryptSync(password, salt, 64, { N: 32_768, maxmem: 64 * 1024 * 1024 })\n\nfunction problemOf(email: string',
      ),
    ],
  },
  {
    id: 'comment-about-any',
    what: 'comments use the words any, hack and secret',
    edits: [
      change(
        'src/server/sessions.ts',
        'export function tokenOf(request: Request)',
        '/** The secret of the session, if there is any. No hack around SameSite: the cookie is all we have. */\nexport function tokenOf(request: Request)',
      ),
    ],
  },
  {
    id: 'reworded-answers',
    what: 'messages of the API are worded differently',
    edits: [
      change('src/server/router.ts', "'Sign in to see your orders.'", "'Please sign in first.'"),
      change(
        'test/api.test.ts',
        "message('Sign in to see your orders.')",
        "message('Please sign in first.')",
      ),
      change(
        'src/shop/order.ts',
        '`An order that is ${order.status} cannot become ${to}.`',
        '`This order is ${order.status}. It cannot be ${to} any more.`',
      ),
      change(
        'test/order.test.ts',
        "'An order that is shipped cannot become cancelled.'",
        "'This order is shipped. It cannot be cancelled any more.'",
      ),
      change(
        'test/api.test.ts',
        "message('An order that is cancelled cannot become cancelled.')",
        "message('This order is cancelled. It cannot be cancelled any more.')",
      ),
    ],
  },
]
