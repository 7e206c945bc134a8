import { openWorkspace } from '../../app.ts'
import { workflows as own } from '../../app/workflows.ts'
import type { AnyRun } from '../../engine/define-workflow.ts'
import { openRuns, type Runs } from '../../engine/runs.ts'
import type { Problem } from '../../model/problem.ts'
import { type AsyncResult, ok } from '../../model/result.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { type Call, whoAmI } from './command.ts'

type Place = Pick<Call, 'cwd' | 'env' | 'begun' | 'workflows' | 'look' | 'openBrowser'>

/** The runs of the workspace that a command was given in. */
export async function runsAt({ workflows = own, ...place }: Place): AsyncResult<Runs> {
  const opened = await openWorkspace(place)
  return opened.ok ? ok(openRuns(opened.value, workflows)) : opened
}

/** Why a file is not written for a user; null where nothing stands in the way. */
export const whyNotWritten = (
  { env, workflows = own }: Pick<Call, 'env' | 'workflows'>,
  workspace: Workspace,
  path: string,
): Promise<Problem | null> => openRuns(workspace, workflows).protects(path, whoAmI(env))

/** The run that was named or is meant. */
export async function runAt(
  place: Place,
  named: string | undefined,
): AsyncResult<AnyRun & Pick<Runs, 'workspace'>> {
  const runs = await runsAt(place)
  if (!runs.ok) return runs
  const result = await runs.value.find(named)
  return result.ok ? ok(Object.assign(result.value, { workspace: runs.value.workspace })) : result
}
