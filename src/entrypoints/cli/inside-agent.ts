import { readFileSync } from 'node:fs'
import { hostMarks, insideAgent } from '../../model/inside-agent.ts'
import type { Call } from './command.ts'

/** Whether an agent started this, ours however far up: what people decide is not for it to say. */
export function isInsideAgent(env: Call['env'], pid = process.ppid): boolean {
  if ([insideAgent, ...hostMarks].some((mark) => (env[mark] ?? '') !== '')) return true
  for (let at = pid; at > 1;) {
    if (`\0${readProc(at, 'environ')}`.includes(`\0${insideAgent}=`)) return true
    // the name in brackets may hold blanks and brackets of its own
    const line = readProc(at, 'stat')
    at = Number(line.slice(line.lastIndexOf(')') + 2).split(' ')[1])
  }
  return false
}

// other systems have no /proc; there the variable must do
function readProc(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1')
  } catch {
    return ''
  }
}
