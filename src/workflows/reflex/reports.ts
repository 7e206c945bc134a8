import { runProblem } from '../../engine/open-run.ts'
import type { ReportFormat, Reports, ShowOptions } from '../../engine/workflow.ts'
import { type AsyncResult, err, ok, usageError } from '../../model/result.ts'
import type { Screen } from '../../model/screen.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { openReport, type Report } from '../../views/report/report.ts'
import type { ReflexRun } from './places.ts'
import { viewOf } from './view.ts'

export async function reflexReports(
  workspace: Workspace,
  run: ReflexRun,
  { artifact }: ShowOptions,
): Promise<Reports> {
  const render = (format: ReportFormat) => async (screen: Screen) => {
    const building = openReport()
    const read = await run.store.journal.read(undefined, (entry) => building.take(entry))
    if (!read.ok) return err(runProblem(workspace, run, read.error))
    const view = viewOf(workspace, run.state)
    const text =
      artifact && view.artifact !== null ? await workspace.blobs.get(view.artifact) : null
    const report = building.build(view, { artifact: text })
    return rendered(report, format, { screen, version: workspace.toolVersion })
  }
  return {
    pretty: render('pretty'),
    markdown: render('markdown'),
    json: render('json'),
    html: render('html'),
    sarif: render('sarif'),
    junit: render('junit'),
    none: { what: 'there is no such report' },
  }
}

type Rendering = { readonly screen: Screen; readonly version: string }

async function rendered(
  report: Report,
  format: ReportFormat,
  { screen, version }: Rendering,
): AsyncResult<string> {
  if (format === 'pretty') {
    const { reportPretty } = await import('../../views/report/pretty.ts')
    const lines = reportPretty(report, { ...screen, width: screen.live ? screen.width : 110 })
    return ok([...lines, '', ...nextLines(report, screen)].join('\n'))
  }
  if (format === 'html') return ok((await import('../../views/report/html.ts')).reportHtml(report))
  const { reportAsFile, reportJson, reportMarkdown, reportSuites } =
    await import('../../views/report/formats.ts')
  if (format === 'json') return ok(JSON.stringify(reportJson(report)))
  if (format === 'markdown') return ok(reportMarkdown(report))
  const file = reportAsFile(report)
  if (file === null)
    return usageError(
      `${report.run.alias} was not evaluated yet, so there is nothing to say in ${format}`,
      `go on with it: loopwright resume ${report.run.alias}`,
    )
  if (format === 'junit') {
    const { junit } = await import('../../views/junit.ts')
    return ok(junit(reportSuites(report)))
  }
  const { sarif } = await import('../../views/sarif.ts')
  const properties = { run_id: report.run.runId, cost_usd: report.run.used.costUsd }
  return ok(JSON.stringify(sarif([file], { version, properties }), null, 2))
}

function nextLines({ run }: Report, { paint }: Screen): readonly string[] {
  const arrow = paint('cyan', '→')
  if (run.status === 'waiting')
    return [`${arrow} it waits for a person: loopwright answer ${run.alias} confirm`]
  if (run.status === 'running') return [`${arrow} go on: loopwright resume ${run.alias}`]
  return [
    ...(run.artifact === null ? [] : [`${arrow} take it: loopwright save ${run.alias} FILE`]),
    `${arrow} share it: loopwright report ${run.alias} --format html -o report.html`,
    ...(run.status === 'completed'
      ? []
      : [`${arrow} start again from it: loopwright new --from ${run.alias}`]),
  ]
}
