import { join } from 'node:path'
import { keptRuns } from '../../engine/kept-runs.ts'
import { openKnownRun } from '../../engine/open-run.ts'
import { stagedWorkflow } from '../../engine/staged-workflow.ts'
import type { OpenRun, WorkflowDefinition } from '../../engine/workflow.ts'
import type { AsyncResult } from '../../model/result.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { improveMachine, type ImproveStep } from './machine.ts'
import type { ImproveCommand, ImproveState } from './state.ts'

export type OpenImprove = OpenRun<ImproveState>
export type ImproveWorkflow = WorkflowDefinition<ImproveState, ImproveCommand, ImproveStep>

export const keptImproves = stagedWorkflow(improveMachine, {
  noun: 'an improvement loop',
  begin: 'loopwright improve start <spec.md>',
})

export const openKnownImprove = (workspace: Workspace, name: string): AsyncResult<OpenImprove> =>
  openKnownRun(keptImproves, workspace, name)

export const improveNames = async (
  workspace: Pick<Workspace, 'disk' | 'privateFolder'>,
): Promise<readonly string[]> => (await keptRuns(workspace, 'improve')).toSorted()

/** The report of an iteration, as the source names it. */
export const reportPath = (
  { root, config }: Pick<Workspace, 'root' | 'config'>,
  runId: string,
  iteration: number,
): string =>
  join(root, config.workflows.improve.path, `iteration-${iteration}-improvements-${runId}.md`)
