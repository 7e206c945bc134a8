import { describe, expect, test } from 'vitest'
import { AcceptanceResult } from './acceptance-result.ts'
import { judgeChange } from './judge-change.ts'
import { Judgement } from './judgement.ts'
import type { Diagnostic, MeasuredFile, Measurement, TestFailure } from './measurement.ts'

const at = '2026-01-02T03:04:05.000Z'

const file = (path: string, more: Partial<MeasuredFile> = {}): MeasuredFile => ({
  path,
  lines: 100,
  executable_lines: 10,
  is_test: /test/.test(path),
  functions: [{ name: 'f', line: 1, complexity: 2 }],
  todos: [],
  parse_errors: [],
  ...more,
})

const error = (path: string, message: string, more: Partial<Diagnostic> = {}): Diagnostic => ({
  path,
  line: 1,
  column: 1,
  severity: 'error',
  code: 'TS1',
  message,
  ...more,
})

const failure = (name: string, path = 'src/a.test.ts'): TestFailure => ({
  name,
  path,
  line: 1,
  message: 'no',
})

type Parts = Partial<
  Pick<Measurement, 'files' | 'build' | 'tests' | 'coverage' | 'lint' | 'scripts'>
>

const measured = (parts: Parts = {}): Measurement => ({
  version: 1,
  tree: 'x',
  sandbox: 'bwrap',
  seconds: 1,
  files: [file('src/a.ts'), file('src/b.ts')],
  build: { state: 'passed', decided_by: 'command', errors: [] },
  tests: {
    state: 'passed',
    decided_by: 'report',
    passed: 9,
    failed: 0,
    skipped: 0,
    failures: [],
    flaky: [],
    passes: [],
  },
  coverage: {
    confidence: 'measured',
    percent: 90,
    source: 'coverage-summary.json',
    files: [
      { path: 'src/a.ts', covered: 10, total: 10 },
      { path: 'src/b.ts', covered: 8, total: 10 },
    ],
  },
  lint: { state: 'measured', errors: 0, warnings: 0, diagnostics: [] },
  commands: [],
  scripts: [],
  notes: [],
  ...parts,
})

const broken = (...errors: readonly Diagnostic[]): Parts => ({
  build: { state: 'failed', decided_by: 'command', errors: [...errors] },
})

const failing = (...failures: readonly TestFailure[]): Parts => ({
  tests: { ...measured().tests, state: 'failed', failed: failures.length, failures: [...failures] },
})

const judge = (
  before: Measurement | null,
  after: Measurement,
  files: readonly string[] = ['src/a.ts'],
) => {
  const judgement = judgeChange(before, after, { files, at })
  expect(Judgement.safeParse(judgement).success).toBe(true)
  expect(AcceptanceResult.safeParse(judgement.result).success).toBe(true)
  return judgement
}

describe('a build that was broken before', () => {
  const old = error('src/z.ts', 'old trouble')

  test('[WOSTEP-1] by the same errors does not speak against the change, and it is said', () => {
    const { result, facts, notes, findings } = judge(
      measured(broken(old)),
      measured(broken({ ...old, line: 40 })),
    )
    expect(result).toMatchObject({
      build_passed: true,
      dimension_scores: { build_success: 10, completeness: 10 },
    })
    expect(facts).toMatchObject({ build: 'failed', build_broken_before: true })
    expect(notes.join()).toContain('not to blame')
    expect(findings).toMatchObject([{ rule: 'build/error', severity: 'info', since: 'before' }])
  })

  test('does not hide an error that the change brings, wherever it stands', () => {
    for (const fresh of [
      error('src/a.ts', 'new'),
      error('src/other.ts', 'new'),
      { ...old, message: 'old trouble too' },
      { ...old },
    ]) {
      const { result, findings } = judge(measured(broken(old)), measured(broken(old, fresh)))
      expect(result).toMatchObject({
        build_passed: false,
        dimension_scores: { build_success: 0, completeness: 2 },
      })
      expect(findings.filter(({ since }) => since === 'change')).toHaveLength(1)
    }
  })

  test('does not hide sources of the change that do not even parse', () => {
    const parse_errors = [{ line: 3, message: 'Unexpected token' }]
    const after = measured({ ...broken(old), files: [file('src/a.ts', { parse_errors })] })
    expect(judge(measured(broken(old)), after).result.build_passed).toBe(false)
  })

  test('[WOSTEP-1] and passes now is a pass', () => {
    const { result, notes } = judge(measured(broken(old)), measured())
    expect(result.build_passed).toBe(true)
    expect(notes.join()).toContain('passes now')
  })

  test('[WOSTEP-1] is not said of a project in which there was nothing to build', () => {
    const nothing = measured({
      build: { state: 'unknown', decided_by: 'nothing', errors: [] },
      files: [],
    })
    const { result, notes, facts } = judge(nothing, measured())
    expect([result.build_passed, facts.build_broken_before, notes]).toEqual([true, false, []])
    expect(judge(nothing, nothing).result.build_passed).toBe(false)
  })

  test('but was sound before speaks against the change', () => {
    expect(judge(measured(), measured(broken(old))).result.build_passed).toBe(false)
    expect(judge(null, measured(broken(old))).result.build_passed).toBe(false)
  })

  test('a build that is stopped now and passed before is no pass, and no failure either', () => {
    const stopped = { build: { state: 'stopped', decided_by: 'command', errors: [] } } as const
    const { result, facts, findings } = judge(
      measured(),
      measured({ build: { ...stopped.build, errors: [] } }),
    )
    expect(result.build_passed).toBe(false)
    expect(facts.build).toBe('stopped')
    expect(findings).toMatchObject([{ rule: 'build/timed-out', since: 'change' }])
    expect(findings[0]?.message).not.toContain('fail')
  })

  test('a build that never ends, before the change and after it, is no pass', () => {
    const stopped = measured({ build: { state: 'stopped', decided_by: 'command', errors: [] } })
    const { result, facts, notes } = judge(stopped, stopped)
    expect(result).toMatchObject({ build_passed: false, dimension_scores: { build_success: 0 } })
    expect(facts.build_broken_before).toBe(true)
    expect(notes.join()).toContain('before the change as well')
  })
})

