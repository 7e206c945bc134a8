import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

export interface Req {
  method: string
  path: string
  params: Record<string, string>
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: unknown
}

export interface Res {
  status(code: number): Res
  set(name: string, value: string): Res
  json(body: unknown): void
  text(body: string, type?: string): void
  end(): void
  readonly done: boolean
}

export type Next = () => Promise<void>
export type Handler = (req: Req, res: Res, next: Next) => void | Promise<void>

export class HttpError extends Error {
  status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

interface Layer {
  method: string | null
  pattern: RegExp | null
  handlers: Handler[]
}

const BODY_LIMIT = 64 * 1024

function responseOf(raw: ServerResponse): Res {
  let code = 200
  const finish = (type: string | null, body?: string) => {
    raw.writeHead(code, type === null ? {} : { 'content-type': type })
    raw.end(body)
  }
  const res: Res = {
    status(next) {
      code = next
      return res
    },
    set(name, value) {
      raw.setHeader(name, value)
      return res
    },
    json: (body) => finish('application/json; charset=utf-8', JSON.stringify(body)),
    text: (body, type = 'text/plain; charset=utf-8') => finish(type, body),
    end: () => finish(null),
    get done() {
      return raw.writableEnded
    },
  }
  return res
}

async function bodyOf(raw: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of raw) {
    size += chunk.length
    if (size > BODY_LIMIT) throw new HttpError(413, 'That is too much at once.')
    chunks.push(chunk)
  }
  if (size === 0) return undefined
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    throw new HttpError(400, 'The body is not JSON.')
  }
}

/** A small web framework: layers in order, routes with parameters, one place for errors. */
export class HttpApp {
  layers: Layer[] = []

  use(handler: Handler): this {
    return this.add(null, null, [handler])
  }

  get(path: string, ...handlers: Handler[]): this {
    return this.add('GET', path, handlers)
  }

  post(path: string, ...handlers: Handler[]): this {
    return this.add('POST', path, handlers)
  }

  patch(path: string, ...handlers: Handler[]): this {
    return this.add('PATCH', path, handlers)
  }

  delete(path: string, ...handlers: Handler[]): this {
    return this.add('DELETE', path, handlers)
  }

  private add(method: string | null, path: string | null, handlers: Handler[]): this {
    const pattern =
      path === null ? null : new RegExp(`^${path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`)
    this.layers.push({ method, pattern, handlers })
    return this
  }

  async handle(raw: IncomingMessage, out: ServerResponse): Promise<void> {
    const url = new URL(raw.url ?? '/', 'http://studio')
    const res = responseOf(out)
    try {
      const req: Req = {
        method: raw.method ?? 'GET',
        path: url.pathname,
        params: {},
        query: url.searchParams,
        headers: raw.headers,
        body: await bodyOf(raw),
      }
      const handlers = this.layers.flatMap(({ method, pattern, handlers: own }) => {
        if (method !== null && method !== req.method) return []
        const match = pattern?.exec(req.path)
        if (pattern !== null && !match) return []
        Object.assign(req.params, match?.groups)
        return own
      })
      const run = async (index: number): Promise<void> => {
        const handler = handlers[index]
        if (handler === undefined) throw new HttpError(404, 'There is nothing here.')
        await handler(req, res, () => run(index + 1))
      }
      await run(0)
    } catch (error) {
      if (error instanceof HttpError) return res.status(error.status).json({ error: error.message })
      console.error(`${raw.method} ${url.pathname} failed`, error)
      res.status(500).json({ error: 'Something broke on our side. Please try again in a minute.' })
    }
  }

  listen(port: number, ready?: () => void): Server {
    return createServer((raw, out) => void this.handle(raw, out)).listen(port, ready)
  }
}
