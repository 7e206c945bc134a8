import { runProblem } from '../../engine/open-run.ts'
import { patchesSince } from '../../engine/patches.ts'
import type { Versions } from '../../engine/workflow.ts'
import type { Entry } from '../../model/entry.ts'
import { type AsyncResult, err, ok } from '../../model/result.ts'
import type { Workspace } from '../../ports/workspace.ts'
import type { OpenOrder } from './orders.ts'

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
    read: patchesSince(base, async () => ok(await workspace.repository())),
  })
}

const producing = new Set(['proposed', 'compiled', 'refined'])

function treeOf({ event, payload }: Entry): readonly string[] {
  if (!producing.has(event) || typeof payload !== 'object' || payload === null) return []
  return 'tree' in payload && typeof payload.tree === 'string' ? [payload.tree] : []
}
