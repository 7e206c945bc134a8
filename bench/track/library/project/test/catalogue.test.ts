import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import { once } from 'node:events'
import { test } from 'node:test'
import { createCatalogue } from '../src/upstream/catalogue.ts'

async function asking(listener: RequestListener) {
  const server = createServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const catalogue = createCatalogue({ url: `http://127.0.0.1:${port}`, key: 'k', timeoutMs: 2000 })
  try {
    return await catalogue.summaryOf('9780000000019')
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

test('the catalogue answers, or it is unavailable', async () => {
  assert.deepEqual(await asking((_, response) => response.end('{"summary":"Of boats."}')), {
    kind: 'found',
    text: 'Of boats.',
  })
  assert.deepEqual(await asking((_, response) => response.writeHead(404).end()), { kind: 'unknown' })
  assert.deepEqual(await asking((_, response) => response.writeHead(500).end()), { kind: 'unavailable' })
  assert.deepEqual(await asking((_, response) => response.end('<html>')), { kind: 'unavailable' })
  assert.deepEqual(await asking(() => {}), { kind: 'unavailable' })
  assert.deepEqual(await createCatalogue({ url: null, key: '', timeoutMs: 2000 }).summaryOf('1'), {
    kind: 'unavailable',
  })
})
