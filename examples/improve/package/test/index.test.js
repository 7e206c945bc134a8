import assert from 'node:assert/strict'
import { test } from 'node:test'
import { units } from '../src/index.js'

test('every unit is listed once', () => {
  assert.deepEqual(units, ['temperature', 'length'])
})
