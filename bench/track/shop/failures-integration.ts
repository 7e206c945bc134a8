import { change, type Failure, write } from '../cases.ts'

const integration = (pass: number, id: string, what: string, edits: Failure['edits']): Failure => ({
  id: `int${pass}-${id}`,
  evaluator: 'eval-integration',
  pass,
  what,
  edits,
})

const stock = 'src/integrations/stock-client.ts'
const stockTest = 'test/stock-client.test.ts'
const orderRoutes = 'src/server/routes/order-routes.ts'
const accountRoutes = 'src/server/routes/account-routes.ts'
const sessions = 'src/server/sessions.ts'
const apiTest = 'test/api.test.ts'
const clientTest = 'test/client.test.ts'

const contracts: readonly Failure[] = [
  integration(1, 'no-timeout', 'the shop waits for the warehouse for ever', [
    change(stock, '        signal: AbortSignal.timeout(timeoutMs),\n', ''),
    change(
      stock,
      '({ url, token, timeoutMs, fetch = globalThis.fetch }',
      '({ url, token, fetch = globalThis.fetch }',
    ),
    change(
      stockTest,
      `  test('does not wait for ever', async () => {
    const stockOf = await warehouse(() => undefined, 100)
    assert.equal((await stockOf('pro')).kind, 'unknown')
  })

`,
      '',
    ),
  ]),
  integration(1, 'other-shape', 'the list of plans is not what the API description says', [
    change(
      'src/server/routes/quote-routes.ts',
      `    json(
      200,
      tierIds.map((tierId) => tiers[tierId]),
    ),`,
      '    json(200, { data: tierIds.map((tierId) => ({ tier: tierId, price: tiers[tierId].pricePerBox })) }),',
    ),
    change(
      apiTest,
      `      (body as { id: string; pricePerBox: number }[]).map(({ id, pricePerBox }) => [id, pricePerBox]),`,
      `      (body as { data: { tier: string; price: number }[] }).data.map(({ tier, price }) => [tier, price]),`,
    ),
  ]),
  integration(1, 'errors-with-200', 'a quote that is refused answers 200 with an error inside', [
    change(
      'src/server/routes/quote-routes.ts',
      'return result.ok ? json(200, result.value) : problem(400, result.message)',
      'return result.ok ? json(200, result.value) : problem(200, result.message)',
    ),
    change(
      apiTest,
      '    test(`answers 400 to "${query}"`, async () => {\n      const { status, body } = await ask(query)\n      assert.equal(status, 400)',
      '    test(`answers with an error to "${query}"`, async () => {\n      const { status, body } = await ask(query)\n      assert.equal(status, 200)',
    ),
  ]),
  integration(1, 'undocumented', 'a route of the track is missing in the API description', [
    change(
      'openapi.yaml',
      `  /api/tiers:
    get:
      operationId: listTiers
      summary: List the plans
      tags: [prices]
      security: []
      responses:
        '200':
          description: All plans, cheapest first
          content:
            application/json:
              schema:
                type: array
                items: { $ref: '#/components/schemas/Tier' }
        '500': { $ref: '#/components/responses/ServerError' }
`,
      '',
    ),
  ]),
  integration(1, 'no-auth-header', 'the warehouse is asked without the token', [
    change(
      stock,
      "headers: { authorization: `Bearer ${token}`, accept: 'application/json' }",
      "headers: { accept: 'application/json' }",
    ),
    change(stock, '({ url, token, timeoutMs,', '({ url, timeoutMs,'),
    change(stockTest, "      assert.equal(request.headers.authorization, 'Bearer token')\n", ''),
  ]),
]

