import { request as start, type IncomingMessage } from 'node:http'
import type { ApplicationRequest, ApplicationResponse } from '../../ports/application.ts'

const defaultTimeoutMs = 10_000
const mostBytes = 2 * 1024 * 1024

/** Sends one request; null where it cannot be sent or no answer comes in time. */
export function sendRequest(
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
