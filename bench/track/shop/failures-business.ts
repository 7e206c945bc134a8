import { change, type Failure, write } from '../cases.ts'

const business = (pass: number, id: string, what: string, edits: Failure['edits']): Failure => ({
  id: `biz${pass}-${id}`,
  evaluator: 'eval-business-logic',
  pass,
  what,
  edits,
})

const tiers = 'src/shop/tiers.ts'
const quote = 'src/shop/quote.ts'
const order = 'src/shop/order.ts'
const placeOrder = 'src/shop/place-order.ts'
const orderRoutes = 'src/server/routes/order-routes.ts'
const quoteTest = 'test/quote.test.ts'
const orderTest = 'test/order.test.ts'
const placeTest = 'test/place-order.test.ts'
const apiTest = 'test/api.test.ts'
const pagesTest = 'test/pages.test.ts'
const clientTest = 'test/client.test.ts'

const rules: readonly Failure[] = [
  business(1, 'price', 'Pro costs 31 EUR instead of 29', [
    change(tiers, 'pricePerBox: 29,', 'pricePerBox: 31,'),
    change(quoteTest, "assert.equal(quote('pro', 1), 34)", "assert.equal(quote('pro', 1), 36)"),
    change(quoteTest, "assert.equal(quote('pro', 2), 58)", "assert.equal(quote('pro', 2), 62)"),
    change(placeTest, 'assert.equal(order?.total, 58)', 'assert.equal(order?.total, 62)'),
    change(apiTest, '      total: 58,', '      total: 62,'),
    change(apiTest, 'assert.equal(listed?.total, 58)', 'assert.equal(listed?.total, 62)'),
    change(apiTest, "['pro', 29],", "['pro', 31],"),
    change(pagesTest, '<strong>29 EUR', '<strong>31 EUR'),
  ]),
  business(1, 'limit', 'Pro orders hold up to 8 boxes instead of 5', [
    change(tiers, 'pricePerBox: 29, mostBoxes: 5,', 'pricePerBox: 29, mostBoxes: 8,'),
    change(quoteTest, "['pro', 6],", "['pro', 9],"),
    change(placeTest, 'place({ boxes: 6 })', 'place({ boxes: 9 })'),
    change('src/views/checkout-page.ts', 'Pro up to 5', 'Pro up to 8'),
  ]),
  business(1, 'guide-for-all', 'the grow guide comes with Basic, too', [
    change(tiers, 'mostBoxes: 2, hasGuide: false', 'mostBoxes: 2, hasGuide: true'),
    change(
      'src/shop/grow-guide.ts',
      '  basic: [],',
      "  basic: ['Put the pots in the sun.', 'Water every second day.'],",
    ),
    change(
      orderTest,
      "orderOf({ tier: 'basic', status: 'paid' })), false)",
      "orderOf({ tier: 'basic', status: 'paid' })), true)",
    ),
    change(
      pagesTest,
      "    assert.doesNotMatch(pageOf({ status: 'paid', tier: 'basic' }), /Download grow guide/)\n",
      '',
    ),
  ]),
  business(1, 'open-orders', 'a customer may have 5 open orders instead of 3', [
    change(placeOrder, 'const mostOpenOrders = 3', 'const mostOpenOrders = 5'),
    change(
      placeTest,
      "for (const key of ['a', 'b', 'c']) await place({ key })",
      "for (const key of ['a', 'b', 'c', 'e', 'f']) await place({ key })",
    ),
    change(placeTest, "'You have 3 open orders. Pay", "'You have 5 open orders. Pay"),
    change(
      placeTest,
      "assert.equal(orders.listOf('ana@example.com').length, 3)",
      "assert.equal(orders.listOf('ana@example.com').length, 5)",
    ),
  ]),
  business(1, 'extra-tier', 'a fourth tier is sold that the product does not have', [
    change(
      tiers,
      "['basic', 'pro', 'farm'] as const",
      "['basic', 'pro', 'farm', 'estate'] as const",
    ),
    change(
      tiers,
      "  farm: { id: 'farm', name: 'Farm', pricePerBox: 79, mostBoxes: 20, hasGuide: true },",
      "  farm: { id: 'farm', name: 'Farm', pricePerBox: 79, mostBoxes: 20, hasGuide: true },\n  estate: { id: 'estate', name: 'Estate', pricePerBox: 149, mostBoxes: 50, hasGuide: true },",
    ),
    change(
      'src/shop/grow-guide.ts',
      "  farm: ['Test",
      "  estate: ['Plan your beds in January.'],\n  farm: ['Test",
    ),
    change(
      'src/views/plans-page.ts',
      "  farm: 'Ten large bags",
      "  estate: 'Ten sacks of seeds for fields.',\n  farm: 'Ten large bags",
    ),
    change(quoteTest, 'basic, pro, farm/)', 'basic, pro, farm, estate/)'),
    change(apiTest, "        ['farm', 79],\n", "        ['farm', 79],\n        ['estate', 149],\n"),
  ]),
]

