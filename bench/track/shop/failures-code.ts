import { change, type Failure, remove, write } from '../cases.ts'

const code = (pass: number, id: string, what: string, edits: Failure['edits']): Failure => ({
  id: `code${pass}-${id}`,
  evaluator: 'eval-code-quality',
  pass,
  what,
  edits,
})

const quote = 'src/shop/quote.ts'
const order = 'src/shop/order.ts'
const placeOrder = 'src/shop/place-order.ts'
const orderRoutes = 'src/server/routes/order-routes.ts'

const build: readonly Failure[] = [
  code(1, 'type-error', 'a value of unknown type is given where a number is expected', [
    change(
      'src/integrations/stock-client.ts',
      "  if (typeof boxes !== 'number' || !Number.isInteger(boxes) || boxes < 0)",
      '  if (!Number.isInteger(boxes) || Number(boxes) < 0)',
    ),
  ]),
  code(1, 'file-not-committed', 'a module imports a file that was never committed', [
    change(quote, 'const deliveryFee = 5\nconst freeDeliveryFrom = 50\n', ''),
    change(
      quote,
      'import { isTierId,',
      "import { deliveryFee, freeDeliveryFrom } from './delivery.ts'\nimport { isTierId,",
    ),
  ]),
  code(1, 'syntax-error', 'a page does not parse', [
    change(
      'src/views/orders-page.ts',
      'const Empty = (): Html => html`\n  <div class="empty">',
      'const Empty = (): Html => {\n  return html`\n  <div class="empty">',
    ),
  ]),
]

const types: readonly Failure[] = [
  code(2, 'any', 'the body of a request is any', [
    change(
      orderRoutes,
      `      const body = await readBody(context.request)
      if (!body.ok) return problem(body.status, body.message)
      const order = ownOrder(context)
      if (order === null) return problem(404, 'You have no such order.')
      const { status } = body.value
      if (!isOrderStatus(status) || !movesOfCustomers.has(status))`,
      `      const body: any = await context.request.json().catch(() => ({}))
      const order = ownOrder(context)
      if (order === null) return problem(404, 'You have no such order.')
      const status: any = body.status
      if (!movesOfCustomers.has(status))`,
    ),
    change(orderRoutes, 'import { isOrderStatus, moveOrder,', 'import { moveOrder,'),
  ]),
  code(2, 'double-cast', 'an answer of the warehouse is cast instead of checked', [
    change(
      'src/integrations/stock-client.ts',
      `function stockIn(body: unknown): Stock {
  if (typeof body !== 'object' || body === null || !('boxes' in body))
    return unknown('the warehouse sent something else than stock')
  const { boxes } = body
  if (typeof boxes !== 'number' || !Number.isInteger(boxes) || boxes < 0)
    return unknown('the warehouse sent a number of boxes that cannot be')
  return { kind: 'known', boxes }
}`,
      `function stockIn(body: unknown): Stock {
  const { boxes } = (body ?? {}) as unknown as { boxes: number }
  return boxes >= 0 ? { kind: 'known', boxes } : unknown('the warehouse sent no boxes')
}`,
    ),
  ]),
  code(2, 'ts-ignore', 'the compiler is told to look away', [
    change(
      'src/client/orders.js',
      "  if (badge !== null) badge.textContent = 'Cancelled'",
      "  // @ts-ignore\n  badge.textContent = 'Cancelled'",
    ),
    change(
      'src/client/orders.js',
      '    if (badge !== null) badge.textContent = before',
      '    // @ts-ignore\n    badge.textContent = before',
    ),
  ]),
  code(2, 'non-null', 'orders and parameters are declared to be there', [
    change(
      orderRoutes,
      `    const order = orders.find(parameters.id ?? '')
    return order?.email === account.email ? order : null`,
      `    const order = orders.find(parameters.id!)!
    return order && order.email === account.email ? order : null`,
    ),
    change(
      'src/server/routes/page-routes.ts',
      "const tier = url.searchParams.get('tier')",
      "const tier = url.searchParams.get('tier')!",
    ),
  ]),
  code(2, 'second-type', 'the browser has its own idea of what a quote is', [
    change(
      'src/client/checkout.js',
      "/** @typedef {import('../shared/api.ts').QuoteResponse} QuoteResponse */",
      '/** @typedef {{ total: string, currency: string, discount?: string, delivery?: string, note: string | null }} QuoteResponse */',
    ),
    change(
      'src/client/checkout.js',
      "delivery === 0 ? 'free delivery'",
      "Number(delivery) === 0 ? 'free delivery'",
    ),
    change('src/client/checkout.js', '...(discount === 0 ?', '...(Number(discount) === 0 ?'),
    change(
      'test/client.test.ts',
      "    const base = { tier: 'farm', boxes: 1, currency: 'EUR' } as const\n    assert.equal(quoteText({ ...base, total: 58, discount: 0, delivery: 0 }), '58 EUR in total, free delivery')",
      "    const base = { currency: 'EUR', note: null }\n    assert.equal(quoteText({ ...base, total: '58', discount: '0', delivery: '0' }), '58 EUR in total, free delivery')",
    ),
    change(
      'test/client.test.ts',
      'quoteText({ ...base, total: 17, discount: 0, delivery: 5 })',
      "quoteText({ ...base, total: '17', discount: '0', delivery: '5' })",
    ),
    change(
      'test/client.test.ts',
      'quoteText({ ...base, total: 711, discount: 79, delivery: 0 })',
      "quoteText({ ...base, total: '711', discount: '79', delivery: '0' })",
    ),
  ]),
]

