import { describe, expect, test } from 'vitest'
import { verdictOfPass } from '../../evaluation.ts'
import type { ApplicationRequest, ApplicationResponse } from '../../facts.ts'
import { json, madeFacts } from '../made-facts.contract.ts'
import { readProject } from '../project.ts'
import { routesOf } from '../routes/routes-of.ts'
import { authPass } from './pass.ts'
import { signIn } from './sign-in.ts'

type Given = Parameters<typeof madeFacts>[0]
async function auth(given: Given) {
  const project = await readProject(madeFacts(given))
  const routes = routesOf(project)
  return authPass(project, routes, await signIn(project, routes))
}
const wrong = async (given: Given) =>
  (await auth(given)).parts.filter(({ status }) => status === 'unmet').map(({ id }) => id)
const reasons = async (given: Given) =>
  (await auth(given)).parts.flatMap(({ issues }) => issues.map(({ message }) => message))

const spec =
  '- `GET /api/notes` lists the notes of the signed-in user\n- `GET /api/status` is public'
const express = (guard: string) => ({
  'src/app.js': `import express from 'express'
import { requireUser } from './auth.js'
const app = express()
app.get('/api/status', (req, res) => res.json({ ok: true }))
app.get('/api/notes', ${guard}(req, res) => res.json(notesOf(req.user)))`,
  'src/auth.js': `export function requireUser(req, res, next) {
  const user = verify(req.headers.authorization)
  if (!user) return res.status(401).json({ error: 'Sign in first' })
  req.user = user
  next()
}`,
})

describe('protected routes, by code alone', () => {
  test('with a guard of Express, Fastify, Hono, Next and Nest', async () => {
    expect(await wrong({ files: express('requireUser, '), spec })).toEqual([])
    expect(
      await wrong({
        files: {
          'src/app.js': `export default async (app) => { app.addHook('onRequest', app.authenticate)\n app.get('/api/notes', async () => []) }`,
        },
        spec,
      }),
    ).toEqual([])
    expect(
      await wrong({
        files: {
          'src/app.ts': `import { jwt } from 'hono/jwt'\nconst app = new Hono()\napp.use('/api/notes/*', jwt({ secret }))\napp.get('/api/notes', (c) => c.json([]))`,
        },
        spec,
      }),
    ).toEqual([])
    expect(
      await wrong({
        files: {
          'app/api/notes/route.ts': `import { auth } from '@/auth'\nexport async function GET() { const session = await auth(); if (!session) return new Response('Sign in', { status: 401 }); return Response.json([]) }`,
        },
        spec,
      }),
    ).toEqual([])
    expect(
      await wrong({
        files: {
          'src/middleware.ts': `export function middleware(request) { if (!request.cookies.get('session')) return Response.redirect(new URL('/login', request.url)) }\nexport const config = { matcher: ['/api/:path*'] }`,
          'src/app/api/notes/route.ts': `export async function GET() { return Response.json([]) }`,
        },
        spec,
      }),
    ).toEqual([])
    expect(
      await wrong({
        files: {
          'src/notes.controller.ts': `@Controller('api/notes')\n@UseGuards(AuthGuard('jwt'))\nexport class Notes { @Get() list() { return [] } }`,
        },
        spec,
      }),
    ).toEqual([])
  })
  test('without one', async () => {
    expect(await reasons({ files: express(''), spec })).toEqual([
      'GET /api/notes has no check of credentials, and spec.md:1 protects it',
    ])
    expect(
      await wrong({
        files: {
          'app/api/notes/route.ts': `export async function GET() { return Response.json([]) }`,
        },
        spec,
      }),
    ).toEqual(['protected-routes'])
    expect(
      await wrong({
        files: {
          'server.js': `import { createServer } from 'node:http'\ncreateServer((req, res) => { if (req.url === '/api/notes') return res.end('[]') })`,
        },
        spec: 'All endpoints require a valid token.',
      }),
    ).toEqual(['protected-routes'])
  })
  test('a middleware that stands behind its route, or only loads the session, guards nothing', async () => {
    const late = {
      'src/app.js': `const app = express()\napp.get('/api/notes', (req, res) => res.json([]))\napp.use(requireAuth)`,
    }
    expect(await wrong({ files: late, spec })).toEqual(['protected-routes'])
    const loads = {
      'src/app.js': `import session from 'express-session'\nconst app = express()\napp.use(session({ secret: key }))\napp.get('/api/notes', (req, res) => res.json([]))`,
    }
    expect(await wrong({ files: loads, spec })).toEqual(['protected-routes'])
  })
  test('nothing to protect', async () => {
    expect(
      verdictOfPass(
        await auth({ files: { 'src/app.js': `app.get('/books', (req, res) => res.json([]))` } }),
      ),
    ).toBe('N/A')
  })
})

