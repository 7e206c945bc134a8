import type { House } from '../../app.ts'
import type { OpenFeature } from '../../app/design-feature.ts'
import { designReportOf } from '../../app/design-report.ts'
import { exitCodes, type Problem } from '../../model/problem.ts'
import { err, ok, type Result } from '../../model/result.ts'
import { designReportMarkdown, designReportPretty } from '../../views/design-report.ts'
import type { Call } from './command.ts'
import { deliver } from './commands/report-output.ts'
import { text } from './parse.ts'
import type { ReportFormat } from './report-formats.ts'
import type { Outcome } from './workflow-verbs.ts'

export async function reportDesign(
  call: Call,
  house: House,
  opened: OpenFeature,
  format: ReportFormat,
): Outcome {
  const report = await designReportOf(house, opened)
  const preview = opened.state.judged?.preview.sha256
  const told = await rendered(call, house, { report, format, preview })
  return told.ok ? deliver(call, house, told.value, exitCodes.accepted) : told
}

type Rendering = {
  readonly report: Awaited<ReturnType<typeof designReportOf>>
  readonly format: ReportFormat
  readonly preview: string | undefined
}

async function rendered(
  { terminal, values }: Call,
  house: House,
  { report, format, preview }: Rendering,
): Promise<Result<string, Problem>> {
  const toFile = text(values, 'output') !== undefined
  const paint: typeof terminal.paint = toFile ? (_, plain) => plain : terminal.paint
  switch (format) {
    case 'pretty':
      return ok(designReportPretty(report, paint).join('\n'))
    case 'markdown':
      return ok(designReportMarkdown(report))
    case 'json':
      return ok(JSON.stringify({ loopwright: 1, workflow: 'design', ...report }))
    case 'html': {
      const page = preview === undefined ? null : await house.blobs.get(preview)
      return page === null
        ? err({ exit: 2, what: `${report.view.featureId} has no preview yet` })
        : ok(page)
    }
    case 'sarif':
    case 'junit':
      return err({
        exit: 2,
        what: `a design has no report in ${format}`,
        todo: `its findings have: loopwright check design ${report.view.paths.intent} --format ${format}`,
      })
  }
}
