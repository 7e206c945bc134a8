import type { Workspace } from '../../../ports/workspace.ts'
import { improveNames, openKnownImprove } from '../runs.ts'
import { macroDimensions } from '../scoring/score.ts'
import { type ImproveLive, lastOf } from '../state.ts'
import type { Measured } from './trial.ts'

/** A run of a comparison, as far as it got. */
export async function known(workspace: Workspace, name: string): Promise<ImproveLive | null> {
  if (!(await improveNames(workspace)).includes(name)) return null
  const open = await openKnownImprove(workspace, name)
  return open.ok ? open.value.state : null
}

/** What a run that ended was measured to be. */
export function measuredOf(state: ImproveLive): Measured | null {
  const last = lastOf(state)
  if (state.at !== 'ended' || last === undefined || last.score === null) return null
  const { score, spent } = last
  return {
    overall: score.overall,
    dimensions: Object.fromEntries(
      macroDimensions
        .filter((each) => score.dimensions[each].absent !== true)
        .map((each) => [each, score.dimensions[each].score]),
    ),
    costUsd: spent.costUsd,
    seconds: spent.activeMs / 1000,
  }
}