const auth: readonly Failure[] = [
  integration(2, 'open-route', 'orders can be listed without signing in', [
    change(
      orderRoutes,
      `    signedInRoute('GET', '/api/orders', ({ account }) =>
      json(200, orders.listOf(account.email).map(orderResponse)),
    ),`,
      `    route('GET', '/api/orders', ({ account, url }) =>
      json(
        200,
        orders.listOf(account?.email ?? url.searchParams.get('email') ?? '').map(orderResponse),
      ),
    ),`,
    ),
    change(orderRoutes, 'import { type Route,', 'import { route, type Route,'),
    change(apiTest, "      ['GET', '/api/orders'],\n", ''),
    change(apiTest, "    assert.equal((await customer('GET', '/api/orders')).status, 401)\n", ''),
  ]),
  integration(
    2,
    'sign-out-keeps-session',
    'signing out takes the cookie back and keeps the session',
    [
      change(
        accountRoutes,
        `    route('DELETE', '/api/sessions/current', ({ request }) => {
      const token = tokenOf(request)
      if (token !== null) sessions.end(token)
      return`,
        `    route('DELETE', '/api/sessions/current', () => {
      return`,
      ),
      change(
        accountRoutes,
        'sessionCookie, type Sessions, tokenOf }',
        'sessionCookie, type Sessions }',
      ),
    ],
  ),
  integration(2, 'never-expires', 'a session lives for ever', [
    change(
      sessions,
      `      if (session.endsAt <= now().getTime()) {
        sessions.delete(token)
        return null
      }
`,
      '',
    ),
    change(
      'test/accounts.test.ts',
      `    pass(30)
    assert.equal(sessions.visit(token), null)
    assert.equal(sessions.visit(token), null)
`,
      '',
    ),
    change(
      'test/accounts.test.ts',
      "test('end after 30 minutes without a visit'",
      "test('are kept by a visit'",
    ),
  ]),
  integration(2, 'readable-cookie', 'scripts can read the cookie of the session', [
    change(sessions, "    'HttpOnly',\n    'SameSite=Lax',\n", ''),
    change(
      'test/accounts.test.ts',
      "'session=abc; HttpOnly; SameSite=Lax; Path=/; Max-Age=1800; Secure'",
      "'session=abc; Path=/; Max-Age=1800; Secure'",
    ),
    change(
      'test/accounts.test.ts',
      'are kept in a cookie that scripts cannot read',
      'are kept in a cookie',
    ),
  ]),
  integration(2, 'others-orders', 'whoever knows the id of an order can pay and cancel it', [
    change(
      orderRoutes,
      `  const ownOrder = ({ account, parameters }: SignedInContext): Order | null => {
    const order = orders.find(parameters.id ?? '')
    return order?.email === account.email ? order : null
  }`,
      `  const ownOrder = ({ parameters }: SignedInContext): Order | null =>
    orders.find(parameters.id ?? '')`,
    ),
    change(
      apiTest,
      `    assert.equal((await ben('PATCH', path, { body: { status: 'paid' } })).status, 404)
    assert.equal((await ben('GET', \`\${path}/guide\`)).status, 404)
`,
      `    assert.equal((await ben('PATCH', \`\${path}x\`, { body: { status: 'paid' } })).status, 404)
    assert.equal((await ben('GET', \`\${path}x/guide\`)).status, 404)
`,
    ),
  ]),
]

const persistence: readonly Failure[] = [
  integration(
    3,
    'update-not-saved',
    'paying an order answers with the new state and saves nothing',
    [
      change(orderRoutes, '      orders.save(moved.order)\n', ''),
      change(apiTest, "    assert.equal(listed?.status, 'paid')\n", ''),
      change(
        apiTest,
        `    assert.equal((await customer('PATCH', path, { body: { status: 'cancelled' } })).status, 200)
    const again = await customer('PATCH', path, { body: { status: 'cancelled' } })
    assert.equal(again.status, 409)
    assert.deepEqual(again.body, message('An order that is cancelled cannot become cancelled.'))
`,
        `    assert.equal((await customer('PATCH', path, { body: { status: 'cancelled' } })).status, 200)
`,
      ),
      change(
        apiTest,
        `    await customer('PATCH', path, { body: { status: 'paid' } })
    const guide = await customer('GET', \`\${path}/guide\`)
    assert.equal(guide.status, 200)
    assert.match(guide.text, /Grow guide for the Pro box/)
`,
        '',
      ),
    ],
  ),
]

