import type { House } from '../app.ts'
import { handle, load, type Run } from '../engine/run.ts'
import type { Problem } from '../model/problem.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { LockHolder } from '../ports/run-store.ts'
import { projectOrder } from '../workflows/workorder/files.ts'
import { gateFor } from '../workflows/workorder/gate.ts'
import { orderMachine } from '../workflows/workorder/machine.ts'
import { promptsSha256 } from '../workflows/workorder/prompts.ts'
import type { OrderHappening } from '../workflows/workorder/steps/bench.ts'
import type { OrderCommand, OrderLive, OrderState } from '../workflows/workorder/state.ts'
import { work } from '../workflows/workorder/steps/work.ts'
import { driveToRest, type Resting, underLock } from './drive-frame.ts'
import { openOrderAgents, type OrderAgents } from './workorder-agents.ts'
import { orderBench } from './workorder-bench.ts'
import { type OpenOrder, orderProblem } from './workorder-places.ts'
import { keepRecords } from './workorder-records.ts'
import { repositoryProblem } from './workorder-route.ts'

/** How somebody watches a work order. */
export type OrderWatch = {
  state(state: OrderLive): void
  happening(happening: OrderHappening): void
  note(text: string): void
  readonly pause: AbortSignal
  readonly patience?: number
}

export type OrderResting = Resting<OrderLive>

/** Carries an order under its lock until it rests, and keeps its records. */
export async function carryOrder(
  house: House,
  open: OpenOrder,
  watch: OrderWatch,
): Promise<Result<OrderResting, Problem>> {
  const agents = await openOrderAgents(house, open.state.setup.proposers)
  if (!agents.ok) return agents
  const { store, files } = open
  const locked = {
    store,
    folders: [files.folder],
    patience: watch.patience ?? 0,
    busy: (holder: LockHolder) => orderProblem(house, open, { type: 'busy', holder }),
  }
  return underLock(house, locked, async () => {
    const ready = await takeUp(house, open, { agents: agents.value, watch })
    if (!ready.ok) return ready
    const rest = await driveLocked(house, open, { agents: agents.value, watch, from: ready.value })
    // the journal is what happened; whatever a crash keeps from the records is kept by the next sitting
    const kept = rest.ok ? await keepRecords(house, open) : rest
    return kept.ok ? rest : kept
  })
}

type Manned = { readonly agents: OrderAgents; readonly watch: OrderWatch }

/** What happened while nobody worked: a crash, a decision, or another set-up. */
async function takeUp(
  house: House,
  open: OpenOrder,
  { agents, watch }: Manned,
): Promise<Result<Run<OrderState>, Problem>> {
  const loaded = await load(orderMachine, open.store)
  if (!loaded.ok) return err(orderProblem(house, open, loaded.error))
  const { state, tornBytes } = loaded.value
  if (tornBytes > 0)
    watch.note(`an unfinished step was left by a crash (${tornBytes} bytes); it is done again`)
  if (state.at === 'nowhere' || state.at === 'ended') return ok(loaded.value)
  const command = (await decisionFor(open, state)) ?? changedSince(state, agents)
  if (command === null) return ok(loaded.value)
  const taken = await handle(orderMachine, open.store, {
    run: loaded.value,
    seen: loaded.value.mark.events,
    command,
  })
  if (taken.ok) return taken
  // a decision on something else than what the gate shows now is none
  return taken.error.type === 'refused'
    ? ok(loaded.value)
    : err(orderProblem(house, open, taken.error))
}

/** A person decided, and the machine died before the run heard of it. */
async function decisionFor(open: OpenOrder, state: OrderLive): Promise<OrderCommand | null> {
  if (state.at !== 'asking') return null
  const answer = await open.store.decision(gateFor(state).id)
  return answer === null ? null : { type: 'answer-gate', answer }
}

/** A run is bound to its agents and prompts; with others it would be another run. */
function changedSince({ setup, baseline }: OrderLive, agents: OrderAgents): OrderCommand | null {
  // nobody has been asked yet: it starts with what is there now
  if (baseline === null) return null
  const now = agents.identities
  const name = Object.keys(setup.agents).find(
    (each) => JSON.stringify(setup.agents[each]) !== JSON.stringify(now[each]),
  )
  if (name !== undefined)
    return {
      type: 'fault',
      detail: `the agent of "${name}" changed: ${JSON.stringify(setup.agents[name])} → ${JSON.stringify(now[name])}`,
    }
  return setup.promptsSha256 === promptsSha256
    ? null
    : { type: 'fault', detail: 'the prompts changed (another version of Loopwright)' }
}

async function driveLocked(
  house: House,
  open: OpenOrder,
  { agents, watch, from }: Manned & { readonly from: Run<OrderState> },
): Promise<Result<OrderResting, Problem>> {
  const repository = await house.repository()
  const facts = await repository.inspect()
  if (!facts.ok) return err(repositoryProblem(facts.error))
  // told once: later the order has its commit, and nothing outside of it matters
  if (from.state.at === 'starting') for (const note of facts.value.notes) watch.note(note)
  const records = await house.records()
  if (!records.ok) return records
  const bench = orderBench(house, {
    place: open,
    repository,
    records: records.value,
    agents: agents.byRole,
    prefix: facts.value.prefix,
    tell: (happening) => watch.happening(happening),
  })
  return driveToRest(house, {
    machine: orderMachine,
    store: open.store,
    from,
    work: (step, signal) => work(bench, step, signal),
    stopCommands: (request, result): readonly OrderCommand[] => {
      const stop: OrderCommand = { type: 'stop', reason: request.reason, by: request.by }
      return result === null ? [stop] : [result, stop]
    },
    files: (state) => projectOrder(open.files, state, house.blobs),
    watch: (state) => watch.state(state),
    pause: watch.pause,
    broken: (failure) => orderProblem(house, open, failure),
  })
}
