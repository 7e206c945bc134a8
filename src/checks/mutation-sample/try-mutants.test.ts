import { createContext, runInContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import type { Workbench } from '../../ports/workbench.ts'
import type { SandboxRun } from '../../ports/sandbox.ts'
import { changedLines } from './changed-lines.ts'
import type { TrialPlan } from './mutant.ts'
import { scoreOf } from './report.ts'
import { sampleMutants } from './sample.ts'
import { testCommandOf } from './test-command.ts'
import { tryMutants } from './try-mutants.ts'

const forever = new AbortController().signal
const plan: TrialPlan = { tests: { runner: 'other', argv: ['npm', 'test'] }, budgetSeconds: 60 }
const path = 'src/a.js'

type Shelf = Map<string, string>

/** A workbench whose tests are a script that runs together with the file, in this process. */
function benchOf(source: string, tests: string, more: Partial<{ ms: number; tsc: RegExp }> = {}) {
  const files: Shelf = new Map([[path, source]])
  const calls: string[] = []
  const exited = (code: number, stdout = ''): SandboxRun => ({
    type: 'exited',
    code,
    stdout,
    stderr: '',
    ms: more.ms ?? 100,
  })
  const workbench: Workbench = {
    kind: 'none',
    root: '/work',
    tree: '',
    list: async () => [...files.keys()].toSorted(),
    read: async (name) => files.get(name) ?? null,
    write: async (name, text) => {
      if (text === null) files.delete(name)
      else files.set(name, text)
    },
    fork: async () => ({ ok: false, error: 'there is one' }),
    drift: async () => null,
    close: async () => {},
    run: async ({ argv }) => {
      calls.push(argv.join(' '))
      const text = files.get(path) ?? ''
      if (argv[0] === 'tsc') return { ok: true, value: exited(more.tsc?.test(text) ? 2 : 0) }
      if (argv[0] === 'vitest' && tests === '')
        return { ok: true, value: exited(1, 'No test files found, exiting with code 1') }
      return { ok: true, value: judged(text, tests, files, exited) }
    },
  }
  return { workbench, files, calls }
}

function judged(
  source: string,
  tests: string,
  files: Shelf,
  exited: (code: number) => SandboxRun,
): SandboxRun {
  const appendFileSync = (place: string, text: string) => {
    const name = place.replace('/work/', '')
    files.set(name, (files.get(name) ?? '') + text)
  }
  const process = { getBuiltinModule: () => ({ appendFileSync }) }
  const context = createContext({ process })
  try {
    runInContext(`${source}\n;(() => { ${tests} })()`, context, { timeout: 2_000 })
    return exited(0)
  } catch (error) {
    if (String(error).includes('timed out'))
      return { type: 'stopped', limit: 'time', stdout: '', stderr: '', ms: 200 }
    return exited(1)
  }
}

async function tried(
  source: string,
  tests: string,
  more: Partial<TrialPlan> & { readonly tsc?: RegExp; readonly ms?: number } = {},
) {
  const { tsc, ms, ...rest } = more
  const bench = benchOf(source, tests, {
    ...(tsc === undefined ? {} : { tsc }),
    ...(ms === undefined ? {} : { ms }),
  })
  const lines = await changedLines(null, source)
  const sample = await sampleMutants([{ path, text: source, lines }], { seed: 's', most: 40 })
  const report = await tryMutants(bench.workbench, sample, { ...plan, ...rest }, forever)
  return { ...bench, sample, report }
}

const clamp = `function clamp(value, low, high) {
  if (value < low) return low
  if (value > high) return high
  return value
}
function twice(value) {
  return value * 2
}
`
const strong = `
  const is = (a, b) => { if (a !== b) throw new Error(a + ' is not ' + b) }
  is(clamp(5, 1, 9), 5); is(clamp(0, 1, 9), 1); is(clamp(10, 1, 9), 9); is(twice(4), 8)
`

describe('a trial of mutants', () => {
  test('passes tests that notice every planted bug, and puts the file back', async () => {
    const { report, files } = await tried(clamp, strong)
    // an equal value gives the same answer on both sides of a boundary, so those two survive
    const alive = report.trials.filter(({ fate }) => fate === 'survived')
    expect(alive.map(({ mutant }) => mutant.operator)).toEqual(['boundary', 'boundary'])
    expect(report.score?.noticed).toBe(report.trials.length - 2)
    expect(files.get(path)).toBe(clamp)
    expect(files.has('.loopwright-reached')).toBe(false)
    const all = await tried(
      'function twice(v) {\n  return v + v\n}\n',
      `if (twice(4) !== 8) throw 1`,
    )
    expect(all.report).toMatchObject({ verdict: 'pass', findings: [] })
  })

  test('shows each survivor at its line with the change and the test to write', async () => {
    const { report } = await tried(clamp, `if (clamp(5, 1, 9) !== 5) throw 1; twice(1)`)
    expect(report.verdict).toBe('warn')
    const product = report.findings.find(({ evidence }) => evidence === 'value * 2 → value / 2')
    expect(product).toMatchObject({
      rule: 'mutation/survivor',
      severity: 'warning',
      place: { path, line: 7 },
    })
    expect(product?.message).toContain('`twice`')
    expect(product?.message).toContain('Write a test that expects the exact number')
  })

  test('[MUTANT-10] fails when the tests notice nothing of the change', async () => {
    const { report } = await tried(
      clamp,
      'clamp(5, 1, 9); clamp(0, 1, 9); clamp(10, 1, 9); twice(4)',
    )
    expect(report.verdict).toBe('fail')
    expect(report.score?.noticed).toBe(0)
    expect(report.findings.some(({ rule }) => rule === 'mutation/nothing-noticed')).toBe(true)
    const few = await tried('const mul = (a, b) => a + b\n', 'mul(3, 2)')
    expect(few.report.trials.length).toBeLessThan(3)
    expect(few.report.verdict).toBe('fail')
  })

  test('[MUTANT-10] sees lines that no test runs without running the tests for them', async () => {
    const { report, calls, sample } = await tried(clamp, 'if (twice(4) !== 8) throw 1')
    const idle = report.trials.filter(({ reached }) => !reached)
    expect(idle.length).toBeGreaterThan(5)
    expect(idle.every(({ mutant }) => mutant.scope === 'clamp')).toBe(true)
    expect(calls.length).toBe(2 + sample.mutants.length - idle.length)
    expect(report.findings.filter(({ rule }) => rule === 'mutation/unreached')).toMatchObject([
      { place: { path, line: 2 }, message: expect.stringContaining('2, 3, 4 of `clamp`') },
    ])
  })

  test('[MUTANT-10] fails when no test runs any changed line, and where there are no tests', async () => {
    const none = await tried(clamp, '')
    expect(none.report.verdict).toBe('fail')
    expect(none.report.trials.every(({ reached }) => !reached)).toBe(true)
    expect(none.calls).toHaveLength(2)
    const empty = await tried(clamp, '', { tests: { runner: 'vitest', options: [] } })
    expect(empty.report.verdict).toBe('fail')
    expect(empty.calls).toHaveLength(2)
    expect(empty.report.findings[0]).toMatchObject({
      rule: 'mutation/nothing-noticed',
      severity: 'error',
      message: 'no test runs the changed lines',
    })
  })

  test('[MUTANT-10] runs the tests once, not once a bug, where they pass without the file', async () => {
    const { workbench, files, calls } = benchOf(clamp, '')
    const strangers: Workbench = {
      ...workbench,
      run: async ({ argv }) => {
        calls.push(argv.join(' '))
        return { ok: true, value: { type: 'exited', code: 0, stdout: '', stderr: '', ms: 100 } }
      },
    }
    const lines = await changedLines(null, clamp)
    const sample = await sampleMutants([{ path, text: clamp, lines }], { seed: 's', most: 40 })
    const report = await tryMutants(strangers, sample, plan, forever)
    expect(report).toMatchObject({ verdict: 'fail', score: { noticed: 0 } })
    expect(report.findings.map(({ rule }) => rule)).toContain('mutation/unreached')
    expect(calls).toHaveLength(3)
    expect(files.get(path)).toBe(clamp)
  })

  test('looks into the bodies of arrows', async () => {
    const arrows = 'const twice = (v) => v * 2\nconst thrice = (v) => (v * 3)\n'
    const { report } = await tried(arrows, 'if (twice(4) !== 8) throw 1')
    const idle = report.trials.filter(({ reached }) => !reached)
    expect(new Set(idle.map(({ mutant }) => mutant.scope))).toEqual(new Set(['thrice']))
    expect(report.findings).toMatchObject([
      { rule: 'mutation/unreached', severity: 'warning', place: { line: 2 } },
    ])
  })

  test('[MUTANT-10] does not take "no tests for this file" for a noticed bug', async () => {
    const bench = benchOf(clamp, strong)
    const lonely = { path: 'src/z.js', text: 'const one = (v) => v + 1\n', lines: new Set([1]) }
    const known = { path, text: clamp, lines: new Set([7]) }
    const sample = await sampleMutants([lonely, known], { seed: 's', most: 40 })
    const workbench: Workbench = {
      ...bench.workbench,
      run: async (command, signal) => {
        const alone = command.argv[2] === 'src/z.js' && command.argv[3] === '--run'
        if (!alone) return bench.workbench.run(command, signal)
        const stdout = 'No test files found, exiting with code 1'
        return { ok: true, value: { type: 'exited', code: 1, stdout, stderr: '', ms: 10 } }
      },
    }
    const few = {
      ...sample,
      mutants: sample.mutants.filter((each) => each.path !== path).slice(0, 2),
    }
    const all = {
      ...few,
      mutants: [...few.mutants, ...sample.mutants.filter((each) => each.path === path)],
    }
    const vitest: TrialPlan = { ...plan, tests: { runner: 'vitest', options: [] } }
    const report = await tryMutants(workbench, all, vitest, forever)
    const fates = report.trials.filter(({ mutant }) => mutant.path === 'src/z.js')
    expect(fates).toHaveLength(2)
    expect(fates.every(({ fate, reached }) => fate === 'survived' && !reached)).toBe(true)
    expect(report.findings.map((finding) => finding.place.path).at(-1)).toBe('src/z.js')
    expect(report.verdict).toBe('warn')
  })

  test('does not blame a change for a program that no test loads', async () => {
    const program = "import { a } from './a.js'\na(1 + 2, 3)\n"
    const bench = benchOf(program, 'void 0')
    const file = { path, text: program, lines: new Set([2]) }
    const sample = await sampleMutants([file], { seed: 's', most: 9 })
    const workbench: Workbench = {
      ...bench.workbench,
      run: async ({ argv }) => {
        const none = argv[1] === 'related'
        const stdout = none ? 'No affected test files found, exiting with code 0' : ''
        return { ok: true, value: { type: 'exited', code: 0, stdout, stderr: '', ms: 10 } }
      },
    }
    const vitest: TrialPlan = { ...plan, tests: { runner: 'vitest', options: [] } }
    const report = await tryMutants(workbench, sample, vitest, forever)
    expect(report).toMatchObject({ verdict: 'could-not-check', findings: [] })
    expect(report.reason).toContain('no test loads src/a.js, which exports nothing')
    const library = { ...sample, programs: [] }
    const unknown = await tryMutants(workbench, library, { ...vitest, compile: ['tsc'] }, forever)
    expect(unknown.verdict).toBe('fail')
    expect(unknown.findings[0]?.message).toBe('no test runs the changed lines')
  })

  test('[MUTANT-12] could not check when the tests fail without a bug in them', async () => {
    const { report } = await tried(clamp, 'throw 1')
    expect(report).toMatchObject({ verdict: 'could-not-check', score: null })
    expect(report.reason).toMatch(/without a bug in them \(exit 1\)$/)
    expect(report.trials.every(({ fate }) => fate === 'not-run')).toBe(true)
  })

  test('[MUTANT-12] never passes when the budget allows no mutant', async () => {
    const { report } = await tried(clamp, strong, { budgetSeconds: 0.15 })
    expect(report.verdict).toBe('could-not-check')
    expect(report.reason).toContain('budget')
    const none = await tried(clamp, strong, { budgetSeconds: 0 })
    expect(none.report.verdict).toBe('could-not-check')
  })

  test('[MUTANT-12] says how many it did not try, and keeps to the budget', async () => {
    const { report } = await tried(clamp, strong, { budgetSeconds: 0.85 })
    expect(report.reason).toMatch(/were not tried/)
    expect(report.spentMs).toBeLessThanOrEqual(850)
    expect(report.score?.of).toBe(6)
  })

  test('counts an endless loop as noticed', async () => {
    const loop = 'function count(n) {\n  let i = 0\n  while (i < n) i += 1\n  return i\n}\n'
    const { report } = await tried(loop, 'if (count(3) !== 3) throw 1')
    const late = report.trials.filter(({ fate }) => fate === 'timed-out')
    expect(late.length).toBeGreaterThan(0)
    expect(report.findings.filter(({ place }) => place.line === 3)).toEqual([])
  })

  test('does not count a survivor that does not compile', async () => {
    const text = 'function twice(v) {\n  return v * 2\n}\n'
    const { report } = await tried(text, 'twice(0)', { compile: ['tsc'], tsc: /undefined/ })
    expect(report.trials.filter(({ fate }) => fate === 'broken')).toMatchObject([
      { mutant: { operator: 'return-value' } },
    ])
    expect(report.score?.of).toBe(report.trials.length - 1)
    // a compiler that is not content with the project itself says nothing
    const unhelpful = await tried(text, 'twice(0)', { compile: ['tsc'], tsc: /./ })
    expect(unhelpful.report.trials.some(({ fate }) => fate === 'broken')).toBe(false)
  })

  test('has nothing to say of a change without code', async () => {
    const bench = benchOf('', '')
    const sample = await sampleMutants([], { seed: 's', most: 5 })
    const report = await tryMutants(bench.workbench, sample, plan, forever)
    expect(report.verdict).toBe('na')
    const damaged = await tried('const = (', '')
    expect(damaged.report.verdict).toBe('could-not-check')
  })

  test('asks vitest only for the tests that import the file, else runs them all', async () => {
    const tests = testCommandOf('{"scripts":{"test":"vitest run --coverage --root ."}}')
    expect(tests).toEqual({ runner: 'vitest', options: ['--root', '.'] })
    const { calls } = await tried(clamp, strong, { tests })
    expect(calls[0]).toBe(
      'vitest related src/a.js --run --root . --bail=1 --coverage.enabled=false --reporter=dot',
    )
    expect(calls.every((call) => call.startsWith('vitest related'))).toBe(true)
    const other = testCommandOf('{"scripts":{"test":"node --test && vitest run"}}')
    expect(other).toEqual({ runner: 'other', argv: ['sh', '-c', 'node --test && vitest run'] })
    const covered = 'node --test --experimental-test-coverage --test-coverage-lines=80 test/'
    expect(testCommandOf(JSON.stringify({ scripts: { test: covered } }))).toEqual({
      runner: 'other',
      argv: ['sh', '-c', 'node --test test/'],
    })
    expect(testCommandOf('{"scripts":{}}')).toEqual({ runner: 'other', argv: ['npm', 'test'] })
    expect(testCommandOf('not json')).toMatchObject({ runner: 'other' })
    expect(testCommandOf(null)).toMatchObject({ runner: 'other' })
  })

  test('gives the score with its 95 % interval', () => {
    expect(scoreOf(5, 10).low).toBeCloseTo(0.2366, 3)
    expect(scoreOf(5, 10).high).toBeCloseTo(0.7634, 3)
    expect(scoreOf(0, 0)).toMatchObject({ low: 0, high: 1 })
  })
})
