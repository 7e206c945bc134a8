import { createHash } from 'node:crypto'
import type { AcceptanceFinding, Judgement } from '../checks/acceptance/judgement.ts'
import type { CommandRun, Measurement } from '../checks/acceptance/measurement.ts'
import { weights } from '../checks/acceptance/scores.ts'
import type { IntegrityFinding } from '../checks/integrity/finding.ts'
import type { MutationReport } from '../checks/mutation-sample/mutant.ts'
import { counted } from '../model/counted.ts'
import type { FileTree } from '../model/file-tree.ts'
import { exitCodes, type ExitCode } from '../model/problem.ts'
import type {
  AcceptanceReport,
  CodeDimension,
  CodeFact,
  CodeFinding,
} from '../views/acceptance-report.ts'

export type CodeVerdicts = {
  readonly path: string
  readonly base: string | null
  readonly before: Measurement | null
  readonly after: Measurement
  readonly judgement: Judgement
  readonly integrity: readonly IntegrityFinding[]
  readonly mutation: MutationReport | null
  readonly threshold: number
  readonly seconds: number
  readonly tree: FileTree
}

/** All verdicts as one report, for every format. */
export function codeReport(verdicts: CodeVerdicts): AcceptanceReport {
  const { judgement, after, before, base, path, threshold, seconds, mutation } = verdicts
  const findings = findingsOf(verdicts)
  const exit = exitFor(verdicts, findings)
  return {
    path,
    base,
    scope: judgement.scope,
    files: judgement.files,
    score: judgement.result.acceptance_score,
    threshold,
    status: judgement.status,
    passed: exit === exitCodes.accepted,
    exit,
    dimensions: dimensionsOf(judgement),
    facts: [...factsOf(verdicts), ...mutationFact(mutation)],
    findings,
    notes: judgement.notes,
    walls: after.sandbox === 'bwrap' ? 'behind walls, no network' : 'WITHOUT walls',
    seconds,
    result: judgement.result,
    measured: { before, after, mutation },
    sources: sourcesOf(findings, verdicts.tree),
  }
}

/** What could not be measured outweighs everything: nobody knows what it would have said. */
function exitFor({ after, judgement }: CodeVerdicts, findings: readonly CodeFinding[]): ExitCode {
  const stopped = after.build.state === 'stopped' || after.tests.state === 'stopped'
  if (stopped) return exitCodes.internal
  const besides = findings.some(
    ({ part, severity }) => part !== 'scorecard' && severity === 'error',
  )
  return judgement.status === 'completed' && !besides ? exitCodes.accepted : exitCodes.notAccepted
}

const labels = {
  architecture: 'Architecture',
  readability: 'Readability',
  completeness: 'Completeness',
  test_coverage: 'Test coverage',
  build_success: 'Build',
} as const

const names = [
  'architecture',
  'readability',
  'completeness',
  'test_coverage',
  'build_success',
] as const

const dimensionsOf = ({ result, losses }: Judgement): readonly CodeDimension[] =>
  names.map((name) => ({
    name,
    label: labels[name],
    weight: weights[name],
    score: result.dimension_scores[name],
    losses: losses
      .filter(({ dimension }) => dimension === name)
      .map(({ points, why, todo }) => ({ points, why, todo })),
  }))

const severityOf = { fail: 'error', warn: 'warning', info: 'info' } as const

function findingsOf({ judgement, integrity, mutation }: CodeVerdicts): readonly CodeFinding[] {
  const own = judgement.findings.map((each: AcceptanceFinding): CodeFinding => ({
    ...each,
    part: 'scorecard',
  }))
  const besides = integrity.map(
    ({ rule, severity, dimension, message, place, evidence }): CodeFinding => ({
      rule,
      severity: severityOf[severity],
      part: 'integrity',
      dimension,
      since: 'change',
      path: place.path ?? null,
      line: place.line ?? null,
      column: place.column ?? null,
      message,
      ...(evidence === undefined ? {} : { evidence }),
    }),
  )
  const planted = (mutation?.findings ?? []).map(
    ({ rule, severity, message, place, evidence }): CodeFinding => ({
      rule,
      severity: severityOf[severity],
      part: 'mutation',
      dimension: 'test_coverage',
      since: 'change',
      path: place.path ?? null,
      line: place.line ?? null,
      column: place.column ?? null,
      message,
      ...(evidence === undefined ? {} : { evidence }),
    }),
  )
  return [...besides, ...planted, ...own]
}

