import { beforeAll, describe, expect, test } from 'vitest'
import {
  makeProject,
  nodeTested,
  nodeTests,
  withScripts,
  type Files,
} from '../../../test/support/small-project.ts'
import { openSandbox } from '../../adapters/sandbox-bwrap/open-sandbox.ts'
import { openSandboxWorkbench } from '../../adapters/workbench-sandbox/open-workbench.ts'
import type { Sandbox } from '../../ports/sandbox.ts'
import type { Workbench } from '../../ports/workbench.ts'
import { judgeChange } from './judge-change.ts'
import { measure, type MeasureOptions, measureTypes } from './measure.ts'
import { Measurement } from './measurement.ts'

const forever = new AbortController().signal
const at = '2026-01-02T03:04:05.000Z'
/** Neither type-checked nor tested: what a case is not about takes no time. */
const untyped: Files = { 'tsconfig.json': null }
const untested: Files = { 'src/price.test.ts': null }
let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await openSandbox({ kind: 'auto' })
})

async function measured(
  changes: Files = {},
  options: Partial<MeasureOptions> & { readonly packages?: boolean } = {},
): Promise<Measurement> {
  const opened = await openSandboxWorkbench(sandbox, makeProject(changes, options))
  if (!opened.ok) throw new Error(opened.error)
  try {
    const settings = { elapsedMs: () => performance.now(), ...options }
    const result = await measure(opened.value, settings, forever)
    if (!result.ok) throw new Error(result.error.reason)
    // what is measured can be stored and read back
    return Measurement.parse(JSON.parse(JSON.stringify(result.value)))
  } finally {
    await opened.value.close()
  }
}