describe('tests that failed before', () => {
  test('and still fail do not speak against the change', () => {
    const { result, findings } = judge(
      measured(failing(failure('old'))),
      measured(failing(failure('old'))),
    )
    expect(result).toMatchObject({ tests_passed: true, dimension_scores: { test_coverage: 10 } })
    expect(findings).toMatchObject([{ rule: 'tests/failing', since: 'before', severity: 'info' }])
  })

  test('do not hide those that fail newly, by the same name in another file too', () => {
    for (const fresh of [failure('new'), failure('old', 'src/b.test.ts')]) {
      const files = [file('src/a.test.ts'), file('src/b.test.ts'), file('src/a.ts')]
      const before = measured({ ...failing(failure('old')), files })
      const { result, findings } = judge(
        before,
        measured({ ...failing(failure('old'), fresh), files }),
      )
      expect(result.tests_passed).toBe(false)
      expect(findings.filter(({ since }) => since === 'change')).toHaveLength(1)
    }
  })

  test('a run that broke altogether is no pass, however it was before', () => {
    const crash = {
      ...failing(failure('the test command itself')),
      coverage: { confidence: 'unknown', percent: null, files: [], source: '' },
    } as const
    const both = measured({
      tests: { ...crash.tests!, passed: null },
      coverage: { ...crash.coverage, files: [] },
    })
    expect(judge(both, both).result).toMatchObject({
      tests_passed: false,
      test_coverage_percent: 0,
    })
  })
})

