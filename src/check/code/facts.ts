import type { Judgement } from '../../checks/acceptance/judgement.ts'
import type { CommandRun, Measurement } from '../../checks/acceptance/measurement.ts'
import type { MutationReport } from '../../checks/mutation-sample/mutant.ts'
import { counted } from '../../model/counted.ts'
import type { CodeFact } from '../../views/acceptance/report.ts'

type Told = {
  readonly after: Measurement
  readonly judgement: Judgement
  readonly mutation: MutationReport | null
}

/** What was seen of build, tests, coverage, lint and planted bugs, each with how it is known. */
export const codeFacts = ({ after, judgement, mutation }: Told): readonly CodeFact[] => [
  buildFact(after),
  testFact(after),
  coverageFact(after, judgement),
  lintFact(after, judgement),
  ...(mutation === null ? [] : [mutationFact(mutation)]),
]

const buildFact = (after: Measurement): CodeFact => ({
  about: 'build',
  verdict: verdictOf[after.build.state],
  text: buildText(after),
  how: commandText(after, 'build') ?? 'no build command',
})

const testFact = (after: Measurement): CodeFact => ({
  about: 'tests',
  verdict: verdictOf[after.tests.state],
  text: testText(after),
  how: commandText(after, 'test') ?? 'no test command',
})

function coverageFact({ coverage }: Measurement, { result, scope }: Judgement): CodeFact {
  const { confidence, source } = coverage
  if (confidence === 'unknown')
    return { about: 'coverage', verdict: 'unknown', text: 'unknown', how: source }
  const percent = result.test_coverage_percent
  return {
    about: 'coverage',
    verdict: percent >= 50 ? 'good' : 'bad',
    text: `${percent} % of ${scope === 'change' ? "the change's" : 'the'} lines`,
    how: `${confidence}, ${source}`,
  }
}

function lintFact(after: Measurement, { result, inputs }: Judgement): CodeFact {
  const { state } = after.lint
  const how = commandText(after, 'lint') ?? 'no lint command'
  if (state === 'unknown') return { about: 'lint', verdict: 'unknown', text: 'unknown', how }
  if (state === 'not_run') return { about: 'lint', verdict: 'unknown', text: 'could not run', how }
  if (state === 'stopped') return { about: 'lint', verdict: 'unknown', text: 'timed out', how }
  return {
    about: 'lint',
    verdict: result.lint_errors > 0 ? 'bad' : 'good',
    text: `${counted(result.lint_errors, 'error')}, ${counted(inputs.lint_warnings, 'warning')}`,
    how,
  }
}

const verdictOf = {
  passed: 'good',
  failed: 'bad',
  none: 'bad',
  stopped: 'unknown',
  not_run: 'unknown',
  unknown: 'unknown',
} as const

const passedBy = {
  command: 'passes',
  parse: 'all sources parse',
  'type-check': 'types are sound',
  nothing: 'types are sound',
} as const

function buildText({ build }: Measurement): string {
  switch (build.state) {
    case 'passed':
      return passedBy[build.decided_by]
    case 'failed':
      return counted(build.errors.length, 'error')
    case 'stopped':
      return 'timed out, not failed'
    case 'not_run':
      return 'could not run'
    case 'unknown':
      return 'nothing to build'
  }
}

function testText({ tests }: Measurement): string {
  if (tests.state === 'none') return 'none ran'
  if (tests.state === 'stopped') return 'timed out, not failed'
  if (tests.state === 'not_run') return 'could not run'
  if (tests.passed === null)
    return tests.state === 'passed' ? 'pass, by the exit code' : 'fail, by the exit code'
  const parts = [
    `${tests.passed} passed`,
    ...((tests.failed ?? 0) > 0 ? [`${tests.failed} failed`] : []),
    ...((tests.skipped ?? 0) > 0 ? [`${tests.skipped} skipped`] : []),
    ...(tests.flaky.length > 0 ? [`${tests.flaky.length} flaky`] : []),
  ]
  return parts.join(', ')
}

function commandText({ commands }: Measurement, purpose: CommandRun['purpose']): string | null {
  const run = commands.find((each) => each.purpose === purpose)
  if (run === undefined) return null
  const seconds = run.attempts.reduce((sum, attempt) => sum + attempt.seconds, 0)
  const again = run.attempts.length > 1 ? `, ${run.attempts.length} attempts` : ''
  return `${run.shown} · ${seconds.toFixed(1)} s${again}`
}

const bugVerdict = {
  pass: 'good',
  warn: 'bad',
  fail: 'bad',
  na: 'unknown',
  'could-not-check': 'unknown',
} as const

const mutationFact = ({ verdict, score, reason }: MutationReport): CodeFact => ({
  about: 'bugs',
  verdict: bugVerdict[verdict],
  text: score === null ? verdict : `${score.noticed} of ${score.of} planted bugs noticed`,
  how: reason,
})