describe('a sound project', () => {
  test('is built, tested, covered and linted by its own commands', async () => {
    const found = await measured()
    expect(found).toMatchObject({
      sandbox: 'bwrap',
      build: { state: 'passed', decided_by: 'command', errors: [] },
      tests: { state: 'passed', decided_by: 'report', passed: 2, failed: 0 },
      coverage: {
        confidence: 'measured',
        percent: 100,
        files: [{ path: 'src/price.ts', covered: 3, total: 3 }],
      },
      lint: { state: 'measured', errors: 0, warnings: 0 },
      notes: [],
    })
    expect(found.commands.map(({ shown }) => shown)).toEqual([
      'npm run build',
      'npm run test',
      'npm run lint',
    ])
    const { result, status } = judgeChange(null, found, { files: [], at })
    expect(result).toMatchObject({
      acceptance_score: 10,
      build_passed: true,
      tests_passed: true,
      timestamp: at,
    })
    expect(status).toBe('completed')
  })

  test('whose build checks no types can be type-checked besides', async () => {
    const files = {
      ...withScripts({ build: 'true && echo built' }),
      'src/wrong.ts': 'export const a: number = "x"\n',
    }
    const opened = await openSandboxWorkbench(sandbox, makeProject(files))
    if (!opened.ok) throw new Error(opened.error)
    const settings = { elapsedMs: () => performance.now() }
    const types = await measureTypes(opened.value, settings, forever)
    await opened.value.close()
    expect(types).toMatchObject({
      ok: true,
      value: { state: 'failed', errors: [{ path: 'src/wrong.ts', line: 1, code: 'TS2322' }] },
    })
  })

  test.for([
    ['tsc --noEmit', 0],
    ['echo first && tsc -p tsconfig.json', 0],
    ['tsc -p tsconfig.build.json', 1],
    ['tsc --noEmit --skipLibCheck', 1],
    ['node build.mjs', 1],
  ] as const)('whose build is `%s` is type-checked besides %i times', async ([build, times]) => {
    const made = makeProject({
      ...withScripts({ build }),
      'tsconfig.build.json': '{"extends":"./tsconfig.json"}',
    })
    const opened = await openSandboxWorkbench(sandbox, made)
    if (!opened.ok) throw new Error(opened.error)
    let ran = 0
    const bench: Workbench = {
      ...opened.value,
      run: (command, signal) => {
        ran++
        return opened.value.run(command, signal)
      },
    }
    const built = { state: 'passed', decided_by: 'command', errors: [] } as const
    const settings = { elapsedMs: () => performance.now(), built: { ...built, errors: [] } }
    const types = await measureTypes(bench, settings, forever)
    await opened.value.close()
    expect([types.ok && types.value, ran]).toMatchObject([
      { state: 'passed', decided_by: 'type-check' },
      times,
    ])
  })

  test('without a build script is type-checked, and without a tsconfig it is parsed', async () => {
    const scripts = { ...withScripts({ build: 'exit 0' }), ...untested }
    const checked = await measured({ ...scripts, 'src/wrong.ts': 'export const a: number = "x"\n' })
    expect(checked.build).toMatchObject({
      state: 'failed',
      decided_by: 'type-check',
      errors: [{ path: 'src/wrong.ts', line: 1, code: 'TS2322' }],
    })
    expect(checked.notes.join()).toContain('no build command')
    expect(checked.scripts).toMatchObject([{ script: 'build', line: 6 }])
    const parsed = await measured({
      ...scripts,
      'tsconfig.json': null,
      'src/wrong.ts': 'export const a: = 1\n',
    })
    expect(parsed.build).toMatchObject({
      state: 'failed',
      decided_by: 'parse',
      errors: [{ path: 'src/wrong.ts', line: 1 }],
    })
    const nothing = await measured({
      'package.json': null,
      'tsconfig.json': null,
      'src/price.ts': null,
      'src/price.test.ts': null,
    })
    expect(nothing.build).toMatchObject({ state: 'unknown', decided_by: 'nothing' })
    expect(judgeChange(null, nothing, { files: [], at }).result.build_passed).toBe(false)
  })

  test('without any package of its own is type-checked by the compiler that comes along', async () => {
    const bare = {
      ...withScripts({}),
      ...untested,
      'src/wrong.ts': 'export const a: number = "x"\n',
    }
    expect((await measured(bare, { packages: false })).build).toMatchObject({
      state: 'failed',
      decided_by: 'type-check',
      errors: [{ path: 'src/wrong.ts', line: 1, code: 'TS2322' }],
    })
  })

  test('[CODEOWE-3] without tests has none that pass, and a true coverage of zero', async () => {
    for (const changes of [
      { ...withScripts({}), ...untested },
      { ...withScripts({ test: 'vitest run' }), ...untyped, ...untested },
      {
        ...withScripts({ test: 'vitest run' }),
        ...untyped,
        'src/price.test.ts': "import { test } from 'vitest'\ntest.skip('later', () => {})\n",
      },
    ]) {
      const found = await measured(changes)
      expect(found).toMatchObject({
        tests: { state: 'none' },
        coverage: { confidence: 'measured', percent: 0 },
      })
      expect(judgeChange(null, found, { files: [], at }).result).toMatchObject({
        tests_passed: false,
        dimension_scores: { test_coverage: 0 },
      })
    }
  })

  test('whose test program loads none of its code has no coverage', async () => {
    const found = await measured({
      ...withScripts({ test: 'node check.mjs' }),
      ...untyped,
      'check.mjs': "console.log('2 cases failed to be interesting')\n",
    })
    expect(found).toMatchObject({
      tests: { state: 'passed', decided_by: 'exit-code' },
      // the program that is started is the test itself
      coverage: { confidence: 'measured', percent: 0, files: [] },
    })
    const { result } = judgeChange(null, found, { files: [], at })
    expect(result).toMatchObject({
      tests_passed: true,
      test_coverage_percent: 0,
      dimension_scores: { test_coverage: 0 },
    })
  })
})

