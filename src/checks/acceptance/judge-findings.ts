import { newErrors, type TestBlame } from './blame.ts'
import type { ChangeInputs } from './change-inputs.ts'
import type { AcceptanceFinding } from './judgement.ts'
import type { Measurement } from './measurement.ts'
import { largeFileLines } from './scores.ts'

type Seen = {
  readonly before: Measurement | null
  readonly after: Measurement
  readonly inputs: ChangeInputs
  readonly tests: TestBlame
}

const complexFunction = 10
const rank = { error: 0, warning: 1, info: 2 } as const

type Said = Pick<AcceptanceFinding, 'rule' | 'dimension' | 'severity' | 'message'> &
  Partial<Pick<AcceptanceFinding, 'path' | 'line' | 'column'>> & {
    /** Whether it is so only since the change; `null` where nobody can tell. */
    readonly isNew: boolean | null
  }

/** Everything worth a look, at its place, errors first. */
export const findingsOf = (observed: Seen): readonly AcceptanceFinding[] =>
  [buildErrors, testResults, scripts, lint, todos, shapes, coverage]
    .flatMap((say) => say(observed))
    .map(({ isNew, path = null, line = null, column = null, ...said }): AcceptanceFinding => {
      const since =
        isNew === null || observed.before === null ? 'project' : isNew ? 'change' : 'before'
      return { ...said, path, line, column, since }
    })
    .toSorted((one, other) => rank[one.severity] - rank[other.severity])

function buildErrors({ before, after }: Seen): readonly Said[] {
  const base = { dimension: 'build_success', severity: 'error' } as const
  if (after.build.state === 'stopped')
    return [
      {
        ...base,
        rule: 'build/timed-out',
        isNew: before?.build.state !== 'stopped',
        message:
          'the build did not end in time, even when it was given more: nothing is known about it',
      },
    ]
  const fresh = new Set(newErrors(before, after))
  return after.build.errors.map((error) => {
    const { path, line, column, code, message } = error
    const isNew = fresh.has(error)
    return {
      ...base,
      path,
      line,
      column,
      isNew,
      rule: 'build/error',
      severity: before !== null && !isNew ? 'info' : 'error',
      message: code === null ? message : `${message} (${code})`,
    }
  })
}

const noTests = {
  none: ['tests/none', 'no test ran, which is no pass'],
  stopped: ['tests/timed-out', 'the tests did not end in time, even when they were given more'],
} as const

function testResults({ after, tests }: Seen): readonly Said[] {
  const base = { dimension: 'test_coverage', severity: 'error', isNew: null } as const
  const old = new Set(tests.failingBefore)
  const { state, failures, flaky } = after.tests
  return [
    ...failures.map((failure): Said => ({
      ...base,
      rule: 'tests/failing',
      severity: old.has(failure) ? 'info' : 'error',
      isNew: !old.has(failure),
      path: failure.path,
      line: failure.line,
      message: `${failure.name}: ${failure.message || 'fails'}`,
    })),
    ...flaky.map((name): Said => ({
      ...base,
      rule: 'tests/flaky',
      severity: 'warning',
      message: `${name}: failed once and passed when the same code was tested again`,
    })),
    ...(state === 'none' || state === 'stopped'
      ? [{ ...base, rule: noTests[state][0], message: noTests[state][1] }]
      : []),
  ]
}

function scripts({ before, after }: Seen): readonly Said[] {
  const old = new Set((before?.scripts ?? []).map(({ script, text }) => `${script}\0${text}`))
  return after.scripts.map(({ script, line, problem, text }) => ({
    rule: /^(?:does nothing|hides)/.test(problem) ? 'scripts/idle' : 'scripts/dangerous',
    dimension: 'build_success',
    severity: 'warning',
    isNew: !old.has(`${script}\0${text}`),
    path: 'package.json',
    line,
    message: `the script "${script}" ${problem}: ${text}`,
  }))
}

const lint = ({ inputs }: Seen): readonly Said[] =>
  [...inputs.lintErrors, ...inputs.lintWarnings].map(({ code, ...each }) => ({
    ...each,
    rule: `lint/${code ?? 'problem'}`,
    dimension: 'readability',
    isNew: true,
  }))

const todos = ({ inputs }: Seen): readonly Said[] =>
  inputs.todos.map(({ path, line, text }) => ({
    rule: 'completeness/todo',
    dimension: 'completeness',
    severity: 'warning',
    isNew: true,
    path,
    line,
    message: text,
  }))

function shapes({ inputs, before }: Seen): readonly Said[] {
  const old = new Map((before?.files ?? []).map((file) => [file.path, file]))
  return inputs.files.flatMap(({ path, lines, functions }): readonly Said[] => {
    const earlier = old.get(path)
    const known = new Map(earlier?.functions.map(({ name, complexity }) => [name, complexity]))
    const large: Said = {
      rule: 'architecture/file-size',
      dimension: 'architecture',
      severity: 'warning',
      isNew: (earlier?.lines ?? 0) <= largeFileLines,
      path,
      line: 1,
      message: `${lines} lines; more than ${largeFileLines} are hard to keep in mind`,
    }
    const complex = functions
      .filter(({ complexity }) => complexity > complexFunction)
      .map(({ name, line, complexity }): Said => ({
        rule: 'readability/complexity',
        dimension: 'readability',
        severity: 'warning',
        isNew: (known.get(name) ?? 0) < complexity,
        path,
        line,
        message: `${name} has ${complexity} ways through it; more than ${complexFunction} are hard to test`,
      }))
    return [...(lines > largeFileLines ? [large] : []), ...complex]
  })
}

const mostFiles = 20

const coverage = ({ inputs }: Seen): readonly Said[] =>
  inputs.coverage.lowest
    .filter(({ covered, total }) => covered * 10 < total * 8)
    .slice(0, mostFiles)
    .map(({ path, covered, total }) => ({
      rule: 'coverage/file',
      dimension: 'test_coverage',
      severity: 'info',
      isNew: null,
      path,
      line: 1,
      message: inputs.coverage.unseen.includes(path)
        ? `no test loads this file (about ${total} lines that run)`
        : `${covered} of ${total} lines are covered`,
    }))
