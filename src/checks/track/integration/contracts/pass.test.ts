import { describe, expect, test } from 'vitest'
import type { ApplicationRequest, ApplicationResponse } from '../../facts.ts'
import { verdictOfPass } from '../../evaluation.ts'
import { json, madeFacts } from '../made-facts.contract.ts'
import { readProject } from '../project.ts'
import { routesOf } from '../routes/routes-of.ts'
import { contractsPass } from './pass.ts'

async function contracts(given: Parameters<typeof madeFacts>[0]) {
  const project = await readProject(madeFacts(given))
  return contractsPass(project, routesOf(project), { session: null, answers: [] })
}
const wrong = async (given: Parameters<typeof madeFacts>[0]) =>
  (await contracts(given)).parts.filter(({ status }) => status === 'unmet').map(({ id }) => id)
const issues = async (given: Parameters<typeof madeFacts>[0]) =>
  (await contracts(given)).parts.flatMap((part) => part.issues.map(({ message }) => message))

const openapi = `openapi: 3.1.0
info: { title: Books, version: 1.0.0 }
servers: [{ url: 'http://localhost:3000/api' }]
paths:
  /books:
    get:
      responses:
        '200':
          description: All books
          content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Book' } } } }
    post:
      requestBody:
        content: { application/json: { schema: { $ref: '#/components/schemas/NewBook' } } }
      responses:
        '201': { description: Made, content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } } }
        '400': { $ref: '#/components/responses/Wrong' }
  /books/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get:
      responses:
        '200': { description: One, content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } } }
        '404': { $ref: '#/components/responses/Wrong' }
components:
  responses:
    Wrong:
      description: What is wrong
      content: { application/json: { schema: { type: object, required: [error], properties: { error: { type: string } } } } }
  schemas:
    NewBook: { type: object, required: [title], properties: { title: { type: string } } }
    Book: { type: object, required: [id, title], properties: { id: { type: string }, title: { type: string } } }
`
const hono = {
  'openapi.yaml': openapi,
  'src/app.ts': `import { Hono } from 'hono'
export const app = new Hono().basePath('/api')
app.get('/books', (c) => c.json(all()))
app.post('/books', async (c) => { const body = await c.req.json(); return c.json(add(body), 201) })
app.get('/books/:id', (c) => c.json(one(c.req.param('id'))))`,
}
const book = { id: 'b1', title: 'Emma' }

/** An application that does everything as described; each test bends one answer. */
const good = ({ method, path, body }: ApplicationRequest): ApplicationResponse | null => {
  if (path === '/api/books' && method === 'GET') return json(200, [book])
  if (path === '/api/books' && method === 'POST')
    return body?.includes('title') === true
      ? json(201, book)
      : json(400, { error: 'The title is missing' })
  if (path === '/api/books/b1') return json(200, book)
  return json(404, { error: 'There is no such book' })
}

describe('an application beside its OpenAPI description', () => {
  test('that keeps to it passes', async () => {
    const pass = await contracts({ files: hono, answer: good })
    expect(verdictOfPass(pass)).toBe('PASS')
    expect(pass.parts[0]).toMatchObject({ id: 'described-answers', status: 'met' })
  })
  test('with another shape', async () => {
    expect(
      await issues({
        files: hono,
        answer: (request) =>
          request.path === '/api/books/b1' ? json(200, { id: 'b1', name: 'Emma' }) : good(request),
      }),
    ).toEqual(
      expect.arrayContaining([
        expect.stringContaining(
          'GET /books/{id} answers 200 with a body that is not as described: it lacks the required "title"',
        ),
      ]),
    )
  })
  test('with another content type, 500 on a bad body, and 200 for what is not there', async () => {
    const html = { status: 200, headers: { 'content-type': 'text/html' }, body: '<p>Books' }
    const bent = (request: ApplicationRequest) =>
      request.path === '/api/books' && request.method === 'GET'
        ? html
        : request.method === 'POST'
          ? json(500, { error: 'title of undefined' })
          : request.path === '/api/books/no-such-id'
            ? json(200, null)
            : good(request)
    const messages = await issues({ files: hono, answer: bent })
    expect(messages).toEqual(
      expect.arrayContaining([
        expect.stringContaining('GET /books answers 200 with "text/html"'),
        expect.stringContaining('POST /books answers 500'),
        expect.stringContaining('GET /books/{id} answers 200 for an id that does not exist'),
      ]),
    )
  })
  test('a described route without code and code without a description', async () => {
    const files = {
      ...hono,
      'src/app.ts': hono['src/app.ts'].replace("app.post('/books'", "app.post('/books/import'"),
    }
    expect(await wrong({ files })).toEqual(['described-routes', 'undescribed-routes'])
  })
  test('is undecided where nothing was started', async () => {
    const pass = await contracts({ files: hono, notStarted: 'no start command' })
    expect(pass.parts[0]).toMatchObject({
      status: 'undecided',
      reason: 'the application was not started: no start command',
    })
    expect(pass.parts[1]).toMatchObject({ id: 'described-routes', status: 'met' })
  })
  test('that fails for want of a database is undecided', async () => {
    const files = { ...hono, 'package.json': JSON.stringify({ dependencies: { pg: '^8.0.0' } }) }
    const [part] = (await contracts({ files, answer: () => json(500, { error: 'no' }) })).parts
    expect(part?.status).toBe('undecided')
  })
})

