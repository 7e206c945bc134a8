import type { Reports } from '../../engine/workflow.ts'
import { type AsyncResult, ok } from '../../model/result.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { iterationReport } from './report.ts'
import { keepIterations } from './records.ts'
import { type OpenImprove, reportPath } from './runs.ts'
import { type ImproveLive, lastOf } from './state.ts'
import { improveStatus } from './summary.ts'
import { improveAsJson, improveViewOf } from './view.ts'

/** Keeps records, and a page of all iterations beside the report of the last one. A comparison is shown as a whole, and counts in no table. */
export async function keepResults(
  workspace: Workspace,
  run: Pick<OpenImprove, 'state'>,
): AsyncResult<null> {
  if (run.state.setup.trial !== undefined) return ok(null)
  const recorded = await keepIterations(workspace, run)
  const last = run.state.iterations.findLast(({ score }) => score !== null)
  if (!recorded.ok || last === undefined) return recorded
  const path = reportPath(workspace, run.state.runId, last.number).replace(/md$/, 'html')
  await workspace.disk.writeDurably(path, await pageOf(workspace, run.state))
  return ok(null)
}

async function pageOf(workspace: Workspace, state: ImproveLive): Promise<string> {
  const { improveHtml, shownScreens } = await import('./report-html.ts')
  const pictures = new Map<string, string>()
  for (const { picture } of shownScreens(state)?.screens ?? []) {
    const text = await workspace.blobs.get(picture)
    if (text !== null) pictures.set(picture, text)
  }
  return improveHtml(state, improveViewOf(workspace, state), pictures)
}

export async function improveReports(
  workspace: Workspace,
  { state }: OpenImprove,
): Promise<Reports> {
  const view = improveViewOf(workspace, state)
  const last = lastOf(state)
  return {
    pretty: ({ paint }) =>
      last === undefined ? improveStatus(view, paint).join('\n') : iterationReport(state, last),
    markdown: () =>
      last === undefined ? 'Nothing was built yet.\n' : iterationReport(state, last),
    html: async () => ok(await pageOf(workspace, state)),
    json: () => JSON.stringify(improveAsJson(state, view)),
    none: {
      what: 'an improvement loop has no report in this format',
      todo: `it has: loopwright report ${view.id} --format markdown|html|json`,
    },
  }
}
