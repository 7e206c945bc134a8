import { type AsyncResult, ok } from '../model/result.ts'
import type { Agent } from '../ports/agent.ts'
import type { Workspace } from '../ports/workspace.ts'

export type OpenAgents<Role extends string> = {
  readonly byRole: Readonly<Record<Role, Agent>>
  /** What answers for each role, as a run records it when it starts. */
  readonly identities: Record<string, Record<string, unknown>>
}

/** Opens the agents of all roles, so that a wrong binding is told before anything is started. */
export async function openAgents<Role extends string>(
  { openAgent, agentNameFor }: Pick<Workspace, 'openAgent' | 'agentNameFor'>,
  roles: readonly Role[],
): AsyncResult<OpenAgents<Role>> {
  const opened: [Role, Agent][] = []
  for (const role of roles) {
    const agent = await openAgent(agentNameFor(role))
    if (!agent.ok) return agent
    opened.push([role, agent.value])
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every role was opened above
  const byRole = Object.fromEntries(opened) as Record<Role, Agent>
  const identities: Record<string, Record<string, unknown>> = {}
  for (const [role, { identity }] of opened) identities[role] = { ...identity }
  return ok({ byRole, identities })
}