const patterns: readonly Failure[] = [
  code(3, 'cycle', 'quotes and orders import each other', [
    change(
      order,
      "import type { TierId } from './tiers.ts'\n",
      "import { quote } from './quote.ts'\nimport type { TierId } from './tiers.ts'\n",
    ),
    change(
      order,
      'const open: ReadonlySet',
      '/** Whether the price of an order is still the one of the shop. */\nexport const isPriceCurrent = ({ tier, boxes, total }: Order): boolean =>\n  quote(tier, boxes) === total\n\nconst open: ReadonlySet',
    ),
    change(
      quote,
      'import { isTierId,',
      "import { isOpen, type Order } from './order.ts'\nimport { isTierId,",
    ),
    change(
      quote,
      'function priced(',
      '/** What is still to be paid for an order. */\nexport const amountDue = (order: Order): number => (isOpen(order) ? order.total : 0)\n\nfunction priced(',
    ),
    change(
      'test/order.test.ts',
      "describe('the grow guide'",
      "test('prices and amounts follow the order', () => {\n  assert.equal(isPriceCurrent(orderOf({})), true)\n  assert.equal(amountDue(orderOf({})), 58)\n  assert.equal(amountDue(orderOf({ status: 'shipped' })), 0)\n})\n\ndescribe('the grow guide'",
    ),
    change(
      'test/order.test.ts',
      '  isOrderStatus,\n  moveOrder,',
      '  isOrderStatus,\n  isPriceCurrent,\n  moveOrder,',
    ),
    change(
      'test/order.test.ts',
      'import { orderOf }',
      "import { amountDue } from '../src/shop/quote.ts'\nimport { orderOf }",
    ),
  ]),
  code(3, 'duplicate', 'the price is worked out twice, by the same fifteen lines', [
    change(
      placeOrder,
      "import { quoteFor } from './quote.ts'",
      "import { quoteFor } from './quote.ts'\nimport { type Tier, tiers } from './tiers.ts'",
    ),
    change(
      placeOrder,
      'const mostOpenOrders = 3',
      `const mostOpenOrders = 3
const deliveryFee = 5
const freeDeliveryFrom = 50
const bulkFrom = 10
const bulkDiscount = 0.1

function priceOfOrder(tier: Tier, boxes: number): { readonly total: number } {
  const full = tier.pricePerBox * boxes
  const discount = boxes >= bulkFrom ? full * bulkDiscount : 0
  const delivery = full - discount >= freeDeliveryFrom ? 0 : deliveryFee
  const quote = {
    tier: tier.id,
    boxes,
    discount: Math.round(discount),
    delivery,
    total: Math.round(full - discount + delivery),
    currency: 'EUR',
  }
  return quote
}`,
    ),
    change(
      placeOrder,
      '    total: priced.value.total,',
      '    total: priceOfOrder(tiers[priced.value.tier], boxes).total,',
    ),
  ]),
  code(3, 'file-name', 'a component lies in a file that is named like no other', [
    remove('src/components/loading.ts'),
    write(
      'src/components/LoadingState_v2.ts',
      `import { html, type Html } from '../views/html.ts'

export const Loading = ({ label }: { readonly label: string }): Html => html\`
  <p class="loading" role="status">
    <span class="spinner" aria-hidden="true"></span>
    \${label}
  </p>\`
`,
    ),
    change(
      'src/views/checkout-page.ts',
      "'../components/loading.ts'",
      "'../components/LoadingState_v2.ts'",
    ),
    change('track/plan.md', '`src/components/loading.ts`', '`src/components/LoadingState_v2.ts`'),
  ]),
  code(3, 'boundary', 'the rules of the shop import from the server', [
    change(
      'src/shop/accounts.ts',
      "import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto'\n",
      "import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto'\nimport { textIn } from '../server/read-body.ts'\nimport { problem } from '../server/respond.ts'\n",
    ),
    change(
      'src/shop/accounts.ts',
      'function problemOf(email: string',
      "/** The answer to a sign-up that was refused. */\nexport const refusal = (result: SignUpResult): Response =>\n  problem(result.kind === 'taken' ? 409 : 400, 'message' in result ? textIn(result.message) : '')\n\nfunction problemOf(email: string",
    ),
    change(
      'src/server/routes/account-routes.ts',
      "      return problem(result.kind === 'taken' ? 409 : 400, result.message)",
      '      return refusal(result)',
    ),
    change(
      'src/server/routes/account-routes.ts',
      'import type { Account, Accounts } from',
      'import { type Account, type Accounts, refusal } from',
    ),
  ]),
  code(3, 'only-in-the-browser', 'cancelling changes the page and nothing else', [
    change(
      'src/client/orders.js',
      `  const before = badge?.textContent ?? ''
  if (badge !== null) badge.textContent = 'Cancelled'
  /** @type {OrderResult} */
  const result = await send('PATCH', \`/api/orders/\${id}\`, { body: { status: 'cancelled' } })
  if (result.ok) {
    card?.querySelector('.card-footer')?.remove()
    showToast(page, 'success', 'Your order is cancelled.')
  } else {
    if (badge !== null) badge.textContent = before
    showToast(page, 'error', result.message)
  }
`,
      `  if (badge !== null) badge.textContent = 'Cancelled'
  card?.querySelector('.card-footer')?.remove()
  showToast(page, 'success', 'Your order is cancelled.')
`,
    ),
    change(
      'test/client.test.ts',
      "    await settled()\n    assert.equal(sent[0]?.path, '/api/orders/7')\n    assert.equal(footer.isRemoved, true)",
      '    await settled()\n    assert.equal(footer.isRemoved, true)',
    ),
    change(
      'test/client.test.ts',
      `  test('stay as they were when the shop refuses', async () => {
    answers(409, { error: { message: 'It is on its way.' } })
    const { badge, cancels, toasts, ...page } = orders()
    await cancels.fire('click')
    await page['confirm-cancel'].fire('click')
    await settled()
    assert.equal(badge.textContent, 'Paid')
    assert.equal(toasts.children[0]?.textContent, 'It is on its way.')
  })

`,
      '',
    ),
  ]),
  code(3, 'no-rollback', 'a cancellation that the shop refuses stays on the page', [
    change('src/client/orders.js', '    if (badge !== null) badge.textContent = before\n', ''),
    change('src/client/orders.js', "  const before = badge?.textContent ?? ''\n", ''),
    change(
      'src/client/orders.js',
      ' * Shows the order as cancelled at once, and as it was if the shop does not agree.',
      ' * Shows the order as cancelled at once.',
    ),
    change('test/client.test.ts', "    assert.equal(badge.textContent, 'Paid')\n", ''),
    change(
      'test/client.test.ts',
      "const { badge, cancels, toasts, ...page } = orders()\n    await cancels.fire('click')\n    await page['confirm-cancel'].fire('click')\n    await settled()\n    assert.equal(toasts",
      "const { cancels, toasts, ...page } = orders()\n    await cancels.fire('click')\n    await page['confirm-cancel'].fire('click')\n    await settled()\n    assert.equal(toasts",
    ),
  ]),
]