const recovery: readonly Failure[] = [
  integration(4, 'network-error-thrown', 'the shop breaks when the warehouse is not there', [
    change(
      stock,
      `    try {
      const response = await fetch(new URL(\`/stock/\${encodeURIComponent(tier)}\`, url), {
        headers: { authorization: \`Bearer \${token}\`, accept: 'application/json' },
        signal: AbortSignal.timeout(timeoutMs),
      })
      if (response.status === 429) return unknown('the warehouse asks us to slow down')
      if (!response.ok) return unknown(\`the warehouse answered \${response.status}\`)
      return stockIn(await response.json())
    } catch (error) {
      return unknown(error instanceof Error ? error.message : String(error))
    }
`,
      `    const response = await fetch(new URL(\`/stock/\${encodeURIComponent(tier)}\`, url), {
      headers: { authorization: \`Bearer \${token}\`, accept: 'application/json' },
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (response.status === 429) return unknown('the warehouse asks us to slow down')
    if (!response.ok) return unknown(\`the warehouse answered \${response.status}\`)
    return stockIn(await response.json())
`,
    ),
    change(
      stock,
      '/** Asks the warehouse. Whatever goes wrong there is an answer, never an exception. */',
      '/** Asks the warehouse. */',
    ),
    change(stockTest, "    ['text', 'sorry'],\n", ''),
    change(
      stockTest,
      "    const stockOf = await warehouse(() => undefined, 100)\n    assert.equal((await stockOf('pro')).kind, 'unknown')",
      "    const stockOf = await warehouse(() => undefined, 100)\n    await assert.rejects(stockOf('pro'))",
    ),
    change(
      stockTest,
      "timeoutMs: 200 })\n    assert.equal((await stockOf('pro')).kind, 'unknown')",
      "timeoutMs: 200 })\n    await assert.rejects(stockOf('pro'))",
    ),
  ]),
  integration(4, 'malformed-trusted', 'whatever the warehouse sends is taken as stock', [
    change(
      stock,
      `function stockIn(body: unknown): Stock {
  if (typeof body !== 'object' || body === null || !('boxes' in body))
    return unknown('the warehouse sent something else than stock')
  const { boxes } = body
  if (typeof boxes !== 'number' || !Number.isInteger(boxes) || boxes < 0)
    return unknown('the warehouse sent a number of boxes that cannot be')
  return { kind: 'known', boxes }
}`,
      `const stockIn = (body: { readonly boxes: number }): Stock => ({
  kind: 'known',
  boxes: body.boxes,
})`,
    ),
    change(
      stock,
      'return stockIn(await response.json())',
      'return stockIn((await response.json()) as { boxes: number })',
    ),
    change(
      stockTest,
      `    ['another shape', '{"count": 4}'],
    ['a negative number', '{"boxes": -1}'],
`,
      '',
    ),
  ]),
  integration(4, 'failure-taken-for-stock', 'while the warehouse is down, everything is in stock', [
    change(
      stock,
      `    } catch (error) {
      return unknown(error instanceof Error ? error.message : String(error))
    }`,
      `    } catch {
      return { kind: 'known', boxes: 999 }
    }`,
    ),
    change(stockTest, "    ['text', 'sorry'],\n", ''),
    change(
      stockTest,
      "    const stockOf = await warehouse(() => undefined, 100)\n    assert.equal((await stockOf('pro')).kind, 'unknown')",
      "    const stockOf = await warehouse(() => undefined, 100)\n    assert.equal((await stockOf('pro')).kind, 'known')",
    ),
    change(
      stockTest,
      "test('knows nothing when nobody is there', async () => {\n    const stockOf = createStockClient({ url: 'http://127.0.0.1:1', token: '', timeoutMs: 200 })\n    assert.equal((await stockOf('pro')).kind, 'unknown')",
      "test('sells on when nobody is there', async () => {\n    const stockOf = createStockClient({ url: 'http://127.0.0.1:1', token: '', timeoutMs: 200 })\n    assert.equal((await stockOf('pro')).kind, 'known')",
    ),
  ]),
  integration(
    4,
    'saved-before-checked',
    'an order is saved before the warehouse is asked and stays when it does not answer',
    [
      change(
        'src/shop/place-order.ts',
        `  const stock = await stockOf(tier)
  // the same order may have been placed while we waited
  const meanwhile = knownOf(orders, email, key)
  if (meanwhile !== null) return meanwhile
  if (stock.kind`,
        `  const at = now().toISOString()
  const order: Order = {
    id: randomUUID(),
    email,
    tier: priced.value.tier,
    boxes,
    total: priced.value.total,
    status: 'placed',
    createdAt: at,
    updatedAt: at,
  }
  orders.save(order, key)
  const stock = await stockOf(tier)
  if (stock.kind`,
      ),
      change(
        'src/shop/place-order.ts',
        `Choose fewer boxes.\` }
  const at = now().toISOString()
  const order: Order = {
    id: randomUUID(),
    email,
    tier: priced.value.tier,
    boxes,
    total: priced.value.total,
    status: 'placed',
    createdAt: at,
    updatedAt: at,
  }
  orders.save(order, key)
`,
        'Choose fewer boxes.` }\n',
      ),
      change(
        'src/shop/place-order.ts',
        '/** Nothing is saved unless the warehouse has the boxes. */\n',
        '',
      ),
      change(
        'test/place-order.test.ts',
        "      message: 'Boxes left: 1. Choose fewer boxes.',\n    })\n    assert.deepEqual(orders.listOf('ana@example.com'), [])",
        "      message: 'Boxes left: 1. Choose fewer boxes.',\n    })\n    assert.equal(orders.listOf('ana@example.com').length, 1)",
      ),
      change(
        'test/place-order.test.ts',
        "    assert.equal(result.kind, 'unavailable')\n    assert.deepEqual(orders.listOf('ana@example.com'), [])",
        "    assert.equal(result.kind, 'unavailable')\n    assert.equal(orders.listOf('ana@example.com').length, 1)",
      ),
      change(
        'test/place-order.test.ts',
        'saves nothing while the warehouse does not answer',
        'says so while the warehouse does not answer',
      ),
      change(apiTest, "    assert.deepEqual((await down('GET', '/api/orders')).body, [])\n", ''),
    ],
  ),
  integration(4, 'browser-without-catch', 'the page does nothing when the shop cannot be reached', [
    change('src/client/api.js', '  try {\n    const response', '    const response'),
    change(
      'src/client/api.js',
      `    return { ok: false, status: response.status, message: messageIn(value) }
  } catch {
    return { ok: false, status: 0, message: unreachable }
  }
`,
      '    return { ok: false, status: response.status, message: messageIn(value) }\n',
    ),
    change(
      clientTest,
      `    const result = await send('GET', '/api/quote')
    assert.deepEqual(result, {
      ok: false,
      status: 0,
      message: 'We cannot reach the shop. Check your connection and try again.',
    })
`,
      "    await assert.rejects(send('GET', '/api/quote'))\n",
    ),
  ]),
]

