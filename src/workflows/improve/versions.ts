import { patchesSince } from '../../engine/patches.ts'
import type { Versions } from '../../engine/workflow.ts'
import { type AsyncResult, ok } from '../../model/result.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { openSetUp } from './project.ts'
import type { OpenImprove } from './runs.ts'

/** Every commit of the set-up that an iteration was built from, each as a patch against the first. */
export async function setUpVersions(
  workspace: Workspace,
  { state }: OpenImprove,
): AsyncResult<Versions> {
  const commits = [
    ...state.iterations.map(({ version }) => version.commit),
    ...(state.head === null ? [] : [state.head]),
  ]
  const hashes = [...new Set(commits)]
  const best = state.iterations.toSorted(
    (one, other) => (other.score?.overall ?? 0) - (one.score?.overall ?? 0),
  )[0]
  return ok({
    hashes,
    last: hashes.at(-1) ?? null,
    best: best?.version.commit ?? null,
    accepted: state.at === 'ended' && state.outcome === 'target_reached',
    read: patchesSince(hashes[0] ?? null, async () => {
      const setUp = await openSetUp(workspace, state.setup.setup, state.setup.commit)
      return setUp.ok ? ok(setUp.value.repository) : setUp
    }),
  })
}
