import { z } from 'zod'
import type { Reports } from '../../engine/workflow.ts'
import { ok } from '../../model/result.ts'
import type { Workspace } from '../../ports/workspace.ts'
import type { GanRun } from './places.ts'
import { sparkline } from '../../views/bars.ts'
import { printable } from '../../views/findings.ts'
import type { Paint } from '../../model/screen.ts'
import { cell } from '../../views/findings-formats.ts'
import { oneLine, table, usedText } from '../../views/format.ts'
import { ganBars } from './summary.ts'
import { type GanView, ganViewOf } from './view.ts'
import { dimensions } from './inputs/rubrics.ts'

export async function ganReports(workspace: Workspace, run: GanRun): Promise<Reports> {
  const report = await ganReportOf(workspace, run)
  return {
    pretty: ({ paint }) => ganReportPretty(report, paint).join('\n'),
    markdown: () => ganReportMarkdown(report),
    json: () => JSON.stringify({ loopwright: 1, workflow: 'gan', ...report }),
    async html() {
      const { lookAgain } = await import('./page.ts')
      const page = await lookAgain(workspace, run)
      if (!page.ok) return page
      const { pagesAsHtml } = await import('../../views/page/html.ts')
      return ok(pagesAsHtml(page.value, (bytes) => Buffer.from(bytes).toString('base64')))
    },
    none: {
      what: 'a page run has no report in this format',
      todo: `its page has: loopwright check page ${report.view.paths.folder}/site --format sarif`,
    },
  }
}

const head = ['iteration', 'score', 'design', 'originality', 'complete', 'functions', 'findings']

const rows = ({ rounds }: GanReport): readonly string[][] =>
  rounds.map(({ iteration, overall, dimensions: scores, findings, mustPass }) => [
    String(iteration),
    overall.toFixed(2),
    ...scores.map((score) => score.toFixed(2)),
    mustPass > 0 ? `${findings} (${mustPass} must pass)` : String(findings),
  ])

const heading = ({ runId, outcome, state, reason }: GanView): string =>
  `${runId}: ${outcome ?? state}${reason === '' ? '' : `, ${reason}`}`

const mostFindings = 30

function ganReportPretty(report: GanReport, paint: Paint): readonly string[] {
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

function ganReportMarkdown(report: GanReport): string {
  const { view, criteria, findings, guidance } = report
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`
  return `${[
    `# ${heading(view)}`,
    '',
    `Score ${view.score?.toFixed(2) ?? 'none'} (${view.threshold.toFixed(2)} is asked for). Page: \`${view.paths.page}\`.`,
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

const Kept = z.looseObject({
  findings: z.array(
    z.looseObject({
      ruleId: z.string(),
      severity: z.string(),
      message: z.string(),
      place: z.looseObject({
        selector: z.string().optional(),
        file: z.string().optional(),
        line: z.number().optional(),
      }),
    }),
  ),
})

type GanReport = Awaited<ReturnType<typeof ganReportOf>>

/** The whole of a run, for reports. */
async function ganReportOf(
  workspace: Pick<Workspace, 'blobs' | 'relative' | 'root'>,
  { state }: GanRun,
) {
  const { evaluation } = state
  const text = evaluation === null ? null : await workspace.blobs.get(evaluation.report)
  const stored = text === null ? null : Kept.parse(JSON.parse(text))
  const items = evaluation?.contract?.acceptance_checklist ?? []
  return {
    view: ganViewOf(workspace, state),
    rounds: state.evaluations.map((each) => ({
      iteration: each.iteration,
      overall: each.overall,
      dimensions: dimensions.map((name) => each.scores[name]),
      findings: each.findings,
      mustPass: each.mustPassFailures.length,
    })),
    criteria: (evaluation?.verdicts ?? []).map(({ id, passed, score, reason }) => ({
      id,
      criterion: items.find((item) => item.id === id)?.criterion ?? '',
      passed,
      score,
      reason,
    })),
    findings: (stored?.findings ?? [])
      .filter(({ severity }) => severity !== 'info')
      .map(({ ruleId, severity, message, place }) => ({
        ruleId,
        severity,
        message,
        where: place.selector ?? (place.file ? `${place.file}:${place.line ?? 1}` : 'the page'),
      })),
    guidance: state.guidance,
  }
}
