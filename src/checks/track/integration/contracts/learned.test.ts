import { expect, test } from 'vitest'
import type { ApplicationRequest } from '../../facts.ts'
import { evaluateIntegration } from '../evaluate.ts'
import { json, madeFacts } from '../made-facts.contract.ts'
import { bodyOf } from '../persistence/round-bodies.ts'
import { readProject } from '../project.ts'
import { routesOf } from '../routes/routes-of.ts'
import { operationsFor } from './learned.ts'

const files = {
  'src/app.ts': `import { z } from 'zod'
const SignUp = z.object({ email: z.email(), password: z.string().min(10) })
const NewPiece = z.object({ title: z.string().min(1).max(80), plan: z.enum(['small', 'large']) })
app.post('/api/sign-up', (req, res) => res.status(201).json(join(SignUp.parse(req.body))))
app.post('/api/sign-in', (req, res) => res.json(open(req.body.email, req.body.password)))
app.post('/api/sign-out', requireUser, (req, res) => res.status(204).end())
app.get('/api/pieces', requireUser, (req, res) => res.json(all(req)))
app.post('/api/pieces', requireUser, (req, res) => res.status(201).json(add(NewPiece.parse(req.body))))
app.get('/api/pieces/:id', requireUser, (req, res) => res.json(one(req)))
app.post('/api/pieces/:id/state', requireUser, (req, res) => res.json(move(req)))
app.delete('/api/pieces/:id', requireUser, (req, res) => res.status(204).end())
`,
  'test/app.test.ts': `const ada = { email: 'ada@example.com', password: 'long enough' }
it('takes people and pieces', async () => {
  await ask('POST', '/api/sign-up', ada)
  await ask('POST', '/api/pieces', { title: 'Bowl', plan: 'small' }, token)
  const path = \`/api/pieces/\${id}\`
  await ask('POST', \`\${path}/state\`, { state: 'dry' }, token)
  await request(app).post('/api/sign-in').set('accept', 'json').send({ ...ada, password: 'wrong one' })
})
`,
}
const spec = `# Pieces

Pieces belong to whoever is signed in.

| Request | Answers |
|---|---|
| \`POST /api/pieces\` | 201 |
| \`GET /api/pieces\` | 200, 401 without a session |
| \`POST /api/sign-out\` | 204, and the session is over |
`

test('bodies are learned from tests and schemas', async () => {
  const project = await readProject(madeFacts({ files }))
  const operations = operationsFor(project, routesOf(project), new Set(Object.keys(files)))
  const body = (label: string) => {
    const found = operations.find(({ operation }) => operation.label === label)
    return found === undefined ? null : bodyOf(found)
  }
  expect(body('POST /api/pieces')).toEqual({ title: 'Bowl', plan: 'small' })
  expect(body('POST /api/sign-up')).toEqual({ email: 'ada@example.com', password: 'long enough' })
  expect(operations.map(({ operation }) => operation.label)).toContain('DELETE /api/pieces/{id}')
  expect(body('POST /api/pieces/{id}/state')).toEqual({ state: 'dry' })
})

type Flaw = 'created' | 'delete' | 'foreign' | 'out' | 'stack'

function application(flaw: Flaw | '') {
  const sessions = new Map<string, string>()
  const pieces = new Map<string, { id: string; owner: string; title: string }>()
  let next = 0
  return ({ method, path, headers = {}, body = '' }: ApplicationRequest) => {
    const owner = sessions.get((headers['authorization'] ?? '').replace('Bearer ', ''))
    const sent = body.startsWith('{"') && body !== '{"' ? JSON.parse(body) : null
    if (method === 'POST' && sent === null && body !== '')
      return flaw === 'stack'
        ? json(400, { error: 'SyntaxError\n    at parse (file:///srv/app/body.ts:3:9)' })
        : json(400, { error: 'This is no JSON.' })
    if (path === '/api/sign-up') return json(201, { id: 1 })
    if (path === '/api/sign-in') {
      if (sent.password.endsWith('x') || !sent.email) return json(401, {})
      sessions.set(`t${++next}`, sent.email)
      return json(200, { token: `t${next}` })
    }
    if (owner === undefined) return json(401, {})
    if (path === '/api/sign-out') {
      if (flaw !== 'out') for (const [token] of sessions) sessions.delete(token)
      return { status: 204 }
    }
    if (path === '/api/pieces' && method === 'POST') {
      const piece = { id: `p${++next}`, owner, title: sent.title }
      pieces.set(piece.id, piece)
      return json(flaw === 'created' ? 200 : 201, piece)
    }
    if (path === '/api/pieces')
      return json(
        200,
        [...pieces.values()].filter((each) => each.owner === owner),
      )
    const piece = pieces.get(path.split('/').at(-1) ?? '')
    if (piece === undefined || (piece.owner !== owner && flaw !== 'foreign')) return json(404, {})
    if (method === 'DELETE' && flaw !== 'delete') pieces.delete(piece.id)
    return method === 'DELETE' ? { status: 204 } : json(200, piece)
  }
}

const said = async (flaw: Flaw | '') =>
  (await evaluateIntegration(madeFacts({ files, spec, answer: application(flaw) })))
    .slice(0, 3)
    .flatMap(({ parts }) => parts.flatMap(({ issues }) => issues.map(({ message }) => message)))
    .join('\n')

test.each<readonly [Flaw | '', string]>([
  ['created', 'POST /api/pieces answers 200 where the spec says 201'],
  ['delete', 'DELETE /api/pieces/{id} answers 204 and the thing is still there'],
  ['foreign', 'GET /api/pieces/{id} shows what belongs to somebody else'],
  ['out', 'POST /api/sign-out leaves the session open'],
  ['stack', 'answers with the places in the code'],
])('an application without a description is tried all the same: %s', async (flaw, message) => {
  expect(await said('')).not.toContain(message)
  expect(await said(flaw)).toContain(message)
})
