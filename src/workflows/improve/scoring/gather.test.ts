import { expect, test } from 'vitest'
import { type Files, makeProject, withScripts } from '../../../../test/support/small-project.ts'
import { openWorkspace } from '../../../app.ts'
import { gatherFacts, type GatherOptions } from './gather.ts'
import { scoreApplication } from './score.ts'

async function gathered(files: Files, spec: string, over: Partial<GatherOptions> = {}) {
  const folder = makeProject(files)
  const opened = await openWorkspace({ cwd: folder, env: process.env })
  if (!opened.ok) throw new Error(JSON.stringify(opened.error))
  const options = {
    folder,
    spec,
    orders: [],
    isolation: { verified: true, changed: [] },
    signal: new AbortController().signal,
    onProgress: () => undefined,
    ...over,
  }
  const gather = async () => {
    const facts = await gatherFacts(opened.value, options)
    if (!facts.ok) throw new Error(facts.error)
    return facts.value
  }
  return { facts: await gather(), gather }
}

const none = { 'src/price.ts': null, 'src/price.test.ts': null, 'tsconfig.json': null }

const price = `export const discounted = (price, percent) => price - (price * percent) / 100
`

const priceTest = `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { discounted } from './price.js'

test('takes ten per cent off', () => assert.equal(discounted(200, 10), 180))
`

const program = `#!/usr/bin/env node
import { discounted } from './price.js'

const [price, percent] = process.argv.slice(2).map(Number)
if (Number.isNaN(price)) throw new Error('no price')
console.log(discounted(price, percent))
`

const spec = `# Prices

## Requirements

- \`discounted(200, 10)\` is 180
- \`discounted(200, 50)\` is 99
- Prices are friendly to the eye.
- The shop is nice to those who come late.
`

test('a program is built, tested, mutated, started and held against its specification', async () => {
  const met = (text: string) => ({
    id: 'task.1',
    statement: text,
    source: { kind: 'criterion' as const, text },
    weight: 'must' as const,
    decided_by: 'test' as const,
    status: 'met' as const,
    reason: 'a test shows it',
    evidence: [{ text: 'a test shows it', where: 'src/price.test.js:5' }],
  })
  const orders = [{ obligations: [met('Prices are friendly to the eye')] }]
  const files = {
    ...withScripts({ test: 'node --test' }),
    ...none,
    'src/price.js': price,
    'src/price.test.js': priceTest,
    'src/shop.js': program,
  }
  const { facts, gather } = await gathered(files, spec, { orders })
  const score = scoreApplication(facts)
  expect(facts.requirements.map(({ source, status }) => [source.line, status])).toEqual([
    [5, 'met'],
    [6, 'unmet'],
    [7, 'met'],
    [8, 'undecided'],
  ])
  expect(facts.planted).toMatchObject({ noticed: expect.any(Number), of: expect.any(Number) })
  expect(facts.questions.help).toMatchObject({ faults: [{ path: 'src/shop.js', line: 1 }] })
  expect(facts.questions.errors).toMatchObject({
    faults: [{ text: '`node src/shop.js --no-such-option` prints a stack trace' }],
  })
  expect(score.dimensions.completeness).toMatchObject({ score: 5, unsure: 2 })
  expect(score.dimensions.user_experience).toMatchObject({ score: 3, unsure: 0 })
  expect(score).toMatchObject({ builds: true, testsPass: true, lintErrors: null })
  expect(scoreApplication(await gather())).toEqual(score)
}, 240_000)

const page = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Bread of the day</title>
<meta name="viewport" content="width=device-width, initial-scale=1"></head>
<body><main><h1>Bread of the day</h1><p>Rye, baked at six.</p>
<a href="/gone.html">Opening hours</a></main></body></html>
`

test('a site without a start command is looked at, and has no code to test', async () => {
  const files = { ...withScripts({}), ...none, 'index.html': page, 'README.md': '# Bread\n' }
  const { facts } = await gathered(files, '# Site\n\n- The page shows "Bread of the day".\n')
  expect(facts.requirements.map(({ status }) => status)).toEqual(['met', 'met'])
  expect(facts.questions.links).toMatchObject({ faults: [{ path: 'index.html', line: 6 }] })
  const { dimensions, builds, testsPass } = scoreApplication(facts)
  expect(dimensions.user_experience).toMatchObject({ score: 9, unsure: 0 })
  expect(dimensions.test_coverage.evidence[0]?.text).toContain('does not apply')
  expect([builds, testsPass]).toEqual([true, true])
}, 240_000)
