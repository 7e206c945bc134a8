import { blockersOf, cell, gateBlock, gateOf, type GateResult } from '../findings-formats.ts'
import type { JudgedFile, JudgedRule } from '../findings.ts'
import { oneLine } from '../format.ts'
import type { Suite } from '../junit.ts'
import { plotLines } from '../plot.ts'
import { allowedIn, obligationCases, obligationsAsMarkdown, verdictAsJson } from '../verdict.ts'
import type { Report } from './report.ts'
import { describeCheck, expectation, subjectOf } from './decided.ts'
import {
  distanceText,
  factsOf,
  iterationCells,
  iterationHead,
  pointsOf,
  versionCells,
  versionHead,
} from './parts.ts'

/** A report for a pull request or a wiki, with the machine's block at the end. */
export function reportMarkdown(report: Report): string {
  const { run, evaluations, checks, confirmations, artifact } = report
  const asked = run.obligations ?? []
  const last = evaluations.at(-1)
  const plot = plotLines(pointsOf(report))
  return [
    `# ${run.status === 'completed' ? '✅' : '⚠️'} ${run.alias}: ${run.status}`,
    '',
    `> ${cell(run.task)}`,
    '',
    ...(asked.length > 0 ? obligationsAsMarkdown(asked, cell, allowedIn(run)) : []),
    ...factsOf(report).map(([name, value]) => `- **${name}:** ${cell(value)}`),
    '',
    ...(plot.length > 0 ? ['## Score over evaluations', '', '```text', ...plot, '```', ''] : []),
    ...tableUnder('Iterations', iterationHead, evaluations.map(iterationCells)),
    ...tableUnder(
      last ? `Rules (iteration ${last.iteration}, phase ${last.phase})` : 'Rules',
      ['rule', 'severity', 'verdict', 'decided by', 'details'],
      (last?.rules ?? []).map((rule) => [
        rule.id,
        rule.severity,
        wordOf(rule),
        rule.decidedBy,
        rule.details,
      ]),
    ),
    ...listUnder('Distance to success', distanceText(report)),
    ...tableUnder('Versions', versionHead, report.versions.map(versionCells)),
    ...tableUnder(
      'Prepared checks',
      ['rule', 'kind', 'expects', 'what'],
      checks.map((check) => [
        check.rule_id,
        describeCheck(check, report.preparer),
        expectation(check),
        subjectOf(check),
      ]),
    ),
    ...tableUnder(
      'Confirmed by',
      ['when', 'who', 'answer', 'question', 'saw'],
      confirmations.map(({ at, by, option, gate, shown }) => [
        at,
        by,
        option,
        gate,
        shown.slice(0, 8),
      ]),
    ),
    ...listUnder(
      'Trouble on the way',
      report.errors.map(
        ({ at, phase, attempt, error }) => `${at} ${phase}, attempt ${attempt}: ${error}`,
      ),
    ),
    ...(artifact === null ? [] : ['## Artifact', '', ...fenced(artifact), '']),
    ...gateBlock(runGate(report)),
  ].join('\n')
}

const tableUnder = (
  title: string,
  head: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] =>
  rows.length === 0
    ? []
    : [
        `## ${title}`,
        '',
        `| ${head.join(' | ')} |`,
        `| ${head.map(() => '---').join(' | ')} |`,
        ...rows.map((row) => `| ${row.map(cell).join(' | ')} |`),
        '',
      ]

const listUnder = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [`## ${title}`, '', ...lines.map((line) => `- ${cell(line)}`), '']

function fenced(text: string): readonly string[] {
  const longest = Math.max(2, ...(text.match(/`{3,}/g) ?? []).map((run) => run.length))
  const fence = '`'.repeat(longest + 1)
  return [`${fence}markdown`, text.trimEnd(), fence]
}

const wordOf = ({ verdict }: JudgedRule) => (verdict === 'error' ? 'check broke' : verdict)

function runGate({ run }: Report): GateResult {
  const done = run.status === 'completed'
  return gateOf(
    done,
    done ? [] : blockersOf(run.obligations ?? [], run.artifactPath),
    done
      ? { command: `loopwright save ${run.alias} FILE`, reason: 'the gates are passed' }
      : { command: `loopwright new --from ${run.alias}`, reason: 'the gates are not passed' },
  )
}

/** A report for machines. Fields are added, never changed. */
export function reportJson({ run, evaluations, versions, checks, ...report }: Report) {
  return {
    loopwright: 1,
    alias: run.alias,
    run_id: run.runId,
    task: run.task,
    task_type: run.taskType,
    status: run.status,
    ...verdictAsJson(run.obligations ?? [], allowedIn(run)),
    criteria: report.criteria,
    from: report.from,
    iteration: run.iteration,
    max_iterations: run.maxIterations,
    artifact_status: run.artifactStatus,
    artifact: {
      path: run.artifactPath,
      sha256: run.artifact,
      ...(report.artifact === null ? {} : { content: report.artifact }),
    },
    final_score: run.artifactStatus === 'evaluated' ? (run.evaluation?.score ?? null) : null,
    stop: run.stop,
    distance_to_success: report.distance,
    used: run.used,
    agents: report.agents,
    sandbox: report.sandbox,
    evaluations: evaluations.map(({ rules, costUsd, ...row }) => ({
      ...row,
      cost_usd: costUsd,
      rules: rules.map(({ id, severity, weight, verdict, details, decidedBy }) => ({
        id,
        severity,
        weight,
        verdict,
        details,
        decided_by: decidedBy,
      })),
    })),
    after_last_evaluation: report.afterwards,
    versions: versions.map(({ fixedByMachine, ...row }) => ({
      ...row,
      fixed_by_machine: fixedByMachine,
    })),
    prepared_checks: checks,
    confirmations: report.confirmations,
    errors: report.errors,
    created_at: run.createdAt,
    updated_at: run.updatedAt,
  }
}

/** The last evaluation as a judged file, for SARIF. A run records what its checks said, not where. */
export function reportAsFile({ run, evaluations, criteria, artifact }: Report): JudgedFile | null {
  const last = evaluations.at(-1)
  if (last === undefined) return null
  return {
    path: run.artifactPath.replaceAll('\\', '/'),
    sha256: last.artifact,
    text: artifact ?? '',
    type: run.taskType,
    criteria,
    level: last.phase === 'B' ? 'B' : 'A',
    score: last.score,
    threshold: last.threshold,
    passed: last.passed,
    rules: last.rules,
    obligations: run.obligations ?? [],
    seconds: last.seconds,
    fixed: [],
  }
}

/** JUnit: a suite for each evaluation, a test case for each criterion. */
export const reportSuites = ({ run, evaluations, criteria }: Report): readonly Suite[] =>
  evaluations.map((row, index) => ({
    name: `${run.alias} iteration ${row.iteration} phase ${row.phase}`,
    seconds: row.seconds,
    properties: {
      run_id: run.runId,
      criteria,
      score: row.score,
      threshold: row.threshold,
      passed: row.passed,
      artifact_sha256: row.artifact,
      tokens: row.tokens,
      cost_usd: row.costUsd,
    },
    cases: [
      ...(index === evaluations.length - 1
        ? obligationCases(
            (run.obligations ?? []).filter(({ source }) => source.kind !== 'rule'),
            allowedIn(run),
          )
        : []),
      ...row.rules.map(({ id, verdict, severity, details, decidedBy }) => ({
        name: id,
        className: `${criteria}.${row.phase}`,
        verdict,
        severity,
        message: oneLine(details, 300),
        text: `${details}\ndecided by: ${decidedBy}`,
      })),
    ],
  }))
