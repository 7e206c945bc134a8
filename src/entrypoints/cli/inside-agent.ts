import { hostMarks, insideAgent } from '../../model/inside-agent.ts'
import { ancestors, announcedHosts, nameOfProcess, readProc } from '../host-process.ts'
import type { Call } from './command.ts'

/** Whether an agent of ours started this, however far up: what people decide is not for it to say. */
export function isInsideAgent(env: Call['env'], pid = process.ppid): boolean {
  return (
    (env[insideAgent] ?? '') !== '' ||
    ancestors(pid).some((at) => `\0${readProc(at, 'environ')}`.includes(`\0${insideAgent}=`))
  )
}

/** Whether an agent that is connected by MCP started this. At a terminal of its program there is a person. */
export function isInsideHost(env: Call['env'], pid = process.ppid): boolean {
  const hosts = announcedHosts(env)
  return hosts.size > 0 && ancestors(pid).some((at) => hosts.has(nameOfProcess(at)))
}

/** Whether the agent of a program that people use runs this command. It may start work, but speak for nobody. */
export const isRunByHost = (env: Call['env']): boolean =>
  hostMarks.some((mark) => (env[mark] ?? '') !== '')