describe('endpoints of the spec', () => {
  const spec = `# Orders
## Requirements
- \`GET /orders\` lists all orders
- \`POST /orders\` creates one, 400 for a body that is not valid
- \`GET /orders/:id\` gives one, 404 if it does not exist

## Out of scope
- \`DELETE /orders/:id\`
`
  const fastify = {
    'src/orders.js': `export default async function orders(fastify) {
  fastify.get('/orders', async () => list())
  fastify.post('/orders', async (request, reply) => { reply.code(201); return add(request.body) })
  fastify.get('/orders/:id', async (request, reply) => one(request.params.id))
}`,
  }
  const answer = ({ method, path }: ApplicationRequest) =>
    method === 'POST'
      ? json(400, { message: 'body' })
      : path === '/orders'
        ? json(200, [])
        : json(404, { message: 'no' })
  test('that are all there and answer as it says', async () => {
    expect(verdictOfPass(await contracts({ files: fastify, spec, answer }))).toBe('PASS')
  })
  test('one is missing', async () => {
    const files = {
      'src/orders.js': fastify['src/orders.js'].replace(
        "fastify.get('/orders/:id'",
        "fastify.get('/order/:id'",
      ),
    }
    expect(await wrong({ files, spec })).toEqual(['spec-endpoints'])
  })
  test('an invalid body is taken, an unknown id answered', async () => {
    const taken = (request: ApplicationRequest) =>
      request.body === '{}'
        ? json(201, {})
        : request.path === '/orders/no-such-id'
          ? json(200, {})
          : answer(request)
    expect(await issues({ files: fastify, spec, answer: taken })).toEqual([
      expect.stringContaining('POST /orders answers 201 where the spec says 400'),
      expect.stringContaining('GET /orders/{id} answers 200 for an id that does not exist'),
    ])
  })
})

describe('errors in answers', () => {
  const route = (body: string) => ({
    'app/api/books/route.ts': `export async function GET() { ${body} }`,
  })
  test('with 200 are noticed in Next, Express and node:http', async () => {
    expect(await wrong({ files: route(`return Response.json({ error: 'no books' })`) })).toEqual([
      'error-answers',
    ])
    expect(
      await wrong({
        files: {
          'a.js': `app.get('/x', (req, res) => { try { work() } catch (error) { res.json({ error: error.message }) } })`,
        },
      }),
    ).toEqual(['error-answers'])
    expect(
      await wrong({
        files: {
          'a.js': `createServer((req, res) => { res.writeHead(200); res.end(JSON.stringify({ error: 'no' })) })`,
        },
      }),
    ).toEqual(['error-answers'])
  })
  test('with a status of their own are fine', async () => {
    expect(
      await wrong({ files: route(`return Response.json({ error: 'no books' }, { status: 404 })`) }),
    ).toEqual([])
    expect(
      await wrong({
        files: { 'a.js': `app.get('/x', (req, res) => { res.status(404).json({ error: 'no' }) })` },
      }),
    ).toEqual([])
    expect(
      await wrong({ files: { 'a.js': `app.get('/x', (c) => c.json({ error: 'no' }, 404))` } }),
    ).toEqual([])
    expect(
      await wrong({
        files: {
          'a.js': `app.get('/x', (req, reply) => { reply.code(409); return reply.send({ error: 'no' }) })`,
        },
      }),
    ).toEqual([])
    expect(
      await wrong({
        files: {
          'a.js': `app.get('/x', (req, res) => { res.statusCode = 400; res.end(JSON.stringify({ error: 'no' })) })`,
        },
      }),
    ).toEqual([])
    expect(
      await wrong({
        files: { 'a.js': `app.get('/x', (req, res) => { res.json({ data: [], error: null }) })` },
      }),
    ).toEqual([])
  })
})

describe('limits of requests', () => {
  const files = { 'src/app.js': `app.get('/search', limit, (req, res) => res.json([]))` }
  const spec = '- `GET /search` allows at most 3 requests per minute and answers 429 beyond'
  test('a limit that nobody wrote', async () => {
    expect(await wrong({ files, spec })).toEqual(['rate-limits'])
    const row = '| `POST /sessions` | 201, 429 after 5 wrong passwords |'
    const sessions = {
      'src/app.js': `app.post('/sessions', (req, res) => res.json(open(req.body)))`,
    }
    expect(await wrong({ files: sessions, spec: row })).toEqual(['rate-limits'])
  })
  test('a limit that holds, and one that does not', async () => {
    const limiter = {
      'src/app.js': `import { rateLimit } from 'express-rate-limit'
const limit = rateLimit({ limit: 3 })
${files['src/app.js']}`,
    }
    let sent = 0
    const part = async (answer: Parameters<typeof madeFacts>[0]['answer']) =>
      (await contracts({ files: limiter, spec, ...(answer ? { answer } : {}) })).parts.find(
        ({ id }) => id === 'rate-limits',
      )
    expect(await part(() => (++sent > 4 ? json(429, {}) : json(200, [])))).toMatchObject({
      status: 'met',
    })
    expect(await part(() => json(200, []))).toMatchObject({ status: 'unmet' })
  })
})

test('the key of a service is sent to it', async () => {
  const stock = (headers: string, taken: string) => ({
    'src/environment.ts': `export const stock = { url: process.env.STOCK_URL ?? '', token: process.env.STOCK_TOKEN ?? '' }`,
    'src/stock.ts': `export const stockOf = async ({ url${taken} }) => {
  const response = await fetch(new URL('/stock', url), { ${headers}signal: AbortSignal.timeout(99) })
  return response.ok ? Number(await response.text()) : null
}`,
  })
  expect(await issues({ files: stock('', '') })).toEqual(['STOCK_TOKEN is read and never sent'])
  expect(
    await issues({ files: stock('headers: { authorization: `Bearer ${token}` }, ', ', token') }),
  ).toEqual([])
})