const errors: readonly Failure[] = [
  code(
    4,
    'empty-catch',
    'a request that cannot be read is never answered, and nobody hears of it',
    [
      change(
        'src/server/node-listener.ts',
        '    } catch (error) {\n      process.stderr.write(`A request could not be read: ${String(error)}\\n`)\n      reply.writeHead(400).end()\n    }',
        '    } catch {}',
      ),
    ],
  ),
  code(4, 'no-feedback', 'a payment that fails says nothing', [
    change(
      'src/client/orders.js',
      "  if (result.ok) page.location.reload()\n  else showToast(page, 'error', result.message)",
      '  if (result.ok) page.location.reload()',
    ),
    change('test/client.test.ts', 'toasts.children.length, 2', 'toasts.children.length, 1'),
  ]),
  code(4, 'no-empty-state', 'a customer without orders sees an empty page', [
    change(
      'src/views/orders-page.ts',
      `\${orders.length === 0 ? Empty() : html\`<ul class="grid">\${orders.map(OrderCard)}</ul>\`}`,
      '<ul class="grid">${orders.map(OrderCard)}</ul>',
    ),
    change(
      'src/views/orders-page.ts',
      `const Empty = (): Html => html\`
  <div class="empty">
    <p>You have no orders yet. Your first box is two steps away.</p>
    \${ButtonLink({ label: 'Choose your box', href: '/plans' })}
  </div>\`

`,
      '',
    ),
    change(
      'test/pages.test.ts',
      `  test('orders say what to do when there are none', async () => {
    const customer = await signedInCustomer(shopWith())
    assert.match((await customer('GET', '/orders')).text, /You have no orders yet/)
  })

`,
      '',
    ),
    change('test/pages.test.ts', 'customerOf, signedInCustomer, shopWith', 'customerOf, shopWith'),
  ]),
  code(4, 'not-awaited', 'an order is confirmed before anybody knows whether it worked', [
    change(
      'src/client/checkout.js',
      `    /** @type {OrderResult} */
    const result = await whileBusy(form, () => send('POST', '/api/orders', { body, key }))
    if (result.ok) page.location.assign('/orders')
    else if (result.status === 401) page.location.assign(signInPath(body.tier))
    else if (result.status === 400) showFieldError(page, 'boxes', result.message)
    else showToast(page, 'error', result.message)
`,
      `    whileBusy(form, () => send('POST', '/api/orders', { body, key }))
    page.location.assign('/orders')
`,
    ),
    change(
      'src/client/checkout.js',
      `
/** @param {string} tier */
const signInPath = (tier) => \`/sign-in?next=\${encodeURIComponent(\`/checkout?tier=\${tier}\`)}\`
`,
      '',
    ),
    change('src/client/checkout.js', "import { showToast } from './toast.js'\n", ''),
    change(
      'src/client/checkout.js',
      "/** @typedef {import('../shared/api.ts').OrderResponse} OrderResponse */\n",
      '',
    ),
    change(
      'src/client/checkout.js',
      "/** @typedef {import('./api.js').ApiResult<OrderResponse>} OrderResult */\n",
      '',
    ),
    change(
      'test/client.test.ts',
      `    const submitted = form.fire('submit')
    assert.equal(button.disabled, true)
    await submitted
    assert.equal(button.disabled, false)
`,
      `    await form.fire('submit')
    assert.equal(button.disabled, true)
`,
    ),
    change(
      'test/client.test.ts',
      `  test('leads to the sign-in and back', async () => {
    answers(401, { error: { message: 'Sign in.' } })
    const { form, visited } = checkout()
    await form.fire('submit')
    assert.deepEqual(visited, ['/sign-in?next=%2Fcheckout%3Ftier%3Dpro'])
  })

  test('shows what the shop says for six seconds', async () => {
    answers(503, { error: { message: 'Try again in a few minutes.' } })
    const { form, toasts } = checkout()
    await form.fire('submit')
    const [toast] = toasts.children
    assert.equal(toast?.className, 'toast toast-error')
    assert.equal(toast?.textContent, 'Try again in a few minutes.')
    mock.timers.tick(6000)
    assert.equal(toast?.isRemoved, true)
  })
`,
      '',
    ),
  ]),
]

