import type { Reports } from '../../engine/workflow.ts'
import { ok } from '../../model/result.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { documentsOf } from './documents-of.ts'
import { trackStatus } from './summary.ts'
import type { OpenTrack } from './tracks.ts'
import { trackAsJson, trackViewOf } from './view.ts'

/** The newest evaluation as the source writes it, and where the track stands. */
export async function trackReports(workspace: Workspace, { state }: OpenTrack): Promise<Reports> {
  const view = trackViewOf(workspace, state)
  const evaluation = async (): Promise<string> => {
    const document = documentsOf(state, workspace.blobs).find(({ path }) =>
      path.endsWith('/evaluation-report.md'),
    )
    const text = await document?.content(null)
    return text?.ok === true && text.value !== null ? text.value : 'Nothing was evaluated yet.\n'
  }
  return {
    pretty: ({ paint }) => trackStatus(view, paint).join('\n'),
    markdown: async () => ok(await evaluation()),
    json: () => JSON.stringify(trackAsJson(state, view)),
    none: {
      what: 'a track has no report in this format',
      todo: `it has: loopwright report ${view.id} --format markdown   or: loopwright check track ${view.paths.folder} --format junit`,
    },
  }
}