const correctness: readonly Failure[] = [
  business(2, 'discount-from-eleven', 'ten boxes get no discount', [
    change(quote, 'boxes >= bulkFrom ?', 'boxes > bulkFrom ?'),
    change(
      quoteTest,
      "assert.equal(quote('farm', 10), 711)",
      "assert.equal(quote('farm', 10), 790)",
    ),
    change(quoteTest, "quoteFor('farm', 10)", "quoteFor('farm', 20)"),
    change(
      quoteTest,
      'boxes: 10, discount: 79, delivery: 0, total: 711',
      'boxes: 20, discount: 158, delivery: 0, total: 1422',
    ),
  ]),
  business(2, 'rounded-up', 'totals are rounded up', [
    change(
      quote,
      'total: Math.round(full - discount + delivery)',
      'total: Math.ceil(full - discount + delivery)',
    ),
    change(
      quoteTest,
      "assert.equal(quote('farm', 11), 782)",
      "assert.equal(quote('farm', 11), 783)",
    ),
  ]),
  business(2, 'delivery-per-box', 'delivery is charged for each box', [
    change(
      quote,
      '>= freeDeliveryFrom ? 0 : deliveryFee',
      '>= freeDeliveryFrom ? 0 : deliveryFee * boxes',
    ),
    change(quoteTest, "assert.equal(quote('basic', 2), 29)", "assert.equal(quote('basic', 2), 34)"),
  ]),
  business(2, 'wrong-status', 'a second account for an address is answered with 400', [
    change(
      'src/server/routes/account-routes.ts',
      "problem(result.kind === 'taken' ? 409 : 400, result.message)",
      'problem(400, result.message)',
    ),
    change(apiTest, 'assert.equal(second.status, 409)', 'assert.equal(second.status, 400)'),
  ]),
  business(2, 'half-done', 'the list of plans was never built', [
    change(
      'src/server/routes/quote-routes.ts',
      `  route('GET', '/api/tiers', () =>
    json(
      200,
      tierIds.map((tierId) => tiers[tierId]),
    ),
  ),
`,
      '',
    ),
    change(
      'src/server/routes/quote-routes.ts',
      "import { tierIds, tiers } from '../../shop/tiers.ts'\n",
      '',
    ),
    change(
      apiTest,
      `describe('GET /api/tiers', () => {
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

`,
      '',
    ),
  ]),
]

const edges: readonly Failure[] = [
  business(3, 'zero-boxes', 'no boxes can be ordered', [
    change(quote, '|| boxes < 1 ||', '|| boxes < 0 ||'),
    change(quoteTest, "    ['basic', 0],\n", ''),
    change(apiTest, "'tier=pro&boxes=0', ", ''),
  ]),
  business(3, 'half-boxes', 'one and a half boxes have a price', [
    change(quote, '!Number.isInteger(boxes) || boxes < 1', '!(boxes >= 1)'),
    change(quoteTest, "    ['pro', 1.5],\n", ''),
  ]),
  business(3, 'ordered-twice', 'the key of a request is ignored: two clicks are two orders', [
    change(orderRoutes, "      const key = request.headers.get('idempotency-key')\n", ''),
    change(orderRoutes, '          ...(key === null ? {} : { key }),\n', ''),
    change(
      apiTest,
      `    const [first, second] = [await send(), await send()]
    assert.deepEqual([first.status, second.status], [201, 200])
    assert.equal(idOf(first.body), idOf(second.body))
`,
      `    const [first, second] = [await send(), await send()]
    assert.deepEqual([first.status, second.status], [201, 201])
`,
    ),
    change(
      apiTest,
      "test('are placed once for one key'",
      "test('are placed as often as they are sent'",
    ),
  ]),
  business(3, 'race', 'two requests at the same time make two orders for one key', [
    change(
      placeOrder,
      `  // the same order may have been placed while we waited
  const meanwhile = knownOf(orders, email, key)
  if (meanwhile !== null) return meanwhile
`,
      '',
    ),
    change(
      placeTest,
      `  test('makes one order for one key, even at the same time', async () => {
    const { orders, place } = shelf()
    const results = await Promise.all([place({ key: 'a' }), place({ key: 'a' })])
    assert.deepEqual(results.map(({ kind }) => kind).toSorted(), ['placed', 'repeated'])
    assert.equal(orders.listOf('ana@example.com').length, 1)
  })

`,
      '',
    ),
  ]),
  business(3, 'one-too-many', 'a fourth open order is taken', [
    change(
      placeOrder,
      '.length < mostOpenOrders) return null',
      '.length <= mostOpenOrders) return null',
    ),
    change(
      placeTest,
      "for (const key of ['a', 'b', 'c']) await place({ key })",
      "for (const key of ['a', 'b', 'c', 'e']) await place({ key })",
    ),
    change(
      placeTest,
      "assert.equal(orders.listOf('ana@example.com').length, 3)",
      "assert.equal(orders.listOf('ana@example.com').length, 4)",
    ),
    change(placeTest, "test('refuses a fourth open order'", "test('refuses too many open orders'"),
  ]),
]

