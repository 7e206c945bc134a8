// An agent that does what it is told and no more: it writes tests only where AGENTS.md asks for them.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

const { phase, input, workspace } = JSON.parse(await text(process.stdin))
const rules = readFileSync(join(workspace ?? '.', 'AGENTS.md'), 'utf8')
const writesTests = /Write tests with every change/.test(rules)

const units = {
  temperature: {
    name: 'toFahrenheit',
    formula: 'value * 1.8 + 32',
    cases: [
      [100, 212],
      [0, 32],
      [-40, -40],
    ],
  },
  length: {
    name: 'toMiles',
    formula: 'value / 1.609344',
    cases: [
      [1.609344, 1],
      [0, 0],
    ],
  },
}

const kind = Object.keys(units).find((each) =>
  JSON.stringify(input.order).toLowerCase().includes(each),
)
const { name, formula, cases } = units[kind]
const code = `import { notANumber } from './index.js'

/** Converts one ${kind}. */
export function ${name}(value) {
  if (typeof value !== 'number' || Number.isNaN(value)) throw notANumber(value)
  return ${formula}
}
`
const tests = `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ${name} } from '../src/${kind}.js'

test('${name} converts known values', () => {
${cases.map(([from, to]) => `  assert.equal(${name}(${from}), ${to})`).join('\n')}
})

test('${name} refuses what is no number', () => {
  assert.throws(() => ${name}('x'), /x is not a number/)
  assert.throws(() => ${name}(Number.NaN), /NaN is not a number/)
})
`
writeFileSync(join(workspace, 'src', `${kind}.js`), code)
if (writesTests) writeFileSync(join(workspace, 'test', `${kind}.test.js`), tests)
const notes = existsSync(join(workspace, 'test')) ? `done: ${kind}, in ${phase}` : 'done'
process.stdout.write(JSON.stringify({ notes }))