describe('protected routes, asked without credentials', () => {
  const files = express('requireUser, ')
  const ask = (notes: (request: ApplicationRequest) => Partial<ApplicationResponse>) => ({
    files,
    spec,
    answer: (request: ApplicationRequest) =>
      request.path === '/api/notes' ? notes(request) : json(200, { ok: true }),
  })
  test('are refused or sent to sign in', async () => {
    expect(verdictOfPass(await auth(ask(() => json(401, {}))))).toBe('PASS')
    expect(
      verdictOfPass(
        await auth(ask(() => ({ status: 302, headers: { location: '/login?next=%2F' } }))),
      ),
    ).toBe('PASS')
  })
  test('are answered, although the code has a guard', async () => {
    expect(await reasons(ask(() => json(200, [])))).toEqual([
      'GET /api/notes answers 200 without credentials, and spec.md:1 protects it',
    ])
    expect(await wrong(ask(() => json(500, {})))).toEqual(['protected-routes'])
  })
  test('any token opens them', async () => {
    expect(
      await wrong(
        ask(({ headers }) =>
          headers?.['authorization'] === undefined ? json(401, {}) : json(200, []),
        ),
      ),
    ).toEqual(['forged-credentials'])
    const decodes = ({ headers }: ApplicationRequest) =>
      (headers?.['authorization'] ?? '').split('.').length === 3 ? json(200, []) : json(401, {})
    expect(await wrong(ask(decodes))).toEqual(['forged-credentials'])
  })
})

describe('signing up, in and out', () => {
  const files = {
    'src/auth.ts': `import { hash, verify } from '@node-rs/argon2'
const app = new Hono()
app.post('/auth/sign-up', async (c) => { const { email, password } = await c.req.json(); users.set(email, await hash(password)); return c.json({}, 201) })
app.post('/auth/sign-in', async (c) => { const { email, password } = await c.req.json(); if (!(await verify(users.get(email), password))) return c.json({ error: 'no' }, 401); return c.json({}) })
app.post('/auth/sign-out', (c) => c.body(null, 204))
app.post('/auth/refresh', (c) => c.json({}))
app.use('/me', requireAuth)
app.get('/me', (c) => c.json({}))`,
  }
  const application = (broken: string) => {
    const users = new Map<string, string>()
    const sessions = new Set<string>()
    let next = 0
    return ({ path, body, headers }: ApplicationRequest): Partial<ApplicationResponse> => {
      const sent =
        body === undefined ? {} : (JSON.parse(body) as { email?: string; password?: string })
      const { email = '', password = '' } = sent
      const cookie = /sid=(\w+)/.exec(headers?.['cookie'] ?? '')?.[1] ?? ''
      if (path === '/auth/sign-up') {
        users.set(email, password)
        return json(201, {})
      }
      if (path === '/auth/sign-in') {
        if (users.get(email) !== password && broken !== 'password')
          return json(401, { error: 'no' })
        const id = `s${++next}`
        sessions.add(id)
        return json(
          200,
          {},
          { 'set-cookie': `sid=${id}; Path=/${broken === 'cookie' ? '' : '; HttpOnly'}` },
        )
      }
      if (path === '/auth/sign-out') {
        if (broken !== 'out' && broken !== 'kept') sessions.delete(cookie)
        return { status: 204, headers: broken === 'out' ? {} : { 'set-cookie': 'sid=; Max-Age=0' } }
      }
      if (path === '/auth/refresh')
        return broken === 'refresh' ? json(200, { accessToken: 'x' }) : json(401, {})
      return sessions.has(cookie) && broken !== 'session' ? json(200, {}) : json(401, {})
    }
  }
  test('as it should be', async () => {
    const pass = await auth({ files, answer: application('') })
    expect(verdictOfPass(pass)).toBe('PASS')
    expect(pass.parts.find(({ id }) => id === 'sign-in-flow')?.status).toBe('met')
  })
  test.each([
    ['password', 'answers 200 to a wrong password'],
    ['cookie', 'without HttpOnly'],
    ['out', 'leaves the session open'],
    ['refresh', 'answers 200 to a refresh token that nobody issued'],
    ['session', 'gives credentials that GET /me refuses'],
  ])('broken: %s', async (broken, message) => {
    expect((await reasons({ files, answer: application(broken) })).join()).toContain(message)
  })
  test('a session is over for those who kept it, where documents say so', async () => {
    const kept = { files, answer: application('kept') }
    expect(await reasons(kept)).toEqual([])
    const over = { spec: '- A session ends when the customer signs out.' }
    expect((await reasons({ ...kept, ...over })).join()).toContain('leaves the session open')
    expect(await reasons({ files, ...over, answer: application('') })).toEqual([])
  })
  test('with data that the application does not take it is undecided', async () => {
    const pass = await auth({
      files,
      answer: ({ path }) => (path.startsWith('/auth') ? json(422, {}) : json(401, {})),
    })
    expect(pass.parts.find(({ id }) => id === 'sign-in-flow')?.status).toBe('undecided')
  })
})