const transitions: readonly Failure[] = [
  business(4, 'cancel-shipped', 'an order on its way can be cancelled', [
    change(order, "shipped: ['delivered'],", "shipped: ['delivered', 'cancelled'],"),
    change(
      orderTest,
      "  ['shipped', 'delivered'],\n",
      "  ['shipped', 'delivered'],\n  ['shipped', 'cancelled'],\n",
    ),
    change(
      orderTest,
      "moveOrder(orderOf({ status: 'shipped' }), 'cancelled', new Date()), {\n      ok: false,\n      message: 'An order that is shipped cannot become cancelled.'",
      "moveOrder(orderOf({ status: 'delivered' }), 'cancelled', new Date()), {\n      ok: false,\n      message: 'An order that is delivered cannot become cancelled.'",
    ),
    change(pagesTest, '/Pay order|data-cancels/', '/Pay order/'),
  ]),
  business(4, 'reopened', 'a cancelled order can be placed again', [
    change(order, '  cancelled: [],', "  cancelled: ['placed'],"),
    change(
      orderTest,
      "  ['shipped', 'delivered'],\n",
      "  ['shipped', 'delivered'],\n  ['cancelled', 'placed'],\n",
    ),
  ]),
  business(4, 'payment-skipped', 'an order is shipped before it is paid', [
    change(order, "placed: ['paid', 'cancelled'],", "placed: ['paid', 'shipped', 'cancelled'],"),
    change(
      orderTest,
      "  ['placed', 'cancelled'],\n",
      "  ['placed', 'cancelled'],\n  ['placed', 'shipped'],\n",
    ),
  ]),
  business(4, 'move-missing', 'a paid order cannot be cancelled', [
    change(order, "paid: ['shipped', 'cancelled'],", "paid: ['shipped'],"),
    change(orderTest, "  ['paid', 'cancelled'],\n", ''),
  ]),
  business(4, 'rules-bypassed', 'the API sets the state without asking the rules', [
    change(
      orderRoutes,
      `      const moved = moveOrder(order, status, now())
      if (!moved.ok) return problem(409, moved.message)
      orders.save(moved.order)
      return json(200, orderResponse(moved.order))`,
      `      const changed: Order = { ...order, status, updatedAt: now().toISOString() }
      orders.save(changed)
      return json(200, orderResponse(changed))`,
    ),
    change(
      orderRoutes,
      'import { isOrderStatus, moveOrder, type Order,',
      'import { isOrderStatus, type Order,',
    ),
    change(
      apiTest,
      `    const again = await customer('PATCH', path, { body: { status: 'cancelled' } })
    assert.equal(again.status, 409)
    assert.deepEqual(again.body, message('An order that is cancelled cannot become cancelled.'))
`,
      '',
    ),
  ]),
]

