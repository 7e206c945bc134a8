// A proposer whose work is only right where it was made; the title of an order says how.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { text } from 'node:stream/consumers'

const { input, workspace } = JSON.parse(await text(process.stdin))
const write = (path, content) => {
  mkdirSync(join(workspace, path, '..'), { recursive: true })
  writeFileSync(join(workspace, path), content)
}
const two = 'export function two() {\n  return 2\n}\n'
const tests = `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { two } from './two.js'

test('two() is 2', () => {
  assert.equal(two(), 2)
})
`
const ways = {
  'does as it is told': () => ({ 'src/two.js': two, 'src/two.test.js': tests }),
  'hides it where git does not look': () => {
    write('cache/two.js', two)
    return { 'src/two.js': "export { two } from '../cache/two.js'\n", 'src/two.test.js': tests }
  },
  'rewrites the code while it is tested': () => ({
    'src/two.js': 'export function two() {\n  return 3\n}\n',
    'src/two.test.js': `import { writeFileSync } from 'node:fs'\nwriteFileSync('src/two.js', ${JSON.stringify(two)})\n${tests.replace("import { two } from './two.js'\n", '').replace('two(), 2', "(await import('./two.js')).two(), 2").replace('() => {', 'async () => {')}`,
  }),
}
// half of its work, until it is killed
if (process.env.SLOW) {
  write('src/half.js', 'export const half =')
  await wait(Number(process.env.SLOW))
}
const files = Object.entries((ways[input.order.title] ?? (() => ({})))())
process.stdout.write(
  JSON.stringify({ files: files.map(([path, content]) => ({ path, content })), notes: 'Done.' }),
)
