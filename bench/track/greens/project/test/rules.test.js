'use strict'

const assert = require('node:assert/strict')
const { test } = require('node:test')
const { BOXES, MAX_NOTE, MAX_SKIPS, canChange, euros, isBox, isSkippable, weekPrice } = require('../src/rules')

test('asks what the price list says', () => {
  assert.equal(weekPrice('small', false), 1450)
  assert.equal(weekPrice('family', false), 2300)
  assert.equal(weekPrice('feast', false), 3600)
  assert.deepEqual(Object.values(BOXES).map(({ items }) => items), [6, 10, 16])
  assert.equal(euros(1450), '14.50 EUR')
})

test('takes 8 % off for a quarter', () => {
  assert.equal(weekPrice('small', true), 1334)
  assert.equal(weekPrice('feast', true), 3312)
})

test('changes states by the table', () => {
  assert.equal(canChange('waiting', 'active'), true)
  assert.equal(canChange('waiting', 'paused'), false)
  assert.equal(canChange('active', 'paused'), true)
  assert.equal(canChange('paused', 'active'), true)
  assert.equal(canChange('ended', 'active'), false)
})

test('skips until two days before', () => {
  const delivery = '2026-05-29'
  assert.equal(isSkippable(delivery, Date.parse('2026-05-27T00:00:00Z')), true)
  assert.equal(isSkippable(delivery, Date.parse('2026-05-27T00:00:01Z')), false)
})

test('knows its boxes and limits', () => {
  assert.equal(isBox('huge'), false)
  assert.equal(isBox('toString'), false)
  assert.equal(isBox(3), false)
  assert.deepEqual([MAX_NOTE, MAX_SKIPS], [140, 6])
})
