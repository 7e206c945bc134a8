import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { existsSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { stripVTControlCharacters } from 'node:util'
import type { ProgramCall } from '../../ports/program.ts'
import type { ResourceLimit } from '../../ports/resources.ts'

export type CommandJob = {
  readonly command: readonly [string, ...string[]]
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdin: string
  readonly timeoutMs: number
  readonly outputMb: number
  readonly onStderr: (line: string) => void
  /** Looks after the process until that is called off. */
  readonly watch: (pid: number, passed: (limit: ResourceLimit) => void) => () => void
} & { readonly [Way in 'onStdout' | 'converse']?: ProgramCall[Way] | undefined }

export type CommandRun =
  | { readonly type: 'not-started'; readonly reason: string; readonly retryable: boolean }
  | { readonly type: 'timed-out' }
  | { readonly type: 'cancelled' }
  | { readonly type: 'too-much-output' }
  | { readonly type: 'over-limit'; readonly limit: ResourceLimit }
  | {
      readonly type: 'ended'
      readonly code: number | null
      readonly signal: NodeJS.Signals | null
      readonly stdout: Buffer
      readonly lastStderr: readonly string[]
    }

type Stop = Exclude<CommandRun, { type: 'not-started' | 'ended' }>

const keptStderrLines = 5
const termGraceMs = 2_000
const drainGraceMs = 500

/** Runs one command to its end, its whole process group with it. Never rejects. */
export async function runCommand(job: CommandJob, signal: AbortSignal): Promise<CommandRun> {
  if (signal.aborted) return { type: 'cancelled' }
  const started = start(job)
  if ('reason' in started) return notStarted(job, started.reason)

  return new Promise((resolve) => {
    watch(started, job, signal, (run) => resolve(run))
  })
}

function start(job: CommandJob): ChildProcessWithoutNullStreams | { readonly reason: unknown } {
  const [program, ...args] = job.command
  try {
    // its own process group, so that everything it starts can be ended with it
    return spawn(program, args, {
      cwd: job.cwd,
      env: { ...job.env },
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    })
  } catch (reason) {
    return { reason }
  }
}

function watch(
  child: ChildProcessWithoutNullStreams,
  job: CommandJob,
  signal: AbortSignal,
  finish: (run: CommandRun) => void,
): void {
  let stopped: Stop | null = null
  let ended: { code: number | null; signal: NodeJS.Signals | null } | null = null
  const timers: NodeJS.Timeout[] = []
  const later = (ms: number, act: () => void) => timers.push(setTimeout(act, ms))

  const stop = (why: Stop) => {
    if (stopped !== null || ended !== null) return
    stopped = why
    killGroup(child, 'SIGTERM')
    later(termGraceMs, () => killGroup(child, 'SIGKILL'))
  }
  const cancel = () => stop({ type: 'cancelled' })
  const settle = (run: CommandRun) => {
    for (const timer of timers) clearTimeout(timer)
    signal.removeEventListener('abort', cancel)
    unwatched()
    // nothing that the command left behind may go on working
    killGroup(child, 'SIGKILL')
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy()
    finish(run)
  }
  const stdout = collect(child, job, () => stop({ type: 'too-much-output' }))
  const lastStderr = listen(child, job.onStderr)
  const unwatched =
    child.pid === undefined
      ? () => undefined
      : job.watch(child.pid, (limit) => stop({ type: 'over-limit', limit }))
  const conclude = () => {
    lastStderr.end()
    if (ended === null) return
    settle(stopped ?? { type: 'ended', ...ended, stdout: stdout(), lastStderr: lastStderr.lines() })
  }

  later(job.timeoutMs, () => stop({ type: 'timed-out' }))
  signal.addEventListener('abort', cancel, { once: true })
  child.once('error', (error) => settle(notStarted(job, error)))
  child.once('exit', (code, endSignal) => {
    ended = { code, signal: endSignal }
    // a grandchild may hold the pipes open for ever
    later(drainGraceMs, () => killGroup(child, 'SIGKILL'))
    later(drainGraceMs * 2, conclude)
  })
  child.once('close', conclude)
  // a command that does not read its request must not bring us down
  child.stdin.on('error', () => {})
  if (job.converse === undefined) child.stdin.end(job.stdin)
  else
    void converse(child, job.converse).finally(() => {
      killGroup(child, 'SIGTERM')
      later(termGraceMs, () => killGroup(child, 'SIGKILL'))
    })
}

async function converse(
  child: ChildProcessWithoutNullStreams,
  talk: NonNullable<CommandJob['converse']>,
): Promise<void> {
  const output = new PassThrough()
  child.stdout.pipe(output)
  await talk({ input: child.stdin, output }).catch(() => undefined)
  child.stdin.end()
}

function collect(
  child: ChildProcessWithoutNullStreams,
  { outputMb, onStdout, converse: talk }: CommandJob,
  onTooMuch: () => void,
): () => Buffer {
  const chunks: Buffer[] = []
  const keep = talk === undefined ? (chunk: Buffer) => void chunks.push(chunk) : () => undefined
  let size = 0
  const isTooMuch = (chunk: Buffer) => (size += chunk.length) > outputMb * 1_000_000
  child.stdout.on('data', (chunk: Buffer) => {
    if (isTooMuch(chunk)) return onTooMuch()
    ;(onStdout ?? keep)(chunk)
  })
  child.stderr.on('data', (chunk: Buffer) => {
    if (isTooMuch(chunk)) onTooMuch()
  })
  return () => Buffer.concat(chunks)
}

function listen(child: ChildProcessWithoutNullStreams, onLine: (line: string) => void) {
  const last: string[] = []
  const lines = splitLines((line) => {
    onLine(line)
    if (line.trim() !== '') last.push(line.slice(0, 500))
    if (last.length > keptStderrLines) last.shift()
  })
  child.stderr.on('data', lines.add)
  return { end: lines.end, lines: () => last }
}

function killGroup(child: ChildProcessWithoutNullStreams, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, signal)
  } catch {
    // the group is gone already
  }
}

