import type { Workspace } from '../../ports/workspace.ts'
import { type AsyncResult, err, ok } from '../../model/result.ts'
import { recordOrder } from './learning/record.ts'
import { toolVersion } from '../../app/package-files.ts'
import { openKnownOrder, orderProblem, orderRunIds, type OrderPlace } from './orders.ts'

/** Keeps in tables what the journal of an order says. Done again it changes nothing. */
export async function keepRecords(workspace: Workspace, place: OrderPlace): AsyncResult<null> {
  const open = await openKnownOrder(workspace, place.runId)
  if (!open.ok) return open
  const read = await open.value.store.journal.read()
  if (!read.ok) return err(orderProblem(workspace, place, read.error))
  const records = await workspace.records()
  if (!records.ok) return records
  const { entries } = read.value
  await recordOrder(records.value, { state: open.value.state, entries, toolVersion: toolVersion() })
  return ok(null)
}

/** Keeps what a crash left out: every order whose journal is longer than what the tables know of it. */
export async function healRecords(workspace: Workspace): AsyncResult<null> {
  const records = await workspace.records()
  if (!records.ok) return records
  for (const runId of await orderRunIds(workspace)) {
    const open = await openKnownOrder(workspace, runId)
    if (!open.ok) continue
    const { state } = open.value
    const known = await records.value.order(state.setup.orderId)
    if (known !== null && known.updated_at >= state.updatedAt) continue
    const kept = await keepRecords(workspace, open.value)
    if (!kept.ok) return kept
  }
  return ok(null)
}
