import { describe, expect, test } from 'vitest'
import { percentOf, readCoverageText, readFinal, readLcov } from './read-coverage.ts'
import { pathOf, readDiagnostics } from './read-diagnostics.ts'
import { readBiome, readEslint, readLintText, readOxlint } from './read-lint.ts'
import {
  readJestReport,
  readJunitReport,
  readMochaReport,
  readTestText,
  saysNoTests,
} from './read-tests.ts'

const places = { root: '/work', files: new Set(['src/a.ts', 'src/b.ts', 'src/a.test.ts']) }

describe('coverage', () => {
  test('is read from the reports of istanbul and lcov alike', () => {
    const expected = {
      files: [{ path: 'src/a.ts', covered: 2, total: 3, missed: [3] }],
      total: null,
    }
    const statementMap = {
      0: { start: { line: 1 } },
      1: { start: { line: 2 } },
      2: { start: { line: 2 } },
      3: { start: { line: 3 } },
    }
    expect(
      readFinal(
        {
          '/work/src/a.ts': { path: '/work/src/a.ts', statementMap, s: { 0: 1, 1: 0, 2: 4, 3: 0 } },
        },
        places,
      ),
    ).toEqual(expected)
    expect(readLcov('TN:\nSF:src/a.ts\nDA:1,1\nDA:2,3\nDA:3,0\nend_of_record\n', places)).toEqual(
      expected,
    )
    // what ran outside of the project tells nothing of its files
    expect(readLcov('SF:/else/x.ts\nDA:1,1\nend_of_record\n', places)).toEqual({
      files: [],
      total: 100,
    })
  })

  test('that is damaged is no report', () => {
    for (const value of [null, 1, 'x', [3], { total: 3 }, { '/work/src/a.ts': { s: 'x' } }])
      expect(readFinal(value, places)).toBeNull()
    expect(readLcov('nothing', places)).toBeNull()
    expect(readLcov('', places)).toEqual({ files: [], total: null })
  })

  test('in per cent is cut, so that 100 means all, and null is not 0', () => {
    expect(percentOf([{ covered: 2, total: 3 }])).toBe(66.66)
    expect(percentOf([{ covered: 99_999, total: 100_000 }])).toBe(99.99)
    expect(percentOf([{ covered: 0, total: 3 }])).toBe(0)
    expect(percentOf([])).toBeNull()
  })

  test.for([
    ['All files |   81.5 |   70.1 |   90.0 |   82.25 | 3-4', 82.25],
    ['All files | 55.5 |', 55.5],
    ['Statements   : 75% ( 3/4 )\nLines        : 80.5% ( 3/4 )', 80.5],
    ['# all files | 66.67 | 50.00 | 100.00 |', 66.67],
    ['ℹ all files |  66.67 |    66.67 |', 66.67],
    ['Coverage: 91%', 91],
    ['coverage is great', null],
    ['All files | 955 |', null],
    // a table without any file
    ['ℹ all files | 100.00 | 100.00 |', null],
    ['All files |      100 |     100 |     100 |     100 |', null],
  ] as const)('in a table of text is the last resort: %s', ([text, percent]) => {
    expect(readCoverageText(text)).toBe(percent)
  })
})

