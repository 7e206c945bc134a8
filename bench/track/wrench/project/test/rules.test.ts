import assert from 'node:assert/strict'
import { test } from 'node:test'
import { priceOf } from '../src/catalogue.ts'
import { canMove, cancellationCents, isBookable, isStatus, type Status } from '../src/rules.ts'
import { readSettings } from '../src/settings.ts'

test('prices', () => {
  assert.equal(priceOf('check-up', false), 3500)
  assert.equal(priceOf('check-up', true), 2975)
  assert.equal(priceOf('brakes', true), 4080)
  assert.equal(priceOf('full', true), 8075)
})

test('days', () => {
  const now = Date.parse('2026-05-04T09:00:00Z')
  assert.equal(isBookable('2026-05-03', now), false)
  assert.equal(isBookable('2026-05-04', now), true)
  assert.equal(isBookable('2026-07-03', now), true)
  assert.equal(isBookable('2026-07-04', now), false)
})

test('cancelling', () => {
  const now = Date.parse('2026-05-04T00:00:00Z')
  assert.equal(cancellationCents('2026-05-05', now), 0)
  assert.equal(cancellationCents('2026-05-05', now + 1), 1000)
})

test('states', () => {
  const allowed: Record<string, string[]> = {
    requested: ['confirmed', 'cancelled'],
    confirmed: ['in work', 'cancelled'],
    'in work': ['ready'],
    ready: ['collected'],
  }
  const all: Status[] = ['requested', 'confirmed', 'cancelled', 'in work', 'ready', 'collected']
  for (const from of all)
    for (const to of all) assert.equal(canMove(from, to), allowed[from]?.includes(to) ?? false)
  assert.equal(isStatus('lost'), false)
})

test('settings', () => {
  const settings = readSettings({ SHOP_KEY: 'k', PORT: '1' })
  assert.equal(settings.port, 1)
  assert.equal(settings.databaseFile, ':memory:')
  assert.throws(() => readSettings({}), /SHOP_KEY/)
  assert.throws(() => readSettings({ SHOP_KEY: 'k', PORT: 'many' }), /PORT/)
})