function notStarted({ command: [program], cwd }: CommandJob, error: unknown): CommandRun {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const refuse = (reason: string, retryable = false): CommandRun => ({
    type: 'not-started',
    reason,
    retryable,
  })
  if (!existsSync(cwd))
    return refuse(`the working folder ${cwd} does not exist; create it or correct the path`)
  switch (code) {
    case 'ENOENT':
      return refuse(
        `${program} was not found; install it, or correct \`command\` of this agent in loopwright.yaml`,
      )
    case 'EACCES':
    case 'EPERM':
    case 'ENOEXEC':
      return refuse(
        `${program} cannot be run; make it executable (chmod +x ${program}) or start it through its interpreter`,
      )
    case 'EAGAIN':
    case 'EMFILE':
    case 'ENFILE':
    case 'ENOMEM':
      return refuse(
        `${program} could not be started now: the machine is out of processes, files or memory (${code})`,
        true,
      )
    default:
      return refuse(
        `${program} could not be started: ${error instanceof Error ? error.message : String(error)}`,
      )
  }
}

const longestLine = 8_000

/** Turns chunks into lines fit for a log: bounded, without terminal codes. */
function splitLines(onLine: (line: string) => void) {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  const say = (line: string) => onLine(stripVTControlCharacters(line).replace(/[^\P{C}\t]/gu, ''))

  const take = (text: string) => {
    const lines = (rest + text).split(/\r?\n/)
    rest = lines.pop() ?? ''
    for (const line of lines)
      for (let from = 0; from === 0 || from < line.length; from += longestLine)
        say(line.slice(from, from + longestLine))
    // a line without end is handed on in pieces, so that memory stays bounded
    for (; rest.length > longestLine; rest = rest.slice(longestLine))
      say(rest.slice(0, longestLine))
  }
  return {
    add: (chunk: Buffer) => take(decoder.write(chunk)),
    end: () => {
      take(decoder.end())
      if (rest !== '') say(rest)
      rest = ''
    },
  }
}
