import { table, usedText } from '../../views/format.ts'
import { sparkline } from '../../views/bars.ts'
import { dimensionBars, showPoints } from '../../views/dimension-bars.ts'
import { askedLines } from './summary.ts'
import type { DesignReport } from './report-data.ts'
import { printable } from '../../views/findings.ts'
import type { Paint } from '../../model/screen.ts'
import { cell } from '../../views/findings-formats.ts'
import { obligationsAsMarkdown } from '../../views/verdict.ts'

const columns = [
  'completeness',
  'coherence',
  'clarity',
  'frameworkAgnosticism',
  'dataModelIntegrity',
] as const

const scoreRows = ({ view, dimensions }: DesignReport): readonly string[][] =>
  dimensions.map((row, index) => [
    String(row.iteration + 1),
    showPoints(view.scores[index]?.score ?? 0),
    ...columns.map((name) => showPoints(row[name] ?? 0)),
  ])

const scoreHead = [
  'iteration',
  'score',
  'completeness',
  'coherence',
  'clarity',
  'framework',
  'data',
]

export function designReportPretty(report: DesignReport, paint: Paint): readonly string[] {
  const { view, findings, recommendations, rejections } = report
  const title = (text: string) => ['', paint('bold', text)]
  return [
    paint('bold', `${view.featureId}: ${view.state}`),
    ...askedLines(view, paint, 100),
    `  run ${view.runId}, ${usedText(view.used)}, generator ${view.models.generator}`,
    ...(view.dimensions === null ? [] : dimensionBars(view.dimensions, view.threshold, paint)),
    ...title(
      `Scores  ${sparkline(view.scores.map(({ score }) => score / 100))}  threshold ${showPoints(view.threshold)}`,
    ),
    ...table(scoreHead, scoreRows(report)).map((line) => `  ${line}`),
    ...title(`Findings (${findings.length})`),
    ...findings
      .slice(0, 30)
      .map((each) =>
        printable(`  ${each.severity}: ${each.path} ${each.message} [${each.ruleId}]`),
      ),
    ...(findings.length > 30
      ? [`  … and ${findings.length - 30} more in ${view.paths.critique}`]
      : []),
    ...(recommendations.length > 0
      ? [...title('Recommendations'), ...recommendations.map((each) => printable(`  · ${each}`))]
      : []),
    ...(rejections.length > 0
      ? [
          ...title('Rejections'),
          ...rejections.map(({ at, by, feedback }) => printable(`  ${at} ${by}: ${feedback}`)),
        ]
      : []),
    ...title('Way'),
    ...view.history.map(
      ({ at, from, to, trigger, detail }) =>
        `  ${at}  ${from.padEnd(10)} → ${to.padEnd(10)} ${printable(`${trigger}${detail === '' ? '' : `: ${detail}`}`)}`,
    ),
  ]
}

export function designReportMarkdown(report: DesignReport): string {
  const { view, findings, recommendations } = report
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [
    `## ${view.state === 'FROZEN' ? '✅' : view.state === 'FAILED' ? '❌' : '⏳'} ${view.featureId}: ${view.state}`,
    '',
    view.score === null
      ? 'Not evaluated yet.'
      : `Score ${showPoints(view.score)} of 100, threshold ${showPoints(view.threshold)}.`,
    '',
    ...(view.obligations.length === 0 ? [] : obligationsAsMarkdown(view.obligations, cell)),
    row(scoreHead),
    row(scoreHead.map(() => '---:')),
    ...scoreRows(report).map(row),
    '',
    ...(findings.length === 0
      ? ['No findings.']
      : [
          row(['Severity', 'Where', 'What', 'Rule']),
          row(['---', '---', '---', '---']),
          ...findings
            .slice(0, 50)
            .map((each) =>
              row([each.severity, cell(each.path), cell(each.message), cell(each.ruleId)]),
            ),
        ]),
    '',
    ...(recommendations.length > 0
      ? ['### Recommendations', '', ...recommendations.map((each) => `- ${cell(each)}`), '']
      : []),
    ...(view.decision === null
      ? []
      : [
          `Decision: ${view.decision.choice} by ${cell(view.decision.by)}, ${view.decision.at}.`,
          '',
        ]),
    ...(view.checksum === null ? [] : [`Checksum (SHA-256): \`${view.checksum}\``, '']),
  ].join('\n')
}
