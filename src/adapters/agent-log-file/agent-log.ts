import { appendFileSync, closeSync, constants, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'

const mostBytes = 10_000_000
const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = constants

/** What agents write to standard error, one line each with the agent's name. A log: losing it harms nothing. */
export function openAgentLog(path: string): (agent: string, line: string) => void {
  let written = 0
  return (agent, line) => {
    const text = `${new Date().toISOString()} ${agent}: ${line}\n`
    written += text.length
    if (written > mostBytes) return
    try {
      mkdirSync(dirname(path), { recursive: true })
      const file = openSync(path, O_APPEND | O_CREAT | O_NOFOLLOW | O_WRONLY, 0o644)
      appendFileSync(file, text)
      closeSync(file)
    } catch {
      // a full disk must not stop the run for the sake of its log
    }
  }
}