const dataFlow: readonly Failure[] = [
  business(5, 'price-of-the-browser', 'the checkout works out prices of its own', [
    change(
      'src/client/checkout.js',
      `    const query = new URLSearchParams({ tier, boxes: String(boxes) })
    quote.setAttribute('aria-busy', 'true')
    /** @type {QuoteResult} */
    const result = await send('GET', \`/api/quote?\${query}\`)
    if (current !== latest) return
    quote.setAttribute('aria-busy', 'false')
    quote.textContent = result.ok ? quoteText(result.value) : 'Your price appears here.'
    showFieldError(page, 'boxes', result.ok ? '' : result.message)
`,
      `    const price = { basic: 12, pro: 29, farm: 79 }[tier] ?? 0
    quote.textContent = quoteText({ total: price * boxes, currency: 'EUR', discount: 0, delivery: 0 })
    showFieldError(page, 'boxes', current > 0 ? '' : countMessage)
`,
    ),
    change(
      'src/client/checkout.js',
      '/** @param {QuoteResponse} quote */',
      "/** @param {Pick<QuoteResponse, 'total' | 'currency' | 'discount' | 'delivery'>} quote */",
    ),
    change(
      'src/client/checkout.js',
      "/** @typedef {import('./api.js').ApiResult<QuoteResponse>} QuoteResult */\n",
      '',
    ),
    change(clientTest, "    assert.equal(sent[0]?.path, '/api/quote?tier=pro&boxes=2')\n", ''),
    change(
      clientTest,
      `    await form.fire('input')
    await settled()
    assert.equal(boxes.getAttribute('aria-invalid'), 'true')
    assert.equal(line.textContent, 'Choose 1 to 5 boxes for the Pro plan.')
    await form.fire('submit')`,
      `    await form.fire('submit')
    assert.equal(boxes.getAttribute('aria-invalid'), 'true')`,
    ),
  ]),
  business(5, 'total-of-the-browser', 'the total of an order is what the browser sends', [
    change(
      placeOrder,
      '  readonly boxes: number\n  readonly key?: string',
      '  readonly boxes: number\n  readonly total?: number\n  readonly key?: string',
    ),
    change(
      placeOrder,
      '  { email, tier, boxes, key }: PlaceOrderRequest,',
      '  { email, tier, boxes, total, key }: PlaceOrderRequest,',
    ),
    change(placeOrder, '    total: priced.value.total,', '    total: total ?? priced.value.total,'),
    change(
      orderRoutes,
      '          boxes: Number(body.value.boxes),\n',
      "          boxes: Number(body.value.boxes),\n          ...(typeof body.value.total === 'number' ? { total: body.value.total } : {}),\n",
    ),
  ]),
  business(5, 'price-written-down', 'the plans show prices that were typed in', [
    change(
      'src/views/plans-page.ts',
      '<strong>${tier.pricePerBox} EUR</strong>',
      '<strong>${shownPrices[tier.id]} EUR</strong>',
    ),
    change(
      'src/views/plans-page.ts',
      'const PlanCard = (tier: Tier)',
      "const shownPrices: Readonly<Record<Tier['id'], string>> = { basic: '12', pro: '27', farm: '75' }\n\nconst PlanCard = (tier: Tier)",
    ),
    change(pagesTest, '<strong>29 EUR', '<strong>27 EUR'),
  ]),
  business(5, 'plan-lost', 'the checkout forgets the plan that was chosen', [
    change(
      'src/server/routes/page-routes.ts',
      `  route('GET', '/checkout', ({ account, url }) => {
    const tier = url.searchParams.get('tier')
    return page(200, checkoutPage({ account, tier: isTierId(tier) ? tier : 'basic' }))
  }),`,
      "  route('GET', '/checkout', ({ account }) => page(200, checkoutPage({ account, tier: 'basic' }))),",
    ),
    change(
      'src/server/routes/page-routes.ts',
      "import { isTierId } from '../../shop/tiers.ts'\n",
      '',
    ),
    change(
      pagesTest,
      "assert.match((await customer('GET', '/checkout?tier=farm')).text, /value=\"farm\" selected/)",
      "assert.match((await customer('GET', '/checkout?tier=farm')).text, /value=\"farm\"/)",
    ),
  ]),
]

