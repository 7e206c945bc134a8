import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { request as start, type IncomingMessage } from 'node:http'
import { type AsyncResult, err, ok, type Result } from '../../model/result.ts'
import type {
  Application,
  ApplicationError,
  ApplicationOptions,
  ApplicationRequest,
  ApplicationResponse,
} from '../../ports/application.ts'
import type { SandboxLimits, SandboxRefusal, SandboxRun } from '../../ports/sandbox.ts'
import type { Workbench } from '../../ports/workbench.ts'
import {
  buildFailed,
  died,
  lacksProgram,
  neverListened,
  noCommand,
  noRoom,
  runEnded,
} from './errors.ts'
import { insideProgram } from './inside.ts'
import type { FromInside } from './messages.ts'
import { type StartCommand, startCommands, type Wanted } from './start-command.ts'
import { openTunnel, type Tunnel } from './tunnel.ts'

export type ApplicationSettings = Wanted & {
  readonly port?: number | undefined
  readonly readyMs: number
}

const limits: Partial<SandboxLimits> = { wallMs: 3_600_000, memoryMb: 2048 }
const shownAt = '/opt/application'
/** Others may use the machine as well. */
const roomMs = 60_000

/** Starts the application of a project: the first command that brings one up. */
export async function openApplication(
  bench: Workbench,
  settings: ApplicationSettings,
  options: ApplicationOptions,
): AsyncResult<Application, ApplicationError> {
  let first: ApplicationError | null = null
  for (const command of await startCommands(bench, settings)) {
    // an application that fails is no site of files
    if (command.files !== undefined && first !== null && !lacksProgram(first)) break
    const built = command.build === null ? null : ((await options.built?.()) ?? null)
    const failed = built === null ? await builtOnce(bench, command, options.signal) : null
    if (failed !== null) return err(first ?? failed)
    const started = await startApplication(built ?? bench, { command, settings, options })
    if (started.ok) return started
    first ??= started.error
    if (started.error.type === 'no-walls' || started.error.type === 'cancelled') break
  }
  return err(first ?? noCommand)
}

const builds = new WeakMap<Workbench, Map<string, Promise<ApplicationError | null>>>()

function builtOnce(
  bench: Workbench,
  command: StartCommand,
  signal: AbortSignal,
): Promise<ApplicationError | null> {
  if (command.build === null) return Promise.resolve(null)
  const known = builds.get(bench) ?? new Map<string, Promise<ApplicationError | null>>()
  builds.set(bench, known)
  const { script } = command.build
  const built = known.get(script) ?? build(bench, command, signal)
  known.set(script, built)
  return built
}

async function build(
  bench: Workbench,
  command: StartCommand,
  signal: AbortSignal,
): Promise<ApplicationError | null> {
  const run = await bench.run({ argv: ['sh', '-c', command.build?.script ?? ''] }, signal)
  const isBuilt = run.ok && run.value.type === 'exited' && run.value.code === 0
  return isBuilt ? null : buildFailed(command, run)
}

type Starting = {
  readonly command: StartCommand
  readonly settings: ApplicationSettings
  readonly options: ApplicationOptions
}

