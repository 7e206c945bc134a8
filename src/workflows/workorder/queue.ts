import type { Workspace } from '../../ports/workspace.ts'
import { type AsyncResult, ok } from '../../model/result.ts'
import { allOrders, openKnownOrder } from './orders.ts'
import { openHealedRecords } from './records.ts'

export type QueuedOrder = {
  readonly run_id: string
  readonly title: string
  readonly score: number | null
  readonly weakest: string
  readonly why: string
}

/** What somebody should look at: measured and not accepted, the lowest score first. */
export async function reviewQueue(workspace: Workspace): AsyncResult<readonly QueuedOrder[]> {
  const records = await openHealedRecords(workspace)
  if (!records.ok) return records
  const review = await records.value.ordersWith('needs_review')
  const rework = await records.value.ordersWith('needs_rework')
  const mended = await mendedSince(workspace)
  const queue: QueuedOrder[] = []
  for (const { metadata, title, acceptance_result: result } of [...rework, ...review]) {
    const runId = typeof metadata['run_id'] === 'string' ? metadata['run_id'] : ''
    if (mended.has(runId)) continue
    const open = await openKnownOrder(workspace, runId)
    const state = open.ok ? open.value.state : null
    // an attempt that failed while another follows is nobody's turn yet
    if (state !== null && state.at !== 'ended') continue
    queue.push({
      run_id: runId,
      title,
      score: result?.acceptance_score ?? null,
      weakest: weakestOf(result?.dimension_scores ?? {}),
      why: state?.at === 'ended' ? state.reason : '',
    })
  }
  return ok(queue)
}

/** Orders whose rework was completed, or the rework of that: nobody needs to look at them any more. */
async function mendedSince(workspace: Workspace): Promise<ReadonlySet<string>> {
  const parents = new Map<string, string>()
  const completed: string[] = []
  for await (const { runId, state } of allOrders(workspace)) {
    if (state.setup.parent !== null) parents.set(runId, state.setup.parent)
    if (state.at === 'ended' && state.outcome === 'completed') completed.push(runId)
  }
  const mended = new Set<string>()
  for (const runId of completed)
    for (let up = parents.get(runId); up !== undefined && !mended.has(up); up = parents.get(up))
      mended.add(up)
  return mended
}

function weakestOf(scores: Readonly<Record<string, number>>): string {
  const [lowest] = Object.entries(scores).toSorted(([, one], [, other]) => one - other)
  return lowest === undefined ? '-' : `${lowest[0]} ${lowest[1]}`
}
