'use strict'

const assert = require('node:assert/strict')
const { test } = require('node:test')
const { readConfig } = require('../src/config')
const { openShop } = require('./shop')

const form = (/** @type {Record<string, string>} */ data) => new URLSearchParams(data)

test('shows its pages', async () => {
  const { ask, close } = await openShop()
  for (const path of ['/', '/boxes', '/join', '/sign-in', '/site.css', '/site.js'])
    assert.equal((await ask('GET', path)).status, 200)
  assert.match((await ask('GET', '/boxes')).text, /23\.00 EUR/)
  assert.equal((await ask('GET', '/nothing')).status, 404)
  assert.equal((await ask('GET', '/my-boxes')).headers.get('location'), '/sign-in')
  close()
})

test('joins, orders and ends by forms', async () => {
  const { ask, close } = await openShop()
  const person = { email: 'ada@example.com', password: 'long enough' }
  assert.match((await ask('POST', '/join', form({ ...person, password: 'short' }))).text, /too short/)
  const joined = await ask('POST', '/join', form(person))
  assert.equal(joined.status, 303)
  const cookie = joined.headers.get('set-cookie')?.split(';')[0] ?? ''
  assert.match((await ask('GET', '/my-boxes', undefined, cookie)).text, /no box yet/)
  const ordered = await ask('POST', '/my-boxes', form({ box: 'feast', note: '<b>ring</b>', quarterly: 'on' }), cookie)
  assert.equal(ordered.status, 303)
  const { text } = await ask('GET', '/my-boxes', undefined, cookie)
  assert.match(text, /33\.12 EUR/)
  assert.doesNotMatch(text, /<b>ring/)
  assert.equal((await ask('POST', '/my-boxes', form({ box: 'huge' }), cookie)).status, 400)
  assert.equal((await ask('POST', '/my-boxes/1', form({ state: 'paused' }), cookie)).status, 409)
  assert.equal((await ask('POST', '/my-boxes/1', form({ state: 'ended' }), cookie)).status, 303)
  assert.equal((await ask('POST', '/sign-out', undefined, cookie)).status, 303)
  assert.match((await ask('POST', '/sign-in', form({ ...person, password: 'wrong' }))).text, /is wrong/)
  assert.equal((await ask('POST', '/sign-in', form(person))).status, 303)
  close()
})

test('reads its configuration', () => {
  assert.equal(readConfig({}).port, 4700)
  assert.throws(() => readConfig({ PORT: 'x' }), /PORT is x/)
})
