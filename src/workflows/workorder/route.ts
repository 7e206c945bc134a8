import type { Workspace } from '../../ports/workspace.ts'
import { type AsyncResult, err, ok } from '../../model/result.ts'
import type { Repository } from '../../ports/repository.ts'
import { budgetState, chooseProposer } from './routing/choose-proposer.ts'
import { onTrial, type ThresholdExperiment } from './routing/threshold-trial.ts'
import type { OrderRun } from './state.ts'
import type { Route } from './steps/bench.ts'
import { byNumber } from './orders.ts'
import { spentToday, workedInPlan } from './work-lists.ts'

/**
 * The commit an order starts from: what it was told, else the last completed order of its plan, so that
 * what it depends on is there, else what is checked out.
 */
export async function baseFor(
  workspace: Workspace,
  repository: Repository,
  { setup, runId }: OrderRun,
): AsyncResult<string, string> {
  if (setup.base !== null) return ok(setup.base)
  const stacked = setup.plan === null ? null : await lastOfPlan(workspace, setup.plan.id, runId)
  if (stacked !== null) return ok(stacked)
  const head = await repository.commitNamed('HEAD')
  return head.ok ? head : err(head.error.what)
}

async function lastOfPlan(
  workspace: Workspace,
  plan: string,
  except: string,
): Promise<string | null> {
  const worked = await workedInPlan(workspace, plan)
  const commits = worked
    .filter(({ runId, commit }) => runId !== except && commit !== null)
    .toSorted((one, other) => byNumber(one.runId, other.runId))
  return commits.at(-1)?.commit ?? null
}

const whyNobody = {
  emergency_kill:
    'the money for orders is used up for today; wait, or raise workflows.workorder.budget.emergency_usd',
  no_active_proposer: 'no proposer is active',
  hard_stop_above_hard_cap:
    'the order calls for the strongest proposer, but the money left is for the cheapest only',
} as const

const reasons = {
  cheapest_able: 'the cheapest that is trusted with it',
  highest_threshold: 'nobody is trusted with it; the most able one',
  hard_stop: 'its words call for the strongest',
  hard_cap_exceeded: 'the money left is for the cheapest only',
} as const

/** Who is asked first: the cheapest that is able, as far as the money of the day goes. */
export async function routeOrder(
  workspace: Workspace,
  { setup }: OrderRun,
  bound: Route['bound'],
): AsyncResult<Route, string> {
  const { score, strongest } = setup.complexity
  const spent = await spentToday(workspace)
  const team = bound.proposers.map((each) => ({ ...each, active: true }))
  const route = chooseProposer(
    // what calls for the strongest is nothing to try somebody on
    strongest ? team : onTrial(team, await trialsIn(workspace), score),
    { score, strongest, budget: budgetState(spent, workspace.config.workflows.workorder.budget) },
  )
  if (route.type === 'stopped') return err(whyNobody[route.reason])
  const warning = route.warning ? `; $${spent.toFixed(2)} were spent on orders today` : ''
  return ok({ proposer: route.proposer.name, why: `${reasons[route.reason]}${warning}`, bound })
}

/** Trials of thresholds; none where the records are out of reach, so that no order waits for them. */
async function trialsIn(
  workspace: Pick<Workspace, 'records'>,
): Promise<readonly ThresholdExperiment[]> {
  const records = await workspace.records()
  return records.ok ? records.value.experiments() : []
}

/** The limits of the day hold for later attempts too, which go to stronger proposers. */
export async function affordsProposer(
  workspace: Workspace,
  { setup, proposer }: OrderRun,
): AsyncResult<null, string> {
  const { budget } = workspace.config.workflows.workorder
  const now = budgetState(await spentToday(workspace), budget)
  if (now === 'emergency_kill') return err(whyNobody.emergency_kill)
  const costs = setup.proposers.map(({ cost }) => cost)
  const asked = setup.proposers.find(({ name }) => name === proposer)
  const isCheapest = asked === undefined || asked.cost <= Math.min(...costs)
  return now !== 'hard_cap_exceeded' || isCheapest
    ? ok(null)
    : err(
        `${proposer} would be asked, but the money left is for the cheapest only; wait, or raise workflows.workorder.budget.hard_usd`,
      )
}
