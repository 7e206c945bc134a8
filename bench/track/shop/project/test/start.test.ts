import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'

test('the shop says why it does not start', () => {
  const { status, stderr } = spawnSync(process.execPath, ['server.mjs'], {
    cwd: new URL('..', import.meta.url),
    env: { ...process.env, NODE_ENV: 'production', STOCK_URL: '', STOCK_TOKEN: '' },
    encoding: 'utf8',
  })
  assert.equal(status, 1)
  assert.match(stderr, /STOCK_TOKEN must be set in production/)
})