describe('results of tests', () => {
  test('of vitest and jest are counted by test; a file that does not load is a failure', () => {
    const report = {
      testResults: [
        {
          name: '/work/src/a.test.ts',
          status: 'failed',
          assertionResults: [
            { fullName: 'adds', status: 'passed', title: 'adds' },
            { fullName: 'says "failed"', status: 'passed', title: 'x' },
            {
              fullName: 'sums',
              status: 'failed',
              title: 'sums',
              failureMessages: ['Error: 3\n  at /work/src/a.test.ts:7:3'],
            },
            { fullName: 'later', status: 'todo', title: 'later' },
          ],
        },
        {
          name: '/work/src/b.test.ts',
          status: 'failed',
          message: 'Cannot find ./gone',
          assertionResults: [],
        },
      ],
    }
    expect(readJestReport(report, places)).toEqual({
      passed: 2,
      failed: 2,
      skipped: 1,
      passes: ['adds', 'says "failed"'],
      failures: [
        { name: 'sums', path: 'src/a.test.ts', line: 7, message: 'Error: 3' },
        {
          name: '/work/src/b.test.ts (the file itself)',
          path: null,
          line: null,
          message: 'Cannot find ./gone',
        },
      ],
    })
    // what a build copied beside the sources is not counted again
    const copies = {
      testResults: [
        { name: '/work/src/a.test.ts', assertionResults: [{ title: 'a', status: 'passed' }] },
        { name: '/work/dist/a.test.js', assertionResults: [{ title: 'a', status: 'failed' }] },
      ],
    }
    expect(readJestReport(copies, places)).toMatchObject({ passed: 1, failed: 0 })
    for (const value of [null, [], {}, { testResults: 3 }])
      expect(readJestReport(value, places)).toBeNull()
  })

  test('of mocha and of JUnit files are read too', () => {
    const mocha = {
      stats: { passes: 2, failures: 1, pending: 3 },
      failures: [
        {
          fullTitle: 'a b',
          file: '/work/src/a.test.ts',
          err: { message: 'no', stack: 'x\nat src/a.test.ts:4:1' },
        },
      ],
    }
    expect(readMochaReport(mocha, places)).toMatchObject({
      passed: 2,
      failed: 1,
      skipped: 3,
      failures: [{ path: 'src/a.test.ts', line: 4 }],
    })
    const xml =
      '<testsuites><testsuite name="s"><testcase name="one" file="/work/src/a.test.ts"/><testcase name="a &lt; b" file="/work/src/a.test.ts"><failure message="3 &quot;x&quot;">at a.test.ts:9:1</failure></testcase><testcase name="c"><skipped/></testcase></testsuite></testsuites>'
    expect(readJunitReport(xml, places)).toEqual({
      passed: 1,
      failed: 1,
      skipped: 1,
      passes: ['one'],
      failures: [{ name: 'a < b', path: 'src/a.test.ts', line: 9, message: '3 "x"' }],
    })
    // a line that only says what comes is told with what comes
    const values = xml.replace('3 &quot;x&quot;', 'strictly equal:&#10;&#10;2 !== 1&#10;')
    expect(readJunitReport(values, places)?.failures).toMatchObject([
      { message: 'strictly equal: 2 !== 1' },
    ])
  })

  test('in text are read from the summary; the word "failed" alone means nothing', () => {
    expect(readTestText('✓ shows failed payments\nTests:  3 passed, 3 total')).toMatchObject({
      passed: 3,
      failed: 0,
    })
    expect(readTestText('# tests 4\n# pass 3\n# fail 1\n# skipped 0')).toMatchObject({
      passed: 3,
      failed: 1,
    })
    expect(readTestText('  5 passing (3ms)\n  1 failing\n')).toMatchObject({ passed: 5, failed: 1 })
    expect(readTestText('the upload failed, 3 times')).toBeNull()
    for (const [text, passed, failed] of [
      ['  2 tests failed\n  5 tests passed', 5, 2],
      ['  ✔ camelCase\n  ─\n\n  7 tests passed', 7, 0],
      ['# { total: 5, pass: 4, fail: 1 }\n# time=400ms', 4, 1],
      ['  Total:     3\n  Passed:    3\n  Skipped:   0', 3, 0],
      ['12 specs, 2 failures, 1 pending spec', 10, 2],
      [' 8 pass\n 1 fail\n 20 expect() calls', 8, 1],
      ['  1 failed\n    a.spec.ts:3:1 › works\n  4 passed (2.1s)', 4, 1],
      ['# tests  3\n# pass   3\n\n# ok', 3, 0],
      ['ℹ tests 2\nℹ pass 2\nℹ fail 0', 2, 0],
      // a monorepo: each package has its own summary
      ['Tests:  3 passed, 3 total\nb: \nTests:  1 failed, 2 passed, 3 total', 5, 1],
    ] as const)
      expect(readTestText(text), text).toMatchObject({ passed, failed })
    expect(saysNoTests('No test files found, exiting with code 1')).toBe(true)
    expect(saysNoTests('1 test found')).toBe(false)
  })
})

