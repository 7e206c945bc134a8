import { expect, test } from 'vitest'
import type { ApplicationRequest } from '../../facts.ts'
import { evaluateBusinessLogic } from '../../business-logic/evaluate.ts'
import { evaluateIntegration } from '../evaluate.ts'
import { json, madeFacts } from '../made-facts.contract.ts'

const files = {
  'src/answer.js': `import { createServer } from 'node:http'
const places = { boats: '/boats', keys: '/sessions', people: '/accounts' }
createServer((request, response) => work[key(request, places)](request, response))
`,
  'test/answer.test.js': `it('rents boats', () => ask('POST', '/boats', { title: 'Heron', seats: 2 }))
it('lets people in', async () => {
  await ask('POST', '/accounts', { email: 'ada@example.com', password: 'long enough now' })
  await ask('POST', '/sessions', { email: 'ada@example.com', password: 'long enough now' })
})
`,
}
const spec = `# Boats

A boat is seen and returned by its owner alone. A title has at most 12 characters.

- \`POST /accounts\` with \`email\`, \`password\` returns 201
- \`POST /sessions\` with \`email\`, \`password\` returns 200
- \`POST /boats\` with \`title\`, \`seats\` returns 201, 401 without a session
- \`GET /boats/:id\` returns 200, 404 for the boat of somebody else
- \`POST /boats/:id/return\` returns 200, 401 without a session
`
const documents = new Map([['conductor/product.md', '# Boats\n\n- A boat has at most 6 seats.\n']])

type Flaw = 'late' | 'null' | 'return' | 'nobody' | 'title' | 'seats' | 'fewer'
type Boat = { id: string; owner: string; title: string; seats: number }

/** Boats, with or without a flaw, whose code tells nobody which requests it answers. */
function boats(flaw: Flaw | null) {
  const all = new Map<string, Boat>()
  const add = (owner: string, body: string) => {
    const sent: unknown = body.startsWith('{"title') ? JSON.parse(body) : null
    if (sent === null) return json(flaw === 'null' && body === 'null' ? 500 : 400, {})
    const { title, seats } = sent as Boat
    const isLong = title.length > 12 && flaw !== 'title'
    if (isLong || (seats > (flaw === 'fewer' ? 5 : 6) && flaw !== 'seats')) return json(400, {})
    const boat = { id: `b${all.size + 1}`, owner, title, seats }
    all.set(boat.id, boat)
    return json(201, boat)
  }
  return ({ method, path, headers = {}, body = '' }: ApplicationRequest) => {
    const owner = headers['authorization'] ?? ''
    if (path === '/accounts') return json(body.includes('@') ? 201 : 400, {})
    if (path === '/sessions')
      return body.includes('@') && !body.includes('passx')
        ? json(200, { token: (JSON.parse(body) as { email: string }).email })
        : json(401, {})
    const [, id, action] = /^\/boats(?:\/(\w+))?(\/return)?$/.exec(path) ?? []
    const isKnown = method === 'POST' ? id === undefined || action !== undefined : id !== undefined
    if (!/^\/boats(?:\/\w+(?:\/return)?)?$/.test(path) || !isKnown) return json(404, 'nothing here')
    if (owner === '' && flaw === 'late' && action !== undefined) return json(409, {})
    if (owner === '' && !(flaw === 'nobody' && action !== undefined)) return json(401, {})
    if (id === undefined) return add(owner, body)
    const boat = all.get(id)
    const isOwn = boat?.owner === owner
    const isOpen = (flaw === 'return' && action !== undefined && owner !== '') || flaw === 'nobody'
    return boat !== undefined && (isOwn || isOpen) ? json(200, boat) : json(404, {})
  }
}

async function said(flaw: Flaw | null): Promise<string> {
  const facts = madeFacts({ files, spec, documents, answer: boats(flaw) })
  const passes = [...(await evaluateIntegration(facts)), ...(await evaluateBusinessLogic(facts))]
  const issues = passes.flatMap(({ parts }) => parts.flatMap((part) => part.issues))
  return issues.map(({ message }) => message).join('\n')
}

test.each<readonly [Flaw, string]>([
  ['null', 'POST /boats answers 500 to a body that is JSON and no object'],
  ['return', 'POST /boats/{id}/return changes what belongs to somebody else'],
  ['nobody', 'POST /boats/{id}/return is done for whoever asks'],
  ['late', 'POST /boats/{id}/return is done for whoever asks'],
  ['title', 'POST /boats takes a "title" beyond what the documents say'],
  ['seats', 'POST /boats takes a "seats" beyond what the documents say'],
  ['fewer', 'POST /boats refuses a "seats" that the documents allow'],
])('what the spec asks for is tried where no route can be read: %s', async (flaw, message) => {
  expect(await said(null)).not.toContain(message)
  expect(await said(flaw)).toContain(message)
})
