import { createReadStream, existsSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { listBooks, showBook, showSummary } from './book-routes.ts'
import type { Context, Services } from './context.ts'
import {
  createHold,
  createLoan,
  createRenewal,
  createReturn,
  listHolds,
  listLoans,
  removeHold,
} from './loan-routes.ts'
import { createMember, signIn, signOut } from './member-routes.ts'
import { showBookPage, showLoans, showSearch, showSignIn } from './page-routes.ts'
import { json, problem, type Reply, send } from './reply.ts'

type Handler = (context: Context) => Reply | Promise<Reply>

const routes: readonly (readonly [string, string, Handler])[] = [
  ['GET', '/health', () => json(200, { status: 'ok' })],
  ['POST', '/api/members', createMember],
  ['POST', '/api/sessions', signIn],
  ['DELETE', '/api/sessions', signOut],
  ['GET', '/api/books', listBooks],
  ['GET', '/api/books/:id', showBook],
  ['GET', '/api/books/:id/summary', showSummary],
  ['GET', '/api/loans', listLoans],
  ['POST', '/api/loans', createLoan],
  ['POST', '/api/loans/:id/renewals', createRenewal],
  ['POST', '/api/loans/:id/return', createReturn],
  ['GET', '/api/holds', listHolds],
  ['POST', '/api/holds', createHold],
  ['DELETE', '/api/holds/:id', removeHold],
  ['GET', '/', showSearch],
  ['GET', '/books/:id', showBookPage],
  ['GET', '/sign-in', showSignIn],
  ['GET', '/loans', showLoans],
]

const patterns = routes.map(([method, path, handle]) => ({
  method,
  handle,
  pattern: new RegExp(`^${path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
}))

const publicFolder = join(import.meta.dirname, '../../public')
const types: Readonly<Record<string, string>> = { '.css': 'text/css', '.js': 'text/javascript' }

function sendFile(response: ServerResponse, name: string): boolean {
  const type = types[extname(name)]
  const file = join(publicFolder, name)
  if (type === undefined || !/^[\w-]+\.\w+$/.test(name) || !existsSync(file)) return false
  response.writeHead(200, { 'content-type': `${type}; charset=utf-8` })
  createReadStream(file).pipe(response)
  return true
}

async function answer(services: Services, request: IncomingMessage): Promise<Reply> {
  const url = new URL(request.url ?? '/', 'http://localhost')
  const found = patterns.filter(({ pattern }) => pattern.test(url.pathname))
  if (found.length === 0) return problem(404, 'There is nothing here.')
  const route = found.find(({ method }) => method === request.method)
  if (route === undefined) return problem(405, 'This cannot be done here.')
  const params = route.pattern.exec(url.pathname)?.groups ?? {}
  return route.handle({ ...services, request, url, params })
}

export const createLibrary = (services: Services): Server =>
  createServer((request, response) => {
    if (request.method === 'GET' && sendFile(response, (request.url ?? '').replace(/^\/public\//, ''))) return
    answer(services, request)
      .catch((error: unknown) => {
        process.stderr.write(`${request.method} ${request.url}: ${String(error)}\n`)
        return problem(500, 'Something went wrong here. Try again in a minute.')
      })
      .then((reply) => send(response, reply))
  })
