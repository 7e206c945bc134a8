// An agent that does what it is told and no more: it writes tests only where AGENTS.md asks for them.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

const { input, workspace } = JSON.parse(await text(process.stdin))
const rules = readFileSync(join(workspace, 'AGENTS.md'), 'utf8')

const units = {
  temperature: { name: 'toKelvin', formula: 'value + 273', value: 100, result: 373 },
  length: { name: 'toMetres', formula: 'value * 1000', value: 2, result: 2000 },
}

const kind = Object.keys(units).find((each) => input.order.title.toLowerCase().includes(each))
const { name, formula, value, result } = units[kind]
const code = `/** Converts one ${kind}. */
export const ${name} = (value) => ${formula}
`
const tests = `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ${name} } from '../src/${kind}.js'

test('${name} converts a known value', () => {
  assert.equal(${name}(${value}), ${result})
})
`
writeFileSync(join(workspace, 'src', `${kind}.js`), code)
if (/Write tests with every change/.test(rules))
  writeFileSync(join(workspace, 'test', `${kind}.test.js`), tests)
process.stdout.write(JSON.stringify({ notes: `Done: ${kind}.` }))
