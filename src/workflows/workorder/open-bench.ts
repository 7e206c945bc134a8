import type { Workspace } from '../../ports/workspace.ts'
import type { Run } from '../../engine/run.ts'
import { type AsyncResult, err } from '../../model/result.ts'
import type { LockHolder } from '../../ports/run-store.ts'
import { projectOrder } from './files.ts'
import { orderMachine, type OrderStep } from './machine.ts'
import { promptsSha256 } from './prompts.ts'
import type { OrderHappening } from './steps/bench.ts'
import type { OrderCommand, OrderLive, OrderState } from './state.ts'
import { work } from './steps/work.ts'
import { driveToRest, type Resting, type RunWatch, stopAfter, underLock } from '../../app/drive-frame.ts'
import { changedSetup, takeUpRun, unheardDecision } from '../../app/take-up.ts'
import { openOrderAgents, type OrderAgents, proposersOf } from './agents.ts'
import { orderBench } from './order-bench.ts'
import { type OpenOrder, orderProblem } from './orders.ts'
import { keepRecords } from './records.ts'
import { repositoryProblem } from './route.ts'
import { listWork } from './worked.ts'

export type OrderWatch = RunWatch<OrderLive, OrderHappening>

export type OrderResting = Resting<OrderLive>

/** Carries an order under its lock until it rests, and keeps its records. */
export async function carryOrder(
  workspace: Workspace,
  open: OpenOrder,
  watch: OrderWatch,
): AsyncResult<OrderResting> {
  const { briefing, setup } = open.state
  // an order is routed on the day it is worked on; from then on it keeps whom it was given
  const proposers = briefing === null ? proposersOf(workspace) : setup.proposers
  const agents = await openOrderAgents(workspace, proposers)
  if (!agents.ok) return agents
  const { store, files } = open
  const locked = {
    store,
    folders: [files.folder],
    patience: watch.patience ?? 0,
    busy: (holder: LockHolder) => orderProblem(workspace, open, { type: 'busy', holder }),
  }
  return underLock(workspace, locked, async () => {
    const ready = await takeUp(workspace, open, { agents: agents.value, watch })
    if (!ready.ok) return ready
    await listWork(workspace, open.state, false)
    const rest = await driveLocked(workspace, open, {
      agents: agents.value,
      watch,
      from: ready.value,
    })
    if (rest.ok) await listWork(workspace, rest.value.state, true)
    // the journal is what happened; whatever a crash keeps from the records is kept by the next sitting
    const kept = rest.ok ? await keepRecords(workspace, open) : rest
    return kept.ok ? rest : kept
  })
}

type Manned = { readonly agents: OrderAgents; readonly watch: OrderWatch }

/** What happened while nobody worked: a crash, a decision, or another set-up. */
const takeUp = (
  workspace: Workspace,
  open: OpenOrder,
  { agents, watch }: Manned,
): AsyncResult<Run<OrderState>> =>
  takeUpRun<OrderState, OrderCommand, OrderStep>({
    machine: orderMachine,
    store: open.store,
    note: (text) => watch.note(text),
    broken: (failure) => orderProblem(workspace, open, failure),
    missed: async (state) =>
      (await unheardDecision(orderMachine, open.store, state)) ?? changedSince(state, agents),
  })

function changedSince({ setup, briefing }: OrderLive, agents: OrderAgents): OrderCommand | null {
  // nobody has been asked yet: it starts with what is there now
  if (briefing === null) return null
  const now = { agents: agents.identities, promptsSha256 }
  const detail = changedSetup(setup, now, 'the agent of')
  return detail === null ? null : { type: 'fault', detail }
}

async function driveLocked(
  workspace: Workspace,
  open: OpenOrder,
  { agents, watch, from }: Manned & { readonly from: Run<OrderState> },
): AsyncResult<OrderResting> {
  const repository = await workspace.repository()
  const facts = await repository.inspect()
  if (!facts.ok) return err(repositoryProblem(facts.error))
  // told once: later the order has its commit, and nothing outside of it matters
  if (from.state.at === 'starting') for (const note of facts.value.notes) watch.note(note)
  const records = await workspace.records()
  if (!records.ok) return records
  const bench = orderBench(workspace, {
    place: open,
    repository,
    records: records.value,
    agents: agents.byRole,
    bound: { proposers: [...agents.proposers], agents: agents.identities, promptsSha256 },
    prefix: facts.value.prefix,
    tell: (happening) => watch.happening(happening),
  })
  return driveToRest(workspace, {
    machine: orderMachine,
    store: open.store,
    from,
    work: (step, signal) => work(bench, step, signal),
    stopCommands: stopAfter,
    files: (state) => projectOrder(open.files, state, workspace.blobs),
    watch: (state) => watch.state(state),
    pause: watch.pause,
    broken: (failure) => orderProblem(workspace, open, failure),
  })
}
