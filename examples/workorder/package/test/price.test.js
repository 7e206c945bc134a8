import assert from 'node:assert/strict'
import { test } from 'node:test'
import { total } from '../src/price.js'

test('counts all tickets', () => {
  assert.equal(total(250, 4), 1000)
  assert.equal(total(250, 0), 0)
})

test('refuses fewer tickets than none', () => {
  assert.throws(() => total(250, -1), RangeError)
})
