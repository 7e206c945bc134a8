'use strict'

const assert = require('node:assert/strict')
const { test } = require('node:test')
const { openShop } = require('./shop')

const hour = 60 * 60 * 1000

test('lists the boxes', async () => {
  const { ask, close } = await openShop()
  const { body } = await ask('GET', '/api/boxes')
  assert.deepEqual(body[0], { code: 'small', title: 'Small', cents: 1450, items: 6 })
  assert.equal((await ask('GET', '/api/health')).status, 200)
  assert.equal((await ask('GET', '/api/nothing')).status, 404)
  close()
})

test('takes members', async () => {
  const { ask, close } = await openShop()
  const ada = { email: 'ada@example.com', password: 'long enough' }
  assert.equal((await ask('POST', '/api/members', ada)).status, 201)
  assert.equal((await ask('POST', '/api/members', ada)).status, 409)
  assert.equal((await ask('POST', '/api/members', { ...ada, email: 'ada' })).status, 400)
  assert.equal((await ask('POST', '/api/members', { ...ada, password: 'x'.repeat(9) })).status, 400)
  assert.equal((await ask('POST', '/api/members', '{')).status, 400)
  assert.equal((await ask('POST', '/api/members', '[]')).status, 400)
  assert.equal((await ask('POST', '/api/members', { email: 'x'.repeat(40_000) })).status, 413)
  close()
})

test('lets members in and out', async () => {
  const { ask, join, close, wait } = await openShop()
  const ada = await join('ada@example.com')
  assert.equal((await ask('GET', '/api/subscriptions', undefined, ada)).status, 200)
  assert.equal((await ask('DELETE', '/api/sessions', undefined, ada)).status, 204)
  assert.equal((await ask('GET', '/api/subscriptions', undefined, ada)).status, 401)
  const bob = await join('bob@example.com')
  wait(12 * hour)
  assert.equal((await ask('GET', '/api/subscriptions', undefined, bob)).status, 401)
  close()
})

test('makes an address wait after five wrong passwords', async () => {
  const { ask, close, wait } = await openShop()
  const wrong = { email: 'eve@example.com', password: 'guess guess' }
  for (let attempt = 0; attempt < 5; attempt++)
    assert.equal((await ask('POST', '/api/sessions', wrong)).status, 401)
  assert.equal((await ask('POST', '/api/sessions', wrong)).status, 429)
  wait(hour)
  assert.equal((await ask('POST', '/api/sessions', wrong)).status, 401)
  close()
})

test('orders boxes, two at most', async () => {
  const { ask, join, close } = await openShop()
  const ada = await join('ada@example.com')
  const first = await ask('POST', '/api/subscriptions', { box: 'small', quarterly: true }, ada)
  assert.equal(first.status, 201)
  assert.equal(first.body.cents, 1334)
  assert.equal((await ask('POST', '/api/subscriptions', { box: 'huge' }, ada)).status, 400)
  assert.equal((await ask('POST', '/api/subscriptions', { box: 'small', note: 'x'.repeat(141) }, ada)).status, 400)
  assert.equal((await ask('POST', '/api/subscriptions', { box: 'feast', note: 'x'.repeat(140) }, ada)).status, 201)
  assert.equal((await ask('POST', '/api/subscriptions', { box: 'small' }, ada)).status, 409)
  await ask('POST', `/api/subscriptions/${first.body.id}/state`, { state: 'ended' }, ada)
  assert.equal((await ask('POST', '/api/subscriptions', { box: 'small' }, ada)).status, 201)
  assert.equal((await ask('POST', '/api/subscriptions', { box: 'small' })).status, 401)
  close()
})

test('shows and changes a box to its member alone', async () => {
  const { ask, join, close } = await openShop()
  const ada = await join('ada@example.com')
  const bob = await join('bob@example.com')
  const { body } = await ask('POST', '/api/subscriptions', { box: 'family' }, ada)
  const path = `/api/subscriptions/${body.id}`
  assert.equal((await ask('GET', path, undefined, ada)).body.state, 'waiting')
  assert.equal((await ask('GET', path, undefined, bob)).status, 404)
  assert.equal((await ask('GET', '/api/subscriptions/x', undefined, ada)).status, 404)
  assert.equal((await ask('POST', `${path}/state`, { state: 'active' }, bob)).status, 404)
  assert.equal((await ask('POST', `${path}/state`, { state: 'active' }, ada)).status, 200)
  assert.equal((await ask('POST', `${path}/state`, { state: 'eaten' }, ada)).status, 400)
  assert.equal((await ask('POST', `${path}/state`, { state: 'ended' }, ada)).status, 200)
  assert.equal((await ask('POST', `${path}/state`, { state: 'active' }, ada)).status, 409)
  close()
})

test('skips weeks, six at most', async () => {
  const { ask, join, close } = await openShop()
  const ada = await join('ada@example.com')
  const { body } = await ask('POST', '/api/subscriptions', { box: 'family' }, ada)
  const skip = (/** @type {unknown} */ delivery) =>
    ask('POST', `/api/subscriptions/${body.id}/skips`, { delivery }, ada)
  assert.equal((await skip('soon')).status, 400)
  assert.equal((await skip('2026-05-05')).status, 409)
  for (const day of [12, 15, 19, 22, 26, 29]) assert.equal((await skip(`2026-05-${day}`)).status, 201)
  assert.equal((await skip('2026-05-12')).status, 409)
  assert.equal((await skip('2026-06-02')).status, 409)
  await ask('POST', `/api/subscriptions/${body.id}/state`, { state: 'active' }, ada)
  await ask('POST', `/api/subscriptions/${body.id}/state`, { state: 'paused' }, ada)
  assert.match((await skip('2026-06-09')).body.error, /paused/)
  close()
})