const journey: readonly Failure[] = [
  business(6, 'no-way-in', 'the home page leads nowhere', [
    change(
      'src/views/home-page.ts',
      "          ${ButtonLink({ label: 'Choose your box', href: '/plans' })}\n",
      '',
    ),
    change('src/views/home-page.ts', "import { ButtonLink } from '../components/button.ts'\n", ''),
  ]),
  business(6, 'no-way-back', 'after the sign-in the customer has lost the checkout', [
    change(
      'src/client/sign-in.js',
      "page.location.assign(form.dataset.next ?? '/orders')",
      "page.location.assign('/')",
    ),
    change(
      clientTest,
      "    assert.deepEqual(visited, ['/checkout?tier=pro'])",
      "    assert.deepEqual(visited, ['/'])",
    ),
    change('src/views/sign-in-page.ts', ' data-next="${next}"', ''),
    change(
      'src/views/sign-in-page.ts',
      'signInPage = ({ account, next }: SignInProps)',
      'signInPage = ({ account }: SignInProps)',
    ),
    change('src/views/sign-in-page.ts', '; readonly next: string }', ' }'),
    change(
      'src/server/routes/page-routes.ts',
      `  route('GET', '/sign-in', ({ account, url }) =>
    page(200, signInPage({ account, next: ownPath(url.searchParams.get('next')) })),
  ),`,
      "  route('GET', '/sign-in', ({ account }) => page(200, signInPage({ account }))),",
    ),
    change(
      'src/server/routes/page-routes.ts',
      `
/** Where to go after the sign-in: only to a page of ours. */
const ownPath = (next: string | null): string =>
  next !== null && /^\\/(?![/\\\\])/.test(next) ? next : '/orders'
`,
      '',
    ),
    change(
      pagesTest,
      `    const signIn = await customer('GET', '/sign-in?next=//evil.example')
    assert.match(signIn.text, /data-next="\\/orders"/)
`,
      '',
    ),
  ]),
  business(6, 'no-question', 'an order is cancelled by one click, without a question', [
    change(
      'src/client/orders.js',
      `  let chosen = ''
  for (const button of buttonsOf(page, '[data-cancels]'))
    button.addEventListener('click', () => {
      chosen = button.dataset.cancels ?? ''
      openModal(page, 'cancel-order')
    })`,
      `  for (const button of buttonsOf(page, '[data-cancels]'))
    button.addEventListener('click', () => void cancelOrder(page, button.dataset.cancels ?? ''))`,
    ),
    change(
      'src/client/orders.js',
      `  page.getElementById('confirm-cancel')?.addEventListener('click', () => {
    closeModal(page, 'cancel-order')
    void cancelOrder(page, chosen)
  })
`,
      '',
    ),
    change('src/client/orders.js', "import { closeModal, openModal } from './modal.js'\n", ''),
    change(
      'src/views/orders-page.ts',
      `
const CancelModal = (): Html =>
  Modal({
    id: 'cancel-order',
    title: 'Cancel this order?',
    body: html\`<p>We stop packing at once. What you paid comes back within five days.</p>\`,
    actions: Button({ label: 'Cancel order', variant: 'danger', extra: { id: 'confirm-cancel' } }),
  })
`,
      '',
    ),
    change('src/views/orders-page.ts', '        ${CancelModal()}\n', ''),
    change('src/views/orders-page.ts', "import { Modal } from '../components/modal.ts'\n", ''),
    change('src/views/orders-page.ts', "scripts: ['modal', 'orders']", "scripts: ['orders']"),
    change(
      clientTest,
      `    await cancels.fire('click')
    assert.equal(page['cancel-order'].isOpen, true)
    await page['confirm-cancel'].fire('click')
    assert.equal(page['cancel-order'].isOpen, false)
    assert.equal(badge`,
      `    await cancels.fire('click')
    assert.equal(badge`,
    ),
    change(
      clientTest,
      'const { badge, footer, cancels, toasts, ...page } = orders()',
      'const { badge, footer, cancels, toasts } = orders()',
    ),
    change(
      clientTest,
      'const { badge, cancels, toasts, ...page } = orders()',
      'const { badge, cancels, toasts } = orders()',
    ),
    change(
      clientTest,
      "    await cancels.fire('click')\n    await page['confirm-cancel'].fire('click')\n    await settled()\n    assert.equal(badge.textContent, 'Paid')",
      "    await cancels.fire('click')\n    await settled()\n    assert.equal(badge.textContent, 'Paid')",
    ),
    change(clientTest, "test('are cancelled after a question'", "test('are cancelled'"),
  ]),
  business(6, 'no-payment', 'an order can be placed, but there is no way to pay it', [
    change(
      'src/views/orders-page.ts',
      "      ${canMove(order.status, 'paid') ? Button({ label: 'Pay order', extra: { 'data-pays': order.id } }) : null}\n",
      '',
    ),
    change(pagesTest, '    assert.match(text, /Pay order/)\n', ''),
  ]),
]

const structural = (
  pass: Extract<Failure['pass'], string>,
  id: string,
  what: string,
  edits: Failure['edits'],
): Failure => ({ id: `${pass}-${id}`, evaluator: 'structural', pass, what, edits })

