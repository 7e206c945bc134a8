import { join } from 'node:path'
import { keptRuns } from '../../engine/kept-runs.ts'
import { openKnownRun } from '../../engine/open-run.ts'
import { stagedWorkflow } from '../../engine/staged-workflow.ts'
import type { OpenRun } from '../../engine/workflow.ts'
import { aliasFor } from '../../model/ids.ts'
import type { AsyncResult } from '../../model/result.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { type OrderFiles, orderFiles } from './files.ts'
import { orderMachine } from './machine.ts'
import type { OrderState } from './state.ts'

export type OpenOrder = OpenRun<OrderState>

/** How orders are kept, for whoever opens one beside the order at hand. */
export const keptOrders = stagedWorkflow(orderMachine, {
  noun: 'a work order',
  begin: 'loopwright workorder add "<title>"',
})

export const openKnownOrder = (workspace: Workspace, runId: string): AsyncResult<OpenOrder> =>
  openKnownRun(keptOrders, workspace, runId)

export const filesOf = (
  { root, config }: Pick<Workspace, 'root' | 'config'>,
  runId: string,
): OrderFiles => orderFiles(join(root, config.workflows.workorder.path), runId)

/** All orders, in the order of their numbers. */
export const orderNames = async (
  workspace: Pick<Workspace, 'disk' | 'privateFolder'>,
): Promise<readonly string[]> => (await keptRuns(workspace, 'workorder')).toSorted(byNumber)

/** All orders that can be read. */
export async function* allOrders(workspace: Workspace): AsyncIterable<OpenOrder> {
  for (const name of await orderNames(workspace)) {
    const open = await openKnownOrder(workspace, name)
    if (open.ok) yield open.value
  }
}

export const byNumber = (one: string, other: string): number =>
  numberOf(one) - numberOf(other) || (one < other ? -1 : 1)

/** `wo<number>-<title>`: the number counts the orders of a workspace. */
const numberOf = (runId: string): number => Number(/^wo(\d+)-/.exec(runId)?.[1] ?? 0)

/** An order by its number: `wo3` or `3`. */
export function orderNumbered(word: string, names: readonly string[]): string | undefined {
  const number = Number(/^(?:wo)?(\d+)$/.exec(word)?.[1])
  return names.find((name) => numberOf(name) === number)
}

/** What was begun counts, whatever became of it. */
export async function nextOrderNumber({
  disk,
  privateFolder,
}: Pick<Workspace, 'disk' | 'privateFolder'>): Promise<number> {
  const used = (await disk.list(join(privateFolder, 'workorder'))).map(numberOf)
  return Math.max(0, ...used) + 1
}

export const orderRunId = (number: number, title: string): string =>
  `wo${number}-${aliasFor(title)}`.slice(0, 60).replace(/-+$/, '')

/** Whether an order may be called this, by its id or its title; which it is, is known when it is opened. */
export const mayBeCalled = (runId: string, name: string): boolean =>
  runId === name || runId === orderRunId(numberOf(runId), name)
