import type { Workspace } from '../../ports/workspace.ts'
import { type AsyncResult, ok, usageError } from '../../model/result.ts'
import type { Agent } from '../../ports/agent.ts'
import type { BoundProposer, OrderSetup } from './events.ts'

/** Agents by the name of the proposer they answer for; the reviewer is one of them. */
export type OrderAgents = {
  readonly proposers: readonly BoundProposer[]
  readonly byRole: Readonly<Record<string, Agent>>
  /** What each agent is, by the agent's own name. */
  readonly identities: OrderSetup['agents']
}

/** Everybody who may be asked. Without a list of proposers the agent of the role is the only one. */
export function proposersOf(
  workspace: Pick<Workspace, 'agentNameFor' | 'config'>,
): readonly BoundProposer[] {
  const active = workspace.config.workflows.workorder.proposers.filter((each) => each.active)
  if (active.length > 0)
    return active.map(({ name, agent, complexity_threshold, cost }) => ({
      name,
      agent,
      complexity_threshold,
      cost,
    }))
  const agent = workspace.agentNameFor('proposer')
  return [{ name: agent, agent, complexity_threshold: 1, cost: 1 }]
}

/** Opens all of them, so that a wrong binding is told before anything is started. */
export async function openOrderAgents(
  workspace: Pick<Workspace, 'agentNameFor' | 'config' | 'openAgent'>,
  proposers: readonly BoundProposer[],
): AsyncResult<OrderAgents> {
  const byRole: Record<string, Agent> = {}
  const identities: Record<string, Record<string, unknown>> = {}
  const wanted = [
    ...proposers.map(({ name, agent }) => ({ name, agent })),
    { name: 'reviewer', agent: workspace.agentNameFor('reviewer') },
  ]
  const bound = workspace.config.agents
  for (const { name, agent } of wanted) {
    // the built-in agent may stand in for a default, not for one that somebody named
    if (agent !== 'default' && !Object.hasOwn(bound, agent))
      return usageError(
        `"${name}" is bound to the agent "${agent}", which loopwright.yaml does not have`,
        `write it under agents, or name one of: ${Object.keys(bound).join(', ') || 'default'}`,
      )
    const opened = await workspace.openAgent(agent)
    if (!opened.ok) return opened
    byRole[name] ??= opened.value
    identities[agent] = { ...opened.value.identity }
  }
  return ok({ proposers, byRole, identities })
}
