import { describe, expect, test } from 'vitest'
import { verdictOf } from '../../obligations/verdict.ts'
import { loadParser } from '../integrity/source.ts'
import { codeObligations } from './code-obligations.ts'
import { judgeChange } from './judge-change.ts'
import type { KnownOfCode } from './known-of-code.ts'
import type { Measurement } from './measurement.ts'
import { proofsOf } from './test-proof.ts'

const parse = await loadParser()

const source = 'export const half = (n: number): number => n / 2\n'
const manifest = JSON.stringify({ name: 'small', devDependencies: { vitest: '4' } })
const vitest = "import { expect, test } from 'vitest'\n"
const sound = `${vitest}import { half } from './half.ts'\ntest('halves', () => { expect(half(4)).toBe(2) })\n`

const proofs = (files: Readonly<Record<string, string>>) => {
  const tree = new Map(
    Object.entries({ 'package.json': manifest, 'src/half.ts': source, ...files }),
  )
  return proofsOf(tree, (path) => parse(path, tree.get(path) ?? ''))
}

const measured: Measurement = {
  version: 1,
  tree: 'x',
  sandbox: 'bwrap',
  seconds: 1,
  files: [
    {
      path: 'src/half.ts',
      lines: 10,
      executable_lines: 1,
      is_test: false,
      functions: [{ name: 'half', line: 1, complexity: 1 }],
      todos: [],
      parse_errors: [],
    },
  ],
  build: { state: 'passed', decided_by: 'command', errors: [] },
  tests: {
    state: 'passed',
    decided_by: 'report',
    passed: 2,
    failed: 0,
    skipped: 0,
    failures: [],
    flaky: [],
    passes: [],
  },
  coverage: {
    confidence: 'measured',
    percent: 100,
    source: 'lcov.info',
    files: [{ path: 'src/half.ts', covered: 1, total: 1 }],
  },
  lint: { state: 'measured', errors: 0, warnings: 0, diagnostics: [] },
  commands: [],
  scripts: [],
  notes: [],
}

type Told = Partial<
  Pick<
    KnownOfCode,
    | 'tests'
    | 'newTests'
    | 'bent'
    | 'mutation'
    | 'integrity'
    | 'reach'
    | 'task'
    | 'touchesCode'
    | 'oldTests'
  >
> & {
  readonly after?: Partial<Measurement>
  readonly before?: Partial<Measurement>
}

function owed({ after, before, ...more }: Told = {}) {
  const now = { ...measured, ...after }
  const then = before === undefined ? null : { ...measured, ...before }
  const judgement = judgeChange(then, now, { files: [], at: '2026-01-02T03:04:05.000Z' })
  const obligations = codeObligations({
    before: then,
    after: now,
    judgement,
    threshold: 7,
    integrity: null,
    mutation: null,
    reach: null,
    oldTests: [],
    bent: null,
    tests: proofs({ 'src/half.test.ts': sound }),
    newTests: null,
    touchesCode: true,
    task: null,
    ...more,
  })
  const status = Object.fromEntries(obligations.map((each) => [each.id, each.status]))
  return { ...verdictOf(obligations), status, obligations }
}

const failure = { name: 'halves', path: 'src/half.test.ts', line: 3, message: 'expected 3 to be 2' }
const failing = {
  ...measured.tests,
  state: 'failed' as const,
  passed: 1,
  failed: 1,
  failures: [failure],
}
const noCoverage = { confidence: 'unknown' as const, percent: null, files: [], source: 'no tool' }
const wrong = {
  path: 'src/half.ts',
  line: 1,
  column: 1,
  severity: 'error' as const,
  code: 'no-x',
  message: 'is wrong',
}

