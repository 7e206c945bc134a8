import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSettings } from '../src/settings.ts'

test('settings have defaults for development', () => {
  assert.equal(readSettings({}).port, 8090)
  assert.equal(readSettings({}).catalogueUrl, null)
  assert.equal(readSettings({ CATALOGUE_TIMEOUT_MS: '200' }).catalogueTimeoutMs, 200)
})

test('settings that make no sense are named', () => {
  assert.throws(() => readSettings({ PORT: 'eighty' }), /PORT/)
  assert.throws(() => readSettings({ NODE_ENV: 'production' }), /DATABASE_FILE, CATALOGUE_URL, CATALOGUE_KEY/)
})
