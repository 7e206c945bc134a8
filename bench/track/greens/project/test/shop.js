'use strict'

const { createShop } = require('../src/server')

/** A shop on a port of its own, with a clock that can be moved. */
async function openShop(farmUrl = 'http://127.0.0.1:1') {
  let at = Date.parse('2026-05-04T09:00:00Z')
  const config = { port: 0, databaseFile: ':memory:', farm: { url: farmUrl, key: 'key', timeoutMs: 200 } }
  const server = createShop(config, () => at).listen(0).unref()
  await new Promise((done) => server.once('listening', done))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0

  /**
   * @param {string} method
   * @param {string} path
   * @param {unknown} [data]
   * @param {string} [cookie]
   */
  async function ask(method, path, data, cookie = '') {
    const isForm = data instanceof URLSearchParams
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      redirect: 'manual',
      headers: { cookie },
      body: data === undefined ? null : isForm ? data : typeof data === 'string' ? data : JSON.stringify(data),
    })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: /^[[{]/.test(text) ? JSON.parse(text) : null,
    }
  }

  /** @param {string} email */
  async function join(email) {
    const person = { email, password: 'long enough' }
    await ask('POST', '/api/members', person)
    const { headers } = await ask('POST', '/api/sessions', person)
    return headers.get('set-cookie')?.split(';')[0] ?? ''
  }

  return {
    ask,
    join,
    wait: (/** @type {number} */ ms) => (at += ms),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

module.exports = { openShop }