describe('a project with faults', () => {
  test('has its compiler errors, failing tests, lint findings and marks told with their lines', async () => {
    const found = await measured({
      'src/price.ts': `// TODO: currencies
export function discounted(price: number, percent: number): number {
  debugger
  return percent > 100 ? 'none' : price
}
`,
    })
    expect(found.build).toMatchObject({
      state: 'failed',
      errors: [{ path: 'src/price.ts', line: 4, code: 'TS2322' }],
    })
    expect(found.tests).toMatchObject({ state: 'failed', passed: 0, failed: 2, flaky: [] })
    expect(found.tests.failures[0]).toMatchObject({
      name: 'takes ten per cent off',
      path: 'src/price.test.ts',
      line: 5,
    })
    expect(found.lint.diagnostics).toMatchObject([
      { path: 'src/price.ts', line: 3, severity: 'warning' },
    ])
    const { findings, status } = judgeChange(null, found, { files: [], at })
    expect(status).toBe('needs_review')
    expect(findings.map(({ rule, path, line }) => `${rule} ${path}:${line}`)).toEqual(
      expect.arrayContaining([
        'build/error src/price.ts:4',
        'tests/failing src/price.test.ts:5',
        'completeness/todo src/price.ts:1',
        'lint/eslint(no-debugger) src/price.ts:3',
      ]),
    )
  })

  test('that is flaky is told apart from one that fails', async () => {
    const found = await measured({
      ...nodeTested,
      ...untyped,
      ...withScripts({ test: nodeTests }),
      'src/flaky.test.ts': `import { ok } from 'node:assert'
import { existsSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
test('fails the first time', () => {
  const again = existsSync('seen')
  writeFileSync('seen', '')
  ok(again)
})
`,
    })
    expect(found.tests).toMatchObject({
      state: 'passed',
      flaky: ['fails the first time'],
      failures: [],
    })
    expect(found.commands.find(({ purpose }) => purpose === 'test')).toMatchObject({
      repeated: true,
      attempts: [{ exit: 1 }, { exit: 0 }],
    })
  })

  test('whose tests fail and then hang is not waited for again and again', async () => {
    const found = await measured(
      {
        ...nodeTested,
        ...withScripts({
          test: 'test -e seen && sleep 60; touch seen; echo "not ok 1 - it fails"; exit 1',
        }),
      },
      { seconds: { test: 1 }, retrySeconds: [2, 3] },
    )
    expect(found.tests.state).toBe('failed')
    expect(found.commands.find(({ purpose }) => purpose === 'test')).toMatchObject({
      repeated: true,
      attempts: [
        { exit: 1, stopped: null },
        { stopped: 'time', limit_seconds: 1 },
      ],
    })
  })

  test('that runs out of time is given more, and is timed out, not failed', async () => {
    const slow = {
      ...nodeTested,
      ...withScripts({ build: 'node -e "setTimeout(() => 1, 20_000)"', test: nodeTests }),
    }
    const found = await measured(slow, { seconds: { build: 0.2 }, retrySeconds: [0.3, 0.4] })
    expect(found.build).toMatchObject({ state: 'stopped', errors: [] })
    expect(found.commands[0]?.attempts).toMatchObject([
      { stopped: 'time', limit_seconds: 0.2 },
      { stopped: 'time', limit_seconds: 0.3 },
      { stopped: 'time', limit_seconds: 0.4 },
    ])
    const { findings } = judgeChange(null, found, { files: [], at })
    expect(findings).toMatchObject([{ rule: 'build/timed-out' }])
    // what took a moment before the change hangs after it, and so does what did not end before
    const quick = {
      ...found.commands[0],
      attempts: [{ exit: 0, stopped: null, seconds: 0.01, limit_seconds: 1 }],
    }
    for (const run of [quick, found.commands[0]]) {
      const before = { ...found, commands: [run] } as Measurement
      const again = await measured(slow, {
        seconds: { build: 0.2 },
        retrySeconds: [0.3, 0.4],
        before,
      })
      expect(again.build.state).toBe('stopped')
      expect(again.commands[0]?.attempts).toHaveLength(1)
    }
    const enough = await measured(
      withScripts({ build: 'test -e later || { touch later; sleep 20; }' }),
      { seconds: { build: 0.4 }, retrySeconds: [60] },
    )
    expect(enough.build.state).toBe('passed')
  })

  test('whose own coverage threshold is missed passes its tests all the same', async () => {
    const found = await measured({
      ...withScripts({ test: 'vitest run' }),
      ...untyped,
      'vitest.config.ts':
        "import { defineConfig } from 'vitest/config'\nexport default defineConfig({ test: { coverage: { thresholds: { lines: 100 } } } })\n",
      'src/price.test.ts':
        "import { expect, test } from 'vitest'\nimport { discounted } from './price.ts'\ntest('shows why a payment failed', () => { expect(discounted(200, 10)).toBe(180) })\n",
    })
    expect(found.tests).toMatchObject({ state: 'passed', passed: 1 })
    expect(found.coverage).toMatchObject({ confidence: 'measured', percent: 66.66 })
    expect(found.notes.join()).toContain('threshold')
  })

  test('with an old coverage report is not judged by it', async () => {
    const stale = {
      '/work/src/price.ts': { statementMap: { 0: { start: { line: 1 } } }, s: { 0: 1 } },
    }
    const found = await measured({
      ...withScripts({ test: 'node check.mjs' }),
      ...untyped,
      'check.mjs': '\n',
      'coverage/coverage-final.json': JSON.stringify(stale),
      'lcov.info': 'SF:src/price.ts\nDA:1,1\nend_of_record\n',
    })
    expect(found.coverage).toMatchObject({ percent: 0, files: [] })
    const forged = await measured({
      ...withScripts({ test: 'node check.mjs' }),
      ...untyped,
      'check.mjs': `import { writeFileSync } from 'node:fs'
writeFileSync('node_modules/.loopwright/tests-0.json', '{"testResults":[{"assertionResults":[{"title":"a","status":"passed"}]}]}')
process.exit(1)
`,
    })
    expect(forged.tests).toMatchObject({ state: 'failed', decided_by: 'exit-code' })
  })

  test('whose packages are not installed is told what to do', async () => {
    const found = await measured({}, { packages: false })
    expect(found).toMatchObject({ build: { state: 'not_run' }, tests: { state: 'not_run' } })
    expect(found.lint.state).toBe('not_run')
    expect(found.notes.join()).toContain("install the project's packages")
  })
})

