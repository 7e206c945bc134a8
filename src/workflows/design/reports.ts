import type { Reports } from '../../engine/workflow.ts'
import { ok, usageError } from '../../model/result.ts'
import type { Workspace } from '../../ports/workspace.ts'
import type { DesignRun } from './places.ts'
import { designReportOf } from './report-data.ts'
import { designReportMarkdown, designReportPretty } from './report-text.ts'

export async function designReports(workspace: Workspace, run: DesignRun): Promise<Reports> {
  const report = await designReportOf(workspace, run)
  const preview = run.state.judged?.preview.sha256
  return {
    pretty: ({ paint }) => designReportPretty(report, paint).join('\n'),
    markdown: () => designReportMarkdown(report),
    json: () => JSON.stringify({ loopwright: 1, workflow: 'design', ...report }),
    async html() {
      const page = preview === undefined ? null : await workspace.blobs.get(preview)
      return page === null ? usageError(`${run.name} has no preview yet`) : ok(page)
    },
    none: {
      what: 'a design has no report in this format',
      todo: `its findings have: loopwright check design ${report.view.paths.intent} --format sarif`,
    },
  }
}
