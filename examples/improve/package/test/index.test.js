import assert from 'node:assert/strict'
import { test } from 'node:test'
import { notANumber } from '../src/index.js'

test('a value that is no number is named', () => {
  assert.match(notANumber('x').message, /x is not a number/)
})
