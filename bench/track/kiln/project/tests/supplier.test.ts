import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { glazesInStock } from '../server/services/glaze-supplier.ts'
import { openStudio } from './support/studio.ts'

async function supplied(listener: RequestListener) {
  const server = createServer(listener).listen(0)
  await new Promise((done) => server.once('listening', done))
  const { port } = server.address() as AddressInfo
  try {
    return await glazesInStock({ url: `http://127.0.0.1:${port}`, token: 'secret', timeoutMs: 200 })
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

it('knows the glazes', async () => {
  const glazes = [{ name: 'Celadon', litres: 3 }]
  expect(await supplied((_, response) => response.end(JSON.stringify({ glazes })))).toEqual(glazes)
})

it('takes no other answer for glazes', async () => {
  expect(await supplied((_, response) => response.end('<html>'))).toBe(null)
  expect(await supplied((_, response) => response.end('{"glazes": 3}'))).toBe(null)
  expect(await supplied((_, response) => response.writeHead(500).end())).toBe(null)
  expect(await supplied(() => {})).toBe(null)
})

it('works without the supplier', async () => {
  const studio = await openStudio()
  expect((await studio.ask('GET', '/api/glazes')).status).toBe(503)
  studio.close()
})
