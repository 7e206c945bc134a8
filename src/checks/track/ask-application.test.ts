import { describe, expect, test } from 'vitest'
import type { ApplicationFacts, ApplicationResponse } from './facts.ts'
import type { PageFacts } from '../../model/page-facts.ts'
import type { Obligation } from '../../model/obligation.ts'
import { askApplication, wantedAnswer } from './ask-application.ts'

const pages: Readonly<Record<string, Partial<ApplicationResponse>>> = {
  '/pricing': { body: '<h1>Our <b>prices</b></h1>' },
  '/health': { headers: { 'content-type': 'application/json' }, body: '{ "ok": true, "at": 1 }' },
  '/app': { body: '<script src="/a.js"></script>' },
  '/me': { status: 401 },
  '/inbox': { status: 302, headers: { location: '/login?next=/inbox' } },
  '/broken': { status: 500 },
  '/list': { headers: { 'content-type': 'application/json' }, body: '[]' },
}
const application: ApplicationFacts = {
  command: 'node server.js',
  origin: 'http://127.0.0.1:1',
  pages: new Map(),
  request: ({ path, method, body }) =>
    Promise.resolve({
      status: method === 'POST' ? (body === '{}' ? 400 : 201) : path in pages ? 200 : 404,
      headers: { 'content-type': 'text/html; charset=utf-8' },
      body: '',
      ...pages[path],
    }),
}

const open = (text: string, id = 'task.1'): Obligation => ({
  id,
  statement: text,
  source: { kind: 'task', text, line: 3 },
  weight: 'must',
  decided_by: 'judge',
  status: 'undecided',
  reason: 'no check can read it',
  evidence: [],
})

const ask = async (text: string, files: Readonly<Record<string, string>> = {}) => {
  const owed = [open(text, 'task.1.1'), open(text)]
  const answers = await askApplication(owed, application, new Map(Object.entries(files)))
  expect(new Set(answers.map(({ status }) => status)).size).toBe(1)
  return answers[0]!
}

describe('demands for an answer', () => {
  test.each([
    '`GET /pricing` answers 200',
    'R5: `GET /pricing` answers 200',
    'HEAD /pricing → 200',
    'A request to `GET /pricing` must return a 200 OK status',
    '`GET /nowhere` responds with status code 404',
    '`GET /nowhere` is 404 Not Found',
    '`GET /pricing` and `GET /health` return 200',
    '`GET /health` returns 200 as JSON',
    '`GET /health` returns 200 and `{"at":1,"ok":true}`',
    '`GET /pricing` returns 200, with content type `text/html` and "Our prices"',
    'GET | /pricing | 200',
    '`GET /me` answers 401 without a token',
    '`GET /list` answers 200 with a JSON list of books',
    '`GET /health` answers 200 with a JSON object',
    '`POST /list` with `{"title":"Emma"}` answers 201',
    '`POST /list {"title":"Emma"}` → 201',
    'POST /list with the body `{}` answers 400',
    '`DELETE /list/nobody` answers 404',
  ])('are met by the running application: %s', async (text) => {
    const { status, evidence, decided_by } = await ask(text)
    expect(status, text).toBe('met')
    expect(decided_by).toBe('check')
    expect(evidence[0]?.text).toMatch(
      /^(?:GET|HEAD|POST|DELETE) \/[\w/]+ (?:with \S+ )?answers [24]\d\d/,
    )
  })

  test.each([
    ['`GET /nowhere` answers 200', /GET \/nowhere answers 404 .*not 200/],
    ['`GET /pricing` is 404', /answers 200 .*not 404/],
    ['`GET /broken` answers 200', /answers 500/],
    ['`GET /me` answers 404', /answers 401/],
    ['`GET /pricing` and `GET /nowhere` return 200', /GET \/nowhere/],
    ['`GET /pricing` returns 200 with JSON', /not json/],
    ['`GET /health` returns 200 with a JSON list of checks', /is no list/],
    ['`POST /list` with `{}` answers 201', /POST \/list with \{\} answers 400/],
    ['`GET /pricing` returns 200 and "sold out"', /nowhere says sold out/],
    ['`GET /health` returns `{"ok":false}`', /nowhere says/],
  ])('are not met by another answer: %s', async (text, reason) => {
    const { status, reason: told } = await ask(text)
    expect(status).toBe('unmet')
    expect(told).toMatch(reason)
  })

  test.each([
    ['`GET /me` answers 200', /who asks/],
    ['`GET /inbox` answers 200', /who asks/],
    ['`GET /tools/7` answers 200', /no such thing yet/],
    ['`GET /app` returns 200 and "Welcome"', /a script may/],
  ])('stay open where the answer may depend on more: %s', async (text, reason) => {
    const { status, reason: told } = await ask(text)
    expect(status).toBe('undecided')
    expect(told).toMatch(reason)
  })

  test('stay open where it fails because it reaches nothing', async () => {
    const { status } = await ask('`GET /broken` answers 200', {
      'src/db.ts': "import pg from 'pg'",
    })
    expect(status).toBe('undecided')
  })

  test('stay as they are without an application', async () => {
    const owed = [open('`GET /pricing` answers 200')]
    expect(await askApplication(owed, null, new Map())).toBe(owed)
  })

  test.each([
    '`POST /pricing` answers 200',
    '`POST /pricing` with `{...}` answers 200',
    '`DELETE /pricing` answers 204',
    '`GET /tools/:id` answers 200',
    '`GET /tools/{id}` answers 200',
    '`GET /pricing` answers 200 with a valid token',
    '`GET /pricing` never answers 500',
    '`GET /pricing` returns `Tier[]`',
    '`GET /pricing` shows every tier',
    'The pricing screen answers 200',
  ])('are no others: %s', (text) => expect(wantedAnswer(text)).toBeNull())
})

describe('demands for a text on a page', () => {
  const page = (title: string, ...texts: readonly string[]) =>
    ({ title, views: [{ texts: texts.map((text) => ({ text })) }] }) as unknown as PageFacts
  const seen = { ...application, pages: new Map([['/', page('Loans', 'Loans of the', 'library')]]) }

  test.each([
    ['The page shows "Loans of the library"', 'met'],
    ['R2: The title of the page is "Loans" (`src/page.js`)', 'met'],
    ['The title is "Returns".', 'unmet'],
    ['The page at `/about` shows "Loans"', 'undecided'],
    ['The page shows "Returns" and a table', 'undecided'],
  ])('are decided by what the browser saw: %s', async (text, status) => {
    const [answer] = await askApplication([open(text)], seen, new Map())
    expect(answer?.status).toBe(status)
  })
})