describe('other commands', () => {
  test('node --test gives its own counts and coverage', async () => {
    const found = await measured({
      ...withScripts({ test: 'node --test src/*.test.ts' }),
      ...untyped,
      'src/price.test.ts':
        "import { test } from 'node:test'\nimport assert from 'node:assert'\nimport { discounted } from './price.ts'\ntest('one', () => assert.equal(discounted(200, 10), 180))\ntest('two', () => assert.equal(1, 2))\n",
    })
    expect(found.tests).toMatchObject({
      state: 'failed',
      decided_by: 'report',
      passed: 1,
      failed: 1,
      failures: [{ name: 'two', line: 5 }],
    })
    expect(found.coverage).toMatchObject({
      confidence: 'measured',
      files: [{ path: 'src/price.ts' }],
    })
    expect(found.lint.state).toBe('unknown')
    expect(found.notes.join()).toContain('no lint command')
  })

  test('what is asked of a runner besides never fails its tests', async () => {
    // the provider that the script names is not installed: asking for coverage breaks the run
    const script = 'vitest run --coverage.provider=istanbul'
    const found = await measured({ ...withScripts({ test: script }), ...untyped })
    expect(found.tests).toMatchObject({
      state: 'passed',
      decided_by: 'report',
      passed: 2,
      flaky: [],
    })
    expect(found.notes.join()).toContain('without being asked for coverage')
    expect(found.coverage.confidence).toBe('unknown')
    const own = await measured({
      ...withScripts({ test: 'node --test --test-reporter=tap src/*.test.ts' }),
      ...untyped,
      'src/price.test.ts':
        "import { test } from 'node:test'\nimport { discounted } from './price.ts'\ntest('one', () => { discounted(1, 1) })\n",
    })
    expect(own.tests).toMatchObject({ state: 'passed', decided_by: 'text', passed: 1 })
    expect(own.coverage.confidence).toBe('unknown')
  })

  test('counts are believed only of a runner that was started', async () => {
    const said = '# tests 3\n# pass 3\n# fail 0\n'
    const fake = {
      ...untyped,
      'said.txt': said,
      'fake.js': `console.log(${JSON.stringify(said)})\n`,
    }
    for (const script of ['cat said.txt', 'node fake.js'])
      expect((await measured({ ...fake, ...withScripts({ test: script }) })).tests).toMatchObject({
        decided_by: 'exit-code',
        passed: null,
      })
    const real =
      "import { test } from 'node:test'\nimport { discounted } from '../src/price.ts'\ntest('one', () => { discounted(1, 1) })\n"
    const files = { ...untyped, 'check/a.js': real, 'check/all.js': "import './a.js'\n" }
    expect(
      (await measured({ ...files, ...withScripts({ test: 'node check/all.js' }) })).tests,
    ).toMatchObject({ decided_by: 'text', passed: 1 })
  })

  test("the user's own go before the project's", async () => {
    const found = await measured(
      {},
      {
        commands: {
          build: 'echo no && exit 3',
          test: 'echo "# pass 4"',
          lint: 'echo "✖ 3 problems (1 error, 2 warnings)"; exit 1',
        },
      },
    )
    expect(found.build).toMatchObject({ state: 'failed', errors: [{ message: 'no' }] })
    expect(found.tests).toMatchObject({ state: 'passed', decided_by: 'text', passed: 4 })
    expect(found.lint).toMatchObject({ state: 'parsed-from-text', errors: 1, warnings: 2 })
  })

  test('[ATTACK-17] a refused sandbox is an error, never a verdict', async () => {
    const refused = await openSandbox({ kind: 'auto', bwrapPath: '/nowhere/bwrap' })
    const opened = await openSandboxWorkbench(refused, makeProject())
    if (!opened.ok) throw new Error(opened.error)
    const result = await measure(opened.value, { elapsedMs: () => 0 }, forever)
    await opened.value.close()
    expect(result).toMatchObject({ ok: false, error: { type: 'no-sandbox' } })
  })
})
