import { once } from 'node:events'
import { openDatabase } from '../src/data/database.ts'
import { createLibrary } from '../src/http/server.ts'
import type { Summary } from '../src/upstream/catalogue.ts'

export type Desk = Awaited<ReturnType<typeof openDesk>>

/** A library on a port of its own, with a clock that tests move. */
export async function openDesk(summary: Summary = { kind: 'unavailable' }) {
  const clock = { now: Date.parse('2026-05-01T10:00:00Z') }
  const db = openDatabase(':memory:')
  const server = createLibrary({
    db,
    catalogue: { summaryOf: async () => summary },
    now: () => clock.now,
    isProduction: false,
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const ask = async (method: string, path: string, body?: unknown, cookie = '') => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { cookie },
      redirect: 'manual',
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
    return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers }
  }
  const join = async (email: string, card = 'adult') => {
    await ask('POST', '/api/members', { email, pin: '123456', card })
    const { headers } = await ask('POST', '/api/sessions', { email, pin: '123456' })
    return (headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  }
  return {
    ask,
    join,
    later: (days: number) => void (clock.now += days * 86_400_000),
    minutes: (count: number) => void (clock.now += count * 60_000),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      db.close()
    },
  }
}
