import { tellTo } from '../../asking/ask-role.ts'
import type { Bench, Watch } from '../../engine/workflow.ts'
import { type AsyncResult, err, ok } from '../../model/result.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { openOrderAgents, proposersOf } from './agents.ts'
import type { OrderStep } from './machine.ts'
import { orderBench } from './order-bench.ts'
import { type OpenOrder, openKnownOrder } from './orders.ts'
import { promptsSha256 } from './prompts.ts'
import { repositoryProblem } from '../../ports/repository.ts'
import type { OrderCommand, OrderState } from './state.ts'
import { work } from './steps/work.ts'
import { listWork } from './work-lists.ts'

/** What the steps of an order work with, for one sitting. */
export async function openBench(
  workspace: Workspace,
  { state, runId, store }: OpenOrder,
  watch: Pick<Watch<never>, 'progress' | 'note'>,
): AsyncResult<Bench<OrderState, OrderCommand, OrderStep>> {
  const { briefing, setup } = state
  // an order is routed on the day it is worked on; from then on it keeps whom it was given
  const proposers = briefing === null ? proposersOf(workspace) : setup.proposers
  const agents = await openOrderAgents(workspace, proposers)
  if (!agents.ok) return agents
  const repository = await workspace.repository()
  const facts = await repository.inspect()
  if (!facts.ok) return err(repositoryProblem(facts.error))
  const records = await workspace.records()
  if (!records.ok) return records
  const bound = { agents: agents.value.identities, promptsSha256 }
  const bench = orderBench(workspace, {
    runId,
    answers: store.answers,
    repository,
    records: records.value,
    agents: agents.value.byRole,
    bound: { proposers: [...proposers], ...bound },
    prefix: facts.value.prefix,
    tell: tellTo(watch),
  })
  return ok({
    bound,
    async begin(from) {
      // told once: later the order has its commit, and nothing outside of it matters
      if (from.at === 'starting') for (const note of facts.value.notes) watch.note(note)
      await listWork(workspace, from, false)
      return ok(null)
    },
    work: (step, signal) => work(bench, step, signal),
    async close() {
      const rested = await openKnownOrder(workspace, runId)
      if (rested.ok) await listWork(workspace, rested.value.state, true)
    },
  })
}
