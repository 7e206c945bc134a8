import type { Reports } from '../../engine/workflow.ts'
import { ok } from '../../model/result.ts'
import type { Workspace } from '../../ports/workspace.ts'
import type { GanRun } from './places.ts'
import { ganReportOf } from './report-data.ts'
import { ganReportMarkdown, ganReportPretty } from './report-text.ts'

export async function ganReports(workspace: Workspace, run: GanRun): Promise<Reports> {
  const report = await ganReportOf(workspace, run)
  return {
    pretty: ({ paint }) => ganReportPretty(report, paint).join('\n'),
    markdown: () => ganReportMarkdown(report),
    json: () => JSON.stringify({ loopwright: 1, workflow: 'gan', ...report }),
    async html() {
      const { lookAgain } = await import('./page.ts')
      const page = await lookAgain(workspace, run)
      if (!page.ok) return page
      const { pagesAsHtml } = await import('../../views/page/html.ts')
      return ok(pagesAsHtml(page.value, (bytes) => Buffer.from(bytes).toString('base64')))
    },
    none: {
      what: 'a page run has no report in this format',
      todo: `its page has: loopwright check page ${report.view.paths.folder}/site --format sarif`,
    },
  }
}
