import { join } from 'node:path'
import type { Workspace } from '../../ports/workspace.ts'
import { load } from '../../engine/run.ts'
import { aliasFor } from '../../model/ids.ts'
import type { Problem } from '../../model/problem.ts'
import { type AsyncResult, err, ok, usageError } from '../../model/result.ts'
import type { JournalFailure } from '../../ports/journal.ts'
import type { RunStore } from '../../ports/run-store.ts'
import { type OrderFiles, orderFiles, projectOrder } from './files.ts'
import { orderMachine } from './machine.ts'
import type { OrderCommand, OrderLive } from './state.ts'
import { commandRun, type OrderFailure } from '../../app/order.ts'
import { hasHistory, historyOf, idsWithHistory } from './runs.ts'
import { runProblem } from '../../app/run-problem.ts'

export type OrderPlace = {
  readonly runId: string
  readonly journal: string
  readonly store: RunStore
  readonly files: OrderFiles
}

export type OpenOrder = OrderPlace & { readonly state: OrderLive }

const privateRuns = (workspace: Workspace): string => join(workspace.privateFolder, 'workorder')

export function orderPlace(workspace: Workspace, runId: string): OrderPlace {
  const folder = join('workorder', runId)
  const history = historyOf(workspace, 'workorder', runId)
  const { version } = orderMachine
  return {
    runId,
    journal: history,
    store: workspace.storeFor({ folder, runId, history, version }),
    files: orderFiles(join(workspace.root, workspace.config.workflows.workorder.path), runId),
  }
}

/** All orders that have a history, in the order of their numbers. */
export async function orderRunIds(workspace: Workspace): Promise<readonly string[]> {
  return (await idsWithHistory(workspace, 'workorder')).toSorted(byNumber)
}

export const byNumber = (one: string, other: string): number =>
  numberOf(one) - numberOf(other) || (one < other ? -1 : 1)

/** `wo<number>-<title>`: the number counts the orders of a workspace. */
const numberOf = (runId: string): number => Number(/^wo(\d+)-/.exec(runId)?.[1] ?? 0)

export async function nextOrderNumber(workspace: Workspace): Promise<number> {
  const used = (await workspace.disk.list(privateRuns(workspace))).map(numberOf)
  return Math.max(0, ...used) + 1
}

export const orderRunId = (number: number, title: string): string =>
  `wo${number}-${aliasFor(title)}`.slice(0, 60).replace(/-+$/, '')

/** Orders that may be called this, by their id or their title; which they are is known when they are opened. */
export async function orderIdsNamed(
  workspace: Workspace,
  name: string,
): Promise<readonly string[]> {
  return (await workspace.disk.list(privateRuns(workspace))).filter(
    (id) => id === name || id === orderRunId(numberOf(id), name),
  )
}

/** An order by its id, or by its number: `wo3` or `3`. */
export async function openOrder(workspace: Workspace, name: string): AsyncResult<OpenOrder> {
  const number = Number(/^(?:wo)?(\d+)$/.exec(name)?.[1])
  const ids = await workspace.disk.list(privateRuns(workspace))
  const meant = ids.filter((id) => numberOf(id) === number)
  for (const runId of ids.includes(name) ? [name, ...meant] : meant)
    if (await hasHistory(workspace, 'workorder', runId)) return openKnownOrder(workspace, runId)
  return usageError(
    `there is no work order called ${name}`,
    'list them with: loopwright list   or add one: loopwright workorder add "<title>"',
  )
}

/** An order whose id is known. Others are not looked at, so that a look at all of them stays one look at each. */
export async function openKnownOrder(workspace: Workspace, runId: string): AsyncResult<OpenOrder> {
  const place = orderPlace(workspace, runId)
  const run = await load(orderMachine, place.store)
  if (!run.ok) return err(orderProblem(workspace, place, run.error))
  const { state } = run.value
  if (state.at === 'nowhere') return err({ exit: 5, what: `${runId} has no history` })
  return ok({ ...place, state })
}

export const commandOrder = (
  workspace: Workspace,
  place: OrderPlace,
  command: OrderCommand,
): AsyncResult<OrderLive> =>
  commandRun(
    workspace,
    {
      machine: orderMachine,
      store: place.store,
      name: place.runId,
      files: (state) => projectOrder(place.files, state, workspace.blobs),
      problem: (failure) => orderProblem(workspace, place, failure),
    },
    command,
  )

export const orderProblem = (
  workspace: Workspace,
  { runId, journal }: OrderPlace,
  failure: OrderFailure | JournalFailure,
): Problem =>
  runProblem(workspace, { name: runId, journal, look: `loopwright status ${runId}` }, failure)
