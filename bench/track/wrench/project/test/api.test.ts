import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { createWorkshop } from '../src/server.ts'
import { dayOf } from '../src/rules.ts'

const dayMs = 86_400_000

async function open(parts = 'http://127.0.0.1:1') {
  let at = Date.parse('2026-05-04T09:00:00Z')
  const settings = { port: 0, databaseFile: ':memory:', shopKey: 'key', parts: { url: parts, timeoutMs: 300 } }
  const server = createWorkshop(settings, () => at).listen(0)
  await new Promise((done) => server.once('listening', done))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const ask = async (method: string, path: string, data?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(origin + path, {
      method,
      headers,
      body: data === undefined ? null : typeof data === 'string' ? data : JSON.stringify(data),
    })
    const text = await response.text()
    const body = text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text
    return { status: response.status, body, headers: response.headers }
  }
  const join = async (email: string) => {
    const person = { email, password: 'long enough now' }
    await ask('POST', '/api/accounts', person)
    const { headers } = await ask('POST', '/api/sessions', person)
    return { cookie: headers.get('set-cookie')?.split(';')[0] ?? '' }
  }
  const close = () => (server.closeAllConnections(), server.close())
  return { ask, join, close, wait: (ms: number) => (at += ms), day: (days: number) => dayOf(at + days * dayMs) }
}

test('lists services', async () => {
  const { ask, close } = await open()
  const { body } = await ask('GET', '/api/services')
  assert.deepEqual(body[0], { code: 'check-up', title: 'Check-up', cents: 3500, minutes: 30 })
  assert.equal((await ask('GET', '/api/health')).status, 200)
  assert.equal((await ask('GET', '/api/nothing')).status, 404)
  close()
})

test('makes accounts, and lets people in and out', async () => {
  const { ask, join, close, wait } = await open()
  const ada = { email: 'ada@example.com', password: 'long enough now' }
  assert.equal((await ask('POST', '/api/accounts', ada)).status, 201)
  assert.equal((await ask('POST', '/api/accounts', ada)).status, 409)
  assert.equal((await ask('POST', '/api/accounts', { ...ada, email: 'ada' })).status, 400)
  assert.equal((await ask('POST', '/api/accounts', { email: 'b@c.de', password: 'x'.repeat(11) })).status, 400)
  assert.equal((await ask('POST', '/api/accounts', '{')).status, 400)
  assert.equal((await ask('POST', '/api/accounts', '3')).status, 400)
  assert.equal((await ask('POST', '/api/accounts', { email: 'x'.repeat(30_000) })).status, 413)
  assert.equal((await ask('POST', '/api/sessions', { ...ada, password: 'wrong' })).status, 401)
  assert.equal((await ask('POST', '/api/sessions', {})).status, 401)
  const bob = await join('bob@example.com')
  assert.equal((await ask('GET', '/api/bookings', undefined, bob)).status, 200)
  assert.equal((await ask('DELETE', '/api/sessions', undefined, bob)).status, 204)
  assert.equal((await ask('GET', '/api/bookings', undefined, bob)).status, 401)
  assert.equal((await ask('DELETE', '/api/sessions')).status, 204)
  const eve = await join('eve@example.com')
  wait(8 * 3_600_000 - 1)
  assert.equal((await ask('GET', '/api/bookings', undefined, eve)).status, 200)
  wait(1)
  assert.equal((await ask('GET', '/api/bookings', undefined, eve)).status, 401)
  close()
})

test('takes bookings', async () => {
  const { ask, join, close, day } = await open()
  const ada = await join('ada@example.com')
  const book = (data: object, who = ada) => ask('POST', '/api/bookings', { service: 'full', day: day(1), ...data }, who)
  assert.equal((await ask('POST', '/api/bookings', { service: 'full', day: day(1) })).status, 401)
  const { status, body } = await book({ note: 'left pedal' })
  assert.equal(status, 201)
  assert.deepEqual(body, { id: 1, service: 'full', day: day(1), note: 'left pedal', cents: 9500, feeCents: 0, status: 'requested' })
  for (const wrong of [{ service: 'wash' }, { day: 'soon' }, { day: '2026-99-99' }, { day: day(-1) }, { day: day(61) }, { note: 'x'.repeat(301) }, { note: 1 }])
    assert.equal((await book(wrong)).status, 400)
  assert.equal((await book({ day: day(0) })).status, 201)
  assert.equal((await book({ day: day(60), note: 'x'.repeat(300) })).status, 201)
  assert.equal((await book({ day: day(2) })).status, 409)
  assert.equal((await ask('GET', '/api/bookings', undefined, ada)).body.length, 3)
  const bob = await join('bob@example.com')
  assert.equal((await ask('GET', '/api/bookings/1', undefined, ada)).status, 200)
  assert.equal((await ask('GET', '/api/bookings/1', undefined, bob)).status, 404)
  assert.equal((await ask('POST', '/api/bookings/1/cancel', undefined, bob)).status, 404)
  close()
})

test('takes four bicycles a day', async () => {
  const { ask, join, close, day } = await open()
  for (const [index, name] of ['a', 'b', 'c', 'd', 'e'].entries()) {
    const who = await join(`${name}@example.com`)
    const { body } = await ask('GET', `/api/days?day=${day(3)}`)
    assert.deepEqual(body, { day: day(3), free: 4 - index })
    const { status } = await ask('POST', '/api/bookings', { service: 'brakes', day: day(3) }, who)
    assert.equal(status, index < 4 ? 201 : 409)
  }
  assert.equal((await ask('GET', '/api/days?day=x')).status, 400)
  close()
})

test('cancels, and moves bookings for the workshop alone', async () => {
  const { ask, join, close, day } = await open()
  const ada = await join('ada@example.com')
  const shop = { 'x-shop-key': 'key' }
  for (const days of [5, 0, 9]) await ask('POST', '/api/bookings', { service: 'brakes', day: day(days) }, ada)
  assert.equal((await ask('POST', '/api/bookings/1/cancel', undefined, ada)).body.feeCents, 0)
  assert.equal((await ask('POST', '/api/bookings/2/cancel', undefined, ada)).body.feeCents, 1000)
  assert.equal((await ask('POST', '/api/bookings/2/cancel', undefined, ada)).status, 409)
  assert.equal((await ask('PUT', '/api/bookings/3/status', { status: 'confirmed' }, ada)).status, 403)
  assert.equal((await ask('PUT', '/api/bookings/3/status', { status: 'lost' }, shop)).status, 400)
  assert.equal((await ask('PUT', '/api/bookings/9/status', { status: 'ready' }, shop)).status, 404)
  for (const status of ['confirmed', 'in work', 'ready', 'collected'])
    assert.equal((await ask('PUT', '/api/bookings/3/status', { status }, shop)).body.status, status)
  assert.equal((await ask('PUT', '/api/bookings/3/status', { status: 'ready' }, shop)).status, 409)
  close()
})

test('serves pages', async () => {
  const { ask, close } = await open()
  assert.match((await ask('GET', '/')).body, /Book a day/)
  assert.match((await ask('GET', '/services')).body, /35\.00 EUR/)
  assert.equal((await ask('GET', '/style.css')).status, 200)
  assert.equal((await ask('GET', '/nothing')).status, 404)
  close()
})
