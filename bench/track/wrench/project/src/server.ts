import { readFile } from 'node:fs/promises'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { bookingsIn } from './bookings.ts'
import { customersIn } from './customers.ts'
import { openDatabase } from './database.ts'
import { Failure } from './failure.ts'
import { type Context, handle, type Reply } from './handle.ts'
import type { Settings } from './settings.ts'

const folder = join(import.meta.dirname, '../public')
const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
}

async function sendFile(pathname: string, response: ServerResponse): Promise<void> {
  const path = pathname === '/' ? '/index' : normalize(pathname)
  const file = extname(path) === '' ? `${path}.html` : path
  const body = await readFile(join(folder, file), 'utf8').catch(() => null)
  const type = types[extname(file)]
  if (body !== null && type !== undefined)
    response.writeHead(200, { 'content-type': type }).end(body)
  else
    response
      .writeHead(404, { 'content-type': types['.html'] })
      .end(await readFile(join(folder, 'missing.html'), 'utf8'))
}

function send(response: ServerResponse, { status, body, cookie }: Reply): void {
  if (cookie !== undefined) response.setHeader('set-cookie', cookie)
  if (body === undefined) response.writeHead(status).end()
  else
    response
      .writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
      .end(JSON.stringify(body))
}

export function createWorkshop(settings: Settings, now: () => number = Date.now): Server {
  const db = openDatabase(settings.databaseFile)
  const context: Context = {
    bookings: bookingsIn(db, now),
    customers: customersIn(db, now),
    parts: settings.parts,
    shopKey: settings.shopKey,
  }
  return createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://workshop')
    const work = url.pathname.startsWith('/api/')
      ? handle(request, url, context).then((reply) => send(response, reply))
      : sendFile(url.pathname, response)
    work.catch((error: unknown) => {
      if (error instanceof Failure)
        return send(response, { status: error.status, body: { message: error.message } })
      console.error(`${request.method} ${url.pathname} failed`, error)
      send(response, { status: 500, body: { message: 'We made a mistake. Please try again later.' } })
    })
  })
}
