import type { IncomingMessage, ServerResponse } from 'node:http'

export type Reply = {
  readonly status: number
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

export const json = (status: number, value: unknown, headers: Reply['headers'] = {}): Reply => ({
  status,
  body: JSON.stringify(value),
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
})

export const problem = (status: number, message: string): Reply => json(status, { message })

export const page = (status: number, body: string): Reply => ({
  status,
  body,
  headers: { 'content-type': 'text/html; charset=utf-8' },
})

export const empty = (status: number, headers: Reply['headers'] = {}): Reply => ({ status, body: '', headers })

export function send(response: ServerResponse, { status, body, headers }: Reply): void {
  response.writeHead(status, { 'x-content-type-options': 'nosniff', ...headers })
  response.end(body)
}

const mostBytes = 16_384

/** The JSON object of a request, or null when it is none. */
export async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown> | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > mostBytes) return null
    chunks.push(chunk)
  }
  try {
    const value: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}
