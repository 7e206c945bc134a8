// An agent that does what it is told and no more: it writes tests only where AGENTS.md asks for them.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

const { input, workspace } = JSON.parse(await text(process.stdin))
const rules = readFileSync(join(workspace, 'AGENTS.md'), 'utf8')

const units = {
  temperature: { name: 'toFahrenheit', formula: 'value * 1.8 + 32', cases: '100 212, 0 32' },
  length: { name: 'toMiles', formula: 'value / 1.609344', cases: '1.609344 1, 0 0' },
}

const kind = Object.keys(units).find((each) => input.order.title.toLowerCase().includes(each))
const { name, formula, cases } = units[kind]
const code = `/** Converts one ${kind}. */
export const ${name} = (value) => ${formula}
`
const asserts = cases
  .split(', ')
  .map((each) => `  assert.equal(${name}(${each.replace(' ', '), ')})`)
const tests = `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ${name} } from '../src/${kind}.js'

test('${name} converts known values', () => {
${asserts.join('\n')}
})
`
writeFileSync(join(workspace, 'src', `${kind}.js`), code)
if (/Write tests with every change/.test(rules))
  writeFileSync(join(workspace, 'test', `${kind}.test.js`), tests)
process.stdout.write(JSON.stringify({ notes: `Done: ${kind}.` }))
