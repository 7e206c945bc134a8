import { patchesSince } from '../../engine/patches.ts'
import type { Versions } from '../../engine/workflow.ts'
import { type AsyncResult, ok } from '../../model/result.ts'
import type { Workspace } from '../../ports/workspace.ts'
import type { OpenTrack } from './tracks.ts'

/** Every commit of the track's branch, each as a patch against its base. */
export async function trackVersions(
  workspace: Pick<Workspace, 'repository'>,
  { state }: OpenTrack,
): AsyncResult<Versions> {
  const { base, head } = state
  const commits = [
    ...state.commits.map(({ sha }) => sha),
    ...(state.synced?.commit === undefined || state.synced.commit === null
      ? []
      : [state.synced.commit]),
    ...(state.completed === null ? [] : [state.completed.commit]),
  ]
  return ok({
    hashes: [...new Set(commits)],
    last: head === base ? null : head,
    best: state.evaluated?.commit ?? null,
    ...(base === null ? {} : { base }),
    accepted: state.at === 'ended' && state.outcome === 'completed',
    read: patchesSince(base, async () => ok(await workspace.repository())),
  })
}
