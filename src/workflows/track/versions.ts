import type { Versions } from '../../engine/workflow.ts'
import { type AsyncResult, err, ok } from '../../model/result.ts'
import { repositoryProblem } from '../../ports/repository.ts'
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
    async read(hash) {
      if (base === null || hash === base) return ok({ hash, text: '' })
      const repository = await workspace.repository()
      const patch = await repository.patchBetween(base, hash)
      return patch.ok
        ? ok({ hash, text: Buffer.from(patch.value).toString('utf8') })
        : err(repositoryProblem(patch.error))
    },
  })
}
