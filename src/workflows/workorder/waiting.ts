import type { Workspace } from '../../ports/workspace.ts'
import type { OrderLive } from './state.ts'
import { byNumber, mayBeCalled, type OpenOrder, openKnownOrder, orderNames } from './orders.ts'

const isWaiting = ({ at }: OrderLive): boolean => at !== 'ended' && at !== 'asking'

const isCompleted = (state: OrderLive): boolean =>
  state.at === 'ended' && state.outcome === 'completed'

/** A title or an id means an order of the same plan. */
const nameIn = ({ plan }: OrderLive['setup'], name: string): string => `${plan?.id ?? ''} ${name}`

const namesOf = ({ setup, runId }: OrderLive): readonly string[] => [
  ...new Set([setup.order.title, runId].map((name) => nameIn(setup, name))),
]

/** The first order this one depends on that is not completed; what is not known here does not hold it up. */
export async function missingFor(workspace: Workspace, order: OrderLive): Promise<string | null> {
  const { depends_on: dependsOn } = order.setup.order
  if (!isWaiting(order) || dependsOn.length === 0) return null
  const names = await orderNames(workspace)
  for (const name of dependsOn) {
    const meant: OrderLive[] = []
    for (const runId of names.filter((each) => mayBeCalled(each, name))) {
      const open = await openKnownOrder(workspace, runId)
      if (open.ok && namesOf(open.value.state).includes(nameIn(order.setup, name)))
        meant.push(open.value.state)
    }
    if (meant.length > 0 && !meant.some(isCompleted)) return name
  }
  return null
}

type Needs = {
  readonly runId: string
  readonly dependsOn: readonly { readonly on: string; readonly name: string }[]
}

/** Who waits for whom, by names. */
function openDependencies() {
  /** By name, whether an order of that name is completed. */
  const completed = new Map<string, boolean>()
  /** By the name they wait for first. */
  const blocked = new Map<string, { readonly order: Needs; readonly on: string }[]>()
  return {
    /** How an order is; answers with those that no longer wait for it. */
    learn: (state: OrderLive): readonly Needs[] =>
      namesOf(state).flatMap((name) => {
        const isDone = isCompleted(state) || completed.get(name) === true
        completed.set(name, isDone)
        const freed = isDone ? (blocked.get(name) ?? []) : []
        if (isDone) blocked.delete(name)
        return freed.map(({ order }) => order)
      }),
    /** Whether an order waits for another one; from then on it is known to. */
    blocks(order: Needs): boolean {
      const missing = order.dependsOn.find(({ name }) => completed.get(name) === false)
      if (missing === undefined) return false
      const others = blocked.get(missing.name) ?? []
      others.push({ order, on: missing.on })
      blocked.set(missing.name, others)
      return true
    },
    blocked: () =>
      [...blocked.values()]
        .flat()
        .map(({ order: { runId }, on }) => ({ runId, on }))
        .toSorted((one, other) => byNumber(one.runId, other.runId)),
    forgetBlocked: () => blocked.clear(),
  }
}

/** Orders that wait, one after another. Each is read once, and again only when it may have changed. */
export function openWaiting(workspace: Workspace) {
  const ended = new Set<string>()
  const given = new Set<string>()
  const dependencies = openDependencies()
  const ready: string[] = []
  let last: string | null = null

  const place = (orders: readonly Needs[]): void => {
    if (orders.length === 0) return
    for (const order of orders) if (!dependencies.blocks(order)) ready.push(order.runId)
    ready.sort(byNumber)
  }
  const look = async (runId: string): Promise<OpenOrder | null> => {
    const open = await openKnownOrder(workspace, runId)
    if (!open.ok) return null
    if (open.value.state.at === 'ended') ended.add(runId)
    place(dependencies.learn(open.value.state))
    return open.value
  }
  const lookAtAll = async (): Promise<void> => {
    dependencies.forgetBlocked()
    const waiting: Needs[] = []
    for (const runId of await orderNames(workspace)) {
      const open = ended.has(runId) ? null : await look(runId)
      if (open === null || given.has(runId) || !isWaiting(open.state)) continue
      const { setup } = open.state
      const dependsOn = setup.order.depends_on.map((on) => ({ on, name: nameIn(setup, on) }))
      waiting.push({ runId, dependsOn })
    }
    place(waiting)
  }

  return {
    blocked: () => dependencies.blocked(),
    /** The first order that waits for no other one and was not given before. */
    async next(): Promise<OpenOrder | null> {
      if (last !== null) await look(last)
      for (;;) {
        // others may have added or completed some meanwhile
        if (ready.length === 0) await lookAtAll()
        const runId = ready.shift()
        if (runId === undefined) return null
        given.add(runId)
        const open = await look(runId)
        if (open === null || !isWaiting(open.state)) continue
        last = runId
        return open
      }
    },
  }
}
