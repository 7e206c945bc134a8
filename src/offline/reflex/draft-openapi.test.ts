import { describe, expect, test } from 'vitest'
import { checks } from '../../checks/openapi/catalog.ts'
import type { Tools } from '../../checks/check.ts'
import { canDraftOpenapi } from './draft-openapi.ts'

const tools: Tools = {
  sandbox: {
    kind: 'refused',
    run: async () => ({
      ok: false,
      error: { type: 'no-sandbox', reason: 'not needed', remedy: '' },
    }),
  },
  signal: new AbortController().signal,
}
const project = { list: async () => [], read: async () => null }

const readable = [
  'OpenAPI 3.1 spec for a bookshop: books with CRUD, authors (list and get), orders that customers can create, list and get',
  'Courses API. CRUD for courses. A course has title, level (one of easy, hard) and price (number). Bearer token. 404 when the course does not exist.',
  'API for permits: GET /permits, POST /permits, GET /permits/{id}. A permit has plate (string, required) and zone. API key in the header X-Key.',
  'OpenAPI 3.0 description of a tickets API: tickets with CRUD. `title` has at most 100 characters. Lists are paginated with a cursor. Tickets have title and status.',
]

describe('a draft of an API description', () => {
  test.each(readable)(
    '[OFFLINE-3] meets every demand and every rule of the template: %s',
    async (prompt) => {
      const task = { prompt, ideal_result: '' }
      const drafting = await canDraftOpenapi(task)
      if (!drafting.ok) throw new Error(drafting.reason)
      const again = await canDraftOpenapi(task)
      expect(again).toEqual(drafting)
      const outcomes = await Promise.all(
        checks.map(async (check) => {
          const { verdict, details } = await check.run(
            { artifact: drafting.draft, task, project },
            tools,
          )
          return `${check.id}: ${verdict} ${verdict === 'pass' || verdict === 'na' ? '' : details}`.trim()
        }),
      )
      expect(outcomes.filter((line) => !/: (?:pass|na)$/.test(line))).toEqual([])
    },
  )

  test.each([
    ['Write me an API', 'names no resource'],
    ['Books API with CRUD for books, sorted by how well they sell', 'sorted'],
    ['Books with CRUD. Prices go out over a websocket.', 'Prices'],
    ['Books with CRUD and OAuth2', 'oauth2'],
    ['Books with CRUD and a webhook `book.sold`', 'book.sold'],
  ])('[OFFLINE-3] is refused, with the reason: %s', async (prompt, reason) => {
    const drafting = await canDraftOpenapi({ prompt, ideal_result: '' })
    expect(drafting).toEqual({ ok: false, reason: expect.stringContaining(reason) })
  })
})
