import type { Workspace } from '../../ports/workspace.ts'
import { type AsyncResult, ok } from '../../model/result.ts'
import type { Agent } from '../../ports/agent.ts'
import type { Setup } from './events.ts'
import { type Role, roles } from './steps/bench.ts'

export type Agents = ReadonlyMap<Role, Agent>

/** Opens the agents of all roles, so that a wrong binding is told before anything is started. */
export async function openAgents(workspace: Workspace): AsyncResult<Agents> {
  const opened = new Map<Role, Agent>()
  for (const role of roles) {
    const agent = await workspace.openAgent(workspace.agentNameFor(role))
    if (!agent.ok) return agent
    opened.set(role, agent.value)
  }
  return ok(opened)
}

/** Role → what answers for it, as a run records it when it starts. */
export const describeAgents = (agents: Agents): Setup['agents'] =>
  Object.fromEntries([...agents].map(([role, { identity }]) => [role, { ...identity }]))
