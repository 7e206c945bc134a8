import * as childProcess from 'node:child_process'
import * as fs from 'node:fs'
import * as http from 'node:http'
import * as net from 'node:net'
import * as stream from 'node:stream'
import type { UpstreamBehaviour } from '../../ports/application.ts'
import type { FromInside, FromOutside, StartMessage } from './messages.ts'
import { serveFiles } from './serve-files.ts'
import { type Address, isHeldBy, type ListeningSocket, listening, probe } from './sockets.ts'

/**
 * What runs inside the walls beside the application: it starts it, finds out where it listens, and leads
 * connections from outside to it. The functions are written to a file of their own, so they call each
 * other and use modules through `kit` only.
 */
export type Kit = typeof modules & typeof functions

type InsideOptions = {
  readonly socket: string
  readonly upstreams: Readonly<Record<string, UpstreamBehaviour>>
  /** Other programs listen on the same network: only those with this mark in their environment count. */
  readonly mark: string | null
}

async function main(kit: Kit, { socket, upstreams, mark }: InsideOptions): Promise<void> {
  const control = kit.net.connect(socket)
  // whoever asked for the application is gone
  control.on('error', () => undefined).on('close', () => process.kill(0, 'SIGKILL'))
  const send = (message: FromInside) => control.write(`${JSON.stringify(message)}\n`)
  const servers = await kit.startUpstreams(kit, upstreams)
  control.write('control\n')
  send({ type: 'ready', ports: servers.ports, port: servers.free })
  let address: Address | null = null
  kit.onLines(control, (line) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is our own process
    const message = JSON.parse(line) as FromOutside
    if (message.type === 'connect' && address !== null)
      kit.lead(kit, { socket, id: message.id, address })
    if (message.type !== 'start') return
    const answer = (result: Ready) => {
      if (result.type === 'listening') address = result
      send(
        result.type === 'listening'
          ? { type: 'listening', port: result.port, isPage: result.isPage }
          : result,
      )
    }
    if ('files' in message.run) {
      void kit
        .serveFiles(kit, message.run.files)
        .then((port) => answer({ type: 'listening', host: '127.0.0.1', port, isPage: true }))
      return
    }
    const before = new Set(kit.listening(kit)?.map(({ inode }) => inode))
    const isOwn = ({ inode }: ListeningSocket) =>
      !before.has(inode) && (mark === null || kit.isHeldBy(kit, inode, mark))
    const run = kit.startCommand(kit, message.run.command, message.env)
    void kit.awaitReady(kit, { run, start: message, isOwn }).then(answer)
  })
}

function onLines(socket: net.Socket, take: (line: string) => void): void {
  let rest = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    lines.forEach(take)
  })
}

type Servers = { readonly ports: Readonly<Record<string, number>>; readonly free: number }

async function startUpstreams(
  kit: Kit,
  upstreams: Readonly<Record<string, UpstreamBehaviour>>,
): Promise<Servers> {
  const broken = '{"data":[{"id":1,"name":'
  let malformed = 0
  const answers: Record<UpstreamBehaviour & string, http.RequestListener | null> = {
    dead: null,
    // JSON of another shape every second time
    malformed: (_, response) => response.end(malformed++ % 2 === 0 ? broken : '{"unexpected":[]}'),
    slow: (_, response) => setTimeout(() => response.end('{}'), 120_000),
    'error-500': (_, response) => {
      response.statusCode = 500
      response.end('{"error":"internal server error"}')
    },
  }
  const listen = (server: net.Server) =>
    new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => {
        const address = server.address()
        resolve(typeof address === 'object' && address !== null ? address.port : 0)
      })
    })
  const ports: Record<string, number> = {}
  const unused: net.Server[] = []
  for (const [name, behaviour] of Object.entries(upstreams)) {
    const answer =
      typeof behaviour === 'string'
        ? answers[behaviour]
        : (_: unknown, response: http.ServerResponse) => response.end(behaviour.json)
    const server = kit.http.createServer((request, response) => {
      response.setHeader('content-type', 'application/json')
      answer?.(request, response)
    })
    ports[name] = await listen(server)
    if (answer === null) unused.push(server)
  }
  const own = kit.net.createServer()
  const free = await listen(own)
  for (const server of [...unused, own])
    await new Promise((resolve) => {
      server.close(resolve)
    })
  return { ports, free }
}

type Run = { exit: { readonly code: number | null } | null; output: string }

