import { join } from 'node:path'
import type { Workspace } from '../ports/workspace.ts'
import { type AsyncResult, err, ok, usageError } from '../model/result.ts'
import { stateText } from '../workflows/design/files.ts'
import type { Live } from '../workflows/design/state.ts'
import { type OpenFeature, openFeature } from './design-feature.ts'
import { designProblem, orderFeature } from './design-places.ts'
import { type StopOrder, type Stopped, stopOrAsk } from './stop-run.ts'

export type Reset = { readonly acknowledge: string; readonly by: string }

/** FAILED → IDLE, after a person has said that they know what happened. The old run is archived. */
export async function resetFeature(
  workspace: Workspace,
  name: string,
  { acknowledge, by }: Reset,
): AsyncResult<Live> {
  const opened = await openFeature(workspace, name)
  if (!opened.ok) return opened
  const { place, state } = opened.value
  const archive = await archiveOf(workspace, state)
  const done = await orderFeature(workspace, place, { type: 'reset', acknowledge, by, archive })
  if (!done.ok || state.at === 'FAILED') return done
  return usageError(
    `${place.featureId} is ${state.at}; only FAILED can be reset (the attempt was recorded)`,
    `see: loopwright design status ${place.featureId}`,
  )
}

const archiveOf = async (workspace: Workspace, state: Live) => ({
  runId: state.runId,
  text: await workspace.blobs.put(stateText(state)),
})

export type Unfreeze = {
  readonly reason: string
  readonly by: string
  readonly correction?: string | undefined
}

/** Takes note that people unfroze a design: the files are verified, then the marker must be gone. */
export async function unfreezeFeature(
  workspace: Workspace,
  name: string,
  { reason, by, correction }: Unfreeze,
): AsyncResult<Live> {
  const opened = await openFeature(workspace, name)
  if (!opened.ok) return opened
  const { place, state, markerMissing, notices } = opened.value
  if (state.at === 'FAILED' && state.failure.code === 'integrity_violation')
    return err({
      exit: 5,
      what: notices[0] ?? `integrity violation: ${state.failure.detail}`,
      where: workspace.relative(place.files.final),
      todo: `find out who changed it, then: loopwright design reset ${place.featureId} --acknowledge "…"`,
    })
  if (state.at === 'FROZEN' && !markerMissing)
    return usageError(
      'final/FROZEN.md still stands; a person must delete it first',
      'delete it and say it again',
      workspace.relative(place.files.frozen.marker),
    )
  const done = await orderFeature(workspace, place, {
    type: 'unfreeze',
    reason,
    by,
    archive: await archiveOf(workspace, state),
    ...(correction === undefined ? {} : { correction }),
  })
  if (!done.ok || state.at === 'FROZEN') return done
  return usageError(
    `${place.featureId} is ${state.at}; only FROZEN can be unfrozen (the attempt was recorded)`,
    `see: loopwright design status ${place.featureId}`,
  )
}

/** Removes what Loopwright made of a feature. The caller has asked a person. */
export async function cleanFeature(
  workspace: Workspace,
  { place, state }: OpenFeature,
): AsyncResult<null> {
  // whatever became of the run, a marker that stands protects what lies beside it
  const stands = (await workspace.disk.size(place.files.frozen.marker)) !== null
  if (state.at === 'FROZEN' || stands)
    return usageError(
      `${place.featureId} is frozen${stands ? ': final/FROZEN.md stands' : ''}; a frozen design is not removed`,
      state.at === 'FROZEN'
        ? `delete FROZEN.md, then: loopwright design unfreeze ${place.featureId} --reason "…" --by "…"`
        : 'delete FROZEN.md, then clean again',
      workspace.relative(place.files.frozen.marker),
    )
  if (state.at !== 'FAILED' && state.at !== 'IDLE')
    return usageError(
      `${place.featureId} is ${state.at}; only ended runs are cleaned`,
      `end it first: loopwright stop --run ${place.featureId}`,
    )
  const lock = await place.store.lock()
  if (!lock.ok) return err(designProblem(workspace, place, { type: 'busy', holder: lock.error }))
  await lock.value.release()
  await workspace.disk.removeTree(place.files.folder)
  await workspace.disk.removeTree(join(workspace.privateFolder, 'design', place.featureId))
  return ok(null)
}

export async function stopFeature(
  workspace: Workspace,
  { place, state }: OpenFeature,
  order: StopOrder,
): AsyncResult<Stopped> {
  return stopOrAsk(workspace, place.store, order, async () => {
    const done = await orderFeature(workspace, place, { type: 'stop', ...order })
    if (!done.ok || (done.value.at === 'FAILED' && state.at !== 'FAILED')) return done
    return usageError(
      `${place.featureId} is ${state.at}; there is nothing to stop (the attempt was recorded)`,
      `see: loopwright design status ${place.featureId}`,
    )
  })
}
