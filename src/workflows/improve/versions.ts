import type { Versions } from '../../engine/workflow.ts'
import { type AsyncResult, err, ok } from '../../model/result.ts'
import { repositoryProblem } from '../../ports/repository.ts'
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
    async read(hash) {
      const [base] = hashes
      if (base === undefined || hash === base) return ok({ hash, text: '' })
      const setUp = await openSetUp(workspace, state.setup.setup, state.setup.commit)
      if (!setUp.ok) return setUp
      const patch = await setUp.value.repository.patchBetween(base, hash)
      return patch.ok
        ? ok({ hash, text: Buffer.from(patch.value).toString('utf8') })
        : err(repositoryProblem(patch.error))
    },
  })
}
