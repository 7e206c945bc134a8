import type { Reports } from '../../engine/workflow.ts'
import type { Workspace } from '../../ports/workspace.ts'
import type { OpenOrder } from './orders.ts'
import { orderReportOf } from './report-data.ts'
import { orderReportJunit, orderReportMarkdown, orderReportPretty } from './report-text.ts'

export async function orderReports(workspace: Workspace, { state }: OpenOrder): Promise<Reports> {
  const report = await orderReportOf(workspace, state)
  return {
    pretty: ({ paint }) => orderReportPretty(report, paint).join('\n'),
    markdown: () => orderReportMarkdown(report),
    json: () => JSON.stringify({ loopwright: 1, workflow: 'workorder', ...report }),
    junit: () => orderReportJunit(report),
    none: {
      what: 'a work order has no report in this format',
      todo: `it has: loopwright report ${report.view.runId} --format markdown   or: --format junit`,
    },
  }
}
