import type { Reports } from '../../engine/workflow.ts'
import { ok } from '../../model/result.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { iterationReport } from './report.ts'
import type { OpenImprove } from './runs.ts'
import { lastOf } from './state.ts'
import { improveStatus } from './summary.ts'
import { improveAsJson, improveViewOf } from './view.ts'

export async function improveReports(
  workspace: Workspace,
  { state }: OpenImprove,
): Promise<Reports> {
  const view = improveViewOf(workspace, state)
  const last = lastOf(state)
  return {
    pretty: ({ paint }) => improveStatus(view, paint).join('\n'),
    markdown: () =>
      last === undefined ? 'Nothing was built yet.\n' : iterationReport(state, last),
    html: async () => {
      const { improveHtml, shownScreens } = await import('./report-html.ts')
      const pictures = new Map<string, string>()
      for (const { picture } of shownScreens(state)?.screens ?? []) {
        const text = await workspace.blobs.get(picture)
        if (text !== null) pictures.set(picture, text)
      }
      return ok(improveHtml(state, view, pictures))
    },
    json: () => JSON.stringify(improveAsJson(state, view)),
    none: {
      what: 'an improvement loop has no report in this format',
      todo: `it has: loopwright report ${view.id} --format markdown|html|json`,
    },
  }
}
