import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
} from '@modelcontextprotocol/server'
import type { McpContext } from './context.ts'
import { buildServer } from './server.ts'

type Door = {
  readonly token: string
  readonly mostBytes: number
  readonly log: (line: string) => void
}

/** Answers requests of web clients on this machine that know the token. A page of another site cannot be one. */
export function openDoor(
  context: McpContext,
  { token, mostBytes, log }: Door,
): {
  readonly fetch: (request: Request) => Promise<Response>
  readonly close: () => Promise<void>
} {
  const handler = createMcpHandler(() => buildServer(context), {
    maxRequestBodySize: mostBytes,
    onerror: (error) => log(error.message),
  })
  return {
    async fetch(request: Request): Promise<Response> {
      const refused =
        hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
        originValidationResponse(request, localhostAllowedOrigins())
      if (refused !== undefined) return refused
      if (new URL(request.url).pathname !== '/mcp') return new Response(null, { status: 404 })
      if (!isSame(request.headers.get('authorization') ?? '', `Bearer ${token}`))
        return Response.json(
          { error: 'the token is missing or wrong' },
          { status: 401, headers: { 'www-authenticate': 'Bearer' } },
        )
      return handler.fetch(request)
    },
    close: () => handler.close(),
  }
}

/** Takes as long whatever is wrong. */
function isSame(given: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(right))
}

/** Listens on this machine only. */
export async function serveOnHttp(
  context: McpContext,
  door: Door & { readonly port: number },
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const { fetch, close } = openDoor(context, door)
  const server = createServer((incoming, outgoing) => {
    void answer(fetch, incoming, outgoing).catch((error: unknown) => {
      door.log(String(error))
      outgoing.destroy()
    })
  })
  const listening = Promise.withResolvers<null>()
  server.once('error', listening.reject)
  server.listen(door.port, '127.0.0.1', () => listening.resolve(null))
  await listening.promise
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    async close() {
      await close()
      server.closeAllConnections()
      const closed = Promise.withResolvers<null>()
      server.close(() => closed.resolve(null))
      await closed.promise
    },
  }
}

async function answer(
  fetch: (request: Request) => Promise<Response>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const left = new AbortController()
  outgoing.once('close', () => left.abort())
  const hasBody = incoming.method !== 'GET' && incoming.method !== 'HEAD'
  const request = new Request(
    `http://${incoming.headers.host ?? 'nowhere'}${incoming.url ?? '/'}`,
    {
      method: incoming.method ?? 'GET',
      headers: Object.entries(incoming.headersDistinct).flatMap(([name, values = []]) =>
        values.map((value): [string, string] => [name, value]),
      ),
      signal: left.signal,
      ...(hasBody ? { body: Readable.toWeb(incoming), duplex: 'half' } : {}),
    },
  )
  const response = await fetch(request)
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  if (response.body === null) outgoing.end()
  else await pipeline(Readable.fromWeb(response.body), outgoing)
}
