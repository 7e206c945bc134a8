import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { parseEnv } from 'node:util'
import { readEnvironment } from '../src/environment.ts'

test('a developer needs no settings', () => {
  assert.deepEqual(readEnvironment({}), {
    ok: true,
    value: { port: 3000, isProduction: false, stock: { url: null, token: '', timeoutMs: 2000 } },
  })
})

test('the example can be used as it is', async () => {
  const example = parseEnv(await readFile(new URL('../.env.example', import.meta.url), 'utf8'))
  assert.equal(readEnvironment(example).ok, true)
})

test('production needs the warehouse', () => {
  assert.deepEqual(readEnvironment({ NODE_ENV: 'production' }), {
    ok: false,
    problems: ['STOCK_URL must be set in production.', 'STOCK_TOKEN must be set in production.'],
  })
})

test('settings that make no sense are named', () => {
  assert.deepEqual(readEnvironment({ PORT: 'x', STOCK_URL: 'nowhere', STOCK_TIMEOUT_MS: '-1' }), {
    ok: false,
    problems: [
      'PORT must be a port number.',
      'STOCK_TIMEOUT_MS must be a number of milliseconds.',
      'STOCK_URL must be a URL.',
    ],
  })
})