describe('the files of a change', () => {
  test('alone are judged; a change without source files is judged by the project (decision 2.23)', () => {
    const files = [file('src/a.ts', { lines: 1200 }), file('src/b.ts', { lines: 10 })]
    const small = judge(measured(), measured({ files }), ['src/b.ts', 'README.md'])
    expect(small).toMatchObject({
      scope: 'change',
      files: ['src/b.ts'],
      inputs: { file_sizes: [10] },
    })
    expect(small.result.dimension_scores.architecture).toBe(10)
    const whole = judge(measured(), measured({ files }), ['README.md', 'src/deleted.ts'])
    expect(whole).toMatchObject({ scope: 'project', inputs: { file_sizes: [1200, 10] } })
    expect(whole.result.dimension_scores.architecture).toBeLessThan(10)
  })

  test('count coverage by their own lines; a file that no test loads counts as not covered', () => {
    expect(judge(null, measured(), ['src/b.ts']).result.test_coverage_percent).toBe(80)
    expect(judge(null, measured(), []).result.test_coverage_percent).toBe(90)
    const files = [
      ...measured().files,
      file('src/new.ts', { executable_lines: 30 }),
      file('src/types.ts', { executable_lines: 0 }),
    ]
    const fresh = judge(measured(), measured({ files }), ['src/a.ts', 'src/new.ts', 'src/types.ts'])
    expect(fresh.result.test_coverage_percent).toBe(25)
    const tested = [...measured().files, file('src/a.test.ts', { executable_lines: 90 })]
    const own = judge(null, measured({ files: tested }), ['src/a.ts', 'src/a.test.ts'])
    expect(own.result.test_coverage_percent).toBe(100)
    expect(fresh.losses.find(({ dimension }) => dimension === 'test_coverage')?.why).toContain(
      'src/new.ts',
    )
  })

  test('have the average complexity of their functions, without those of tests', () => {
    const functions = (...all: readonly number[]) =>
      all.map((complexity, line) => ({ name: `f${line}`, line: line + 1, complexity }))
    const files = [
      file('src/a.ts', { functions: functions(30, 14) }),
      file('src/a.test.ts', { functions: functions(1, 1, 1, 1) }),
    ]
    const { inputs, result, findings } = judge(null, measured({ files }), [
      'src/a.ts',
      'src/a.test.ts',
    ])
    expect(inputs.complexity).toBe(22)
    expect(result.dimension_scores).toMatchObject({ architecture: 9, readability: 8 })
    expect(findings.filter(({ rule }) => rule === 'readability/complexity')).toHaveLength(2)
  })

  test('count what is new of lint and marks; a moved file brings nothing new', () => {
    const warn = (path: string, line: number) =>
      error(path, 'unused x1', { severity: 'warning', code: 'no-unused', line })
    const lint = (...diagnostics: readonly Diagnostic[]): Parts => ({
      lint: {
        state: 'measured',
        errors: 0,
        warnings: diagnostics.length,
        diagnostics: [...diagnostics],
      },
    })
    const todos = [{ line: 3, text: 'TODO: later' }]
    const before = measured({ ...lint(warn('src/a.ts', 3)), files: [file('src/a.ts', { todos })] })
    const same = judge(
      before,
      measured({
        ...lint(warn('src/a.ts', 9)),
        files: [file('src/a.ts', { todos: [{ line: 9, text: 'TODO: later' }] })],
      }),
    )
    expect([same.result.todo_count, same.inputs.lint_warnings]).toEqual([0, 0])
    const moved = judge(
      before,
      measured({ ...lint(warn('src/c.ts', 3)), files: [file('src/c.ts', { todos })] }),
      ['src/a.ts', 'src/c.ts'],
    )
    expect([moved.result.todo_count, moved.inputs.lint_warnings]).toEqual([0, 0])
    const more = judge(
      before,
      measured({
        ...lint(warn('src/a.ts', 3), warn('src/a.ts', 4)),
        files: [file('src/a.ts', { todos: [...todos, ...todos] })],
      }),
    )
    expect([more.result.todo_count, more.inputs.lint_warnings]).toEqual([1, 1])
    const elsewhere = judge(
      before,
      measured({ ...lint(warn('src/a.ts', 3), error('src/b.ts', 'bad')), files: before.files }),
    )
    expect(elsewhere.result.lint_errors).toBe(0)
  })

  test('of unknown coverage claim none, and never pass that dimension', () => {
    const unknown = measured({
      coverage: {
        confidence: 'unknown',
        percent: null,
        files: [],
        source: 'no tool reported coverage',
      },
    })
    const { result, inputs, losses } = judge(null, unknown)
    expect(inputs.coverage_confidence).toBe('unknown')
    expect(result.dimension_scores.test_coverage).toBe(0)
    expect(losses).toMatchObject([
      { dimension: 'test_coverage', points: 10, why: expect.stringContaining('unknown') },
    ])
  })

  test('lose exactly the points that are explained', () => {
    const files = [
      file('src/a.ts', {
        lines: 800,
        todos: [{ line: 1, text: 'TODO' }],
        functions: [{ name: 'f', line: 1, complexity: 35 }],
      }),
    ]
    const { result, losses } = judge(null, measured({ files }), ['src/a.ts'])
    for (const [name, score] of Object.entries(result.dimension_scores)) {
      const lost = losses
        .filter(({ dimension }) => dimension === name)
        .reduce((sum, { points }) => sum + points, 0)
      expect(`${name} ${10 - lost}`).toBe(`${name} ${score}`)
    }
    expect(losses.every(({ why, todo }) => why !== '' && todo !== '')).toBe(true)
  })

  test('are judged the same by the same measurements, against the threshold that is asked', () => {
    const one = judgeChange(measured(), measured(), { files: ['src/a.ts'], at, threshold: 9.9 })
    expect(
      judgeChange(measured(), measured(), { files: ['src/a.ts'], at, threshold: 9.9 }),
    ).toEqual(one)
    expect(one.status).toBe('completed')
    expect(
      judgeChange(null, measured(broken(error('src/a.ts', 'x'))), { files: [], at, threshold: 1 })
        .status,
    ).toBe('completed')
  })
})
