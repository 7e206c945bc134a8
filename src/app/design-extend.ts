import type { Workspace } from '../ports/workspace.ts'
import { type AsyncResult, err, ok } from '../model/result.ts'
import { openFeature } from './design-feature.ts'
import { answerFeature } from './design-gate.ts'
import { type FeaturePlace, orderFeature } from './design-places.ts'
import { resetFeature } from './design-steer.ts'

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
): AsyncResult<FeaturePlace> {
  const before = await openFeature(workspace, name)
  if (!before.ok) return before
  const { place, state } = before.value
  const { setup, intent } = state
  const rejected = await answerFeature(workspace, name, {
    option: 'reject',
    by,
    feedback,
    confirmed: true,
  })
  if (!rejected.ok) return rejected
  if (intent === null) return err({ exit: 5, what: `${name} has no intent to go on from` })
  const note = `extended by ${maxIterations} iterations`
  const stopped = await orderFeature(workspace, place, { type: 'stop', reason: note, by })
  if (!stopped.ok) return stopped
  const reset = await resetFeature(workspace, name, { acknowledge: note, by })
  if (!reset.ok) return reset
  const started = await orderFeature(workspace, place, {
    type: 'start',
    runId: `${state.runId.replace(/-x\d+$/, '')}-x${state.archives.length + 1}`,
    setup: { ...setup, maxIterations },
    by,
    given: intent,
    feedback,
  })
  return started.ok ? ok(place) : started
}
