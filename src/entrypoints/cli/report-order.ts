import type { House } from '../../app.ts'
import type { OpenOrder } from '../../app/workorder-places.ts'
import { orderReportOf } from '../../app/workorder-report.ts'
import { exitCodes, type Problem } from '../../model/problem.ts'
import { err, ok, type Result } from '../../model/result.ts'
import {
  orderReportJunit,
  orderReportMarkdown,
  orderReportPretty,
} from '../../views/order-report.ts'
import type { Call } from './command.ts'
import { deliver } from './commands/report-output.ts'
import { text } from './parse.ts'
import type { ReportFormat } from './report-formats.ts'
import type { Outcome } from './workflow-verbs.ts'

export async function reportOrder(
  call: Call,
  house: House,
  open: OpenOrder,
  format: ReportFormat,
): Outcome {
  const told = await rendered(call, house, open, format)
  return told.ok ? deliver(call, house, told.value, exitCodes.accepted) : told
}

async function rendered(
  { terminal, values }: Call,
  house: House,
  open: OpenOrder,
  format: ReportFormat,
): Promise<Result<string, Problem>> {
  const report = await orderReportOf(house, open)
  const toFile = text(values, 'output') !== undefined
  const paint: typeof terminal.paint = toFile ? (_, plain) => plain : terminal.paint
  switch (format) {
    case 'pretty':
      return ok(orderReportPretty(report, paint).join('\n'))
    case 'markdown':
      return ok(orderReportMarkdown(report))
    case 'json':
      return ok(JSON.stringify({ loopwright: 1, workflow: 'workorder', ...report }))
    case 'junit':
      return ok(orderReportJunit(report))
    case 'html':
    case 'sarif':
      return err({
        exit: 2,
        what: `a work order has no report in ${format}`,
        todo: `it has: loopwright report ${report.view.runId} --format ${format === 'html' ? 'markdown' : 'junit'}`,
      })
  }
}
