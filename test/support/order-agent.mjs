import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

// A proposer on the public protocol. It is careless until it is told, and remembers what it was told.
// The title of an order says what goes wrong besides: "Add twice (breaks)" and the like.
let text = ''
for await (const chunk of process.stdin) text += chunk
const request = JSON.parse(text)
const { phase, attempt, iteration, prompt, input, workspace } = request
const { title } = input.order
if (process.env.CALLS)
  appendFileSync(
    process.env.CALLS,
    `${JSON.stringify({ phase, attempt, iteration, title, prompt })}\n`,
  )
if (process.env.SLOW) await wait(Number(process.env.SLOW))

const memory = process.env.MEMORY
const told = memory && existsSync(memory) ? JSON.parse(readFileSync(memory, 'utf8')) : {}
if (prompt.includes('Test coverage of the last work order')) told.tests = true
if (prompt.includes('Completeness of the last work order')) told.whole = true
if (memory) writeFileSync(memory, JSON.stringify(told))

const name = /Add (\w+)/.exec(title)?.[1] ?? 'thing'
const todos = told.whole
  ? ''
  : Array.from({ length: 11 }, (_, index) => `// TODO part ${index + 1}\n`).join('')
const source = `${todos}/** A number and one more, as ${name} asks for. */
export function ${name}(value: number): number {
  if (value < 0) throw new RangeError('value must not be negative')
  return value + 1
}
`
const tests = `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ${name} } from './${name}.ts'

test('${name} counts on', () => {
  assert.equal(${name}(0), 1)
  assert.equal(${name}(41), 42)
})

test('${name} refuses what lies below zero', () => {
  assert.throws(() => ${name}(-1), /value must not be negative/)
})
`
const files = {
  [`src/${name}.ts`]: source,
  ...(told.tests ? { [`src/${name}.test.ts`]: tests } : {}),
}

const answer = (given, deleted = []) =>
  process.stdout.write(
    JSON.stringify({
      files: Object.entries(given).map(([path, content]) => ({ path, content })),
      deleted,
      notes: `${name} is done, everything works`,
    }),
  )

const broken = source.replace('return value + 1', "return value + 'one'")
if (title.includes('(does not compile)') && phase === 'PROPOSE')
  answer({ ...files, [`src/${name}.ts`]: broken })
else if (title.includes('(damaged)') && phase === 'PROPOSE')
  answer({ ...files, [`src/${name}.ts`]: source.replaceAll("'", '’') })
else if (title.includes('(never compiles)'))
  answer({ ...files, [`src/${name}.ts`]: broken.repeat(7) })
else if (title.includes('(cheats)'))
  answer({
    ...files,
    'src/price.test.ts': readFileSync(join(workspace, 'src/price.test.ts'), 'utf8').replaceAll(
      'test(',
      'test.skip(',
    ),
  })
else if (title.includes('(in the workspace)')) {
  for (const [path, content] of Object.entries(files)) writeFileSync(join(workspace, path), content)
  process.stdout.write(JSON.stringify({ notes: 'edited in place' }))
} else if (title.includes('(leaves its place)')) {
  appendFileSync(
    join(workspace.slice(0, workspace.indexOf('/.loopwright/')), 'src/price.ts'),
    '// was here\n',
  )
  answer(files)
} else if (title.includes('(outside)')) answer({ 'README.md': 'hello\n' })
else if (title.includes('(silent)')) process.exit(3)
else if (title.includes('(nonsense)')) process.stdout.write('Sure, I can do that!')
else answer(files)
