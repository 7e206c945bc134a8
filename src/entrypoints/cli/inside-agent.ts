import { hostMarks, insideAgent } from '../../model/inside-agent.ts'
import { ancestors, announcedHosts, nameOfProcess, readProc } from '../host-process.ts'
import type { Call } from './command.ts'

/** Whether an agent started this, ours however far up: what people decide is not for it to say. */
export function isInsideAgent(env: Call['env'], pid = process.ppid): boolean {
  return (
    [insideAgent, ...hostMarks].some((mark) => (env[mark] ?? '') !== '') ||
    ancestors(pid).some((at) => `\0${readProc(at, 'environ')}`.includes(`\0${insideAgent}=`))
  )
}

/** Whether an agent that is connected by MCP started this. At a terminal of its program there is a person. */
export function isInsideHost(env: Call['env'], pid = process.ppid): boolean {
  const hosts = announcedHosts(env)
  return hosts.size > 0 && ancestors(pid).some((at) => hosts.has(nameOfProcess(at)))
}