async function startApplication(
  bench: Workbench,
  { command, settings, options }: Starting,
): AsyncResult<Application, ApplicationError> {
  // the name of a socket must be short
  const folder = await mkdtemp(join(tmpdir().length > 60 ? '/tmp' : tmpdir(), 'loopwright-app-'))
  // another user steps in here only by the name of what is inside
  await chmod(folder, 0o711)
  const name = randomUUID().slice(0, 13)
  const tunnel = await openTunnel(join(folder, name))
  const stopping = new AbortController()
  const inside = { folder, name, options, stopping: stopping.signal }
  const ended = runInside(bench, inside).finally(() => tunnel.close())
  const stop = async () => {
    stopping.abort()
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  const failure = await bringUp(tunnel, { bench, command, settings, options })
  if (failure === null) {
    const origin = await tunnel.listen()
    const request: Application['request'] = (sent) => sendRequest(origin, sent)
    return ok({ command: command.shown, origin, request, stop })
  }
  stopping.abort()
  const run = await ended
  await stop()
  return err(failure === 'gone' ? runEnded(command, run) : failure)
}

type Inside = {
  readonly folder: string
  readonly name: string
  readonly options: ApplicationOptions
  readonly stopping: AbortSignal
}

async function runInside(
  bench: Workbench,
  { folder, name, options, stopping }: Inside,
): Promise<Result<SandboxRun, SandboxRefusal>> {
  const walls = bench.kind !== 'none'
  const at = walls ? shownAt : folder
  const mark = walls ? null : `LOOPWRIGHT_APPLICATION=${name}`
  await writeFile(
    join(folder, 'inside.mjs'),
    insideProgram({ socket: join(at, name), upstreams: options.upstreams ?? {}, mark }),
  )
  return bench.run(
    {
      argv: ['node', join(at, 'inside.mjs')],
      show: [{ from: folder, at: shownAt }],
      env: { LOOPWRIGHT_APPLICATION: name, BROWSER: 'none' },
      limits,
    },
    AbortSignal.any([options.signal, stopping]),
  )
}

/** What had no page the first time has none the next time. */
const pageless = new WeakSet<Workbench>()

/** Null once the application answers; `gone` where what runs inside has ended. */
async function bringUp(
  tunnel: Tunnel,
  {
    bench,
    command,
    settings: { port, readyMs },
    options,
  }: Starting & { readonly bench: Workbench },
): Promise<ApplicationError | 'gone' | null> {
  const ready = await within(tunnel.next(), roomMs)
  if (ready === 'late') return noRoom
  if (ready?.type !== 'ready') return 'gone'
  const env = {
    ...(port === undefined ? { PORT: `${ready.port}` } : {}),
    ...options.environment?.(ready.ports),
  }
  const { script, files } = command
  const run = files === undefined ? { command: script } : { files }
  const wanted = { port: port ?? null, suggested: ready.port }
  tunnel.send({ type: 'start', run, env, ...wanted, readyMs, isPageless: pageless.has(bench) })
  const answer = await within(tunnel.next(), readyMs + 15_000)
  return answer === 'late' ? neverListened(command, readyMs, null) : outcome(answer)

  function outcome(message: FromInside | null): ApplicationError | 'gone' | null {
    if (message?.type === 'listening' && !message.isPage) pageless.add(bench)
    if (message?.type === 'listening') return null
    if (message?.type === 'exited') return died(command, message)
    return message?.type === 'never-listened' ? neverListened(command, readyMs, message) : 'gone'
  }
}

async function within<Value>(work: Promise<Value>, ms: number): Promise<Value | 'late'> {
  const { promise, resolve } = Promise.withResolvers<'late'>()
  const timer = setTimeout(() => resolve('late'), ms)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}

const defaultTimeoutMs = 10_000
const mostBytes = 2 * 1024 * 1024

/** Sends one request; null where it cannot be sent or no answer comes in time. */
function sendRequest(
  origin: string,
  { method, path, headers = {}, body, timeoutMs = defaultTimeoutMs }: ApplicationRequest,
): Promise<ApplicationResponse | null> {
  return new Promise((resolve) => {
    try {
      const { hostname: host, port } = new URL(origin)
      const signal = AbortSignal.timeout(timeoutMs)
      const options = { host, port, method, path, headers: { ...headers }, agent: false, signal }
      const request = start(options, (response) => {
        void readBody(response).then((text) =>
          resolve(
            text === null
              ? null
              : { status: response.statusCode ?? 0, headers: plain(response), body: text },
          ),
        )
      })
      request.on('error', () => resolve(null))
      request.end(body)
    } catch {
      // a method, path or header that HTTP does not know
      resolve(null)
    }
  })
}

async function readBody(response: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = []
  let left = mostBytes
  try {
    for await (const chunk of response) {
      const bytes = Buffer.from(chunk).subarray(0, left)
      chunks.push(bytes)
      left -= bytes.length
      if (left === 0) break
    }
  } catch {
    return null
  }
  return Buffer.concat(chunks).toString('utf8')
}

const plain = ({ headers }: IncomingMessage): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join('\n') : (value ?? ''),
    ]),
  )
