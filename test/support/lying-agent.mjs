// A proposer that says "done" whatever it did; the title of an order says which lie.
import { text } from 'node:stream/consumers'

const { input } = JSON.parse(await text(process.stdin))
const { title } = input.order
const tests = (name, body) => `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ${name} } from './${name}.js'

test('${name} does what was asked', () => {
${body}
})
`
const lies = {
  'changes nothing': {},
  'edits only tests': {
    'src/one.test.js': tests('one', '  assert.equal(one, 1)\n  assert.equal(1190, 1190)'),
  },
  'lets the test agree with wrong code': {
    'src/withVat.js':
      'export function withVat(net, rate) {\n  if (rate < 0) throw new RangeError(String(rate))\n  return Math.round(net * (1 + rate * 2))\n}\n',
    'src/withVat.test.js': tests(
      'withVat',
      '  assert.equal(withVat(1000, 0.19), 1380)\n  assert.equal(withVat(0, 1), 0)\n  assert.throws(() => withVat(1, -1))',
    ),
  },
  'does something else': {
    'src/sum.js': 'export function sum(a, b) {\n  return a + b\n}\n',
    'src/sum.test.js': tests('sum', '  assert.equal(sum(1, 2), 3)\n  assert.equal(sum(-1, 1), 0)'),
  },
}
const files = Object.entries(lies[title] ?? {}).map(([path, content]) => ({ path, content }))
process.stdout.write(
  JSON.stringify({ files, notes: 'Done. All criteria are met and all tests pass.' }),
)
