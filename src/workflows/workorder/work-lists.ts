import { join } from 'node:path'
import { z } from 'zod'
import { jsonOf } from '../../kit/parse.ts'
import type { Workspace } from '../../ports/workspace.ts'
import type { OrderLive } from './state.ts'
import { allOrders, openKnownOrder } from './orders.ts'

/** How an order rested. While it is worked on, only its journal tells. */
const Rested = z.object({ at: z.string(), usd: z.number(), commit: z.string().nullable() })
type Rested = z.infer<typeof Rested>
const Line = z.object({ run: z.string(), rested: Rested.optional() })

export type Worked = Rested & { readonly runId: string }

/**
 * Orders that were worked on, listed by day and by plan, so that what a day cost and where a plan stands
 * is known without reading every order.
 */
const listPath = ({ privateFolder }: Pick<Workspace, 'privateFolder'>, list: string): string =>
  join(privateFolder, 'workorder-lists', `${list}.jsonl`)

const planList = (plan: string): string => `plan-${plan}`

const dayList = ({ clock }: Pick<Workspace, 'clock'>, daysAgo = 0): string =>
  new Date(clock.now().getTime() - daysAgo * 86_400_000).toISOString().slice(0, 10)

const restedOf = (state: OrderLive): Rested => ({
  at: state.updatedAt,
  usd: state.spent.costUsd,
  commit:
    state.at === 'ended' && state.outcome === 'completed'
      ? (state.delivered?.commit ?? null)
      : null,
})

export const listPlan = (workspace: Workspace, plan: string): Promise<boolean> =>
  workspace.disk.create(listPath(workspace, planList(plan)), '')

/** Lists an order that begins to be worked on, and once more when it rests. */
export async function listWork(
  workspace: Workspace,
  state: OrderLive,
  rests: boolean,
): Promise<void> {
  const line = JSON.stringify({ run: state.runId, ...(rests ? { rested: restedOf(state) } : {}) })
  const { plan } = state.setup
  // a plan that was never listed as a whole is looked for in all orders
  const isListed =
    plan !== null && (await workspace.disk.size(listPath(workspace, planList(plan.id)))) !== null
  for (const list of [dayList(workspace), ...(isListed ? [planList(plan.id)] : [])]) {
    const file = await workspace.disk.openAppend(listPath(workspace, list))
    try {
      // begins with a newline: what a crash cut off spoils no other line
      await file.append(Buffer.from(`\n${line}`))
      await file.sync()
    } finally {
      await file.close()
    }
  }
}

async function workedIn(workspace: Workspace, list: string): Promise<readonly Worked[] | null> {
  const bytes = await workspace.disk.read(listPath(workspace, list))
  if (bytes === null) return null
  const rested = new Map<string, Rested | undefined>()
  for (const text of Buffer.from(bytes).toString('utf8').split('\n')) {
    const line = Line.safeParse(jsonOf(text))
    if (line.success) rested.set(line.data.run, line.data.rested)
  }
  const worked: Worked[] = []
  for (const [runId, known] of rested) {
    const open = known === undefined ? await openKnownOrder(workspace, runId) : null
    const now = known ?? (open?.ok ? restedOf(open.value.state) : null)
    if (now !== null) worked.push({ runId, ...now })
  }
  return worked
}

/** Orders of a plan that were worked on. */
export async function workedInPlan(workspace: Workspace, plan: string): Promise<readonly Worked[]> {
  const listed = await workedIn(workspace, planList(plan))
  if (listed !== null) return listed
  const workeds: Worked[] = []
  for await (const { runId, state } of allOrders(workspace))
    if (state.setup.plan?.id === plan) workeds.push({ runId, ...restedOf(state) })
  return workeds
}

/** What the orders cost that were worked on today; one may have begun before midnight. */
export async function spentToday(workspace: Workspace): Promise<number> {
  const today = dayList(workspace)
  const costs = new Map<string, number>()
  for (const list of [dayList(workspace, 1), today])
    for (const { runId, at, usd } of (await workedIn(workspace, list)) ?? [])
      if (at.startsWith(today)) costs.set(runId, usd)
  return [...costs.values()].reduce((sum, usd) => sum + usd, 0)
}
