import type { House } from '../app.ts'
import type { Problem } from '../model/problem.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { Records } from '../ports/records.ts'
import type { Repository, RepositoryTrouble } from '../ports/repository.ts'
import type { OrderRun } from '../workflows/workorder/state.ts'
import { openOrder, orderRunIds } from './workorder-places.ts'

/**
 * The commit an order starts from: what it was told, else the last completed order of its plan, so that
 * what it depends on is there, else what is checked out.
 */
export async function baseFor(
  house: House,
  repository: Repository,
  { setup, runId }: OrderRun,
): Promise<Result<string, string>> {
  if (setup.base !== null) return ok(setup.base)
  const stacked = setup.plan === null ? null : await lastOfPlan(house, setup.plan.id, runId)
  if (stacked !== null) return ok(stacked)
  const facts = await repository.inspect()
  return facts.ok ? ok(facts.value.head) : err(facts.error.what)
}

async function lastOfPlan(house: House, plan: string, except: string): Promise<string | null> {
  let last: string | null = null
  for (const runId of await orderRunIds(house)) {
    const open = runId === except ? null : await openOrder(house, runId)
    if (open === null || !open.ok) continue
    const { state } = open.value
    if (state.at === 'ended' && state.outcome === 'completed' && state.setup.plan?.id === plan)
      last = state.delivered?.commit ?? last
  }
  return last
}

export const repositoryProblem = ({ what, todo }: RepositoryTrouble): Problem => ({
  exit: 2,
  what,
  ...(todo === undefined ? {} : { todo }),
})
