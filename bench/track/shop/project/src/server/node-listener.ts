import type { IncomingMessage, RequestListener } from 'node:http'
import type { Shop } from './create-shop.ts'
import { mostBytes } from './read-body.ts'

/** Lets `node:http` serve what answers a `Request` with a `Response`. */
export const listener =
  (shop: Shop): RequestListener =>
  async (message, reply) => {
    try {
      const response = await shop(await requestOf(message))
      reply.writeHead(response.status, Object.fromEntries(response.headers))
      reply.end(Buffer.from(await response.arrayBuffer()))
    } catch (error) {
      process.stderr.write(`A request could not be read: ${String(error)}\n`)
      reply.writeHead(400).end()
    }
  }

async function requestOf(message: IncomingMessage): Promise<Request> {
  const { method = 'GET', url = '/', headers } = message
  const hasBody = method !== 'GET' && method !== 'HEAD'
  return new Request(new URL(url, `http://${headers.host ?? 'localhost'}`), {
    method,
    headers: Object.entries(headers).map(([name, value]) => [name, String(value)]),
    ...(hasBody ? { body: await bodyOf(message) } : {}),
  })
}

/** No more than is needed to see that it is too much. */
async function bodyOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of message) {
    const bytes = Buffer.from(chunk)
    chunks.push(bytes)
    size += bytes.length
    if (size > mostBytes) break
  }
  return Buffer.concat(chunks).toString('utf8')
}
