import type { Workspace } from '../../ports/workspace.ts'
import type { OpenFeature } from '../../app/design-feature.ts'
import { designReportOf } from '../../app/design-report.ts'
import { ok, usageError } from '../../model/result.ts'
import { designReportMarkdown, designReportPretty } from '../../views/design-report.ts'
import type { Call, ReportFormat } from './command.ts'
import { deliverIn } from './commands/report-output.ts'
import type { Outcome } from './workflow-verbs.ts'

export async function reportDesign(
  call: Call,
  workspace: Workspace,
  opened: OpenFeature,
  format: ReportFormat,
): Outcome {
  const report = await designReportOf(workspace, opened)
  const preview = opened.state.judged?.preview.sha256
  return deliverIn(call, workspace, format, {
    pretty: (paint) => designReportPretty(report, paint).join('\n'),
    markdown: () => designReportMarkdown(report),
    json: () => JSON.stringify({ loopwright: 1, workflow: 'design', ...report }),
    async html() {
      const page = preview === undefined ? null : await workspace.blobs.get(preview)
      return page === null ? usageError(`${report.view.featureId} has no preview yet`) : ok(page)
    },
    none: {
      what: `a design has no report in ${format}`,
      todo: `its findings have: loopwright check design ${report.view.paths.intent} --format ${format}`,
    },
  })
}
