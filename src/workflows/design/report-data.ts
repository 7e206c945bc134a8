import { z } from 'zod'
import type { Workspace } from '../../ports/workspace.ts'
import { Scorecard } from '../../checks/design/critique.ts'
import type { DesignRun } from './places.ts'
import { designViewOf } from './view.ts'

const Critique = z.object({
  dimensions: Scorecard.shape.dimensions,
  recommendations: z.array(z.string()),
})

export type DesignReport = Awaited<ReturnType<typeof designReportOf>>

/** The whole of a run, for reports. */
export async function designReportOf(workspace: Workspace, run: DesignRun) {
  const { state } = run
  const text = state.judged === null ? null : await workspace.blobs.get(state.judged.critique)
  const critique = text === null ? null : Critique.parse(JSON.parse(text))
  return {
    view: designViewOf(workspace, run),
    dimensions: state.dimensions.map(({ iteration, scores }) => ({ iteration, ...scores })),
    findings: Object.values(critique?.dimensions ?? {}).flatMap(({ findings }) => findings),
    recommendations: critique?.recommendations ?? [],
    rejections: state.rejections,
  }
}
