import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { isJsonObject } from '../../src/model/answer-text.ts'
import { type Asked, protocols, type Said, type Wire } from './protocols.ts'

export type ModelServer = {
  readonly url: string
  readonly asked: readonly Asked[]
  close(): Promise<void>
}

/** A model on 127.0.0.1 that speaks the protocols of the providers and says what it is told to. */
export async function startModelServer(brain: (asked: Asked) => Said): Promise<ModelServer> {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    void answer(request, response, (each) => {
      const numbered = { ...each, number: asked.length + 1 }
      asked.push(numbered)
      return brain(numbered)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  brain: (asked: Omit<Asked, 'number'>) => Said,
): Promise<void> {
  response.on('error', () => undefined)
  const path = new URL(request.url ?? '/', 'http://localhost').pathname
  const body: unknown = request.method === 'POST' ? parsed(await text(request)) : {}
  const wire = protocols.find((each) => each.path.test(path))
  if (wire === undefined || request.method !== 'POST' || !isJsonObject(body)) {
    response.writeHead(404, { 'content-type': 'application/json' }).end('{}')
    return
  }
  const said = brain({ protocol: wire.name, path, ...wire.read(body) })
  if ('hang' in said) return
  if ('status' in said) return refuse(response, wire, said)
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  for (const event of wire.say(said, modelIn(body, path))) response.write(event)
  response.end()
}

function refuse(
  response: ServerResponse,
  wire: Wire,
  { status, message, headers = {} }: Extract<Said, { status: number }>,
): void {
  response
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(JSON.stringify(wire.error(status, message)))
}

const modelIn = (body: Readonly<Record<string, unknown>>, path: string): string =>
  typeof body['model'] === 'string' ? body['model'] : (/models\/([^:/]+)/.exec(path)?.[1] ?? 'm')

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
