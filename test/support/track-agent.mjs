// An executor and fixer on the public protocol. DO and FIX say how it works: well, wrongly, or only in words.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'

const { phase, input, workspace } = JSON.parse(await text(process.stdin))
const { DO = 'well', FIX = 'well', MEET, FLAG } = process.env
const write = (path, content) => {
  mkdirSync(dirname(join(workspace, path)), { recursive: true })
  writeFileSync(join(workspace, path), content)
}

/** Waits until somebody else works, too. */
async function meet() {
  writeFileSync(join(MEET, input.task.id), '')
  const other = { 1.1: '1.2', 1.2: '1.1' }[input.task.id] ?? input.task.id
  for (let tries = 0; !existsSync(join(MEET, other)); tries++) {
    if (tries > 200) throw new Error(`${other} does not come`)
    await wait(25)
  }
}

const code = (name, body) =>
  write(`src/${name}.js`, `/** What ${name} costs, in cents. */\nexport const ${name} = ${body}\n`)
const tests = (name, assertions) =>
  write(
    `src/${name}.test.js`,
    `import assert from 'node:assert/strict'\nimport test from 'node:test'\nimport { ${name} } from './${name}.js'\n\n${assertions.map(([call, result]) => `test('${name}(${call})', () => assert.equal(${name}(${call}), ${result}))\n`).join('')}`,
  )
const quote = () => {
  code('quote', '(seats) => (seats > 0 ? seats * 2900 : 0)')
  tests('quote', [
    [2, 5800],
    [0, 0],
  ])
}
const setup = () => {
  code('setup', '(seats) => (seats > 9 ? 0 : 4900)')
  tests('setup', [
    [10, 0],
    [1, 4900],
  ])
}

const ways = {
  well: () => {
    if (/setup/.test(input.task?.title ?? '')) setup()
    else quote()
  },
  wrongly: () => code('quote', `(seats) => seats * ${3000 + (input.cycle ?? 0)}`),
  'in words': () => undefined,
  refuses: () => undefined,
  lies: () => {
    rmSync(join(workspace, 'src/rate.test.js'), { force: true })
    code('quote', '(seats) => ({ 2: 5800, 0: 0 })[seats]')
    const track = `conductor/tracks/${input.track}`
    write(`${track}/spec.md`, '# Nothing\n')
    write(`${track}/plan.md`, '- [x] Task 1.1: All <!-- abc1234 -->\n')
    write(`${track}/metadata.json`, '{"status":"complete"}')
  },
}

if (MEET !== undefined && phase === 'EXECUTE') await meet()
const way = phase === 'FIX' ? FIX : DO
ways[way]()
process.stdout.write(
  JSON.stringify({
    verdict: way === 'refuses' ? 'FAIL' : 'PASS',
    summary: `${phase} is done, everything works`,
    ...(FLAG === undefined
      ? {}
      : {
          business_doc_sync: {
            required: true,
            reason: FLAG,
            affected_docs: ['conductor/product.md'],
          },
        }),
  }),
)
