import { randomUUID } from 'node:crypto'
import { chmod } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import { PassThrough, pipeline } from 'node:stream'
import { jsonOf } from '../../kit/parse.ts'
import { FromInside, type FromOutside } from './messages.ts'

/** Connections to an application that has no network: what is inside connects to a socket that we listen on. */
export type Tunnel = {
  /** The next message from inside; null where nothing comes any more. */
  next(): Promise<FromInside | null>
  send(message: FromOutside): void
  /** An address on this machine that leads inside. */
  listen(): Promise<string>
  close(): void
}

const mostConnections = 1_000
const longestLine = 1_000_000
const firstLineMs = 10_000

export async function openTunnel(path: string): Promise<Tunnel> {
  const sockets = new Set<Socket>()
  const waiting = new Map<string, Socket>()
  const inbox = new PassThrough({ objectMode: true })
  const messages: AsyncIterator<FromInside> = inbox[Symbol.asyncIterator]()
  let control: Socket | null = null
  const send = (message: FromOutside) => control?.write(`${JSON.stringify(message)}\n`)

  const fromInside = serverOf(sockets, (socket) => {
    const late = setTimeout(() => socket.destroy(), firstLineMs)
    socket.once('close', () => clearTimeout(late))
    onFirstLine(socket, (line) => {
      clearTimeout(late)
      const client = waiting.get(line)
      waiting.delete(line)
      if (client !== undefined) join(client, socket)
      else if (line === 'control' && control === null) {
        control = socket
        onLines(socket.resume(), (message) => inbox.write(message))
        socket.once('close', () => inbox.end())
      } else socket.destroy()
    })
  })
  const fromClients = serverOf(sockets, (client) => {
    const id = randomUUID()
    waiting.set(id, client)
    client.once('close', () => waiting.delete(id))
    send({ type: 'connect', id })
  })

  await listening(fromInside, path)
  // whoever runs inside may be another user
  await chmod(path, 0o777)
  return {
    next: async () => {
      const { done, value } = await messages.next()
      return done === true ? null : value
    },
    send,
    async listen() {
      await listening(fromClients, { port: 0, host: '127.0.0.1' })
      const address = fromClients.address()
      if (typeof address !== 'object' || address === null) throw new Error('no address')
      return `http://127.0.0.1:${address.port}`
    },
    close() {
      for (const server of [fromInside, fromClients]) server.close()
      for (const socket of sockets) socket.destroy()
      inbox.end()
    },
  }
}

function serverOf(sockets: Set<Socket>, take: (socket: Socket) => void): Server {
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket)).on('error', () => undefined)
    take(socket)
  })
  server.maxConnections = mostConnections
  return server
}

const listening = (server: Server, at: string | { readonly port: number; readonly host: string }) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(at, resolve)
  })

const join = (client: Socket, inside: Socket) =>
  pipeline(client, inside, client, () => {
    client.destroy()
    inside.destroy()
  })

/** Reads one short line and leaves the rest where it is. */
function onFirstLine(socket: Socket, take: (line: string) => void): void {
  let read = Buffer.alloc(0)
  const onData = (chunk: Buffer) => {
    read = Buffer.concat([read, chunk])
    const end = read.indexOf('\n')
    if (end === -1 && read.length > 100) socket.destroy()
    if (end === -1) return
    socket.pause().off('data', onData)
    socket.unshift(read.subarray(end + 1))
    take(read.subarray(0, end).toString('utf8'))
  }
  socket.on('data', onData)
}

function onLines(socket: Socket, take: (message: FromInside) => void): void {
  let rest = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > longestLine) socket.destroy()
    for (const line of lines) {
      const message = FromInside.safeParse(jsonOf(line))
      if (message.success) take(message.data)
    }
  })
}
