// A .env, judged by the configuration rules, and what happens when a secret slips in.
import assert from 'node:assert/strict'
import { appendFileSync } from 'node:fs'
import { inCopy } from '../in-copy.mjs'

export const example = inCopy(import.meta.url, '.', async ({ lw, path, read }) => {
  const task =
    'a .env file with PORT=3000, DATABASE_URL=postgres://localhost:5432/shop and LOG_LEVEL=info'
  await lw(0, 'new', task, '--alias', 'env-file', '--yes', '--compact', '--save', '.env')
  const file = read('.env')
  for (const key of ['PORT=', 'DATABASE_URL=', 'LOG_LEVEL='])
    assert.ok(file.includes(key), `${key} is in the file`)
  await lw(0, 'check', 'config', '.env', '--task', task)
  await lw(1, 'check', 'config', '.env', '--task', 'a .env file with PORT=8080')

  // written in halves, so that no scanner takes it for a real one
  const key = ['AKIA', 'Z7Q4MNB2XKLP9R3T'].join('')
  appendFileSync(
    path('.env'),
    `# Access key of the storage; no default.\nAWS_ACCESS_KEY_ID=${key}\n`,
  )
  const told = await lw(1, 'check', 'config', '.env')
  assert.match(told, /a\.security\.no-secrets/)
  assert.ok(!told.includes(key), 'the finding does not show the secret')
})
