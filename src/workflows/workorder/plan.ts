import { createHash } from 'node:crypto'
import { readNamedText } from '../../engine/read-named.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { type AsyncResult, err, ok } from '../../model/result.ts'
import type { Agent } from '../../ports/agent.ts'
import { complexityOf } from './complexity/complexity.ts'
import { roughComplexity, scopeScore, scopeVerdict } from './complexity/scope-score.ts'
import { askForPlan } from './planning/ask-plan.ts'
import type { PlannedOrder, PlanOutput } from './planning/plan-output.ts'
import { planSpecification } from './planning/plan-spec.ts'
import { addOrder } from './add.ts'
import { allOrders } from './orders.ts'
import { listPlan } from './work-lists.ts'

export type ShownOrder = PlannedOrder & {
  readonly complexity: number
  /** A guess from counts alone, beside what the words say. */
  readonly rough_complexity: number
  readonly scope: number
  readonly verdict: string
}

export type Plan = {
  /** The same specification has the same id, so planning it again adds nothing twice. */
  readonly id: string
  readonly orders: readonly ShownOrder[]
  readonly notes: readonly string[]
}

/** Takes a technical specification apart, by the agent of the role `decomposer`. Nothing is added yet. */
export async function planOrders(workspace: Workspace, path: string): AsyncResult<Plan> {
  const read = await readNamedText(workspace, path)
  if (!read.ok) return read
  const text = read.value
  const agent = await workspace.openAgent(workspace.agentNameFor('decomposer'))
  if (!agent.ok) return agent
  const planned =
    agent.value.identity.kind === 'offline'
      ? await planSpecification(text)
      : await askPlanner(workspace, agent.value, text)
  if (!planned.ok)
    return err({
      exit: planned.error.startsWith('the planner') ? 5 : 2,
      what: planned.error,
      where: path,
      todo: planned.error.startsWith('the planner')
        ? 'correct the agent of the role "decomposer", or bind the role to one of kind offline: it plans by headings'
        : 'give each piece of work a heading or a list item, with what it is done by',
    })
  return ok({
    id: createHash('sha256').update(text).digest('hex').slice(0, 12),
    orders: planned.value.orders.map((order) => shownOrder(workspace, order)),
    notes: planned.value.notes,
  })
}

function shownOrder(workspace: Pick<Workspace, 'config'>, order: PlannedOrder): ShownOrder {
  const { title, description, acceptance_criteria: criteria, files_in_scope: files } = order
  const contextChars = order.context_budget_estimate * 4
  const { score } = complexityOf(
    { title, description, criteria, files, contextChars },
    workspace.config.workflows.workorder,
  )
  const scope = scopeScore({
    files: files.length,
    criteria: criteria.length,
    dependencies: order.depends_on.length,
    tokens: order.context_budget_estimate,
    risk: order.risk_level,
  })
  const rough = roughComplexity({
    criteria: criteria.length,
    files: files.length,
    contextBudget: order.context_budget_estimate,
  })
  return {
    ...order,
    complexity: score,
    rough_complexity: rough,
    scope,
    verdict: scopeVerdict(scope),
  }
}

async function askPlanner(
  workspace: Pick<Workspace, 'repository'>,
  agent: Agent,
  spec: string,
): AsyncResult<PlanOutput, string> {
  const repository = await workspace.repository()
  const facts = await repository.inspect()
  const files = facts.ok ? await repository.filesAt(facts.value.head) : null
  const paths = files?.ok ? [...files.value.files.keys()].toSorted() : []
  return askForPlan(agent, { spec, paths }, AbortSignal.timeout(planTimeoutMs))
}

const planTimeoutMs = 600_000

/** The orders of a plan, and how many of them were not there before. */
export type AddedPlan = { readonly runIds: readonly string[]; readonly fresh: number }

export async function addPlan(
  workspace: Workspace,
  plan: Plan,
  by: string,
): AsyncResult<AddedPlan> {
  const known = await plannedBefore(workspace, plan.id)
  if (known.size === 0) await listPlan(workspace, plan.id)
  const titles = new Map(plan.orders.map(({ id, title }) => [id, title]))
  const added: string[] = []
  for (const [index, planned] of plan.orders.entries()) {
    const there = known.get(index + 1)
    if (there !== undefined) {
      added.push(there)
      continue
    }
    const {
      id: _,
      complexity: _score,
      rough_complexity: _rough,
      scope: _scope,
      verdict: _verdict,
      ...order
    } = planned
    const depends_on = order.depends_on.map((id) => titles.get(id) ?? id)
    const run = await addOrder(
      workspace,
      { ...order, depends_on },
      { by, plan: { id: plan.id, number: index + 1, of: plan.orders.length } },
    )
    if (!run.ok) return run
    added.push(run.value.runId)
  }
  return ok({ runIds: added, fresh: added.length - known.size })
}

/** Orders of the same plan, by their number in it. */
async function plannedBefore(
  workspace: Workspace,
  id: string,
): Promise<ReadonlyMap<number, string>> {
  const known = new Map<number, string>()
  for await (const { runId, state } of allOrders(workspace))
    if (state.setup.plan?.id === id) known.set(state.setup.plan.number, runId)
  return known
}
