// A whole loop with the embedded agent on an OpenAPI task, and the same gates on the result.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { inCopy } from '../in-copy.mjs'

export const example = inCopy(import.meta.url, '.', async ({ lw, path, read }) => {
  const task = readFileSync(path('task.txt'), 'utf8').trim()
  await lw(0, 'new', task, '--alias', 'bookshop-api', '--yes', '--compact', '--save', 'api.md')
  await lw(0, 'verify', 'bookshop-api')

  const run = JSON.parse(read('.ai-factory/evolution/bookshop-api/run.json'))
  assert.equal(run.status, 'completed')
  assert.equal(run.stop.reason, 'threshold_reached')
  assert.equal(run.iteration, 1, 'the draft holds all that the task and the rules ask for')
  const saved = read('api.md')
  for (const wanted of ['/books/{', '/authors', '/orders', 'bearerAuth'])
    assert.ok(saved.includes(wanted), `${wanted} is in the saved artifact`)

  await lw(0, 'check', 'openapi', 'api.md', '--task', task)
  // the gate notices what goes missing later
  writeFileSync(path('worse.md'), saved.replaceAll(/authors?/gi, 'writers'))
  const told = await lw(1, 'check', 'openapi', 'worse.md', '--task', task)
  assert.match(told, /has authors/)
})