describe('passwords and OAuth', () => {
  test('plain and fast passwords', async () => {
    expect(
      await wrong({
        files: {
          'src/a.js': `app.post('/register', (req, res) => { users.push({ email: req.body.email, password: req.body.password }); res.status(201).end() })`,
        },
      }),
    ).toEqual(['passwords'])
    expect(
      await wrong({
        files: {
          'src/a.js': `export const check = (user, password) => user.password === password`,
        },
      }),
    ).toEqual(['passwords'])
    expect(
      await wrong({
        files: {
          'src/a.js': `import { createHash } from 'node:crypto'\nexport const hashed = (password) => createHash('sha256').update(password).digest('hex')`,
        },
      }),
    ).toEqual(['passwords'])
  })
  test('slow hashes, providers and forms are fine', async () => {
    expect(
      await wrong({
        files: {
          'src/a.js': `import bcrypt from 'bcrypt'\napp.post('/register', async (req, res) => { await save(req.body.email, await bcrypt.hash(req.body.password, 12)); res.status(201).end() })`,
        },
      }),
    ).toEqual([])
    expect(
      await wrong({
        files: {
          'package.json': JSON.stringify({ dependencies: { '@supabase/supabase-js': '2' } }),
          'src/a.js': `app.post('/register', async (req, res) => { const { error } = await supabase.auth.signUp({ email, password: req.body.password }); res.status(error ? 400 : 201).end() })`,
        },
      }),
    ).toEqual([])
    expect(
      await wrong({
        files: { 'src/Form.jsx': `const same = values.password === values.confirmPassword` },
      }),
    ).toEqual([])
  })
  const start = (state: string) =>
    `export const url = 'https://id.example/authorize?' + new URLSearchParams({ response_type: 'code', client_id: id, redirect_uri: back${state} })\n`
  const back = (
    check: string,
  ) => `export async function callback(request) { const { searchParams } = new URL(request.url); ${check}
  return exchange({ grant_type: 'authorization_code', code: searchParams.get('code') }) }`
  test('the state of OAuth', async () => {
    const check = `if (searchParams.get('state') !== cookies.oauth_state) throw new Error('state')`
    expect(await wrong({ files: { 'src/oauth.js': start(', state') + back(check) } })).toEqual([])
    expect(await wrong({ files: { 'src/oauth.js': start('') + back('') } })).toEqual([
      'oauth-state',
    ])
    expect(await wrong({ files: { 'src/oauth.js': start(', state') + back('') } })).toEqual([
      'oauth-state',
    ])
  })
})

describe('sessions that end', () => {
  const sessions = (check: string) => ({
    'src/sessions.ts': `const sessions = new Map()
export const start = (user) => sessions.set(token(), { user, endsAt: Date.now() + 1000 })
export function visit(token) {
  const session = sessions.get(token)
  ${check}
  return session?.user ?? null
}`,
  })
  test('are looked at when they end', async () => {
    expect(
      await wrong({ files: sessions('if (session.endsAt < Date.now()) return null') }),
    ).toEqual([])
    expect(await reasons({ files: sessions('') })).toEqual([
      'endsAt is written down and never looked at',
    ])
  })
  test('in the database', async () => {
    const staff = (where: string) => ({
      'src/staff.js': `export const save = (token) => insertToken({ token, expiresAt: later() })
export const find = (db, token) => db.get('SELECT * FROM tokens WHERE hash = ?${where}', token)`,
    })
    expect(await wrong({ files: staff(' AND expires_at > ?') })).toEqual([])
    expect(await wrong({ files: staff('') })).toEqual(['expiry'])
  })
})

test('a hash that only gives the password back is none', async () => {
  const files = (body: string) => ({
    'src/staff.js': `export function hashPassword(password) { ${body} }`,
  })
  expect(await reasons({ files: files('return password') })).toEqual([
    'hashPassword gives the password back as it is',
  ])
  expect(await reasons({ files: files('return scryptSync(password, salt(), 32)') })).toEqual([])
})

test('who signs in by calls of the spec does not take the form of a page', async () => {
  const app = `app.get('/sign-in', ({}) => page('sign-in'))
app.post('/sign-in', ({ body }) => redirect('/', open(body)))
app.post('/api/members', ({ body }) => join(body))
app.post('/api/sessions', ({ body }) => open(body))`
  const people = `function join({ email, password }) {}
function open({ email, password }) {}`
  const asked: string[] = []
  const project = await readProject(
    madeFacts({
      files: { 'src/app.js': `${people}\n${app}` },
      spec: '- `POST /api/members` returns 201\n- `POST /api/sessions` returns 201',
      answer: ({ method, path, body = '' }) => {
        asked.push(`${method} ${path}`)
        return /Str0ng-Enough!pass"/.test(body) ? json(201, { token: 'abc' }) : json(401, {})
      },
    }),
  )
  const { session } = await signIn(project, routesOf(project))
  expect(asked).toEqual(['POST /api/members', 'POST /api/sessions', 'POST /api/sessions'])
  expect(session?.headers).toEqual({ authorization: 'Bearer abc' })
})
