import type { AgentConfig } from './agent-config.ts'

type Agents = Readonly<Record<string, AgentConfig>>

/** The first name of what this agent is: two names for one program or one model are one binding. */
export function bindingOf(agents: Agents, name: string): string {
  const agent = agents[name]
  // the other side of a connection, and embedded agents, are told apart by their names
  if (agent === undefined || agent.kind === 'host' || agent.kind === 'offline') return name
  const own = whatAnswers(agent)
  return Object.keys(agents).find((other) => whatAnswers(agents[other]) === own) ?? name
}

/** Not how long it may take, or what it may reach. */
const whatAnswers = (agent: AgentConfig | undefined): string =>
  JSON.stringify(agent, ['kind', 'command', 'script', 'provider', 'model', 'base_url'])