const dead: readonly Failure[] = [
  code(5, 'unused-export', 'functions are exported that nobody calls', [
    change(
      quote,
      'function priced(',
      `export const formatQuote = ({ total, currency }: Quote): string => \`\${currency} \${total}.00\`

export const compareQuotes = (one: Quote, other: Quote): number => one.total - other.total

function priced(`,
    ),
  ]),
  code(5, 'commented-out', 'old code is kept in a comment', [
    change(
      placeOrder,
      '  const stock = await stockOf(tier)',
      `  // const stock = cachedStock.get(tier)
  // if (stock !== undefined && stock.boxes >= boxes) {
  //   cachedStock.set(tier, { ...stock, boxes: stock.boxes - boxes })
  //   return save(orders, { email, tier, boxes, key })
  // }
  // if (process.env.SKIP_STOCK === 'yes') {
  //   return save(orders, { email, tier, boxes, key })
  // }
  const stock = await stockOf(tier)`,
    ),
  ]),
  code(5, 'orphan', 'a file was written for an idea that nobody uses', [
    write(
      'src/shop/coupons.ts',
      `export type Coupon = { readonly code: string; readonly percent: number; readonly endsAt: Date }

const coupons: readonly Coupon[] = [
  { code: 'SPRING', percent: 10, endsAt: new Date('2026-06-01') },
  { code: 'ALLOTMENT', percent: 5, endsAt: new Date('2026-12-31') },
]

export const findCoupon = (code: string, now: Date): Coupon | null =>
  coupons.find((coupon) => coupon.code === code.toUpperCase() && coupon.endsAt > now) ?? null
`,
    ),
    change(
      'track/plan.md',
      '`src/shop/tiers.ts`, `src/shop/quote.ts`, `test/quote.test.ts`',
      '`src/shop/tiers.ts`, `src/shop/quote.ts`, `src/shop/coupons.ts`, `test/quote.test.ts`',
    ),
  ]),
  code(5, 'todo', 'two things are left to do, in comments', [
    change(
      orderRoutes,
      '      orders.save(moved.order)\n',
      '      orders.save(moved.order)\n      // TODO: give the money back when a paid order is cancelled\n',
    ),
    change(
      'src/shop/accounts.ts',
      'function problemOf(email: string',
      '// FIXME: also refuses some valid addresses\nfunction problemOf(email: string',
    ),
  ]),
  code(5, 'console', 'what helped to find a bug is still printed', [
    change(
      'src/client/checkout.js',
      '    if (current !== latest) return\n',
      "    console.log('quote result', result)\n    if (current !== latest) return\n",
    ),
    change(
      placeOrder,
      '  orders.save(order, key)',
      "  console.log('DEBUG saving order', order)\n  orders.save(order, key)",
    ),
  ]),
]