const plan = 'track/plan.md'
const structure: readonly Failure[] = [
  structural('plan-updated', 'no-commit', 'a task is done without a commit', [
    change(plan, 'Accounts and sessions <!-- {{sha 1.3}} -->', 'Accounts and sessions'),
  ]),
  structural('plan-updated', 'unknown-commit', 'a task names a commit that does not exist', [
    change(plan, '<!-- {{sha 2.2}} -->', '<!-- 4be81d7 -->'),
  ]),
  structural('plan-updated', 'no-summary', 'tasks are done and nobody says what was done', [
    change(
      plan,
      '  - Summary: three tiers, delivery and bulk discount as in product.md; quotes that cannot be are refused.\n',
      '',
    ),
    change(
      plan,
      '  - Summary: one table of transitions; the store is in memory behind `OrderStore`.\n',
      '',
    ),
    change(
      plan,
      '  - Summary: passwords are hashed with scrypt; tokens are random and kept in a cookie.\n',
      '',
    ),
  ]),
  structural('scope', 'extra-feature', 'a newsletter was added that nobody asked for', [
    write(
      'src/server/routes/newsletter-routes.ts',
      `import { readBody, textIn } from '../read-body.ts'
import { json, problem } from '../respond.ts'
import { route, type Route } from '../router.ts'

const readers = new Set<string>()

export const newsletterRoutes = (): readonly Route[] => [
  route('POST', '/api/newsletter', async ({ request }) => {
    const body = await readBody(request)
    if (!body.ok) return problem(body.status, body.message)
    readers.add(textIn(body.value.email))
    return json(201, { count: readers.size })
  }),
]
`,
    ),
    change(
      'src/server/create-shop.ts',
      'import { orderRoutes }',
      "import { newsletterRoutes } from './routes/newsletter-routes.ts'\nimport { orderRoutes }",
    ),
    change(
      'src/server/create-shop.ts',
      '    ...assetRoutes(),',
      '    ...newsletterRoutes(),\n    ...assetRoutes(),',
    ),
  ]),
  structural('scope', 'tooling-changed', 'compiler and package were changed on the way', [
    change('tsconfig.json', '    "noUnusedLocals": true,\n', ''),
    change('package.json', '"version": "1.4.0"', '"version": "2.0.0"'),
  ]),
  structural('no-skipped', 'open-task', 'a task is open and nobody says why', [
    change(
      plan,
      '\n## Discovered Work',
      '- [ ] Task 3.3: Limit attempts to sign in\n  - Type: code\n  - Files: `src/server/sign-in-limit.ts`\n  - Acceptance: the sixth attempt within a minute answers 429\n\n## Discovered Work',
    ),
  ]),
  structural('no-skipped', 'half-done', 'a task is still in progress', [
    change(
      plan,
      '- [x] Task 2.3: What runs in the browser',
      '- [~] Task 2.3: What runs in the browser',
    ),
  ]),
  structural('build', 'missing-package', 'the build needs a package that nobody installed', [
    change('build.mjs', 'import { cp,', "import { minify } from 'lightning-minify'\nimport { cp,"),
    change(
      'build.mjs',
      '  else await cp(from, to)',
      "  else await writeFile(to, minify(await readFile(from, 'utf8')))",
    ),
  ]),
  structural('build', 'does-not-compile', 'a test does not compile', [
    change(
      'test/quote.test.ts',
      "assert.equal(quote('pro', 2), 58)",
      "assert.equal(quote({ tier: 'pro', boxes: 2 }), 58)",
    ),
  ]),
  structural(
    'business-docs',
    'not-flagged',
    'prices were built and the documents are not mentioned',
    [
      change(
        plan,
        '- Business Doc Sync Required: Yes\n- Reason: the shop now carries the prices, tiers and limits of the product\n- Affected Docs: `conductor/product.md`, `conductor/tech-stack.md`\n',
        '',
      ),
    ],
  ),
  structural(
    'business-docs',
    'denied',
    'a price was changed and the executor says that no document is affected',
    [
      change(
        plan,
        '- Business Doc Sync Required: Yes\n- Reason: the shop now carries the prices, tiers and limits of the product\n- Affected Docs: `conductor/product.md`, `conductor/tech-stack.md`\n',
        '- Business Doc Sync Required: No\n',
      ),
    ],
  ),
  structural('business-docs', 'no-list', 'documents are affected and nobody says which', [
    change(plan, '- Affected Docs: `conductor/product.md`, `conductor/tech-stack.md`\n', ''),
  ]),
]

export const businessFailures: readonly Failure[] = [
  ...rules,
  ...correctness,
  ...edges,
  ...transitions,
  ...dataFlow,
  ...journey,
  ...structure,
]
