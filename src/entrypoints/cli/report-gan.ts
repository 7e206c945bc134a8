import type { House } from '../../app.ts'
import type { OpenGan } from '../../app/gan-places.ts'
import { lookAgain } from '../../app/gan-page.ts'
import { ganReportOf } from '../../app/gan-report.ts'
import { exitCodes, type Problem } from '../../model/problem.ts'
import { err, ok, type Result } from '../../model/result.ts'
import { ganReportMarkdown, ganReportPretty } from '../../views/gan-report.ts'
import type { Call } from './command.ts'
import { deliver } from './commands/report-output.ts'
import { text } from './parse.ts'
import type { ReportFormat } from './report-formats.ts'
import type { Outcome } from './workflow-verbs.ts'

export async function reportGan(
  call: Call,
  house: House,
  open: OpenGan,
  format: ReportFormat,
): Outcome {
  const told = await rendered(call, house, open, format)
  return told.ok ? deliver(call, house, told.value, exitCodes.accepted) : told
}

async function rendered(
  { terminal, values }: Call,
  house: House,
  open: OpenGan,
  format: ReportFormat,
): Promise<Result<string, Problem>> {
  const report = await ganReportOf(house, open)
  const toFile = text(values, 'output') !== undefined
  const paint: typeof terminal.paint = toFile ? (_, plain) => plain : terminal.paint
  switch (format) {
    case 'pretty':
      return ok(ganReportPretty(report, paint).join('\n'))
    case 'markdown':
      return ok(ganReportMarkdown(report))
    case 'json':
      return ok(JSON.stringify({ loopwright: 1, workflow: 'gan', ...report }))
    case 'html': {
      const page = await lookAgain(house, open)
      if (!page.ok) return page
      const { pagesAsHtml } = await import('../../views/page-html.ts')
      return ok(pagesAsHtml(page.value, (bytes) => Buffer.from(bytes).toString('base64')))
    }
    case 'sarif':
    case 'junit':
      return err({
        exit: 2,
        what: `a page run has no report in ${format}`,
        todo: `its page has: loopwright check page ${report.view.paths.folder}/site --format ${format}`,
      })
  }
}
