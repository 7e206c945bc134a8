import type { House } from '../app.ts'
import type { Problem } from '../model/problem.ts'
import { ok, type Result } from '../model/result.ts'
import type { OrderLive } from '../workflows/workorder/state.ts'
import { openOrder, orderRunIds } from './workorder-places.ts'
import { healRecords } from './workorder-records.ts'

export type Waiting = {
  readonly ready: readonly string[]
  readonly blocked: readonly { readonly runId: string; readonly on: string }[]
}

/** Orders that can be worked on, in their order, and those that wait for another one. */
export async function waitingOrders(house: House, except: ReadonlySet<string>): Promise<Waiting> {
  const states: OrderLive[] = []
  for (const runId of await orderRunIds(house)) {
    const open = await openOrder(house, runId)
    if (open.ok) states.push(open.value.state)
  }
  const ready: string[] = []
  const blocked: { runId: string; on: string }[] = []
  for (const state of states) {
    if (state.at === 'ended' || state.at === 'asking' || except.has(state.runId)) continue
    const on = missing(state, states)
    if (on === null) ready.push(state.runId)
    else blocked.push({ runId: state.runId, on })
  }
  return { ready, blocked }
}

/** The first order this one depends on that is not completed; what is not known here does not hold it up. */
function missing({ setup }: OrderLive, states: readonly OrderLive[]): string | null {
  const isMeant = (state: OrderLive, name: string) =>
    (state.setup.order.title === name || state.runId === name) &&
    state.setup.plan?.id === setup.plan?.id
  return (
    setup.order.depends_on.find((name) => {
      const meant = states.filter((state) => isMeant(state, name))
      return (
        meant.length > 0 &&
        !meant.some((state) => state.at === 'ended' && state.outcome === 'completed')
      )
    }) ?? null
  )
}

export type QueuedOrder = {
  readonly run_id: string
  readonly title: string
  readonly score: number | null
  readonly weakest: string
}

/** What somebody should look at: measured and not accepted, the lowest score first. */
export async function reviewQueue(house: House): Promise<Result<readonly QueuedOrder[], Problem>> {
  const healed = await healRecords(house)
  if (!healed.ok) return healed
  const records = await house.records()
  if (!records.ok) return records
  const rows = await records.value.ordersWith('needs_review')
  return ok(
    rows.map(({ metadata, title, acceptance_result: result }) => ({
      run_id: typeof metadata['run_id'] === 'string' ? metadata['run_id'] : '',
      title,
      score: result?.acceptance_score ?? null,
      weakest: weakestOf(result?.dimension_scores ?? {}),
    })),
  )
}

function weakestOf(scores: Readonly<Record<string, number>>): string {
  const [lowest] = Object.entries(scores).toSorted(([, one], [, other]) => one - other)
  return lowest === undefined ? '-' : `${lowest[0]} ${lowest[1]}`
}
