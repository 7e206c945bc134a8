import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, test } from 'node:test'
import { createStockClient } from '../src/integrations/stock-client.ts'

const closers: (() => void)[] = []
after(() => closers.forEach((close) => close()))

async function warehouse(answer: RequestListener, timeoutMs = 10_000) {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return createStockClient({ url: `http://127.0.0.1:${port}`, token: 'token', timeoutMs })
}

describe('the stock client', () => {
  test('asks for one plan and shows its token', async () => {
    const stockOf = await warehouse((request, reply) => {
      assert.equal(request.url, '/stock/pro')
      assert.equal(request.headers.authorization, 'Bearer token')
      reply.end('{"boxes": 4}')
    })
    assert.deepEqual(await stockOf('pro'), { kind: 'known', boxes: 4 })
  })

  for (const [what, body] of [
    ['text', 'sorry'],
    ['another shape', '{"count": 4}'],
    ['a negative number', '{"boxes": -1}'],
    ['nothing', 'null'],
  ])
    test(`knows nothing when it gets ${what}`, async () => {
      const stockOf = await warehouse((_, reply) => reply.end(body))
      assert.equal((await stockOf('pro')).kind, 'unknown')
    })

  for (const status of [401, 429, 500])
    test(`knows nothing when the warehouse answers ${status}`, async () => {
      const stockOf = await warehouse((_, reply) => reply.writeHead(status).end())
      assert.equal((await stockOf('pro')).kind, 'unknown')
    })

  test('does not wait for ever', async () => {
    const stockOf = await warehouse(() => undefined, 100)
    assert.equal((await stockOf('pro')).kind, 'unknown')
  })

  test('knows nothing when nobody is there', async () => {
    const stockOf = createStockClient({ url: 'http://127.0.0.1:1', token: '', timeoutMs: 200 })
    assert.equal((await stockOf('pro')).kind, 'unknown')
  })

  test('knows nothing without an address', async () => {
    const stockOf = createStockClient({ url: null, token: '', timeoutMs: 200 })
    assert.deepEqual(await stockOf('pro'), { kind: 'unknown', reason: 'STOCK_URL is not set' })
  })
})
