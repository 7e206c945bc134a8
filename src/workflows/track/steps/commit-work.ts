import type { AsyncResult } from '../../../model/result.ts'
import { err, ok } from '../../../model/result.ts'
import type { TrackRun } from '../state.ts'
import type { StepBench } from './bench.ts'

/** One more commit of a tree that was made from the head; null where nothing was changed. */
export async function commitWork(
  bench: StepBench,
  { setup, head }: TrackRun,
  work: { readonly tree: string; readonly paths: readonly string[]; readonly message: string },
): AsyncResult<string | null, string> {
  if (work.paths.length === 0 || head === null) return ok(null)
  const appended = await bench.append({
    id: setup.trackId,
    parent: head,
    base: head,
    tree: work.tree,
    words: { message: `${work.message}\n\nTrack: ${setup.trackId}`, date: bench.now() },
  })
  return appended.ok ? ok(appended.value.commit) : err(appended.error.what)
}
