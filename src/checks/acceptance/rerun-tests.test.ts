import { describe, expect, onTestFinished, test } from 'vitest'
import { makeProject, withScripts } from '../../../test/support/small-project.ts'
import { openSandbox } from '../../adapters/sandbox-bwrap/open-sandbox.ts'
import { openSandboxWorkbench } from '../../adapters/workbench-sandbox/open-workbench.ts'
import { loadParser } from '../integrity/source.ts'
import { measureTestsAgain } from './measure.ts'
import { tellingTests } from './rerun-tests.ts'
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
    ...withScripts({ test: 'node --test' }),
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
      const run = { tests, options, after: ran.value, signal }
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
})
