import type { Workspace } from '../ports/workspace.ts'
import { type AsyncResult, err, ok } from '../model/result.ts'
import { projectOrder } from '../workflows/workorder/files.ts'
import { type OpenOrder, orderProblem } from './workorder-places.ts'
import { type Inspection, originOf } from './inspection.ts'

/** Compares everything on the disk with what the history says. Each proof and problem is a sentence. */
export async function inspectOrder(workspace: Workspace, open: OpenOrder): AsyncResult<Inspection> {
  const read = await open.store.journal.read()
  if (!read.ok) return err(orderProblem(workspace, open, read.error))
  const { entries, mark } = read.value
  const lost = await lostTexts(workspace, open)
  const changed = await changedFiles(workspace, open)
  return ok({
    state: open.state.at,
    events: entries.length,
    hash: mark.hash,
    origin: originOf(entries, open.store.head()),
    proofs: [
      `${entries.length} events, chained to ${mark.hash}`,
      ...(lost.length === 0 ? ['every kept text is intact'] : []),
      ...(changed.length === 0
        ? ['order, scorecard, patch and texts show the recorded state']
        : []),
    ],
    problems: [...lost, ...changed],
  })
}

async function lostTexts(workspace: Workspace, { state }: OpenOrder): Promise<readonly string[]> {
  const { baseline, briefing, measured, delivered } = state
  const hashes = [baseline?.measurement, briefing?.prompt, measured?.report, delivered?.patch]
  const lost: string[] = []
  for (const hash of hashes)
    if (hash !== undefined && (await workspace.blobs.get(hash)) === null)
      lost.push(`the kept text ${hash.slice(0, 8)} is missing or damaged`)
  return lost
}

async function changedFiles(workspace: Workspace, open: OpenOrder): Promise<readonly string[]> {
  const changed: string[] = []
  for (const { path, content } of projectOrder(open.files, open.state, workspace.blobs)) {
    const expected = typeof content === 'function' ? await content() : content
    if (expected === undefined || expected === null) continue
    const bytes = await workspace.disk.read(path)
    if (bytes === null || !Buffer.from(bytes).equals(Buffer.from(expected)))
      changed.push(
        `${workspace.relative(path)} does not show the recorded state (resume rebuilds it)`,
      )
  }
  return changed
}
