import { openWorkspace } from '../../app.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { findRun } from '../../app/find-run.ts'
import { type AsyncResult, ok } from '../../model/result.ts'
import type { Call } from './command.ts'
import { verbsOf, type WorkflowVerbs } from './workflow-verbs.ts'

export type RunAtHand = {
  readonly workspace: Workspace
  readonly name: string
  readonly verbs: WorkflowVerbs
}

/** Opens the workspace, finds the run that was named or is meant, and loads the verbs of its workflow. */
export async function runAtHand(
  { cwd, env, begun }: Pick<Call, 'cwd' | 'env' | 'begun'>,
  named: string | undefined,
): AsyncResult<RunAtHand> {
  const opened = await openWorkspace({ cwd, env, begun })
  if (!opened.ok) return opened
  const found = await findRun(opened.value, named)
  if (!found.ok) return found
  const { name } = found.value
  return ok({ workspace: opened.value, name, verbs: await verbsOf(found.value) })
}
