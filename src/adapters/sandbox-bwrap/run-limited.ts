import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import type { Resources, Watched } from '../../ports/resources.ts'
import { type SandboxLimits, type SandboxRun, workFolder } from '../../ports/sandbox.ts'
import { statusDescriptor } from './bwrap-arguments.ts'
import { processesWith } from './process-watch.ts'

export type Command = {
  readonly argv: readonly [string, ...string[]]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly stdin: string | undefined
  readonly user: number | null
  /** A folder on the disk that the job may fill, which is watched. */
  readonly fills?: string | undefined
  /** Whether the program says on its status descriptor that the job itself was started. */
  readonly reportsStatus: boolean
}

export type Finished =
  | { readonly started: true; readonly run: SandboxRun }
  | { readonly started: false; readonly reason: string }

export type Within = { readonly limits: SandboxLimits; readonly resources: Resources }

type Limit = Extract<SandboxRun, { type: 'stopped' }>['limit']

const watchEveryMs = 40
// as many files of the largest size a job may write to a folder that stays
const filesInFolder = 8

/** Runs a program within limits and leaves nothing of it behind. */
export async function runLimited(
  command: Command,
  { limits, resources }: Within,
  signal: AbortSignal,
): Promise<Finished> {
  const mark = `LOOPWRIGHT_JOB=${randomUUID()}`
  if (signal.aborted) return stoppedBefore()
  // whoever steps down may enter no group; the kernel counts the processes of that user
  const share = await resources.take({ ...limits, isGrouped: command.user === null }, signal)
  const begun = performance.now()
  const child = start({ ...command, argv: share.enter(command.argv) }, mark)
  const output = collect(child, limits.outputBytes, () => stop('output'))
  let limit: Limit | null = null
  const stop = (reached: Limit) => {
    limit ??= reached
    killGroup(child)
  }
  const onAbort = () => stop('cancelled')
  signal.addEventListener('abort', onAbort, { once: true })
  // it may have come while the group was made
  if (signal.aborted) onAbort()
  const wall = setTimeout(() => stop('time'), limits.wallMs)
  const calledOff = share.watch(child.pid ?? 0, watchedIn(command, limits), stop)

  const ended = await endOf(child)
  clearTimeout(wall)
  calledOff()
  signal.removeEventListener('abort', onAbort)
  killGroup(child)
  if (!command.reportsStatus) killMarked(mark)
  if (share.starved()) limit ??= 'memory'
  await share.close()
  await closed(child)

  const { stdout, stderr, status } = output()
  const ms = performance.now() - begun
  // read once more: a limit may have been reached while we waited
  const reached = limit as Limit | null
  if (reached !== null)
    return { started: true, run: { type: 'stopped', limit: reached, stdout, stderr, ms } }
  if (ended.failed !== null) return { started: false, reason: ended.failed }
  if (command.reportsStatus && !status.includes('"exit-code"'))
    return { started: false, reason: stderr.trim().slice(0, 300) || `exit ${ended.code}` }
  return { started: true, run: { type: 'exited', code: ended.code, stdout, stderr, ms } }
}

const watchedIn = ({ fills }: Command, { files, fileMb }: SandboxLimits): Watched => ({
  inMemory: ['/tmp', '/dev/shm', ...(fills === undefined ? [workFolder] : [])],
  files,
  everyMs: watchEveryMs,
  ...(fills === undefined ? {} : { fills: { folder: fills, megabytes: fileMb * filesInFolder } }),
})

const stoppedBefore = (): Finished => ({
  started: true,
  run: { type: 'stopped', limit: 'cancelled', stdout: '', stderr: '', ms: 0 },
})

function start(command: Command, mark: string): ChildProcess {
  const [program, ...args] = command.argv
  const [name = '', value = ''] = mark.split('=')
  const child = spawn(program, args, {
    cwd: command.cwd,
    env: {
      ...command.env,
      ...(command.reportsStatus ? { PATH: process.env['PATH'] } : { [name]: value }),
    },
    detached: true,
    stdio: [command.stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe', 'pipe'],
    ...(command.user === null ? {} : { uid: command.user, gid: command.user }),
  })
  // a job that does not read its input closes the pipe
  child.stdin?.on('error', () => undefined)
  child.stdin?.end(command.stdin)
  return child
}

function collect(child: ChildProcess, most: number, tooMuch: () => void) {
  const stored = {
    stdout: new Array<Buffer>(),
    stderr: new Array<Buffer>(),
    status: new Array<Buffer>(),
  }
  let left = most
  const keep = (into: Buffer[], stream: Readable | null) =>
    stream
      ?.on('error', () => undefined)
      .on('data', (chunk: Buffer) => {
        if (left > 0) into.push(chunk.subarray(0, left))
        left -= chunk.length
        if (left >= 0) return
        stream.destroy()
        tooMuch()
      })
  keep(stored.stdout, child.stdout)
  keep(stored.stderr, child.stderr)
  const status = child.stdio[statusDescriptor]
  if (status && 'on' in status)
    status
      .on('error', () => undefined)
      .on('data', (chunk: Buffer) => {
        if (stored.status.length < 16) stored.status.push(chunk)
      })
  const text = (chunks: readonly Buffer[]) => Buffer.concat(chunks).toString('utf8')
  return () => ({
    stdout: text(stored.stdout),
    stderr: text(stored.stderr),
    status: text(stored.status),
  })
}

type End = { readonly code: number; readonly failed: string | null }

function endOf(child: ChildProcess): Promise<End> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 127, failed: error.message }))
    child.once('exit', (code) => resolve({ code: code ?? 137, failed: null }))
  })
}

/** Waits until the pipes are read to their end, but not for a stranger who holds them open. */
async function closed(child: ChildProcess): Promise<void> {
  const streams = [child.stdout, child.stderr].filter((stream) => stream !== null)
  const ends = streams.filter((stream) => !stream.closed).map((stream) => once(stream, 'close'))
  const patience = new Promise((resolve) => setTimeout(resolve, 1000).unref())
  await Promise.race([Promise.all(ends).catch(() => undefined), patience])
  for (const stream of child.stdio) stream?.destroy()
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // the group has ended already
  }
}

function killMarked(mark: string): void {
  for (let round = 0; round < 10; round++) {
    const left = processesWith(mark)
    if (left.length === 0) return
    for (const pid of left) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // it ended by itself
      }
    }
  }
}
