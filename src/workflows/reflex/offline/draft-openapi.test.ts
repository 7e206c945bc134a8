import { describe, expect, test } from 'vitest'
import { applyAll } from '../../../checks/apply-fixes.ts'
import type { BuiltInCheck, Tools } from '../../../checks/check.ts'
import { checks } from '../../../checks/openapi/catalog.ts'
import { readSpec } from '../../../checks/openapi/spec.ts'
import { heldOutBriefs } from '../../../../bench/openapi-briefs-held-out.ts'
import { secondHeldOutBriefs } from '../../../../bench/openapi-briefs-second.ts'
import { seenBriefs } from '../../../../bench/openapi-briefs-seen.ts'
import { draftOpenapi } from './draft-openapi.ts'

const prompts = [
  'OpenAPI 3.1 spec + DDD notes + JSON examples',
  'Courses API: OpenAPI 3.1 spec + DDD notes + JSON examples',
  'Design an OpenAPI 3.1 specification for a courses API with CRUD for courses (title, description, price, level), list and create lessons nested under courses, and read-only categories. Students can enroll in a course. Use JWT bearer auth and cursor pagination.',
  'REST API for a bookshop: list, create, update and delete books; each book has a title, an author, an ISBN and a price. Customers can place orders.',
  'Fleet tracking API. Endpoints: GET /vehicles, POST /vehicles, GET /vehicles/{id}, GET /vehicles/{id}/positions. Vehicles have plate, model and year.',
  'Write an OpenAPI spec for a ticketing system with tickets, comments and agents. Agents can assign a ticket.',
  'Create an API spec.\n\nResources:\n- courses: title, description, price\n- lessons: title, position (belongs to a course)\n\nOperations: CRUD on courses; lessons can be listed.',
  'API for managing hotel rooms and bookings. Guests can book a room and cancel a booking. API keys.',
  'Todo list service: users can create, list, complete and delete todos',
  'OpenAPI for a library: books with CRUD, read-only authors, members can borrow a book',
  'An API to manage projects and their tasks. Each project has a name and an owner; each task has a title, a status and a due date. Support listing tasks of a project and updating a task.',
  'Specify GET and POST for `/invoices` plus `/invoices/:invoiceId` (GET, DELETE)',
  'Describe a weather stations API: list stations, get a station by id, list measurements of a station.',
  'Build an e-commerce API with products, carts and orders. Products can be listed and viewed by anyone; admins create, update and delete products.',
  'Inventory service; items have sku, quantity, unit price and expiry date; warehouses have name, latitude and longitude.',
  'Write me an API.',
]

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

const run = (check: BuiltInCheck, artifact: string, prompt: string) =>
  check.run(
    {
      artifact,
      task: { prompt, ideal_result: '' },
      project: { list: async () => [], read: async () => null },
    },
    tools,
  )

// fail rules first, as the critic orders them
const order = [
  'endpoints',
  'schemas',
  'examples',
  'auth',
  'errors',
  'naming',
  'pagination',
  'descriptions',
]
const ruled = order.flatMap((aspect) => checks.filter(({ id }) => id === `openapi/${aspect}`))

async function failing(artifact: string, prompt: string): Promise<readonly BuiltInCheck[]> {
  const outcomes = await Promise.all(
    ruled.map(async (check) => ({ check, outcome: await run(check, artifact, prompt) })),
  )
  return outcomes.filter(({ outcome }) => outcome.verdict !== 'pass').map(({ check }) => check)
}

/** One refinement: rule by rule, fixes that break what passed before are not kept. */
async function refine(artifact: string, prompt: string): Promise<string> {
  let text = artifact
  for (const check of (await failing(text, prompt)).slice(0, 5)) {
    const before = await failing(text, prompt)
    for (let round = 0; round < 12; round += 1) {
      const fixes = (await run(check, text, prompt)).findings.flatMap(({ fix }) =>
        fix ? [fix] : [],
      )
      const next = applyAll(text, fixes)
      if (next === text || (await failing(next, prompt)).some((one) => !before.includes(one))) break
      text = next
    }
  }
  return text
}

describe('an offline draft of an API description', () => {
  test.each(prompts)(
    '[OAS-20] passes all eight checks after two refinements by fixers alone: %s',
    async (prompt) => {
      let artifact = draftOpenapi({ prompt, ideal_result: '' })
      for (let round = 0; round < 2; round += 1) artifact = await refine(artifact, prompt)
      expect((await failing(artifact, prompt)).map(({ id }) => id)).toEqual([])
      expect(readSpec(artifact).ok).toBe(true)
    },
  )

  test.each(prompts)(
    '[OAS-21] is plain at first, and the same to the byte every time: %s',
    async (prompt) => {
      const task = { prompt, ideal_result: '' }
      const artifact = draftOpenapi(task)
      expect(draftOpenapi(task)).toBe(artifact)
      const missed = (await failing(artifact, prompt)).map(({ id }) => id)
      expect(missed).toEqual(
        expect.arrayContaining(['openapi/examples', 'openapi/errors', 'openapi/auth']),
      )
      expect(missed).not.toContain('openapi/endpoints')
      expect(missed).not.toContain('openapi/schemas')
    },
  )

  test.each([...seenBriefs, ...heldOutBriefs, ...secondHeldOutBriefs].map(({ prompt }) => prompt))(
    '[OAS-34] holds everything the brief demands, refines to a pass and is the same to the byte every time: %s',
    async (prompt) => {
      const draft = draftOpenapi({ prompt, ideal_result: '' })
      expect(draftOpenapi({ prompt, ideal_result: '' })).toBe(draft)
      expect((await failing(draft, prompt)).map(({ id }) => id)).not.toContain('openapi/endpoints')
      let artifact = draft
      for (let round = 0; round < 2; round += 1) artifact = await refine(artifact, prompt)
      expect((await failing(artifact, prompt)).map(({ id }) => id)).toEqual([])
    },
  )

  test('[OAS-21] holds the fields of the task with types that fit their names', () => {
    const artifact = draftOpenapi({
      prompt: 'API for events: each event has a title, a start date, a price and an email.',
      ideal_result: '',
    })
    expect(artifact).toContain('start_date:\n          type: string\n          format: date')
    expect(artifact).toContain('price:\n          type: number')
    expect(artifact).toContain('email:\n          type: string\n          format: email')
  })

  test('[OAS-21] adds notes on the domain only where the task asks for them', () => {
    const asked = draftOpenapi({
      prompt: 'Courses API with DDD notes; lessons nested under courses',
      ideal_result: '',
    })
    expect(asked).toContain('### Aggregates\n\n- **Course**: aggregate root with Lesson')
    expect(draftOpenapi({ prompt: 'Courses API', ideal_result: '' })).not.toContain('Aggregates')
  })
})
