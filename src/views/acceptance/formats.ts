import { placeOf, nextLines } from './pretty.ts'
import { type AcceptanceReport, type CodeFinding, tallyOf } from './report.ts'
import { type JudgedFile, type JudgedRule, severityOf, weightOf, worstOf } from '../findings.ts'
import { blockersOf, cell, code, gateBlock, gateOf } from '../findings-formats.ts'
import { oneLine, showSeconds } from '../format.ts'
import type { Suite } from '../junit.ts'
import { obligationCases, obligationsAsMarkdown, verdictAsJson } from '../verdict.ts'

/** A scorecard for machines. `loopwright` is the version of this shape; fields are added, never changed. */
export const acceptanceAsJson = (report: AcceptanceReport) => ({
  loopwright: 1,
  kind: 'code',
  passed: report.passed,
  exit: report.exit,
  ...verdictAsJson(report.obligations),
  path: report.path,
  base: report.base,
  scope: report.scope,
  files: report.files,
  status: report.status,
  score: report.score,
  threshold: report.threshold,
  acceptance_result: report.result,
  dimensions: report.dimensions,
  facts: report.facts,
  findings: report.findings,
  notes: report.notes,
  next: nextLines(report),
  sandbox: report.walls,
  seconds: report.seconds,
  measurement: report.measured,
})

/** The scorecard as the files its findings stand in, for formats that speak of files. */
export function acceptanceFiles(report: AcceptanceReport): readonly JudgedFile[] {
  const home = 'package.json'
  const byFile = Map.groupBy(report.findings, ({ path }) => path ?? home)
  return [...byFile].map(([file, findings]) => ({
    path: placeOf(report.path, { ...nowhere, path: file }),
    sha256: report.sources[file]?.sha256 ?? '',
    text: report.sources[file]?.text ?? '',
    type: 'code',
    criteria: 'acceptance',
    level: 'B',
    score: report.score / 10,
    threshold: report.threshold / 10,
    passed: report.passed,
    seconds: report.seconds,
    fixed: [],
    rules: [...Map.groupBy(findings, ({ rule }) => rule)].map(([rule, own]) =>
      judgedRule(rule, own),
    ),
  }))
}

const nowhere: CodeFinding = {
  rule: '',
  severity: 'info',
  part: 'scorecard',
  dimension: '',
  since: 'project',
  path: null,
  line: null,
  column: null,
  message: '',
}

function judgedRule(rule: string, findings: readonly CodeFinding[]): JudgedRule {
  const worst = worstOf(findings)
  return {
    id: rule,
    description: `The code gate, ${rule}`,
    severity: severityOf[worst],
    weight: weightOf[worst],
    verdict: worst === 'error' ? 'fail' : 'warn',
    details: findings[0]?.message ?? '',
    decidedBy: `builtin:code/${findings[0]?.part ?? 'scorecard'}`,
    counts: true,
    findings: findings.map(({ message, line, column, evidence }) => ({
      message,
      place: { ...(line === null ? {} : { line }), ...(column === null ? {} : { column }) },
      ...(evidence === undefined ? {} : { evidence }),
    })),
  }
}

/** One case a dimension, one for each part of the gate that can fail besides. */
export function acceptanceSuite(report: AcceptanceReport): Suite {
  const besides = (['integrity', 'own', 'mutation'] as const).flatMap((part) => {
    const own = report.findings.filter((each) => each.part === part)
    return own.length === 0 ? [] : [{ part, own }]
  })
  const lines = (findings: readonly CodeFinding[]) =>
    findings
      .slice(0, 100)
      .map((each) => `${placeOf(report.path, each)}: ${each.message}`)
      .join('\n')
  return {
    name: `code ${report.path}`,
    seconds: report.seconds,
    properties: {
      score: report.score,
      threshold: report.threshold,
      status: report.status,
      passed: report.passed,
    },
    cases: [
      ...obligationCases(report.obligations),
      ...report.dimensions.map(({ name, score, losses }) => ({
        name,
        className: 'acceptance',
        verdict: score >= report.threshold ? ('pass' as const) : ('warn' as const),
        severity: 'warn',
        message: oneLine(losses.map(({ why }) => why).join('; ') || 'nothing lost', 300),
        text: lines(
          report.findings.filter(
            ({ dimension, part }) => dimension === name && part === 'scorecard',
          ),
        ),
      })),
      ...besides.map(({ part, own }) => ({
        name: part,
        className: 'acceptance',
        // what blocks is an obligation of its own
        verdict: 'warn' as const,
        severity: 'warn',
        message: oneLine(own[0]?.message ?? '', 300),
        text: lines(own),
      })),
    ],
  }
}

const mostFindings = 30

const marks = { accepted: '✅', not_accepted: '❌', undecided: '❔' } as const

/** A comment for a pull request: the dimensions, what was run, the findings, and the machine's block. */
export const acceptanceAsMarkdown = (report: AcceptanceReport): string =>
  [
    `## ${marks[report.verdict.verdict]} Loopwright: ${code(report.path)} ${report.score.toFixed(1)} of 10 (${report.status})`,
    '',
    ...obligationsAsMarkdown(report.obligations, cell),
    '| Dimension | Score | Weight | Why |',
    '| --- | ---: | ---: | --- |',
    ...report.dimensions.map(
      ({ label, score, weight, losses }) =>
        `| ${label} | ${score} | ${weight} % | ${losses.map(({ points, why }) => cell(`−${points}: ${why}`)).join('<br>') || 'nothing lost'} |`,
    ),
    '',
    ...report.facts.map(({ about, text, how }) => `- **${about}**: ${cell(text)} (${cell(how)})`),
    ...report.notes.map((note) => `- ${cell(note)}`),
    '',
    ...(report.findings.length === 0
      ? []
      : [
          `<details><summary>${tallyOf(report)}</summary>`,
          '',
          ...report.findings
            .slice(0, mostFindings)
            .map(
              (each) =>
                `- ${each.path === null ? '' : `${code(placeOf(report.path, each))} `}${each.severity}: ${cell(each.message)} (${code(each.rule)}${each.since === 'before' ? ', was so before' : ''})`,
            ),
          ...(report.findings.length > mostFindings
            ? [`- … and ${report.findings.length - mostFindings} more`]
            : []),
          '',
          '</details>',
          '',
        ]),
    `Measured in ${showSeconds(report.seconds)}, ${report.walls}.`,
    '',
    ...gateBlock(
      gateOf(report.passed, blockersOf(report.obligations, report.path), {
        command: null,
        reason: nextLines(report)[0] ?? 'nothing blocks',
      }),
    ),
  ].join('\n')
