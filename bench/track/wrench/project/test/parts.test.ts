import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { findPart } from '../src/parts.ts'

async function from(listener: RequestListener) {
  const server = createServer(listener).listen(0)
  await new Promise((done) => server.once('listening', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const part = await findPart('chain-9', { url, timeoutMs: 200 })
  server.closeAllConnections()
  server.close()
  return part
}

test('asks the wholesaler', async () => {
  const part = { sku: 'chain-9', title: 'Chain', inStock: 4 }
  assert.deepEqual(await from((_, response) => response.end(JSON.stringify(part))), part)
})

test('takes no other answer for a part', async () => {
  assert.equal(await from((_, response) => response.end('<p>')), null)
  assert.equal(await from((_, response) => response.end('{"sku": 1}')), null)
  assert.equal(await from((_, response) => response.end('null')), null)
  assert.equal(await from((_, response) => response.writeHead(500).end()), null)
  assert.equal(await from((_, response) => response.writeHead(404).end()), 'unknown')
  assert.equal(await from(() => {}), null)
})
