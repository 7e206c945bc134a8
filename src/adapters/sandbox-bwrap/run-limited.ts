import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { statfsSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { type SandboxLimits, type SandboxRun, workFolder } from '../../ports/sandbox.ts'
import { statusDescriptor } from './bwrap-arguments.ts'
import { openPidsGroup } from './pids-group.ts'
import { availableMegabytes, filesInside, measureTree, processesWith } from './process-watch.ts'

export type Command = {
  readonly argv: readonly string[]
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

type Limit = Extract<SandboxRun, { type: 'stopped' }>['limit']

const watchEveryMs = 40
const hostReserveMb = 256

/** Runs a program within limits and leaves nothing of it behind. */
export async function runLimited(
  command: Command,
  limits: SandboxLimits,
  signal: AbortSignal,
): Promise<Finished> {
  const begun = performance.now()
  const mark = `LOOPWRIGHT_JOB=${randomUUID()}`
  if (signal.aborted) return stoppedBefore()
  const group = command.user === null ? await openPidsGroup(limits.processes * 4) : null
  const argv = group?.enter(command.argv) ?? command.argv
  const child = start({ ...command, argv }, mark)
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
  const watch = watchOver(child, { limits, fills: command.fills }, stop)

  const ended = await endOf(child)
  clearTimeout(wall)
  clearInterval(watch)
  signal.removeEventListener('abort', onAbort)
  killGroup(child)
  if (!command.reportsStatus) killMarked(mark)
  await group?.close()
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

const stoppedBefore = (): Finished => ({
  started: true,
  run: { type: 'stopped', limit: 'cancelled', stdout: '', stderr: '', ms: 0 },
})

function start(command: Command, mark: string): ChildProcess {
  const [program = '', ...args] = command.argv
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
  const kept = {
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
  keep(kept.stdout, child.stdout)
  keep(kept.stderr, child.stderr)
  const status = child.stdio[statusDescriptor]
  if (status && 'on' in status)
    status
      .on('error', () => undefined)
      .on('data', (chunk: Buffer) => {
        if (kept.status.length < 16) kept.status.push(chunk)
      })
  const text = (chunks: readonly Buffer[]) => Buffer.concat(chunks).toString('utf8')
  return () => ({
    stdout: text(kept.stdout),
    stderr: text(kept.stderr),
    status: text(kept.status),
  })
}

type Watched = { readonly limits: SandboxLimits; readonly fills: string | undefined }

function watchOver(child: ChildProcess, { limits, fills }: Watched, stop: (limit: Limit) => void) {
  const inMemory = ['/tmp', '/dev/shm', ...(fills === undefined ? [workFolder] : [])]
  const room = fills === undefined ? Infinity : freeMegabytes(fills)
  return setInterval(() => {
    if (child.pid === undefined) return
    const { processes, megabytes } = measureTree(child.pid)
    if (processes > limits.processes) stop('processes')
    else if (megabytes > limits.memoryMb || availableMegabytes() < hostReserveMb) stop('memory')
    else if (filesInside(child.pid, inMemory) > limits.files) stop('output')
    else if (fills !== undefined && room - freeMegabytes(fills) > limits.fileMb * filesInFolder)
      stop('output')
  }, watchEveryMs)
}

// as many files of the largest size a job may write to a folder that stays
const filesInFolder = 8

function freeMegabytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return (bavail * bsize) / (1024 * 1024)
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
