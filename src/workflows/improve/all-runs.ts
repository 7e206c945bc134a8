import type { Workspace } from '../../ports/workspace.ts'
import { improveNames, openKnownImprove } from './runs.ts'
import type { ImproveLive } from './state.ts'

/** Every run of the workspace as its journal tells it, and those that cannot be read. */
export async function allImproves(
  workspace: Workspace,
): Promise<{ readonly runs: readonly ImproveLive[]; readonly damaged: readonly string[] }> {
  const runs: ImproveLive[] = []
  const damaged: string[] = []
  for (const name of await improveNames(workspace)) {
    const open = await openKnownImprove(workspace, name)
    if (open.ok) runs.push(open.value.state)
    else damaged.push(`! ${name}: ${open.error.what}`)
  }
  return { runs, damaged }
}
