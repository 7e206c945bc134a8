import { commandRun } from '../../engine/command-run.ts'
import { locateRun } from '../../engine/open-run.ts'
import type { WorkflowDefinition } from '../../engine/workflow.ts'
import type { AsyncResult } from '../../model/result.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { projectArtifacts, projectState } from './files.ts'
import { designMachine, type DesignStep } from './machine.ts'
import { type DesignRun, filesOf, placeOf } from './places.ts'
import type { DesignCommand, DesignState, Live } from './state.ts'

/** What recording needs to know of a feature. */
export const recorded = {
  machine: designMachine,
  place: placeOf,
  files: (workspace, { name, state }) =>
    projectState(filesOf(workspace, name), state, workspace.blobs),
} satisfies Partial<WorkflowDefinition<DesignState, DesignCommand, DesignStep>>

/** Takes a command for a feature nobody works on, and shows the result in its state.json. */
export const record = async (
  workspace: Workspace,
  name: string,
  command: DesignCommand,
): AsyncResult<DesignRun> =>
  commandRun(recorded, workspace, await locateRun(recorded, workspace, name), command)

/** Writes everything that is not frozen. */
export async function showFiles(workspace: Workspace, name: string, state: Live): Promise<void> {
  const files = filesOf(workspace, name)
  const projections = workspace.projections()
  projections.show([
    ...projectArtifacts(files, state, workspace.blobs),
    ...projectState(files, state, workspace.blobs),
  ])
  await projections.settled()
}
