import type { SmallTrack } from '../track.ts'

/** Plain node:http, JavaScript with JSDoc and node:test: the states of a booking. */
export const booking: SmallTrack = {
  product: `# Roomly

Roomly rents rooms by the hour.

## Rules

- A booking lasts at least 1 hour and at most 8 hours
- Cancellation is free up to 24 hours before the start; later it costs 50% of the price
- Rooms cost 15 EUR per hour

## Booking states

\`\`\`mermaid
stateDiagram-v2
  [*] --> requested
  requested --> confirmed: room is free
  requested --> declined
  confirmed --> cancelled
  confirmed --> completed
\`\`\`
`,
  spec: `# Cancel bookings

## Goal

Guests cancel a booking and learn what it costs.

## Requirements

1. Cancelling more than 24 hours before the start is free
2. Cancelling later costs half of the price
3. A completed booking cannot be cancelled
4. \`POST /bookings/:id/cancel\` answers with the fee
5. Cancelling a booking twice answers 409 the second time
6. If the store fails while a booking is cancelled, the booking stays confirmed

## User journey

1. The guest opens the booking
2. The guest cancels the booking
3. The guest sees the fee
`,
  before: {
    'package.json':
      '{\n  "name": "roomly",\n  "type": "module",\n  "scripts": { "test": "node --test", "start": "node src/main.js" }\n}\n',
    'src/main.js':
      "import { createServer } from 'node:http'\nimport { handle } from './handle.js'\nimport { memoryStore } from './memory-store.js'\n\ncreateServer(handle(memoryStore())).listen(process.env.PORT ?? 8080)\n",
    'src/handle.js': `/** @import { IncomingMessage, ServerResponse } from 'node:http' */
import { confirm } from './booking.js'

const send = (/** @type {ServerResponse} */ res, /** @type {number} */ status, /** @type {unknown} */ body) => {
  res.writeHead(status, { 'content-type': 'application/json' })
  res.end(JSON.stringify(body))
}

/**
 * @param {import('./memory-store.js').Store} store
 * @returns {(req: IncomingMessage, res: ServerResponse) => void}
 */
export const handle = (store) => (req, res) => {
  const url = new URL(req.url ?? '/', 'http://localhost')
  const [, id = '', action] = /^\\/bookings\\/(\\w+)(?:\\/(\\w+))?$/.exec(url.pathname) ?? []
  const booking = store.get(id)
  if (booking === undefined) return send(res, 404, { error: 'there is no such booking' })
  if (req.method === 'GET' && action === undefined) return send(res, 200, booking)
  if (req.method === 'POST' && action === 'confirm') {
    store.put(confirm(booking))
    return send(res, 200, store.get(id))
  }
  return send(res, 405, { error: 'this is not possible' })
}
`,
    'src/booking.js': `/**
 * @typedef {'requested' | 'confirmed' | 'declined' | 'cancelled' | 'completed'} Status
 * @typedef {{ id: string, start: number, hours: number, status: Status }} Booking
 */

/**
 * @param {Booking} booking
 * @returns {Booking}
 */
export function confirm(booking) {
  if (booking.status !== 'requested') throw new Error('only requests can be confirmed')
  return { ...booking, status: 'confirmed' }
}
`,
    'src/memory-store.js': `/**
 * @typedef {{ get(id: string): import('./booking.js').Booking | undefined, put(booking: import('./booking.js').Booking): void }} Store
 * @returns {Store}
 */
export function memoryStore() {
  const bookings = new Map()
  return { get: (id) => bookings.get(id), put: (booking) => void bookings.set(booking.id, booking) }
}
`,
    'test/booking.test.js':
      "import assert from 'node:assert/strict'\nimport { test } from 'node:test'\nimport { confirm } from '../src/booking.js'\n\ntest('confirms a request', () => {\n  assert.equal(confirm({ id: 'a', start: 0, hours: 1, status: 'requested' }).status, 'confirmed')\n})\n",
  },
  wrote: {
    'src/booking.js': `/**
 * @typedef {'requested' | 'confirmed' | 'declined' | 'cancelled' | 'completed'} Status
 * @typedef {{ id: string, start: number, hours: number, status: Status }} Booking
 */

const HOUR = 60 * 60 * 1000
const FREE_CANCELLATION_HOURS = 24
const LATE_CANCELLATION_SHARE = 0.5
const PRICE_PER_HOUR_EUR = 15

/**
 * @param {Booking} booking
 * @returns {Booking}
 */
export function confirm(booking) {
  if (booking.status !== 'requested') throw new Error('only requests can be confirmed')
  return { ...booking, status: 'confirmed' }
}

/**
 * What it costs to cancel now.
 * @param {Booking} booking
 * @param {number} now
 * @returns {number}
 */
export function cancellationFee(booking, now) {
  if (booking.start - now > FREE_CANCELLATION_HOURS * HOUR) return 0
  return booking.hours * PRICE_PER_HOUR_EUR * LATE_CANCELLATION_SHARE
}

/**
 * @param {Booking} booking
 * @returns {Booking}
 */
export function cancel(booking) {
  if (booking.status !== 'confirmed') throw new Error(\`a \${booking.status} booking cannot be cancelled\`)
  return { ...booking, status: 'cancelled' }
}
`,
    'src/handle.js': `/** @import { IncomingMessage, ServerResponse } from 'node:http' */
import { cancel, cancellationFee, confirm } from './booking.js'

const send = (/** @type {ServerResponse} */ res, /** @type {number} */ status, /** @type {unknown} */ body) => {
  res.writeHead(status, { 'content-type': 'application/json' })
  res.end(JSON.stringify(body))
}

/**
 * @param {import('./memory-store.js').Store} store
 * @param {() => number} [now]
 * @returns {(req: IncomingMessage, res: ServerResponse) => void}
 */
export const handle = (store, now = Date.now) => (req, res) => {
  const url = new URL(req.url ?? '/', 'http://localhost')
  const [, id = '', action] = /^\\/bookings\\/(\\w+)(?:\\/(\\w+))?$/.exec(url.pathname) ?? []
  const booking = store.get(id)
  if (booking === undefined) return send(res, 404, { error: 'there is no such booking' })
  if (req.method === 'GET' && action === undefined) return send(res, 200, booking)
  if (req.method === 'POST' && action === 'confirm') {
    store.put(confirm(booking))
    return send(res, 200, store.get(id))
  }
  if (req.method === 'POST' && action === 'cancel') {
    if (booking.status !== 'confirmed') return send(res, 409, { error: \`the booking is \${booking.status}\` })
    try {
      store.put(cancel(booking))
    } catch {
      return send(res, 500, { error: 'the booking could not be cancelled; it is still confirmed' })
    }
    return send(res, 200, { fee: cancellationFee(booking, now()) })
  }
  return send(res, 405, { error: 'this is not possible' })
}
`,
    'test/cancel.test.js': `import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { cancel, cancellationFee } from '../src/booking.js'
import { handle } from '../src/handle.js'
import { memoryStore } from '../src/memory-store.js'

const HOUR = 3_600_000
const booking = (status = 'confirmed') => ({ id: 'a', start: 48 * HOUR, hours: 2, status })

describe('the fee', () => {
  it('is nothing more than 24 hours before the start', () => {
    assert.equal(cancellationFee(booking(), 23 * HOUR), 0)
  })
  it('is half of the price when cancelling later', () => {
    assert.equal(cancellationFee(booking(), 24 * HOUR), 15)
    assert.equal(cancellationFee(booking(), 47 * HOUR), 15)
  })
})

it('refuses to cancel a completed booking', () => {
  assert.throws(() => cancel(booking('completed')), /completed booking cannot be cancelled/)
})

describe('POST /bookings/:id/cancel', () => {
  const store = memoryStore()
  const server = createServer(handle(store, () => 0))
  let origin = ''
  before(async () => {
    store.put(booking())
    await new Promise((resolve) => server.listen(0, () => resolve(undefined)))
    origin = \`http://localhost:\${server.address().port}\`
  })
  after(() => server.close())

  it('answers with the fee, and 409 when a booking is cancelled twice', async () => {
    const first = await fetch(\`\${origin}/bookings/a/cancel\`, { method: 'POST' })
    assert.deepEqual(await first.json(), { fee: 0 })
    const second = await fetch(\`\${origin}/bookings/a/cancel\`, { method: 'POST' })
    assert.equal(second.status, 409)
  })

  it('leaves the booking confirmed when the store fails', async () => {
    const kept = booking()
    const failing = { get: () => kept, put: () => { throw new Error('disk full') } }
    const other = createServer(handle(failing)).listen(0)
    const response = await fetch(\`http://localhost:\${other.address().port}/bookings/a/cancel\`, { method: 'POST' })
    other.close()
    assert.equal(response.status, 500)
    assert.equal(kept.status, 'confirmed')
  })
})
`,
  },
}
