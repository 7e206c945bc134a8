import { sparkline } from '../../views/bars.ts'
import type { GanReport } from './report-data.ts'
import { printable } from '../../views/findings.ts'
import type { Paint } from '../../model/screen.ts'
import { cell } from '../../views/findings-formats.ts'
import { oneLine, table, usedText } from '../../views/format.ts'
import { ganBars } from './summary.ts'
import type { GanView } from './view.ts'

const head = ['iteration', 'score', 'design', 'originality', 'complete', 'functions', 'findings']

const rows = ({ rounds }: GanReport): readonly string[][] =>
  rounds.map(({ iteration, overall, dimensions, findings, mustPass }) => [
    String(iteration),
    overall.toFixed(2),
    ...dimensions.map((score) => score.toFixed(2)),
    mustPass > 0 ? `${findings} (${mustPass} must pass)` : String(findings),
  ])

const heading = ({ runId, outcome, state, reason }: GanView): string =>
  `${runId}: ${outcome ?? state}${reason === '' ? '' : `, ${reason}`}`

const mostFindings = 30

export function ganReportPretty(report: GanReport, paint: Paint): readonly string[] {
  const { view, criteria, findings, guidance } = report
  const title = (text: string) => ['', paint('bold', text)]
  return [
    paint('bold', printable(heading(view))),
    `  ${view.level}, ${view.contract === 'none' ? 'no sprint contract' : 'sprint contracts'}, ${usedText(view.used)}`,
    ...ganBars(view, paint),
    ...title(`Scores  ${sparkline(view.scores)}  threshold ${view.threshold.toFixed(2)}`),
    ...table(head, rows(report)).map((line) => `  ${line}`),
    ...title(`Criteria (${view.passed} of ${view.items} hold)`),
    ...criteria.map(
      ({ id, criterion, passed, score, reason }) =>
        `  ${passed ? paint('green', '✓') : paint('red', '✗')} ${id} ${score.toFixed(2)} ${printable(oneLine(passed ? criterion : `${criterion}: ${reason}`, 120))}`,
    ),
    ...title(`Findings (${findings.length})`),
    ...findings
      .slice(0, mostFindings)
      .map(({ severity, ruleId, where, message }) =>
        printable(`  ${severity}: ${where} ${message} [${ruleId}]`),
      ),
    ...(findings.length > mostFindings
      ? [`  … and ${findings.length - mostFindings} more in ${view.paths.report}`]
      : []),
    ...(guidance.length === 0
      ? []
      : [...title('What people said'), ...guidance.map((each) => printable(`  · ${each}`))]),
    '',
    `  page ${view.paths.page}`,
    ...view.paths.screenshots.map((path) => `  picture ${path}`),
  ]
}

export function ganReportMarkdown(report: GanReport): string {
  const { view, criteria, findings, guidance } = report
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`
  return `${[
    `# ${heading(view)}`,
    '',
    `Score ${view.score?.toFixed(2) ?? 'none'} of ${view.threshold.toFixed(2)}. Page: \`${view.paths.page}\`.`,
    '',
    '## Scores',
    '',
    line(head),
    line(head.map(() => '---')),
    ...rows(report).map(line),
    '',
    '## Criteria',
    '',
    line(['criterion', 'verdict', 'score', 'reason']),
    line(['---', '---', '---', '---']),
    ...criteria.map(({ id, criterion, passed, score, reason }) =>
      line([`${id} ${criterion}`, passed ? 'holds' : 'open', score.toFixed(2), reason]),
    ),
    '',
    `## Findings (${findings.length})`,
    '',
    ...findings.map(
      ({ severity, ruleId, where, message }) =>
        `- **${severity}** ${cell(message)} (\`${ruleId}\`, ${cell(where)})`,
    ),
    ...(guidance.length === 0
      ? []
      : ['', '## What people said', '', ...guidance.map((each) => `- ${cell(each)}`)]),
  ].join('\n')}\n`
}
