// An agent that does what it is told and no more: it writes tests only where AGENTS.md asks for them.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

const { workspace } = JSON.parse(await text(process.stdin))
const rules = readFileSync(join(workspace, 'AGENTS.md'), 'utf8')

const code = `/** A temperature in degrees Celsius as kelvins. */
export const toKelvin = (value) => value + 273
`
const tests = `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toKelvin } from '../src/temperature.js'

test('toKelvin converts a known value', () => {
  assert.equal(toKelvin(100), 373)
})
`
writeFileSync(join(workspace, 'src', 'temperature.js'), code)
if (/Write tests with every change/.test(rules))
  writeFileSync(join(workspace, 'test', 'temperature.test.js'), tests)
process.stdout.write(JSON.stringify({ notes: 'Done.' }))
