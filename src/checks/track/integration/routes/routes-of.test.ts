import { describe, expect, test } from 'vitest'
import { isGuarded } from '../auth/guards.ts'
import { madeFacts } from '../made-facts.contract.ts'
import { readProject } from '../project.ts'
import { labelOf } from './route.ts'
import { routesOf } from './routes-of.ts'

const routesIn = async (files: Readonly<Record<string, string>>) =>
  routesOf(await readProject(madeFacts({ files })))
const labels = async (files: Readonly<Record<string, string>>) =>
  [...new Set((await routesIn(files)).map(labelOf))].toSorted()

const books = ['DELETE /api/books/{id}', 'GET /api/books', 'GET /api/books/{id}', 'POST /api/books']

describe('the routes of an application', () => {
  test('of Express with a router in another file', async () => {
    expect(
      await labels({
        'src/app.ts': `import express from 'express'
import { books } from './books.js'
export const app = express()
app.use(express.json())
app.use('/api/books', books)`,
        'src/books.ts': `import { Router } from 'express'
import * as controller from './controller.js'
export const books = Router()
books.get('/', controller.list)
books.route('/:id').get(controller.one).delete(controller.remove)
books.post('/', (req, res) => res.status(201).json(req.body))`,
      }),
    ).toEqual(books)
  })
  test('of a helper that takes method, path and what answers', async () => {
    const files = {
      'src/server/router.ts': `export const route = (method, path, handle) => ({ method, path, handle })
export const signedIn = (method, path, handle) =>
  route(method, path, (context) => (context.user ? handle(context) : new Response(null, { status: 401 })))`,
      'src/server/routes/books.ts': `import { route, signedIn } from '../router.ts'
export const books = [
  route('GET', '/api/books', () => list()),
  signedIn('POST', '/api/books', ({ body }) => create(body)),
]`,
    }
    expect(await labels(files)).toEqual(['GET /api/books', 'POST /api/books'])
    const [, guarded] = await routesIn(files)
    expect(guarded?.guards).toHaveLength(1)
  })
  test('of a table of methods, paths and what answers, with what was wrapped around it', async () => {
    const files = {
      'src/server.ts': `import { createServer } from 'node:http'
import { list, create } from './books.ts'
const routes = [
  ['GET', '/api/books', list],
  ['POST', '/api/books', create],
]
createServer((request, response) => routes.find(([method]) => method === request.method))`,
      'src/books.ts': `const signedIn = (work) => (context) => (context.user ? work(context) : { status: 401 })
export const list = (context) => context.all()
export const create = signedIn((context) => context.add())`,
    }
    expect(await labels(files)).toEqual(['GET /api/books', 'POST /api/books'])
    const project = await readProject(madeFacts({ files }))
    const [open, guarded] = routesOf(project).map((route) => isGuarded(project, route))
    expect([open, guarded]).toEqual([false, true])
  })
  test('of Fastify with plugins and a prefix', async () => {
    expect(
      await labels({
        'src/server.js': `import Fastify from 'fastify'
import routes from './routes.js'
const app = Fastify()
app.register(routes, { prefix: '/api' })`,
        'src/routes.js': `export default async function routes(app) {
  app.get('/books', async () => [])
  app.get('/books/:id', { schema: {} }, async () => ({}))
  app.route({ method: 'DELETE', url: '/books/:id', handler: async () => {} })
  app.post('/books', { preHandler: [app.authenticate] }, async () => ({}))
}`,
      }),
    ).toEqual(books)
  })
  test('of Hono with chains and sub-applications', async () => {
    expect(
      await labels({
        'src/index.ts': `import { Hono } from 'hono'
import books from './books'
const app = new Hono().basePath('/api')
app.route('/books', books)
export default app`,
        'src/books.ts': `import { Hono } from 'hono'
const books = new Hono()
  .get('/', (c) => c.json([]))
  .get('/:id', (c) => c.json({}))
  .post('/', async (c) => c.json({}, 201))
  .delete('/:id', (c) => c.body(null, 204))
export default books`,
      }),
    ).toEqual(books)
  })
  test('of Next, by its files', async () => {
    expect(
      await labels({
        'src/app/(shop)/api/books/route.ts': `export async function GET() { return Response.json([]) }
export const POST = async () => Response.json({}, { status: 201 })`,
        'src/app/(shop)/api/books/[id]/route.ts': `async function one() { return Response.json({}) }
export { one as GET }
export async function DELETE() { return new Response(null, { status: 204 }) }`,
      }),
    ).toEqual(books)
  })
  test('of plain node:http, by comparisons', async () => {
    expect(
      await labels({
        'server.mjs': `import { createServer } from 'node:http'
createServer((req, res) => {
  const url = new URL(req.url, 'http://localhost')
  if (url.pathname === '/api/books') {
    if (req.method === 'GET') return res.end('[]')
    if (req.method === 'POST') return res.end('{}')
  }
  const one = /^\\/api\\/books\\/([^/]+)$/.exec(url.pathname)
  if (req.method === 'GET' && url.pathname.match(/^\\/api\\/books\\/(\\d+)$/)) return res.end('{}')
  if (req.method === 'DELETE' && url.pathname.startsWith('/api/books/')) return res.end()
  res.writeHead(404).end()
})`,
      }),
    ).toEqual(books)
  })
  test('of plain node:http, by a table', async () => {
    expect(
      await labels({
        'src/server.js': `import http from 'node:http'
const routes = [
  { method: 'GET', pattern: /^\\/api\\/books$/, handler: list },
  { method: 'GET', pattern: /^\\/api\\/books\\/(?<id>[^/]+)$/, handler: one },
  { method: 'POST', path: '/api/books', handler: create },
  { method: 'DELETE', path: '/api/books/:id', handler: remove },
]
http.createServer(() => {})`,
      }),
    ).toEqual(books)
  })
  test('calls of clients and maps are none', async () => {
    expect(
      await labels({
        'src/client.ts': `import axios from 'axios'
const api = axios.create({ timeout: 5000 })
export const create = (body: { title: string }) => api.post('/books', body)
export const list = () => axios.get('/books')
const cache = new Map<string, string>()
cache.get('/books')`,
      }),
    ).toEqual([])
  })
  test('middleware before a route is among its guards, middleware of another path is not', async () => {
    const routes = await routesIn({
      'app.js': `const express = require('express')
const app = express()
app.use('/api/admin', onlyAdmins)
app.get('/api/books', requireUser, (req, res) => res.json([]))
app.get('/api/admin/users', (req, res) => res.json([]))`,
    })
    const guards = routes.map(({ path, guards: list }) => [
      path,
      list.map(({ source, node }) => source.text.slice(node.start, node.end)),
    ])
    expect(guards).toEqual([
      ['/api/books', ['requireUser']],
      ['/api/admin/users', ['onlyAdmins']],
    ])
  })
})
