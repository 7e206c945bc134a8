import { describe, expect, test } from 'vitest'
import { verdictOfPass } from '../../evaluation.ts'
import { madeFacts } from '../made-facts.contract.ts'
import { readProject } from '../project.ts'
import { routesOf } from '../routes/routes-of.ts'
import { flowPass } from './pass.ts'
import { stepsIn } from './steps.ts'

type Given = Parameters<typeof madeFacts>[0]
async function flow(given: Given) {
  const project = await readProject(madeFacts(given))
  return flowPass(project, routesOf(project))
}

const spec = `# Checkout
## User flow
1. The customer puts an article into the cart
2. The customer pays with \`POST /api/checkout\`
3. The customer downloads the invoice as PDF
`
const shop = {
  'src/cart.ts': `export const cart = new Map()
app.post('/api/cart/articles', (req, res) => { putArticle(cart, req.body); res.status(201).end() })
app.post('/api/checkout', (req, res) => res.json(pay(cart)))`,
  'src/invoice.ts': `export function downloadInvoice(order) { return renderPdf(order) }`,
}

describe('the steps of a flow', () => {
  test('are read from lists, sentences and arrows', () => {
    expect(stepsIn(spec).map(({ line }) => line)).toEqual([3, 4, 5])
    expect(
      stepsIn('The user signs in, then adds a book, and then sees it in the list.'),
    ).toHaveLength(3)
    expect(
      stepsIn('Flow: visitor opens page → visitor signs up → visitor sees dashboard'),
    ).toHaveLength(3)
    expect(stepsIn('The flow is as follows:\n1. sign in\n2. add a book\n')).toHaveLength(2)
  })
  test('are not read from requirements, states and tests', () => {
    expect(stepsIn('## Requirements\n1. Fast\n2. Safe\n3. Small')).toEqual([])
    expect(stepsIn('draft → review → done')).toEqual([])
    expect(stepsIn('## E2E tests\n- one\n- two')).toEqual([])
  })
  test('are all missing where the application cannot start by a fault of its own', async () => {
    const of = async (notStarted: string) =>
      verdictOfPass(await flow({ files: shop, spec, notStarted }))
    expect(await of("it printed: Error: Cannot find module '../lib/server.js'")).toBe('FAIL')
    expect(await of('it printed: connect ECONNREFUSED 127.0.0.1:5432')).toBe('PASS')
  })
  test('are shown by code', async () => {
    const pass = await flow({ files: shop, spec })
    expect(verdictOfPass(pass)).toBe('PASS')
    expect(pass.parts[0]?.reason).toContain('3 of 3 steps')
  })
  test('are shown by a test of the whole with supertest, Playwright or inject', async () => {
    const tested = (path: string, text: string) =>
      flow({
        files: { 'src/app.js': 'export const app = make()', [path]: text },
        spec: '## Flow\n- Customer rents a boat\n- Customer returns the boat',
      })
    const body = (call: string) =>
      `import { test } from 'vitest'\ntest('a customer rents a boat and returns it', async () => { ${call} })`
    expect(
      verdictOfPass(
        await tested(
          'test/rent.test.ts',
          body(`await request(app).post('/boats/1/rent'); fetch('/boats')`),
        ),
      ),
    ).toBe('PASS')
    expect(
      verdictOfPass(
        await tested(
          'e2e/rent.spec.ts',
          body(`await page.goto('/boats'); await page.click('Rent')`),
        ),
      ),
    ).toBe('PASS')
    expect(
      verdictOfPass(await tested('test/rent.test.js', body(`await app.inject({ url: '/boats' })`))),
    ).toBe('PASS')
    expect(
      verdictOfPass(
        await tested('test/rent.test.ts', body(`fetch('/boats')`).replace('test(', 'test.skip(')),
      ),
    ).not.toBe('PASS')
  })
  test('one that nobody built is missing', async () => {
    const pass = await flow({ files: { 'src/cart.ts': shop['src/cart.ts'] }, spec })
    expect(pass.parts[0]).toMatchObject({ status: 'unmet' })
    expect(pass.parts[0]?.issues).toMatchObject([{ line: 5 }])
    const named = {
      'src/cart.ts': shop['src/cart.ts'],
      'src/person.ts': 'export const customer = { name: String }',
    }
    expect((await flow({ files: named, spec })).parts[0]?.status).toBe('unmet')
    const without = await flow({
      files: { ...shop, 'src/cart.ts': shop['src/cart.ts'].replace('/api/checkout', '/api/pay') },
      spec,
    })
    expect(without.parts[0]?.reason).toContain('no route answers POST /api/checkout')
  })
  test('a page is asked for', async () => {
    const given = { files: shop, spec: '## Flow\n- Visitors open `/prices`' }
    expect((await flow({ ...given, answer: () => ({ status: 200 }) })).parts[0]?.status).toBe('met')
    expect((await flow({ ...given, answer: () => ({ status: 404 }) })).parts[0]?.status).toBe(
      'unmet',
    )
  })
})