function startCommand(kit: Kit, command: string, env: StartMessage['env']): Run {
  const run: Run = { exit: null, output: '' }
  // tools that watch files end with their input
  const child = kit.childProcess.spawn('sh', ['-c', command], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const keep = (chunk: Buffer) => {
    run.output = (run.output + chunk.subarray(-20_000).toString('utf8')).slice(-20_000)
  }
  child.stdin.on('error', () => undefined)
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  child.on('error', (error) => {
    run.output += error.message
    run.exit = { code: null }
  })
  // what it printed last may come behind its end
  child.on('exit', (code) => setTimeout(() => (run.exit = { code }), 100))
  return run
}

type Waiting = {
  readonly run: Run
  readonly start: StartMessage
  readonly isOwn: (socket: ListeningSocket) => boolean
}

type Ready =
  | ({ readonly type: 'listening'; readonly isPage: boolean } & Address)
  | Extract<FromInside, { type: 'exited' | 'never-listened' }>

/** The first address that answers with a page; another that speaks HTTP where none does. */
async function awaitReady(kit: Kit, { run, start, isOwn }: Waiting): Promise<Ready> {
  const begun = Date.now()
  const probes = new Map<string, Probed>()
  for (;;) {
    const sockets = kit.listening(kit)
    const open = sockets?.filter(
      (socket) => (start.port === null || socket.port === start.port) && isOwn(socket),
    )
    const guess = { host: '127.0.0.1', port: start.port ?? start.suggested }
    for (const { host, port } of open ?? [guess]) {
      const key = `${host} ${port}`
      const { type = 'silent', at = 0 } = probes.get(key) ?? {}
      if (type !== 'silent' || Date.now() - at < 300) continue
      const note = (now: Probed['type']) =>
        probes.set(key, { type: now, at: Date.now(), host, port })
      note('pending')
      void kit.probe(kit, { host, port }).then(note)
    }
    const chosen = kit.choose([...probes.values()], start)
    if (chosen !== null) {
      const { host, port, type } = chosen
      return { type: 'listening', host, port, isPage: type === 'page' }
    }
    if (run.exit !== null && (open ?? []).length === 0)
      return { type: 'exited', code: run.exit.code, output: run.output }
    if (Date.now() - begun > start.readyMs)
      return {
        type: 'never-listened',
        output: run.output,
        ports: open?.map(({ port }) => port) ?? [],
      }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

type Probed = Address & {
  readonly type: 'page' | 'http' | 'silent' | 'pending'
  readonly at: number
}

/** What answers without a page is taken once nothing better is about to answer. */
function choose(
  probes: readonly Probed[],
  { port: wanted, suggested, isPageless }: StartMessage,
): Probed | null {
  const page = probes.find(({ type }) => type === 'page')
  if (page !== undefined) return page
  const graceMs = (port: number) =>
    wanted !== null || (isPageless && port === suggested) ? 0 : 1_500
  const others = probes.filter(
    ({ type, at, port }) => type === 'http' && Date.now() - at >= graceMs(port),
  )
  if (probes.some(({ type }) => type === 'pending')) return null
  return others.find((each) => each.port === suggested) ?? others[0] ?? null
}

type Leading = { readonly socket: string; readonly id: string; readonly address: Address }

function lead(kit: Kit, { socket, id, address }: Leading): void {
  const outer = kit.net.connect(socket)
  outer.write(`${id}\n`)
  const inner = kit.net.connect(address.port, address.host)
  kit.stream.pipeline(outer, inner, outer, () => {
    outer.destroy()
    inner.destroy()
  })
}

const modules = { childProcess, fs, http, net, stream }
const functions = {
  main,
  onLines,
  startUpstreams,
  startCommand,
  awaitReady,
  choose,
  probe,
  listening,
  isHeldBy,
  lead,
  serveFiles,
}

const moduleNames: Readonly<Record<keyof typeof modules, string>> = {
  childProcess: 'child_process',
  fs: 'fs',
  http: 'http',
  net: 'net',
  stream: 'stream',
}

/** All of it as one program for any Node. */
export const insideProgram = (options: InsideOptions): string =>
  [
    ...Object.entries(moduleNames).map(([name, path]) => `import * as ${name} from 'node:${path}'`),
    `const kit = { ${Object.keys(modules).join(', ')},`,
    ...Object.entries(functions).map(([name, code]) => `${name}: ${String(code)},`),
    '}',
    `await kit.main(kit, ${JSON.stringify(options)})`,
    '',
  ].join('\n')