function factsOf({ after, judgement }: CodeVerdicts): readonly CodeFact[] {
  const { build, tests, coverage, lint, commands } = after
  const ran = (purpose: CommandRun['purpose']) => commands.find((each) => each.purpose === purpose)
  const { result, inputs, scope } = judgement
  return [
    {
      about: 'build',
      verdict: verdictOf[build.state],
      text: buildText(after),
      how: commandText(ran('build')) ?? 'no build command',
    },
    {
      about: 'tests',
      verdict: verdictOf[tests.state],
      text: testText(after),
      how: commandText(ran('test')) ?? 'no test command',
    },
    {
      about: 'coverage',
      verdict:
        coverage.confidence === 'unknown'
          ? 'unknown'
          : result.test_coverage_percent >= 50
            ? 'good'
            : 'bad',
      text:
        coverage.confidence === 'unknown'
          ? 'unknown'
          : `${result.test_coverage_percent} % of ${scope === 'change' ? "the change's" : 'the'} lines`,
      how:
        coverage.confidence === 'unknown'
          ? coverage.source
          : `${coverage.confidence}, ${coverage.source}`,
    },
    {
      about: 'lint',
      verdict:
        lint.state === 'unknown' || lint.state === 'stopped'
          ? 'unknown'
          : result.lint_errors > 0
            ? 'bad'
            : 'good',
      text:
        lint.state === 'unknown' || lint.state === 'stopped'
          ? lint.state === 'stopped'
            ? 'timed out'
            : 'unknown'
          : `${counted(result.lint_errors, 'error')}, ${counted(inputs.lint_warnings, 'warning')}`,
      how: commandText(ran('lint')) ?? 'no lint command',
    },
  ]
}

const verdictOf = {
  passed: 'good',
  failed: 'bad',
  none: 'bad',
  stopped: 'unknown',
  unknown: 'unknown',
} as const

function buildText({ build }: Measurement): string {
  switch (build.state) {
    case 'passed':
      return build.decided_by === 'command'
        ? 'passes'
        : build.decided_by === 'parse'
          ? 'all sources parse'
          : 'types are sound'
    case 'failed':
      return counted(build.errors.length, 'error')
    case 'stopped':
      return 'timed out, not failed'
    case 'unknown':
      return 'nothing to build'
  }
}

function testText({ tests }: Measurement): string {
  if (tests.state === 'none') return 'none ran'
  if (tests.state === 'stopped') return 'timed out, not failed'
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

function commandText(run: CommandRun | undefined): string | null {
  if (run === undefined) return null
  const seconds = run.attempts.reduce((sum, attempt) => sum + attempt.seconds, 0)
  const again = run.attempts.length > 1 ? `, ${run.attempts.length} attempts` : ''
  return `${run.shown} · ${seconds.toFixed(1)} s${again}`
}

const mutationFact = (mutation: MutationReport | null): readonly CodeFact[] =>
  mutation === null
    ? []
    : [
        {
          about: 'bugs',
          verdict:
            mutation.verdict === 'pass'
              ? 'good'
              : mutation.verdict === 'na' || mutation.verdict === 'could-not-check'
                ? 'unknown'
                : 'bad',
          text:
            mutation.score === null
              ? mutation.verdict
              : `${mutation.score.noticed} of ${mutation.score.of} planted bugs noticed`,
          how: mutation.reason,
        },
      ]

const sourcesOf = (findings: readonly CodeFinding[], tree: FileTree) =>
  Object.fromEntries(
    [...new Set(findings.flatMap(({ path }) => (path === null ? [] : [path])))].flatMap((path) => {
      const text = tree.get(path)
      if (text === undefined) return []
      return [[path, { text, sha256: createHash('sha256').update(text).digest('hex') }]]
    }),
  )