describe('tests of the flow', () => {
  test('that were asked for', async () => {
    const asked = '- An end-to-end test goes through checkout'
    expect(
      (await flow({ files: shop, spec: asked })).parts.find(({ id }) => id === 'flow-tests')
        ?.status,
    ).toBe('unmet')
    const files = {
      ...shop,
      'e2e/checkout.spec.ts': `import { test } from '@playwright/test'\ntest('checkout', async ({ page }) => { await page.goto('/') })`,
    }
    expect(
      (await flow({ files, spec: asked })).parts.find(({ id }) => id === 'flow-tests')?.status,
    ).toBe('met')
  })
})

test('addresses in the code are answered', async () => {
  const files = (path: string) => ({
    'src/app.ts': `app.get('/api/orders', () => [])\napp.get('/api/orders/:id/guide', () => guide)`,
    'src/page.ts': `export const link = (id) => \`<a href="${path}">Guide</a>\`
export const isApi = (url) => url.pathname.startsWith('/api/other')`,
  })
  const wrongIn = async (path: string) =>
    (await flow({ files: files(path) })).parts.flatMap(({ issues }) =>
      issues.map(({ message }) => message),
    )
  expect(await wrongIn('/api/orders/${id}/guide')).toEqual([])
  expect(await wrongIn('/api/orders/${id}/guide.pdf')).toEqual([
    'no route answers /api/orders/…/guide.pdf',
  ])
  expect(await wrongIn('/elsewhere/${id}')).toEqual([])
})

test('what is put into an address is read where it leads', async () => {
  const wrongIn = async (page: string) => {
    const files = {
      'src/page.ts': page,
      'src/guard.ts': 'export const to = (path) => `/sign-in?next=${encodeURIComponent(path)}`',
    }
    return (await flow({ files })).parts.flatMap(({ issues }) =>
      issues.map(({ message }) => message),
    )
  }
  expect(await wrongIn("export const next = (url) => url.searchParams.get('next')")).toEqual([])
  expect(await wrongIn('export const next = () => 1')).toEqual([
    'next is put into an address, and nothing reads it',
  ])
})

describe('people who are sent elsewhere', () => {
  const sent = async (answer: NonNullable<Given['answer']>) => {
    const { parts } = await flow({
      files: shop,
      spec: '- `/account` sends people who are not signed in to `/sign-in`',
      answer,
    })
    return parts.flatMap(({ id, issues }) =>
      id === 'sent-on' ? issues.map(({ message }) => message) : [],
    )
  }
  const to = (location: string) => () => ({ status: 303, headers: { location } })
  test('arrive where the spec says', async () => {
    expect(await sent(to('/sign-in?next=/account'))).toEqual([])
    // a script of the page may do it
    expect(await sent(() => ({ status: 200, body: '<p>…</p>' }))).toEqual([])
  })
  test('are noticed where they do not', async () => {
    expect(await sent(() => ({ status: 401 }))).toEqual([
      'GET /account answers 401 to whoever is not signed in, where the spec says /sign-in',
    ])
    expect(await sent(to('/'))).toEqual([
      'GET /account sends to / whoever is not signed in, where the spec says /sign-in',
    ])
  })
})
