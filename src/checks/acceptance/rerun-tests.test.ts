import { describe, expect, onTestFinished, test } from 'vitest'
import { makeProject, nodeTests, withScripts } from '../../../test/support/small-project.ts'
import { openSandbox } from '../../adapters/sandbox-bwrap/open-sandbox.ts'
import { openSandboxWorkbench } from '../../adapters/workbench-sandbox/open-workbench.ts'
import { loadParser } from '../integrity/source.ts'
import { testBentResults } from './bend-results.ts'
import { measureTestsAgain } from './measure.ts'
import type { Measurement } from './measurement.ts'
import { failingOldTests, tellingTests } from './rerun-tests.ts'
import { testsSaying } from './said-by-tests.ts'
import { spokenBy, spokenTest } from './test-words.ts'
import { proofsOf } from './test-proof.ts'

const parse = await loadParser()
const signal = new AbortController().signal
const options = { elapsedMs: () => 0 }

const head =
  "import { test } from 'node:test'\nimport assert from 'node:assert'\nimport { fee } from './fee.js'\n"
const code = (rate: number) => `export const fee = (days) => days * ${rate}\n`

async function open(after: Readonly<Record<string, string>>) {
  const files = {
    ...after,
    ...withScripts({ test: nodeTests }),
    'src/price.ts': null,
    'src/price.test.ts': null,
  }
  const folder = makeProject(files, { packages: false })
  const opened = await openSandboxWorkbench(await openSandbox({ kind: 'bwrap' }), folder)
  if (!opened.ok) throw new Error(opened.error)
  onTestFinished(() => opened.value.close())
  return opened.value
}

const treesOf = (
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
) => ({
  before: new Map(Object.entries(before)),
  after: new Map(Object.entries(after)),
  paths: Object.keys(after),
})

describe('tests that are run again', () => {
  test('[CODEOWE-6] what a rewritten test said before is asked of the new code', async () => {
    const says = (cents: number) =>
      `${head}test('ten days', () => {\n  assert.equal(fee(10), ${cents})\n})\n`
    const old = { 'src/fee.js': code(15), 'src/fee.test.js': says(150) }
    const failing = async (rate: number, file: string, asked = {}, task: string | null = null) => {
      const after = { 'src/fee.js': code(rate), 'src/fee.test.js': file }
      const bench = await open(after)
      const ran = await measureTestsAgain(bench, options, signal)
      if (!ran.ok) throw new Error(ran.error.reason)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the tests are looked at
      const measured = (tests: object) => ({ tests }) as unknown as Measurement
      const found = await failingOldTests(bench, {
        before: {
          tree: new Map(Object.entries(old)),
          measured: measured({ passes: ['ten days'], failures: [] }),
        },
        after: { tree: new Map(Object.entries(after)), measured: measured(ran.value) },
        task,
        asked,
        integrity: [],
        options,
        signal,
      })
      expect(await bench.read('src/fee.test.js')).toBe(file)
      return found
    }
    const bent = [{ name: 'ten days', isHidden: false }]
    expect(await failing(18, says(180))).toEqual(bent)
    expect(await failing(18, head)).toEqual(bent)
    expect(await failing(18, says(180), {}, 'Add `discount(days)`.')).toEqual(bent)
    expect(await failing(18, says(180), {}, 'A day is 18, no longer 15.')).toEqual([])
    expect(await failing(18, says(180), { expectations: ['ten days'] })).toEqual([])
    expect(await failing(15, `${says(150)}\ntest('more', () => {})\n`)).toEqual([])
    expect(await failing(18, says(150))).toEqual([])
  })

  test('[CODEASK-4] a criterion is met by a test that names it, was red before and is green now', async () => {
    const criterion = 'The third day costs 2700 cents'
    const isShown = async (title: string, body: string, rate: number) => {
      const after = {
        'src/fee.js': code(rate),
        'src/fee.test.js': `${head}test('${title}', () => {\n  ${body}\n})\n`,
      }
      const bench = await open(after)
      const trees = treesOf({ 'src/fee.js': code(1500) }, after)
      const tests = proofsOf(trees.after, (path) => parse(path, trees.after.get(path) ?? ''))
      const ran = await measureTestsAgain(bench, options, signal)
      if (!ran.ok) throw new Error(ran.error.reason)
      const read = (path: string) => parse(path, trees.after.get(path) ?? '')
      const files = [{ path: 'src/fee.js', text: after['src/fee.js'], lines: new Set([1]) }]
      const bent = () => testBentResults(bench, files, { parse, options, signal })
      const run = { tests, options, after: ran.value, signal, parse, bent }
      const telling = new Set(await tellingTests(bench, trees, run))
      const spoken = tests.flatMap((file) =>
        file.cases.filter((each) => telling.has(each.test)).map((each) => spokenTest(file, each)),
      )
      return testsSaying(criterion, spoken, ({ file }) => spokenBy(file.loads, read)) !== null
    }
    expect(
      await isShown('the third day costs 2700 cents', 'assert.equal(fee(1), 2700)', 2700),
    ).toBe(true)
    // green before as well, another value, another title
    expect(
      await isShown('the third day costs 2700 cents', 'assert.equal(fee(1), 2700 - 1200)', 1500),
    ).toBe(false)
    expect(
      await isShown('the third day costs 2700 cents', 'assert.equal(fee(1), 4500)', 4500),
    ).toBe(false)
    expect(await isShown('costs', 'assert.equal(fee(1), 2700)', 2700)).toBe(false)
  })

  test.for([
    ['an exact result', 'assert.equal(mul(3, 2), 6)', true],
    ['a result in a loop', 'for (const [a, b, c] of [[3, 2, 6]]) assert.equal(mul(a, b), c)', true],
    ['what never runs', 'if (process.env.FULL) assert.equal(mul(3, 2), 6)', false],
    ['only a type', "assert.equal(typeof mul(3, 2), 'number')", false],
    ['only that it ends', 'assert.doesNotThrow(() => mul(3, 2))', false],
    ['the formula again', 'assert.equal(mul(3, 2), 3 + 2)', false],
    ['the formula in a loop', 'for (const a of [1, 2]) assert.equal(mul(a, 3), a + 3)', false],
    ['another number than the result', 'assert.equal(mul(3, 2) + 1, 6)', false],
    ['nothing, by swallowing', 'try { assert.equal(mul(3, 2), 6) } catch {}', false],
  ] as const)(
    '[CODEASK-4] a new name was red for want of it: its test must notice other results, here %s',
    async ([, body, isTelling]) => {
      const old = 'export const add = (a, b) => a + b\n'
      const product = isTelling ? 'a * b' : 'a + b'
      const after = {
        'src/fee.js': `${old}export const mul = (a, b) => ${product}\n`,
        'src/fee.test.js': `${head.replace('fee }', 'mul }')}test('multiplies', () => {\n  ${body}\n})\n`,
      }
      const bench = await open(after)
      const trees = treesOf({ 'src/fee.js': old }, after)
      const tests = proofsOf(trees.after, (path) => parse(path, trees.after.get(path) ?? ''))
      const ran = await measureTestsAgain(bench, options, signal)
      if (!ran.ok) throw new Error(ran.error.reason)
      const files = [{ path: 'src/fee.js', text: after['src/fee.js'], lines: new Set([2]) }]
      const bent = () => testBentResults(bench, files, { parse, options, signal })
      const run = { tests, options, after: ran.value, signal, parse, bent }
      expect(await tellingTests(bench, trees, run)).toHaveLength(isTelling ? 1 : 0)
    },
  )
})