describe('what code owes', () => {
  test('[CODEOWE-1] is accepted where everything that is owed was seen to hold', () => {
    expect(owed()).toMatchObject({ verdict: 'accepted', must: { met: 6, unmet: 0, undecided: 0 } })
  })

  test('[CODEOWE-6] a test that was rewritten to what the code does now is for a person', () => {
    const old = (isHidden: boolean) => owed({ oldTests: [{ name: 'halves', isHidden }] })
    expect(old(false)).toMatchObject({
      verdict: 'undecided',
      status: { 'code.old-tests': 'undecided' },
      obligations: expect.arrayContaining([
        expect.objectContaining({ id: 'code.old-tests', decided_by: 'person' }),
      ]),
    })
    expect(old(true)).toMatchObject({ verdict: 'not_accepted' })
  })

  test.for([
    ['a failing test', { tests: failing }, 'code.tests-pass'],
    ['all tests failing', { tests: { ...failing, passed: 0, failed: 2 } }, 'code.tests-pass'],
    ['a lint error', { lint: { ...measured.lint, errors: 1, diagnostics: [wrong] } }, 'code.lint'],
    [
      'a broken build',
      { build: { state: 'failed', decided_by: 'command', errors: [wrong] } },
      'code.build',
    ],
    [
      'a runner that ran nothing',
      { tests: { ...measured.tests, state: 'none', passed: 0 } },
      'code.tests-run',
    ],
    [
      'a test script that does nothing',
      {
        tests: {
          ...measured.tests,
          state: 'none',
          decided_by: 'nothing',
          passed: null,
          failed: null,
        },
        scripts: [
          {
            script: 'test',
            line: 3,
            problem: 'does nothing, so that it cannot fail',
            text: 'exit 0',
          },
        ],
      },
      'code.tests-run',
    ],
  ] as const satisfies readonly (readonly [string, object, string])[])(
    '[CODEOWE-1] does not hold with %s, whatever the score',
    ([, after, id]) => {
      const { verdict, status } = owed({ after: after as Partial<Measurement> })
      expect([verdict, status[id]]).toEqual(['not_accepted', 'unmet'])
    },
  )

  test.for([
    [
      'tests that cannot start',
      { tests: { ...measured.tests, state: 'not_run' } },
      'code.tests-run',
    ],
    [
      'no tests',
      { tests: { ...measured.tests, state: 'none', decided_by: 'nothing' } },
      'code.tests-run',
    ],
    [
      'a count that nobody knows',
      { tests: { ...measured.tests, decided_by: 'exit-code', passed: null, failed: null } },
      'code.tests-run',
    ],
    [
      'tests that did not end',
      { tests: { ...measured.tests, state: 'stopped' } },
      'code.tests-run',
    ],
    ['no compiler', { build: { state: 'not_run', decided_by: 'parse', errors: [] } }, 'code.build'],
    ['no linter', { lint: { ...measured.lint, state: 'not_run' } }, 'code.lint'],
  ] as const)('[CODEOWE-3] is undecided with %s', ([, after, id]) => {
    const { verdict, status } = owed({ after: after as Partial<Measurement> })
    expect([verdict, status[id]]).toEqual(['undecided', 'undecided'])
  })

  test('[CODEOWE-3] is undecided below the threshold only for want of a measurement', () => {
    const big = measured.files.map((each) => ({ ...each, lines: 1200 }))
    const low = { files: [...big, ...big.map((each) => ({ ...each, path: 'src/b.ts' }))] }
    expect(owed({ after: { ...low, coverage: noCoverage } }).status['workflow.threshold']).toBe(
      'undecided',
    )
    const worse = {
      ...low,
      files: low.files.map((each) => ({
        ...each,
        functions: [{ name: 'f', line: 1, complexity: 60 }],
        todos: Array.from({ length: 12 }, (_, line) => ({ line: line + 1, text: 'TODO' })),
      })),
    }
    expect(owed({ after: worse }).status['workflow.threshold']).toBe('unmet')
  })

  test('[WOSTEP-1] does not blame a change for what failed before, and forgets none of it', () => {
    const old = owed({ before: { tests: failing }, after: { tests: failing } })
    expect(old.status).toMatchObject({ 'code.tests-pass': 'met', 'code.tests-clean': 'unmet' })
    expect(old.verdict).toBe('accepted')
    const other = { ...failing, failures: [failure, { ...failure, name: 'is new' }] }
    expect(owed({ before: { tests: failing }, after: { tests: other } }).verdict).toBe(
      'not_accepted',
    )
    const blind = {
      ...failing,
      decided_by: 'text' as const,
      failures: [{ ...failure, path: null }],
    }
    expect(owed({ before: { tests: blind }, after: { tests: blind } }).verdict).toBe('undecided')
  })

  test.for([
    [
      'loads nothing of the project',
      `${vitest}const half = (n) => n / 2\ntest('halves', () => { expect(half(4)).toBe(2) })\n`,
    ],
    [
      'asserts nothing',
      `${vitest}import { half } from './half.ts'\ntest('halves', () => { half(4) })\n`,
    ],
    [
      'compares a value with itself',
      `${vitest}import { half } from './half.ts'\ntest('halves', () => { const x = half(4)\nexpect(x).toBe(x) })\n`,
    ],
    [
      'compares literals',
      `${vitest}import { half } from './half.ts'\ntest('halves', () => { expect(2).toBe(2) })\n`,
    ],
    [
      'imports the code and looks at its own copy',
      `${vitest}import { half } from './half.ts'\nconst mine = (n) => n / 2\ntest('halves', () => { expect(mine(4)).toBe(2) })\n`,
    ],
  ] as const)('[CODEOWE-6] is not shown by a test that %s', ([, text]) => {
    const tests = proofs({ 'src/half.test.ts': text })
    const { status, verdict } = owed({
      tests,
      after: { coverage: { ...measured.coverage, files: [] } },
    })
    expect([status['code.tests-look'], verdict]).toEqual(['unmet', 'not_accepted'])
  })

  test('[CODEOWE-6] new tests must look at the code, too, though old ones do', () => {
    const fake = `${vitest}test('new', () => { expect(1 + 1).toBe(2) })\n`
    const tests = proofs({ 'src/half.test.ts': sound, 'src/new.test.ts': fake })
    const told = { tests, before: {}, integrity: [], newTests: new Set(['src/new.test.ts\0new']) }
    expect(owed(told).status['code.tests-look']).toBe('unmet')
    expect(owed({ ...told, newTests: new Set<string>() }).status['code.tests-look']).toBe('met')
  })

  test.for([
    [
      'a helper',
      {
        'test/help.ts': "export { half } from '../src/half.ts'\n",
        'test/a.test.ts': `${vitest}import { half } from './help.ts'\ntest('a', () => { expect(half(4)).toBe(2) })\n`,
      },
    ],
    [
      'require',
      {
        'test/a.js':
          "const assert = require('assert')\nconst { half } = require('../src/half')\nit('a', () => { assert.equal(half(4), 2) })\n",
      },
    ],
    [
      'its own name',
      {
        'package.json': JSON.stringify({ name: 'small', main: 'src/half.ts' }),
        'a.test.ts': `${vitest}import { half } from 'small'\ntest('a', () => { expect(half(4)).toBe(2) })\n`,
      },
    ],
    [
      'a program it starts',
      {
        'a.test.ts': `${vitest}import { execFileSync } from 'node:child_process'\ntest('a', () => { expect(String(execFileSync('node', ['src/half.ts']))).toBe('') })\n`,
      },
    ],
    [
      'what was built',
      {
        'test/a.test.ts': `${vitest}import { half } from '../dist/half.js'\ntest('a', () => { expect(half(4)).toBe(2) })\n`,
      },
    ],
    [
      'should',
      {
        'test/a.test.ts':
          "import { half } from '../src/half.ts'\nit('a', () => { half(4).should.equal(2) })\n",
      },
    ],
    [
      'tap',
      {
        'test/a.test.ts':
          "import t from 'tap'\nimport { half } from '../src/half.ts'\nt.test('a', async (t) => { t.match(half(4), 2) })\n",
      },
    ],
    [
      'a table',
      {
        'a.test.ts': `${vitest}import { half } from './src/half.ts'\nconst cases = [[4, 2]]\nfor (const [n, want] of cases) test(String(n), () => { expect(half(n)).toBe(want) })\n`,
      },
    ],
  ] as const)('is shown by a test that reaches the code through %s', ([, files]) => {
    const tests = proofs(files)
    expect(owed({ tests }).status['code.tests-look']).toBe('met')
  })

  test('is undecided where what a test loads is known only as it runs', () => {
    const text =
      "const lib = require(require('path').join(__dirname, '..'))\nit('a', () => { expect(lib.half(4)).toBe(2) })\n"
    const told = { tests: proofs({ 'test/a.test.js': text }), before: {}, integrity: [] }
    const newTests = new Set(['test/a.test.js\0a'])
    expect(owed({ ...told, newTests }).status['code.tests-look']).toBe('undecided')
  })

  test('[CHECKCODE-4] rules block; those about what may be meant ask a person unless a task forbids it', () => {
    const finding = (rule: `integrity/${string}`) => ({
      rule,
      severity: 'error' as const,
      dimension: 'test_coverage' as const,
      message: 'gone.',
      place: { path: 'src/half.test.ts', line: 3 },
    })
    const told = (rule: `integrity/${string}`, task: string | null) =>
      owed({ before: {}, integrity: [finding(rule)], newTests: new Set<string>(), task }).verdict
    expect(told('integrity/test-skipped', null)).toBe('not_accepted')
    expect(told('integrity/test-removed', null)).toBe('undecided')
    expect(told('integrity/test-removed', 'Add a `half` function.')).toBe('undecided')
    expect(told('integrity/test-removed', 'Add `half`. Do not touch the tests.')).toBe(
      'not_accepted',
    )
    expect(told('integrity/test-removed', 'Remove the `half` function.')).toBe('undecided')
  })

  test('[CODEOWE-9] tests must reach the change', () => {
    const told = { before: {}, integrity: [], newTests: new Set<string>() }
    const unreached = {
      type: 'unreached',
      files: ['src/half.ts'],
      how: 'no changed line ran',
    } as const
    expect(owed({ ...told, reach: unreached }).verdict).toBe('undecided')
    expect(owed({ ...told, reach: { type: 'nothing' } }).verdict).toBe('accepted')
    // documents alone need no tests
    const after = { tests: { ...measured.tests, state: 'not_run' as const }, coverage: noCoverage }
    expect(owed({ ...told, after }).verdict).toBe('undecided')
    expect(owed({ ...told, after, touchesCode: false }).verdict).toBe('accepted')
  })

  test('[CODEOWE-6] tests that pass whatever the code gives show nothing', () => {
    const { tests: bent } = measured
    expect(owed({ bent }).status['code.tests-look']).toBe('unmet')
    expect(owed({ bent: { ...bent, state: 'failed' } }).status['code.tests-look']).toBe('met')
  })
})