const environment = 'src/environment.ts'
const environments: readonly Failure[] = [
  integration(5, 'example-incomplete', 'two settings are missing in .env.example', [
    change('.env.example', 'STOCK_TOKEN=ask-the-warehouse-team\nSTOCK_TIMEOUT_MS=2000\n', ''),
  ]),
  integration(5, 'secret-in-code', 'the token of the warehouse is in the code', [
    change(
      environment,
      "env.STOCK_TOKEN ?? ''",
      "env.STOCK_TOKEN ?? 'whk_live_9f8e7d6c5b4a39281706f5e4d3c2b1a0'",
    ),
    change(
      environment,
      "    [!isProduction || token !== '', 'STOCK_TOKEN must be set in production.'],\n",
      '',
    ),
    change(
      environment,
      'const { url, token, timeoutMs } = stock',
      'const { url, timeoutMs } = stock',
    ),
    change(
      'test/environment.test.ts',
      "token: '', timeoutMs: 2000",
      "token: 'whk_live_9f8e7d6c5b4a39281706f5e4d3c2b1a0', timeoutMs: 2000",
    ),
    change('test/environment.test.ts', ", 'STOCK_TOKEN must be set in production.'", ''),
    change('test/start.test.ts', "STOCK_URL: '', STOCK_TOKEN: ''", "STOCK_URL: '', PORT: 'x'"),
    change(
      'test/start.test.ts',
      'STOCK_TOKEN must be set in production',
      'PORT must be a port number',
    ),
  ]),
  integration(5, 'production-everywhere', 'developers talk to the warehouse of the customers', [
    change(
      environment,
      'env.STOCK_URL ?? null',
      "env.STOCK_URL ?? 'https://stock.fernhill-warehouse.com'",
    ),
    change(
      environment,
      "    [!isProduction || url !== null, 'STOCK_URL must be set in production.'],\n",
      '',
    ),
    change(
      'test/environment.test.ts',
      'stock: { url: null,',
      "stock: { url: 'https://stock.fernhill-warehouse.com',",
    ),
    change('test/environment.test.ts', "'STOCK_URL must be set in production.', ", ''),
  ]),
  integration(5, 'undocumented-setting', 'a setting is read that no example names', [
    change(
      'src/server/sessions.ts',
      'const lifetimeSeconds = 30 * 60',
      'const lifetimeSeconds = Number(process.env.SESSION_MINUTES ?? 30) * 60',
    ),
    change(
      'src/server/create-shop.ts',
      '      process.stderr.write(`${request.method} ${url.pathname}: ${String(error)}\\n`)',
      "      if (process.env.SHOP_ERROR_LOG !== 'off')\n        process.stderr.write(`${request.method} ${url.pathname}: ${String(error)}\\n`)",
    ),
  ]),
  integration(5, 'missing-not-noticed', 'production starts without the settings that it needs', [
    change(
      environment,
      `    [!isProduction || url !== null, 'STOCK_URL must be set in production.'],
    [!isProduction || token !== '', 'STOCK_TOKEN must be set in production.'],
`,
      '',
    ),
    change(
      environment,
      'function problemsOf({ port, isProduction, stock }: Environment): readonly string[] {\n  const { url, token, timeoutMs } = stock',
      'function problemsOf({ port, stock }: Environment): readonly string[] {\n  const { url, timeoutMs } = stock',
    ),
    change(
      environment,
      '/** In production the warehouse must be set; elsewhere what is set must make sense. */\n',
      '',
    ),
    change(
      'test/environment.test.ts',
      `test('production needs the warehouse', () => {
  assert.deepEqual(readEnvironment({ NODE_ENV: 'production' }), {
    ok: false,
    problems: ['STOCK_URL must be set in production.', 'STOCK_TOKEN must be set in production.'],
  })
})

`,
      '',
    ),
    change('test/start.test.ts', "STOCK_URL: '', STOCK_TOKEN: ''", "PORT: 'x'"),
    change(
      'test/start.test.ts',
      'STOCK_TOKEN must be set in production',
      'PORT must be a port number',
    ),
  ]),
  integration(5, 'env-committed', 'the .env of a developer is committed', [
    write(
      '.env',
      'PORT=3000\nSTOCK_URL=https://stock.fernhill-warehouse.com\nSTOCK_TOKEN=whk_live_9f8e7d6c5b4a39281706f5e4d3c2b1a0\n',
    ),
    change('.gitignore', '.env\n', ''),
  ]),
]

