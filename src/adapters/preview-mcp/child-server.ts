import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'

export type ServerProgram = {
  readonly command: readonly [string, ...string[]]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

/** A server that is a program of this machine, with what is known of it when something goes wrong. */
export type ChildServer = {
  readonly transport: Transport
  /** How it ended, when it did; its last words with it. */
  ending(): string | null
  /** Whether it printed what is no message of the protocol. */
  saidGarbage(): boolean
  /** Ends it and all it started. Afterwards nothing of it is left. */
  end(): Promise<void>
}

const messageLimit = 12_000_000
const keptLines = 5
const politeMs = 500
const termGraceMs = 1_500
const drainMs = 200

/**
 * The SDK's own transport passes more of our environment on than we want, and ends the program only,
 * not what the program started.
 */
export function childServer(
  program: ServerProgram,
  read: (line: string) => JSONRPCMessage,
): ChildServer {
  let child: ChildProcessWithoutNullStreams | null = null
  let isGone = false
  const record: Witness = { ended: null, garbage: false, words: '' }
  const gone = () => {
    if (isGone) return
    isGone = true
    transport.onclose?.()
  }
  const transport: Transport & { readonly pid: number | null; readonly stderr: null } = {
    // by these two the SDK knows a program from a web server
    get pid() {
      return child?.pid ?? null
    },
    stderr: null,
    async start() {
      child = open(program)
      watch(child, record, gone)
      listen(child, record, (line) => {
        const message = understand(line, read)
        if (message === null) record.garbage ||= line.trim() !== ''
        else transport.onmessage?.(message)
      })
      await once(child, 'spawn')
    },
    async send(message) {
      if (child === null || !child.stdin.writable) throw new Error('the server is gone')
      child.stdin.write(`${JSON.stringify(message)}\n`)
    },
    async close() {
      if (child !== null) await end(child)
      gone()
    },
  }
  return {
    transport,
    ending: () => (record.ended === null ? null : `${record.ended}${quote(record.words)}`),
    saidGarbage: () => record.garbage,
    end: async () => {
      if (child !== null) await end(child)
    },
  }
}

type Witness = { ended: string | null; garbage: boolean; words: string }

function watch(child: ChildProcessWithoutNullStreams, record: Witness, gone: () => void): void {
  child.stderr.on('data', (chunk: Buffer) => {
    record.words = (record.words + chunk.toString('utf8')).slice(-4_000)
  })
  child.stdin.on('error', () => {})
  child.on('error', () => {})
  child.once('exit', (code, signal) => {
    record.ended ??= signal === null ? `ended with code ${code}` : `was ended by ${signal}`
    // what it printed last is still on its way; a process it left behind may hold the pipe for ever
    setTimeout(gone, drainMs)
  })
  child.once('close', gone)
}

function listen(
  child: ChildProcessWithoutNullStreams,
  record: Witness,
  onLine: (line: string) => void,
): void {
  const tooLong = () => {
    record.ended ??= `sent more than ${messageLimit / 1_000_000} MB in one message and was stopped`
    if (child.pid !== undefined) killGroup(child.pid, 'SIGKILL')
  }
  child.stdout.on('data', lines(onLine, tooLong))
}

function open({ command, cwd, env }: ServerProgram): ChildProcessWithoutNullStreams {
  const [program, ...args] = command
  // its own process group, so that everything it starts can be ended with it
  return spawn(program, args, { cwd, env, detached: true, stdio: ['pipe', 'pipe', 'pipe'] })
}

async function end(child: ChildProcessWithoutNullStreams): Promise<void> {
  const { pid } = child
  if (pid === undefined) return
  child.stdin.end()
  if (!(await exits(child, politeMs))) killGroup(pid, 'SIGTERM')
  if (!(await exits(child, termGraceMs))) killGroup(pid, 'SIGKILL')
  await exits(child, termGraceMs)
  // nothing that it left behind may go on working
  killGroup(pid, 'SIGKILL')
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy()
}

async function exits(child: ChildProcessWithoutNullStreams, withinMs: number): Promise<boolean> {
  const isGone = () => child.exitCode !== null || child.signalCode !== null
  if (isGone()) return true
  const stop = new AbortController()
  const patience = sleep(withinMs, undefined, { signal: stop.signal }).catch(() => {})
  const gone = once(child, 'exit', { signal: stop.signal }).catch(() => {})
  await Promise.race([gone, patience])
  stop.abort()
  return isGone()
}

function killGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal)
  } catch {
    // the group is gone already
  }
}

function understand(line: string, read: (line: string) => JSONRPCMessage): JSONRPCMessage | null {
  try {
    return read(line)
  } catch {
    return null
  }
}

function lines(onLine: (line: string) => void, onTooLong: () => void): (chunk: Buffer) => void {
  let held: Buffer[] = []
  let size = 0
  return (chunk) => {
    let rest = chunk
    for (let at = rest.indexOf(10); at !== -1; at = rest.indexOf(10)) {
      onLine(Buffer.concat([...held, rest.subarray(0, at)]).toString('utf8'))
      held = []
      size = 0
      rest = rest.subarray(at + 1)
    }
    size += rest.length
    if (size > messageLimit) return onTooLong()
    held.push(rest)
  }
}

function quote(words: string): string {
  const said = words.split(/\r?\n/).filter((line) => line.trim() !== '')
  return said.length === 0 ? '' : `; it said: ${said.slice(-keptLines).join(' | ')}`
}
