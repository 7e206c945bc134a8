import type { AddressInfo } from 'node:net'
import { createStudio } from '../../server/app.ts'
import { connect } from '../../server/db/connect.ts'

/** A studio of its own for each test, and somebody who asks it. */
export async function openStudio(supplier = { url: 'http://127.0.0.1:9', token: '', timeoutMs: 200 }) {
  let clock = 1_000_000
  const server = createStudio({ db: connect(':memory:'), supplier, now: () => clock }).listen(0)
  await new Promise((done) => server.once('listening', done))
  const { port } = server.address() as AddressInfo

  async function ask(method: string, path: string, body?: unknown, token = '') {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) }
  }

  return {
    ask,
    wait: (minutes: number) => {
      clock += minutes * 60_000
    },
    async join(email: string, plan = 'visitor'): Promise<string> {
      const person = { email, password: 'long enough', plan }
      await ask('POST', '/api/sign-up', person)
      return (await ask('POST', '/api/sign-in', person)).body.token
    },
    close: () => server.close(),
  }
}
