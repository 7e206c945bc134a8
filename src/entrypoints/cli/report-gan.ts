import type { Workspace } from '../../ports/workspace.ts'
import type { OpenGan } from '../../app/gan-places.ts'
import { lookAgain } from '../../app/gan-page.ts'
import { ganReportOf } from '../../app/gan-report.ts'
import { ok } from '../../model/result.ts'
import { ganReportMarkdown, ganReportPretty } from '../../views/gan-report.ts'
import type { Call, ReportFormat } from './command.ts'
import { deliverIn } from './commands/report-output.ts'
import type { Outcome } from './workflow-verbs.ts'

export async function reportGan(
  call: Call,
  workspace: Workspace,
  open: OpenGan,
  format: ReportFormat,
): Outcome {
  const report = await ganReportOf(workspace, open)
  return deliverIn(call, workspace, format, {
    pretty: (paint) => ganReportPretty(report, paint).join('\n'),
    markdown: () => ganReportMarkdown(report),
    json: () => JSON.stringify({ loopwright: 1, workflow: 'gan', ...report }),
    async html() {
      const page = await lookAgain(workspace, open)
      if (!page.ok) return page
      const { pagesAsHtml } = await import('../../views/page-html.ts')
      return ok(pagesAsHtml(page.value, (bytes) => Buffer.from(bytes).toString('base64')))
    },
    none: {
      what: `a page run has no report in ${format}`,
      todo: `its page has: loopwright check page ${report.view.paths.folder}/site --format ${format}`,
    },
  })
}
