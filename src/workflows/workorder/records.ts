import { runProblem } from '../../engine/open-run.ts'
import { isBegun } from '../../engine/workflow.ts'
import { type AsyncResult, err, ok } from '../../model/result.ts'
import type { Records } from '../../ports/records.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { recordOrder } from './learning/record.ts'
import { orderMachine } from './machine.ts'
import { allOrders, type OpenOrder } from './orders.ts'

/** Keeps in tables what the journal of an order says. Done again it changes nothing. */
export async function keepRecords(
  workspace: Pick<Workspace, 'records' | 'relative' | 'toolVersion'>,
  run: OpenOrder,
): AsyncResult<null> {
  const records = await workspace.records()
  return records.ok ? keep(workspace, run, records.value) : records
}

async function keep(
  workspace: Pick<Workspace, 'relative' | 'toolVersion'>,
  run: OpenOrder,
  records: Records,
): AsyncResult<null> {
  const read = await run.store.journal.read()
  if (!read.ok) return err(runProblem(workspace, run, read.error))
  const { entries } = read.value
  const state = entries.reduce(orderMachine.evolve, orderMachine.initial)
  if (isBegun(state))
    await recordOrder(records, { state, entries, toolVersion: workspace.toolVersion })
  return ok(null)
}

/** The records, once they hold what a crash left out: a journal may be longer than they know. */
export async function openHealedRecords(workspace: Workspace): AsyncResult<Records> {
  await workspace.hidePrivateFolder()
  const records = await workspace.records()
  if (!records.ok) return records
  for await (const run of allOrders(workspace)) {
    const known = await records.value.order(run.state.setup.orderId)
    if (known !== null && known.updated_at >= run.state.updatedAt) continue
    const result = await keep(workspace, run, records.value)
    if (!result.ok) return result
  }
  return records
}
