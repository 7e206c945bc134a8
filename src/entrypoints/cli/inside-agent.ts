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
export const isInsideHost = (env: Call['env'], { canAsk }: Seat): boolean =>
  !canAsk && isBelow(announcedHosts(env, 'hosts'))

/**
 * Whether an agent says what is for a person to say: it may start work, but speak for nobody. It may take away the marks
 * of the program it runs in, but not whose child it is.
 */
export const isSaidByAgent = (env: Call['env'], seat: Seat): boolean =>
  isInsideAgent(env) ||
  hostMarks.some((mark) => (env[mark] ?? '') !== '') ||
  isInsideHost(env, seat) ||
  (!seat.canAsk && isBelow(announcedHosts(env, 'held')))

type Seat = { readonly canAsk: boolean }

const isBelow = (hosts: ReadonlySet<string>): boolean =>
  hosts.size > 0 && ancestors(process.ppid).some((at) => hosts.has(nameOfProcess(at)))
