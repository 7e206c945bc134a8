import type { Workspace } from '../../src/ports/workspace.ts'
import { handle, load } from '../../src/engine/run.ts'
import { ComplexityWeights } from '../../src/model/workorder-config.ts'
import type { Factors } from '../../src/workflows/workorder/complexity/factors.ts'
import { complexityOf, weighted } from '../../src/workflows/workorder/complexity/complexity.ts'
import type { OrderSetup } from '../../src/workflows/workorder/events.ts'
import { orderMachine } from '../../src/workflows/workorder/machine.ts'
import {
  acceptance,
  live,
  orders,
  orderSetup,
  story,
} from '../../src/workflows/workorder/sample-order.contract.ts'
import type { OrderCommand, OrderLive } from '../../src/workflows/workorder/state.ts'
import { locateRun } from '../../src/engine/open-run.ts'
import { keptOrders, orderRunId } from '../../src/workflows/workorder/orders.ts'

const weights = ComplexityWeights.parse({})
export const defaults = weights

/** An order of which one factor is told; the others are those of a plain task. */
export function complexityWith(
  factors: Partial<Factors>,
  given: Partial<OrderSetup['complexity']> = {},
): OrderSetup['complexity'] {
  const task = { title: 'Round', description: 'Round', criteria: [], files: [], contextChars: 0 }
  const plain = complexityOf(task, { weights })
  const all = { ...plain.factors, ...factors }
  const { band, strongest, why } = plain
  return { score: weighted(all, weights), band, strongest, why, factors: all, weights, ...given }
}

export type Ending = 'waiting' | 'accepted' | 'needs-review' | 'second-attempt' | 'stopped' | 'cap'

const tried = [orders.base, orders.baseline, orders.brief()]
const measured = (score: 0 | 10): readonly OrderCommand[] => [
  orders.propose(10, { ms: 1, cost_usd: 0.25 }),
  orders.compile(),
  orders.measure(acceptance([score, score, score, score, score])),
  orders.deliver,
]

const endings: Readonly<Record<Ending, readonly OrderCommand[]>> = {
  waiting: [],
  accepted: [...tried, ...measured(10)],
  'needs-review': [...tried, ...measured(0)],
  'second-attempt': [...tried, orders.attemptFails(), ...measured(10)],
  stopped: [...tried, orders.propose(), orders.stop],
  cap: [...tried, { type: 'record-cap', cap: 'tokens', cost: { ms: 1 } }],
}

/** What is not accepted is tried again while attempts are left. */
const setupFor = (ending: Ending, setup: Partial<OrderSetup>): Partial<OrderSetup> =>
  ending === 'needs-review' ? { attempts: 1, ...setup } : setup

/** An order that went this way, as its state. */
export const endedOrder = (ending: Ending, setup: Partial<OrderSetup> = {}): OrderLive =>
  live(story([orders.start(setupFor(ending, setup)), ...endings[ending]]).state)

/** Sixty orders: what is deep fails with the small proposer and is done by the second attempt. */
export const telling: readonly { readonly ending: Ending; readonly setup: Partial<OrderSetup> }[] =
  Array.from({ length: 60 }, (_, at) => ({
    ending: at % 2 === 0 ? 'second-attempt' : 'accepted',
    setup: { complexity: complexityWith({ reasoningDepth: at % 2 === 0 ? 0.9 : 0.3 }) },
  }))

/** Writes the journal of an order that went this way into a workspace; one that waits goes on. */
export async function writeOrder(
  house: Workspace,
  number: number,
  { ending, setup }: (typeof telling)[number],
): Promise<void> {
  const runId = orderRunId(number, setup.order?.title ?? 'Sample')
  const { store } = await locateRun(keptOrders, house, runId)
  const loaded = await load(orderMachine, store)
  if (!loaded.ok) throw new Error(loaded.error.type)
  let run = loaded.value
  const begun: OrderCommand = {
    type: 'start',
    runId,
    setup: orderSetup(setupFor(ending, setup)),
    by: 'ada',
  }
  const isNew = run.state.at === 'nowhere'
  for (const command of [...(isNew ? [begun] : []), ...endings[ending]]) {
    const next = await handle(orderMachine, store, { run, seen: run.mark.events, command })
    if (!next.ok) throw new Error(JSON.stringify(next.error))
    run = next.value
  }
  await store.journal.close()
}