const giftCards = `import { randomInt } from 'node:crypto'

export type GiftCard = { readonly code: string; readonly balance: number; readonly endsAt: string }

const smallest = 10
const largest = 500
const monthsValid = 36

export function sellGiftCard(amount: number, now: Date): GiftCard | string {
  if (!Number.isInteger(amount)) return 'Choose a whole number of euros.'
  if (amount < smallest) return \`Gift cards start at \${smallest} EUR.\`
  if (amount > largest) return \`Gift cards end at \${largest} EUR.\`
  const endsAt = new Date(now)
  endsAt.setMonth(endsAt.getMonth() + monthsValid)
  return { code: newCode(), balance: amount, endsAt: endsAt.toISOString() }
}

export function redeem(card: GiftCard, total: number, now: Date): { rest: number; card: GiftCard } {
  if (new Date(card.endsAt) < now) return { rest: total, card }
  if (card.balance >= total) {
    return { rest: 0, card: { ...card, balance: card.balance - total } }
  }
  return { rest: total - card.balance, card: { ...card, balance: 0 } }
}

export function mergeCards(cards: readonly GiftCard[], now: Date): GiftCard | null {
  const valid = cards.filter((card) => new Date(card.endsAt) >= now)
  const [first] = valid
  if (first === undefined) return null
  const balance = valid.reduce((sum, card) => sum + card.balance, 0)
  if (balance > largest) return null
  return { ...first, balance, endsAt: latest(valid) }
}

function latest(cards: readonly GiftCard[]): string {
  return cards.map(({ endsAt }) => endsAt).toSorted().at(-1) ?? ''
}

function newCode(): string {
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
  let code = ''
  while (code.length < 12) {
    code += letters[randomInt(letters.length)]
  }
  return code
}
`

