import { setFlagsFromString } from 'node:v8'
import type { Workspace } from '../../ports/workspace.ts'
import { journalProblem } from '../../app/reflex-places.ts'
import { viewOf } from '../../app/reflex-view.ts'
import { exitCodes } from '../../model/problem.ts'
import { type AsyncResult, err, ok, usageError } from '../../model/result.ts'
import { openReport, type Report } from '../../views/report.ts'
import { type Call, flag, type ReportFormat, text } from './command.ts'
import { deliver } from './commands/report-output.ts'
import type { OpenLoop } from './reflex-verbs.ts'
import type { Outcome } from './workflow-verbs.ts'

export async function reportReflex(
  call: Call,
  workspace: Workspace,
  { place, state }: OpenLoop,
  format: ReportFormat,
): Outcome {
  // a long history passes by: most of what is made of it is gone at once, and needs no room to grow in
  setFlagsFromString('--semi-space-growth-factor=1')
  const building = openReport()
  const read = await place.store.journal.read(undefined, (entry) => building.take(entry))
  if (!read.ok) return err(journalProblem(workspace, place, read.error))
  const run = viewOf(workspace, place, state)
  const report = building.build(run, {
    artifact:
      flag(call.values, 'artifact') && run.artifact !== null
        ? await workspace.blobs.get(run.artifact)
        : null,
  })
  const written = await rendered(call, report, format)
  return written.ok ? deliver(call, workspace, written.value, exitCodes.accepted) : written
}

async function rendered(
  { terminal, values, env }: Call,
  report: Report,
  format: ReportFormat,
): AsyncResult<string> {
  if (format === 'pretty') {
    const { reportPretty } = await import('../../views/report-pretty.ts')
    const toFile = text(values, 'output') !== undefined
    const paint: typeof terminal.paint = toFile ? (_, plain) => plain : terminal.paint
    const locale = env['LC_ALL'] ?? env['LC_CTYPE'] ?? env['LANG'] ?? 'UTF-8'
    const plain = env['TERM'] === 'dumb' || /^(?:C|POSIX)$/.test(locale)
    const lines = reportPretty(report, {
      paint,
      plain,
      width: terminal.live ? terminal.width : 110,
    })
    return ok([...lines, '', ...nextLines(report, paint)].join('\n'))
  }
  if (format === 'html') return ok((await import('../../views/report-html.ts')).reportHtml(report))
  const { reportAsFile, reportJson, reportMarkdown, reportSuites } =
    await import('../../views/report-formats.ts')
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
  const { version } = await import('./version.ts')
  const properties = { run_id: report.run.runId, cost_usd: report.run.used.costUsd }
  return ok(JSON.stringify(sarif([file], { version, properties }), null, 2))
}

function nextLines({ run }: Report, paint: Call['terminal']['paint']): readonly string[] {
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
