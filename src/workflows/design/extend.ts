import { answerRun } from '../../engine/answer-run.ts'
import { openKnownRun } from '../../engine/open-run.ts'
import { type AsyncResult, err } from '../../model/result.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { design } from './definition.ts'
import type { DesignRun } from './places.ts'
import { record } from './record.ts'
import { resetFeature } from './reset.ts'

export type Extension = {
  readonly feedback: string
  readonly by: string
  readonly maxIterations: number
}

/**
 * Sends a candidate back into a new run. Limits never change within a run, so this one ends on its
 * own terms, is archived, and the next begins with its design and the person's words.
 */
export async function rejectAndExtend(
  workspace: Workspace,
  name: string,
  { feedback, by, maxIterations }: Extension,
): AsyncResult<DesignRun> {
  const before = await openKnownRun(design, workspace, name)
  if (!before.ok) return before
  const { setup, intent, runId, archives } = before.value.state
  const rejected = await answerRun(design, workspace, before.value, {
    option: 'reject',
    by,
    feedback,
    details: { confirmed: true },
  })
  if (!rejected.ok) return rejected
  if (intent === null) return err({ exit: 5, what: `${name} has no intent to go on from` })
  const note = `extended by ${maxIterations} iterations`
  const stopped = await record(workspace, name, { type: 'stop', reason: note, by })
  if (!stopped.ok) return stopped
  const reset = await resetFeature(workspace, name, { acknowledge: note, by })
  if (!reset.ok) return reset
  return record(workspace, name, {
    type: 'start',
    runId: `${runId.replace(/-x\d+$/, '')}-x${archives.length + 1}`,
    setup: { ...setup, maxIterations },
    by,
    given: intent,
    feedback,
  })
}