const tests: readonly Failure[] = [
  code(6, 'no-route-tests', 'the API and the pages have no tests', [
    remove('test/api.test.ts'),
    remove('test/pages.test.ts'),
    remove('test/support/customer.ts'),
    change(
      'track/plan.md',
      '`test/api.test.ts`, `test/pages.test.ts`, `test/start.test.ts`, `test/support/customer.ts`',
      '`test/start.test.ts`',
    ),
  ]),
  code(6, 'new-code-untested', 'gift cards came without tests', [
    write('src/shop/gift-cards.ts', giftCards),
    write(
      'src/server/routes/gift-card-routes.ts',
      `import { mergeCards, redeem, sellGiftCard } from '../../shop/gift-cards.ts'
import { readBody } from '../read-body.ts'
import { json, problem } from '../respond.ts'
import { route, type Route } from '../router.ts'

export const giftCardRoutes = (now: () => Date): readonly Route[] => [
  route('POST', '/api/gift-cards', async ({ request }) => {
    const body = await readBody(request)
    if (!body.ok) return problem(body.status, body.message)
    const card = sellGiftCard(Number(body.value.amount), now())
    if (typeof card === 'string') return problem(400, card)
    const merged = mergeCards([card], now()) ?? card
    return json(201, redeem(merged, 0, now()).card)
  }),
]
`,
    ),
    change(
      'src/server/create-shop.ts',
      'import { orderRoutes }',
      "import { giftCardRoutes } from './routes/gift-card-routes.ts'\nimport { orderRoutes }",
    ),
    change(
      'src/server/create-shop.ts',
      '    ...assetRoutes(),',
      '    ...giftCardRoutes(now),\n    ...assetRoutes(),',
    ),
    change(
      'track/plan.md',
      '`src/shop/tiers.ts`, `src/shop/quote.ts`,',
      '`src/shop/tiers.ts`, `src/shop/quote.ts`, `src/shop/gift-cards.ts`, `src/server/routes/gift-card-routes.ts`,',
    ),
  ]),
  code(6, 'skipped', 'most tests of the rules and of the API are skipped', [
    change('test/api.test.ts', "describe('orders', () => {", "describe.skip('orders', () => {"),
    change(
      'test/api.test.ts',
      "describe('accounts and sessions', () => {",
      "describe.skip('accounts and sessions', () => {",
    ),
    change('test/quote.test.ts', "describe('a quote', () => {", "describe.skip('a quote', () => {"),
    change(
      'test/place-order.test.ts',
      "describe('placing an order', () => {",
      "describe.skip('placing an order', () => {",
    ),
  ]),
  code(6, 'no-assertions', 'the tests of quotes call functions and expect nothing', [
    write(
      'test/quote.test.ts',
      `import { describe, test } from 'node:test'
import { quote, quoteFor } from '../src/shop/quote.ts'

describe('a quote', () => {
  test('adds delivery below 50 EUR', () => {
    quote('basic', 1)
    quote('basic', 2)
    quote('pro', 1)
  })

  test('delivers free from 50 EUR', () => {
    quote('pro', 2)
    quote('farm', 1)
  })

  test('takes 10 % off from 10 boxes', () => {
    quote('farm', 9)
    quote('farm', 10)
    quote('farm', 20)
  })

  test('is refused for too many boxes', () => {
    quoteFor('basic', 3)
    quoteFor('farm', 21)
  })
})
`,
    ),
  ]),
  code(6, 'red', 'a test fails', [
    change(
      'test/quote.test.ts',
      "assert.equal(quote('farm', 20), 1422)",
      "assert.equal(quote('farm', 20), 1580)",
    ),
  ]),
]

export const codeFailures: readonly Failure[] = [
  ...build,
  ...types,
  ...patterns,
  ...errors,
  ...dead,
  ...tests,
]
