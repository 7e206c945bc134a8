import type { Workspace } from '../../ports/workspace.ts'
import type { OpenOrder } from '../../app/workorder-places.ts'
import { orderReportOf } from '../../app/workorder-report.ts'
import {
  orderReportJunit,
  orderReportMarkdown,
  orderReportPretty,
} from '../../views/order-report.ts'
import type { Call, ReportFormat } from './command.ts'
import { deliverIn } from './commands/report-output.ts'
import type { Outcome } from './workflow-verbs.ts'

export async function reportOrder(
  call: Call,
  workspace: Workspace,
  open: OpenOrder,
  format: ReportFormat,
): Outcome {
  const report = await orderReportOf(workspace, open)
  return deliverIn(call, workspace, format, {
    pretty: (paint) => orderReportPretty(report, paint).join('\n'),
    markdown: () => orderReportMarkdown(report),
    json: () => JSON.stringify({ loopwright: 1, workflow: 'workorder', ...report }),
    junit: () => orderReportJunit(report),
    none: {
      what: `a work order has no report in ${format}`,
      todo: `it has: loopwright report ${report.view.runId} --format ${format === 'html' ? 'markdown' : 'junit'}`,
    },
  })
}
