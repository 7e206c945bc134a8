import { describe, expect, test } from 'vitest'
import { stringify } from 'yaml'
import type { Tools } from '../check.ts'
import { endpoints } from './endpoints.ts'

const tools: Tools = {
  sandbox: {
    kind: 'refused',
    run: async () => ({ ok: false, error: { type: 'no-sandbox', reason: '', remedy: '' } }),
  },
  signal: new AbortController().signal,
}

async function missing(prompt: string, operations: readonly string[], server = '/') {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const operation of operations) {
    const [method = '', path = ''] = operation.split(' ')
    ;(paths[path] ??= {})[method.toLowerCase()] = { responses: { '200': { description: 'Done.' } } }
  }
  const artifact = stringify({
    openapi: '3.1.0',
    info: { title: 'Any', version: '1' },
    servers: [{ url: server }],
    paths,
  })
  const project = { list: async () => [], read: async () => null }
  const outcome = await endpoints.run(
    { artifact, task: { prompt, ideal_result: '' }, project },
    tools,
  )
  return outcome.findings.map(({ message }) => message)
}

describe('the demands of a task', () => {
  test.each([
    [
      'nested',
      'list and add comments on tasks',
      ['GET /tasks/{id}/comments', 'POST /tasks/{id}/comments'],
    ],
    ['flat', 'list and add comments on tasks', ['GET /comments', 'POST /comments']],
    ['PUT', 'users can edit books', ['PUT /books/{id}']],
    ['PATCH', 'users can edit books', ['PATCH /books/{id}']],
    ['kebab', 'list stock movements', ['GET /stock-movements']],
    ['snake', 'list stock movements', ['GET /stock_movements']],
    ['camel', 'list stock movements', ['GET /stockMovements']],
    ['parts', 'list order items', ['GET /orders/{id}/items']],
    ['singular', 'list people', ['GET /person']],
    ['prefixed', 'list categories', ['GET /api/v1/categories']],
    ['deleted', 'users can cancel a booking', ['DELETE /bookings/{id}']],
    ['acted', 'users can cancel a booking', ['POST /bookings/{id}/cancel']],
    ['state', 'admins can approve orders', ['PUT /orders/{id}/status']],
    ['searched', 'search products', ['GET /products/search']],
    ['noun', 'members can borrow a book', ['POST /books/{id}/loans']],
    ['phrasal', 'assets can be checked out', ['POST /assets/{id}/check-out']],
  ])('[OAS-32] are met by an equivalent design: %s', async (_, prompt, operations) => {
    expect(await missing(prompt, operations)).toEqual([])
  })

  test('[OAS-32] are met by a path below the path of the server', async () => {
    expect(
      await missing('GET /shop/products', ['GET /products'], 'https://a.example/shop'),
    ).toEqual([])
    expect(await missing('GET /shop/products', ['GET /products'])).toHaveLength(1)
  })

  test.each([
    [
      'books with CRUD',
      ['GET /books', 'POST /books', 'GET /books/{id}', 'PUT /books/{id}'],
      ['delete book'],
    ],
    ['users can cancel a booking', ['DELETE /rooms/{id}', 'GET /bookings'], ['cancel (booking)']],
    ['list orders and purchase orders', ['GET /purchase-orders'], ['list orders']],
    [
      'create a payment, refund a payment, list payments',
      ['POST /payments', 'GET /payments'],
      ['refund (payment)'],
    ],
    [
      'orders that customers can create, list and get',
      ['GET /customers'],
      ['list orders', 'create order', 'get order'],
    ],
    [
      'staff approve orders and approve refunds',
      ['POST /orders/{id}/approve'],
      ['approve (refund)'],
    ],
  ])(
    '[OAS-33] are reported one by one where they are not met: %s',
    async (prompt, operations, expected) => {
      expect(await missing(prompt, operations)).toEqual(
        expected.map((what) => `The task asks to ${what}, which no operation does`),
      )
    },
  )
})
