import { runProblem } from '../../engine/open-run.ts'
import type { Versions } from '../../engine/workflow.ts'
import type { Entry } from '../../model/entry.ts'
import { type AsyncResult, err, ok } from '../../model/result.ts'
import type { Workspace } from '../../ports/workspace.ts'
import type { OpenOrder } from './orders.ts'
import { repositoryProblem } from '../../ports/repository.ts'

/** Every version of the change that the journal knows of, each as a patch against the base. */
export async function changeVersions(
  workspace: Pick<Workspace, 'relative' | 'repository'>,
  run: OpenOrder,
): AsyncResult<Versions> {
  const { state, store } = run
  const read = await store.journal.read()
  if (!read.ok) return err(runProblem(workspace, run, read.error))
  const { base } = state
  return ok({
    hashes: [...new Set(read.value.entries.flatMap(treeOf))],
    last: state.proposal?.tree ?? null,
    best: state.measured?.tree ?? null,
    ...(base === null ? {} : { base }),
    accepted: state.at === 'ended' && state.outcome === 'completed',
    async read(hash) {
      // before the first version there was the base, and no change
      if (base === null || hash === base) return ok({ hash, text: '' })
      const repository = await workspace.repository()
      const patch = await repository.patchBetween(base, hash)
      return patch.ok
        ? ok({ hash, text: Buffer.from(patch.value).toString('utf8') })
        : err(repositoryProblem(patch.error))
    },
  })
}

const producing = new Set(['proposed', 'compiled', 'refined'])

function treeOf({ event, payload }: Entry): readonly string[] {
  if (!producing.has(event) || typeof payload !== 'object' || payload === null) return []
  return 'tree' in payload && typeof payload.tree === 'string' ? [payload.tree] : []
}