describe('diagnostics', () => {
  test('of compilers are placed in the project', () => {
    const output = [
      "src/a.ts(3,7): error TS2322: Type 'string' is not assignable.",
      "src/b.ts:4:1 - error TS2304: Cannot find name 'x'.",
      'error TS5058: The specified path does not exist.',
      '✘ [ERROR] Could not resolve "./gone"',
      '',
      '    src/a.ts:1:7:',
      'src/b.ts:9:2: error: something else',
      'node_modules/x/y.ts:1:1: error: not ours',
      '    at run (src/a.ts:10:3)',
    ].join('\n')
    expect(readDiagnostics(output, places)).toMatchObject([
      { path: 'src/a.ts', line: 3, column: 7, code: 'TS2322' },
      { path: 'src/b.ts', line: 4, code: 'TS2304' },
      { path: null, code: 'TS5058' },
      { path: 'src/a.ts', line: 1, column: 7, message: 'Could not resolve "./gone"' },
      { path: 'src/b.ts', line: 9, column: 2, message: 'something else' },
    ])
  })

  test('paths are found however they are written, and nothing outside is', () => {
    for (const written of ['/work/src/a.ts', './src/a.ts', 'src/a.ts', 'file:///work/src/a.ts'])
      expect(pathOf(places, written)).toBe('src/a.ts')
    for (const written of ['', '../src/a.ts', '/etc/passwd', 'src', '/workshop/src/a.ts'])
      expect(pathOf(places, written)).toBeNull()
  })

  test('of eslint, oxlint and biome become errors and warnings of the project', () => {
    const eslint = [
      {
        filePath: '/work/src/a.ts',
        messages: [
          { ruleId: 'eqeqeq', severity: 2, message: 'm', line: 1, column: 2 },
          { ruleId: null, severity: 1, message: 'n' },
        ],
      },
      { filePath: '/else/a.ts', messages: [{ severity: 2, message: 'o' }] },
    ]
    expect(readEslint(eslint, places)).toMatchObject([
      { severity: 'error', code: 'eqeqeq', path: 'src/a.ts', line: 1 },
      { severity: 'warning', line: null },
    ])
    const oxlint = {
      diagnostics: [
        {
          message: 'm',
          code: 'x(y)',
          severity: 'warning',
          filename: 'src/a.ts',
          labels: [{ span: { line: 4, column: 2 } }],
        },
        { message: 'm', severity: 'error', filename: 'node_modules/p/i.js', labels: [] },
      ],
    }
    expect(readOxlint(oxlint, places)).toMatchObject([
      { severity: 'warning', path: 'src/a.ts', line: 4, column: 2 },
    ])
    const biome = {
      diagnostics: [
        {
          category: 'lint/x',
          severity: 'error',
          description: 'd',
          location: { path: { file: 'src/a.ts' }, start: { line: 2, column: 1 } },
        },
        { severity: 'information', message: 'i' },
      ],
    }
    expect(readBiome(biome, places)).toMatchObject([{ severity: 'error', code: 'lint/x', line: 2 }])
    for (const read of [readEslint, readOxlint, readBiome])
      expect(read({ bad: true }, places)).toBeNull()
    expect(readLintText('✖ 5 problems (3 errors, 2 warnings)')).toEqual({ errors: 3, warnings: 2 })
    expect(readLintText('Found 2 warnings and 1 error.')).toEqual({ errors: 1, warnings: 2 })
    expect(readLintText('error error error')).toBeNull()
  })
})
