import { newErrors, type TestBlame } from './blame.ts'
import type { ChangeInputs } from './change-inputs.ts'
import type { AcceptanceFinding } from './judgement.ts'
import type { Diagnostic, Measurement } from './measurement.ts'
import { largeFileLines } from './scores.ts'

type Seen = {
  readonly before: Measurement | null
  readonly after: Measurement
  readonly inputs: ChangeInputs
  readonly tests: TestBlame
}

export const complexFunction = 10

/** Everything worth a look, at its place, errors first. */
export function findingsOf(seen: Seen): readonly AcceptanceFinding[] {
  const all = [
    ...buildFindings(seen),
    ...testFindings(seen),
    ...scriptFindings(seen),
    ...lintFindings(seen),
    ...fileFindings(seen),
    ...coverageFindings(seen),
  ]
  const rank = { error: 0, warning: 1, info: 2 } as const
  return all.toSorted((one, other) => rank[one.severity] - rank[other.severity])
}

const since = ({ before }: Seen, isNew: boolean): AcceptanceFinding['since'] =>
  before === null ? 'project' : isNew ? 'change' : 'before'

const nowhere = { path: null, line: null, column: null } as const

const at = ({ path, line, column }: Diagnostic) => ({ path, line, column })

function buildFindings(seen: Seen): readonly AcceptanceFinding[] {
  const { before, after } = seen
  const base = { rule: 'build/error', dimension: 'build_success', severity: 'error' } as const
  if (after.build.state === 'stopped')
    return [
      {
        ...base,
        ...nowhere,
        rule: 'build/timed-out',
        since: since(seen, before?.build.state !== 'stopped'),
        message:
          'the build did not end in time, even when it was given more: nothing is known about it',
      },
    ]
  const fresh = new Set(newErrors(before, after))
  return after.build.errors.map((error) => ({
    ...base,
    ...at(error),
    since: since(seen, fresh.has(error)),
    severity: before !== null && !fresh.has(error) ? 'info' : 'error',
    message: error.code === null ? error.message : `${error.message} (${error.code})`,
  }))
}

function testFindings(seen: Seen): readonly AcceptanceFinding[] {
  const { after, tests } = seen
  const base = { dimension: 'test_coverage', severity: 'error', ...nowhere } as const
  const isOld = new Set(tests.failingBefore)
  return [
    ...after.tests.failures.map((failure): AcceptanceFinding => ({
      ...base,
      rule: 'tests/failing',
      severity: isOld.has(failure) ? 'info' : 'error',
      since: since(seen, !isOld.has(failure)),
      path: failure.path,
      line: failure.line,
      message: `${failure.name}: ${failure.message || 'fails'}`,
    })),
    ...after.tests.flaky.map((name): AcceptanceFinding => ({
      ...base,
      rule: 'tests/flaky',
      severity: 'warning',
      since: 'project',
      message: `${name}: failed once and passed when the same code was tested again`,
    })),
    ...(after.tests.state === 'none'
      ? [
          {
            ...base,
            rule: 'tests/none',
            since: 'project',
            message: 'no test ran, which is no pass',
          } as const,
        ]
      : []),
    ...(after.tests.state === 'stopped'
      ? [
          {
            ...base,
            rule: 'tests/timed-out',
            since: 'project',
            message: 'the tests did not end in time, even when they were given more',
          } as const,
        ]
      : []),
  ]
}

const scriptFindings = ({ before, after }: Seen): readonly AcceptanceFinding[] => {
  const old = new Set((before?.scripts ?? []).map(({ script, text }) => `${script}\0${text}`))
  return after.scripts.map(({ script, line, problem, text }) => ({
    rule: /^(?:does nothing|hides)/.test(problem) ? 'scripts/idle' : 'scripts/dangerous',
    dimension: 'build_success',
    severity: 'warning',
    since: before === null ? 'project' : old.has(`${script}\0${text}`) ? 'before' : 'change',
    path: 'package.json',
    line,
    column: null,
    message: `the script "${script}" ${problem}: ${text}`,
  }))
}

function lintFindings(seen: Seen): readonly AcceptanceFinding[] {
  const { inputs, before } = seen
  return [...inputs.lintErrors, ...inputs.lintWarnings].map((each) => ({
    rule: `lint/${each.code ?? 'problem'}`,
    dimension: 'readability',
    severity: each.severity,
    since: before === null ? 'project' : 'change',
    ...at(each),
    message: each.message,
  }))
}

function fileFindings(seen: Seen): readonly AcceptanceFinding[] {
  const { inputs, before } = seen
  const old = new Map((before?.files ?? []).map((file) => [file.path, file]))
  const todos = inputs.todos.map(({ path, line, text }): AcceptanceFinding => ({
    rule: 'completeness/todo',
    dimension: 'completeness',
    severity: 'warning',
    since: since(seen, true),
    path,
    line,
    column: null,
    message: text,
  }))
  const shape = inputs.files.flatMap(({ path, lines, functions }): readonly AcceptanceFinding[] => {
    const earlier = old.get(path)
    const known = new Map(
      (earlier?.functions ?? []).map(({ name, complexity }) => [name, complexity]),
    )
    const base = { severity: 'warning', path, column: null } as const
    return [
      ...(lines > largeFileLines
        ? [
            {
              ...base,
              rule: 'architecture/file-size',
              dimension: 'architecture',
              line: 1,
              since: since(seen, (earlier?.lines ?? 0) <= largeFileLines),
              message: `${lines} lines; more than ${largeFileLines} are hard to keep in mind`,
            } as const,
          ]
        : []),
      ...functions
        .filter(({ complexity }) => complexity > complexFunction)
        .map(({ name, line, complexity }) => ({
          ...base,
          rule: 'readability/complexity',
          dimension: 'readability' as const,
          line,
          since: since(seen, (known.get(name) ?? 0) < complexity),
          message: `${name} has ${complexity} ways through it; more than ${complexFunction} are hard to test`,
        })),
    ]
  })
  return [...todos, ...shape]
}

const mostFiles = 20

const coverageFindings = (seen: Seen): readonly AcceptanceFinding[] =>
  seen.inputs.coverage.lowest
    .filter(({ covered, total }) => covered * 10 < total * 8)
    .slice(0, mostFiles)
    .map(({ path, covered, total }) => ({
      rule: 'coverage/file',
      dimension: 'test_coverage',
      severity: 'info',
      since: 'project',
      path,
      line: 1,
      column: null,
      message: seen.inputs.coverage.unseen.includes(path)
        ? `no test loads this file (about ${total} lines that run)`
        : `${covered} of ${total} lines are covered`,
    }))
