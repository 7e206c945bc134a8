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
  const results: number[] = []
  for (let at = from; at > 1; at = Number(statOf(at)[1])) results.push(at)
  return results
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

/** What ties an agent's program to us: it is connected by MCP, or it calls our hooks. */
type Tie = 'hosts' | 'held'

const folderOf = (env: Env, tie: Tie): string => join(statePath(env), tie)

/** Says that a process is such a program, until it ends or the returned function is called. */
export function announceHost(env: Env, name: string, tie: Tie): () => void {
  const folder = folderOf(env, tie)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const other of announcedHosts(env, tie))
    if (nameOfProcess(Number.parseInt(other)) !== other)
      rmSync(join(folder, other), { force: true })
  const path = join(folder, name)
  writeFileSync(path, '', { mode: 0o600 })
  return () => rmSync(path, { force: true })
}

const isShell = (pid: number): boolean =>
  /^(?:ba|da|z|fi|k|tc|c)?sh$/.test(readProc(pid, 'comm').trim())

/** The program that calls a hook of ours, until it ends. A person who tries the hook does so from a shell. */
export function announceHolder(env: Env): void {
  const name = hostProcess()
  if (!isShell(Number.parseInt(name))) announceHost(env, name, 'held')
}

export function announcedHosts(env: Env, tie: Tie): ReadonlySet<string> {
  try {
    return new Set(readdirSync(folderOf(env, tie)))
  } catch {
    return new Set()
  }
}
