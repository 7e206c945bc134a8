import { describe, expect, test } from 'vitest'
import type { ApplicationRequest } from '../../facts.ts'
import { json, madeFacts } from '../made-facts.contract.ts'
import { readProject } from '../project.ts'
import { routesOf } from '../routes/routes-of.ts'
import { operationsFor } from '../contracts/learned.ts'
import { walkStates } from './moves.ts'
import { roundsOf } from './rounds.ts'

const text = { type: 'string' }
const status = { type: 'string', enum: ['placed', 'paid', 'cancelled'] }
const order = {
  type: 'object',
  required: ['id', 'customer', 'total', 'status'],
  properties: { id: text, customer: text, total: { type: 'integer' }, status },
}
const withBody = (properties: unknown, required: readonly string[]) => ({
  content: { 'application/json': { schema: { type: 'object', required, properties } } },
})
const answer = { description: 'ok', content: { 'application/json': { schema: order } } }
const id = { name: 'id', in: 'path', required: true, schema: text }
const key = { name: 'Idempotency-Key', in: 'header', schema: text }
const all = {
  description: 'all',
  content: { 'application/json': { schema: { type: 'array', items: order } } },
}
const seats = { type: 'integer', minimum: 0, example: 2 }
const start = { type: 'string', format: 'date-time' }
const files = {
  'openapi.json': JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'Orders', version: '1' },
    paths: {
      '/orders': {
        get: { responses: { '200': all } },
        post: {
          parameters: [key],
          requestBody: withBody({ customer: text, start, seats }, ['customer', 'start']),
          responses: { '201': answer },
        },
      },
      '/orders/{id}': {
        parameters: [id],
        patch: { requestBody: withBody({ status }, ['status']), responses: { '200': answer } },
      },
    },
  }),
  'src/app.js': `app.get('/orders', list); app.post('/orders', create); app.patch('/orders/:id', change)`,
}
const product = `# Orders

| From | To |
|---|---|
| placed | paid, cancelled |
| paid | cancelled |

- A customer has at most 3 open orders.
- Orders never overlap.
`
type Order = {
  id: string
  customer: string
  total: number
  status: string
  start: string
  seats: number
}
type Flaw =
  | 'negative'
  | 'total'
  | 'key'
  | 'overlap'
  | 'limit'
  | 'states'
  | 'blocked'
  | 'store'
  | 'forget'
const moves: Readonly<Record<string, readonly string[]>> = {
  placed: ['paid', 'cancelled'],
  paid: ['cancelled'],
}

/** A small shop, with or without a flaw. */
function shop(flaw?: Flaw) {
  const orders: Order[] = []
  const keys = new Map<string, Order>()
  const place = ({ body = '{}', headers = {} }: ApplicationRequest) => {
    const sent = JSON.parse(body) as Partial<Order>
    const own = headers['idempotency-key'] ?? ''
    const known = keys.get(own)
    if (known !== undefined && flaw !== 'key') return json(200, known)
    const isNear = ({ start: at }: Order) =>
      Math.abs(Date.parse(at) - Date.parse(sent.start ?? '')) < 1_800_000
    if (flaw !== 'overlap' && known === undefined && orders.some(isNear)) return json(409, {})
    if (flaw !== 'negative' && (sent.seats ?? 0) < 0) return json(400, {})
    if (orders.length >= (flaw === 'limit' ? 4 : 3)) return json(409, {})
    const made = {
      id: String(orders.length + 1),
      customer: sent.customer ?? '',
      total: flaw === 'total' ? (sent.total ?? 5) : 5,
      status: 'placed',
      start: sent.start ?? '',
      seats: sent.seats ?? 0,
    }
    orders.push(made)
    keys.set(own, made)
    return json(201, made)
  }
  const change = ({ path, body = '{}' }: ApplicationRequest) => {
    const own = orders.find((each) => path.endsWith(`/${each.id}`))
    const to = (JSON.parse(body) as { status: string }).status
    if (own === undefined) return json(404, {})
    if (flaw === 'blocked' && to === 'paid') return json(400, {})
    if (flaw !== 'states' && moves[own.status]?.includes(to) !== true) return json(409, {})
    if (flaw !== 'forget') own.status = to
    return json(200, { ...own, status: to, total: flaw === 'store' ? 0 : own.total })
  }
  return (request: ApplicationRequest) =>
    request.method === 'POST'
      ? place(request)
      : request.method === 'PATCH'
        ? change(request)
        : json(200, orders)
}

async function rounds(flaw?: Flaw) {
  const documents = new Map([['conductor/product.md', product]])
  const project = await readProject(madeFacts({ files, documents, answer: shop(flaw) }))
  const { part, doubled, negative, trusted, forbidden, refused, unstored } = await roundsOf(
    project,
    routesOf(project),
  )
  const said = [
    ...doubled,
    ...negative,
    ...trusted,
    ...forbidden,
    ...refused,
    ...unstored,
    ...part.issues,
  ]
  return [...new Set(said.map(({ message }) => message))]
}

describe('a thing that is made, listed and moved', () => {
  test('has nothing wrong where the documents are kept', async () => {
    expect(await rounds()).toEqual([])
  })
  test.each<[Flaw, string]>([
    ['total', 'POST /orders takes "total" from whoever sends it'],
    ['negative', 'POST /orders takes -1 for "seats"'],
    ['key', 'POST /orders makes a second thing for the same key'],
    ['overlap', 'POST /orders takes two at overlapping times'],
    ['limit', 'POST /orders makes 4, where the documents allow 3'],
    ['states', 'PATCH /orders/{id} goes from paid to placed, which the documents do not allow'],
    ['blocked', 'PATCH /orders/{id} does not go from placed to paid, which the documents ask for'],
    ['store', 'PATCH /orders/{id} answers with another "total" than is stored'],
    ['forget', 'PATCH /orders/{id} answers 200 and "status" stays as it was'],
  ])('%s is noticed', async (flaw, message) => {
    expect(await rounds(flaw)).toContain(message)
  })
})

test('a state that nobody can ask for is known by the documents', async () => {
  const edge = (from: string, to: string) => ({ from, to, path: 'product.md', line: 1 })
  const project = await readProject(madeFacts({ files, answer: shop() }))
  const [described] = operationsFor(project, routesOf(project), new Set(project.facts.touched))
  if (described === undefined) throw new Error('nothing is described')
  let state = 'placed'
  const { forbidden } = await walkStates({
    mover: { described, key: 'status', states: ['paid', 'cancelled'] },
    edges: [edge('placed', 'cancelled')],
    turn: 'first',
    move: (to) => {
      state = to
      return Promise.resolve(json(200, { id: 1, status: to }))
    },
    look: () => Promise.resolve(json(200, { id: 1, status: state })),
    act: () => Promise.resolve(),
    say: (message) => ({ message, fix: '' }),
  })
  expect(forbidden[0]?.message).toContain('goes from placed to paid')
})
