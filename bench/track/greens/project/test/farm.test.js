'use strict'

const assert = require('node:assert/strict')
const { createServer } = require('node:http')
const { test } = require('node:test')
const { openShop } = require('./shop')

/** @param {import('node:http').RequestListener} listener */
async function openFarm(listener) {
  const server = createServer(listener).listen(0).unref()
  await new Promise((done) => server.once('listening', done))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

test('shows what the farm harvests', async () => {
  const farm = await openFarm((_, response) => response.end('{"vegetables":["Leek","Kale"]}'))
  const { ask, close } = await openShop(farm.url)
  assert.deepEqual((await ask('GET', '/api/harvest')).body, { vegetables: ['Leek', 'Kale'] })
  assert.match((await ask('GET', '/')).text, /Leek/)
  close()
  farm.close()
})

test('says so while the farm is silent, broken or odd', async () => {
  const answers = [
    (/** @type {import('node:http').ServerResponse} */ response) => response.writeHead(500).end(),
    (/** @type {import('node:http').ServerResponse} */ response) => response.end('<p>no</p>'),
    (/** @type {import('node:http').ServerResponse} */ response) => response.end('{"vegetables":[3]}'),
    () => undefined,
  ]
  for (const answer of answers) {
    const farm = await openFarm((_, response) => void answer(response))
    const { ask, close } = await openShop(farm.url)
    assert.equal((await ask('GET', '/api/harvest')).status, 503)
    assert.match((await ask('GET', '/')).text, /does not answer/)
    close()
    farm.close()
  }
})
