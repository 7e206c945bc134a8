import { counted } from '../../model/counted.ts'
import type { OrderReport } from './report-data.ts'
import { printable } from '../../views/findings.ts'
import type { Paint } from '../../model/screen.ts'
import { oneLine, usedText } from '../../views/format.ts'
import { orderEnd, orderMeasured, orderNext } from './summary.ts'
import { junit } from '../../views/junit.ts'
import { obligationCases, obligationsAsMarkdown } from '../../views/verdict.ts'

const worst = (severity: string): number =>
  ({ fail: 0, error: 0, warn: 1, warning: 1 })[severity] ?? 2

const sorted = (report: OrderReport) =>
  report.findings.toSorted((one, other) => worst(one.severity) - worst(other.severity))

const mostShown = 30

export const orderReportPretty = (report: OrderReport, paint: Paint): readonly string[] => [
  ...headOf(report, paint),
  ...(report.view.score === null && report.view.reason === '' ? [] : ['']),
  // findings and notes have parts of their own below
  ...orderMeasured({ ...report.view, objections: [], notes: [], warnings: 0 }, paint),
  ...orderEnd(report.view, paint),
  ...section(
    'Where points were lost',
    report.losses.map(
      ({ dimension, points, why, todo }) =>
        `−${points} ${dimension}: ${printable(why)}  ${paint('dim', printable(todo))}`,
    ),
    paint,
  ),
  ...section(
    'Compiler errors, cycle by cycle',
    report.cycles.map(({ strategy, before, after }) => `${strategy}: ${before} → ${after}`),
    paint,
  ),
  ...section('Findings', findingLines(report, paint), paint),
  ...section(
    'Failed attempts',
    report.view.failed.map(
      ({ attempt, proposer, class: kind, error }) =>
        `attempt ${attempt} by ${proposer}: ${kind}, ${printable(oneLine(error, 110))}`,
    ),
    paint,
  ),
  ...section(
    'Guidelines for the proposer',
    report.view.guidelines.map(
      ({ kind, text }) => `${paint('dim', kind)} ${printable(oneLine(text, 130))}`,
    ),
    paint,
  ),
  ...section(
    'Notes',
    report.notes.map((note) => printable(oneLine(note, 140))),
    paint,
  ),
  '',
  ...orderNext(report.view, paint),
]

function headOf({ view, baseline }: OrderReport, paint: Paint): readonly string[] {
  return [
    paint('bold', printable(view.title)),
    paint('dim', `${view.runId} · ${view.status} · ${usedText(view.used)}`),
    ...(baseline === null
      ? []
      : [
          paint(
            'dim',
            `before: build ${baseline.build}, tests ${baseline.tests}, ${counted(baseline.compilerErrors, 'compiler error')}`,
          ),
        ]),
  ]
}

const section = (title: string, lines: readonly string[], paint: Paint): readonly string[] =>
  lines.length === 0 ? [] : ['', paint('bold', title), ...lines.map((line) => `  ${line}`)]

function findingLines(report: OrderReport, paint: Paint): readonly string[] {
  const findings = sorted(report).filter(({ severity }) => worst(severity) < 2)
  const shown = findings.slice(0, mostShown).map(({ rule, severity, message, where }) => {
    const mark = worst(severity) === 0 ? paint('red', '✗') : paint('yellow', '!')
    return `${mark} ${printable(where)} ${printable(oneLine(message, 120))} ${paint('dim', rule)}`
  })
  const more = findings.length - shown.length
  return more > 0 ? [...shown, paint('dim', `and ${more} more`)] : shown
}

const cell = (text: string): string => oneLine(text, 200).replaceAll('|', '\\|')

export function orderReportMarkdown(report: OrderReport): string {
  const { view, criteria, losses, notes } = report
  const lines = [
    `# ${view.title}`,
    '',
    `\`${view.runId}\`: **${view.status}**${view.score === null ? '' : `, ${view.score} of 10 (${view.threshold} asked for)`}.`,
    '',
    report.description,
    '',
    ...(criteria.length === 0 ? [] : [...criteria.map((each) => `- ${each}`), '']),
    ...(view.outcome === null || view.outcome === 'completed' || view.reason === ''
      ? []
      : [`Why: ${cell(view.reason)}`, '']),
    ...(view.obligations.length === 0
      ? []
      : obligationsAsMarkdown(view.obligations, cell, view.allowed)),
    ...(view.dimensions === null
      ? []
      : [
          '| dimension | score |',
          '|---|---|',
          ...Object.entries(view.dimensions).map(([name, score]) => `| ${name} | ${score} |`),
          '',
        ]),
    ...part(
      'Where points were lost',
      losses.map(({ dimension, points, why }) => `- −${points} ${dimension}: ${cell(why)}`),
    ),
    ...part('Findings', findingRows(report)),
    ...part(
      'Failed attempts',
      view.failed.map(
        ({ attempt, proposer, class: kind, error }) =>
          `- attempt ${attempt} by ${proposer}: ${kind}, ${cell(error)}`,
      ),
    ),
    ...part(
      'Notes',
      notes.map((note) => `- ${cell(note)}`),
    ),
    ...(view.branch === null
      ? []
      : [`Branch \`${view.branch}\`, patch \`${view.paths.patch}\`.`, '']),
  ]
  return `${lines.join('\n').trimEnd()}\n`
}

/** One test case an obligation, for pipelines. */
export const orderReportJunit = ({ view }: OrderReport): string =>
  junit([
    {
      name: view.runId,
      seconds: view.used.seconds,
      properties: { status: view.status, score: view.score ?? 0, threshold: view.threshold },
      cases: obligationCases(view.obligations, view.allowed),
    },
  ])

const part = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [`## ${title}`, '', ...lines, '']

const findingRows = (report: OrderReport): readonly string[] =>
  report.findings.length === 0
    ? []
    : [
        '| severity | where | finding | rule |',
        '|---|---|---|---|',
        ...sorted(report).map(
          ({ severity, where, message, rule }) =>
            `| ${severity} | ${where === '' ? '-' : `\`${where}\``} | ${cell(message)} | \`${rule}\` |`,
        ),
      ]