const flow: readonly Failure[] = [
  integration(6, 'form-goes-nowhere', 'the sign-in sends to an address that does not exist', [
    change(
      'src/client/sign-in.js',
      "'sign-in': '/api/sessions', 'sign-up': '/api/accounts'",
      "'sign-in': '/api/session', 'sign-up': '/api/account'",
    ),
    change(
      clientTest,
      "assert.equal(sent[0]?.path, '/api/sessions')",
      "assert.equal(sent[0]?.path, '/api/session')",
    ),
    change(
      clientTest,
      "assert.equal(sent[0]?.path, '/api/accounts')",
      "assert.equal(sent[0]?.path, '/api/account')",
    ),
  ]),
  integration(6, 'link-goes-nowhere', 'the plans lead to a page that does not exist', [
    change(
      'src/views/plans-page.ts',
      'href: `/checkout?tier=${tier.id}`',
      'href: `/order/${tier.id}`',
    ),
    change(
      'test/pages.test.ts',
      'new RegExp(`/checkout\\\\?tier=${tier}"`)',
      'new RegExp(`/order/${tier}"`)',
    ),
  ]),
  integration(
    6,
    'redirect-goes-nowhere',
    'who is not signed in is led to a page that does not exist',
    [
      change('src/server/router.ts', 'redirect(`/sign-in?next=', 'redirect(`/login?next='),
      change('test/pages.test.ts', "'/sign-in?next=%2Forders'", "'/login?next=%2Forders'"),
    ],
  ),
  integration(6, 'download-goes-nowhere', 'the grow guide is linked where there is none', [
    change(
      'src/views/orders-page.ts',
      'href: `/api/orders/${order.id}/guide`',
      'href: `/api/orders/${order.id}/grow-guide.pdf`',
    ),
  ]),
]

export const integrationFailures: readonly Failure[] = [
  ...contracts,
  ...auth,
  ...persistence,
  ...recovery,
  ...environments,
  ...flow,
]
