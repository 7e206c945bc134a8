import { mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { statePath } from '../app/state-path.ts'

type Env = Readonly<Record<string, string | undefined>>

/** What the system tells of a process after its name, which may hold blanks and brackets of its own. */
function statOf(pid: number): readonly string[] {
  const line = readProc(pid, 'stat')
  return line.slice(line.lastIndexOf(')') + 2).split(' ')
}

// other systems have no /proc
export function readProc(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1')
  } catch {
    return ''
  }
}

/** A process and whoever started it, up to the first one. */
export function ancestors(from: number): readonly number[] {
  const found: number[] = []
  for (let at = from; at > 1; at = Number(statOf(at)[1])) found.push(at)
  return found
}

/** By its id and when it began: the same id may be given again. */
export const nameOfProcess = (pid: number): string => `${pid}-${statOf(pid)[19] ?? ''}`

/** The process on the other side of our input. A shell or npm in between hands its own input on to us. */
export function hostProcess(): string {
  const own = inputOf(process.pid)
  const host = ancestors(process.ppid).find((pid) => own === null || inputOf(pid) !== own)
  return nameOfProcess(host ?? process.ppid)
}

function inputOf(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/fd/0`)
  } catch {
    return null
  }
}

const folderOf = (env: Env): string => join(statePath(env), 'hosts')

/** Says that a process is an agent that is connected by MCP, until the returned function is called. */
export function announceHost(env: Env, name: string): () => void {
  mkdirSync(folderOf(env), { recursive: true, mode: 0o700 })
  // those whose server was killed
  for (const other of announcedHosts(env))
    if (nameOfProcess(Number.parseInt(other)) !== other) rmSync(join(folderOf(env), other))
  const path = join(folderOf(env), name)
  writeFileSync(path, '', { mode: 0o600 })
  return () => rmSync(path, { force: true })
}

export function announcedHosts(env: Env): ReadonlySet<string> {
  try {
    return new Set(readdirSync(folderOf(env)))
  } catch {
    return new Set()
  }
}
