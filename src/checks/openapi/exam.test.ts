import { describe, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { examFrom, examine } from '../../obligations/exam.ts'
import { verdictOf } from '../../obligations/verdict.ts'
import { openOpenapiExaminer } from './exam.ts'

type Json = Record<string, unknown>
type Thing = {
  readonly ops: string
  readonly fields: Json
  readonly required?: readonly string[]
  readonly at?: string
}
type Doc = Json & {
  paths: Record<string, Record<string, Json>>
  components: { schemas: Record<string, Json>; securitySchemes?: Json }
}

const text = { type: 'string' }
const number = { type: 'number' }
const json = (schema: unknown) => ({ 'application/json': { schema } })
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/** A description of things: `ops` has a letter for each of list, get, create, update, delete. */
function api(title: string, things: Record<string, Thing>, more: Json = {}): Doc {
  const paths: Record<string, Record<string, Json>> = {}
  const schemas: Record<string, Json> = {}
  for (const [
    name,
    { ops, fields, required = [], at = `/${name.toLowerCase()}s` },
  ] of Object.entries(things)) {
    schemas[name] = { type: 'object', required: [...required], properties: { id: text, ...fields } }
    const item = `${at}/{id}`
    const id = { name: 'id', in: 'path', required: true, schema: text }
    const owners = [...at.matchAll(/\{(\w+)\}/g)].map(([, owner = '']) => ({ ...id, name: owner }))
    const add = (path: string, method: string, operation: Json) => {
      const parameters = path === item ? [...owners, id] : owners
      ;(paths[path] ??= {})[method] = { summary: `${method} ${name}`, parameters, ...operation }
    }
    const ok = (schema: unknown) => ({ '200': { description: 'Fine', content: json(schema) } })
    if (ops.includes('l')) add(at, 'get', { responses: ok({ type: 'array', items: ref(name) }) })
    if (ops.includes('c'))
      add(at, 'post', {
        requestBody: { content: json(ref(name)) },
        responses: { '201': { description: 'Made', content: json(ref(name)) } },
      })
    if (ops.includes('g'))
      add(item, 'get', { responses: { ...ok(ref(name)), '404': { description: 'Not there' } } })
    if (ops.includes('u'))
      add(item, 'put', { requestBody: { content: json(ref(name)) }, responses: ok(ref(name)) })
    if (ops.includes('d')) add(item, 'delete', { responses: { '204': { description: 'Gone' } } })
  }
  return {
    openapi: '3.1.0',
    info: { title, version: '1.0.0' },
    paths,
    components: { schemas },
    ...more,
  }
}

const secured =
  (scheme: Json) =>
  (doc: Doc): Doc => ({
    ...doc,
    security: [{ auth: [] }],
    components: { ...doc.components, securitySchemes: { auth: scheme } },
  })
const bearer = secured({ type: 'http', scheme: 'bearer' })
const bookshop = api('Bookshop', {
  Book: { ops: 'lgcud', fields: { title: text } },
  Author: { ops: 'lg', fields: { name: text } },
  Order: { ops: 'lgc', fields: { total: number } },
})
const permits = (fields: Json, required: readonly string[] = []) =>
  api('Parking permits', { Permit: { ops: 'lgcud', fields, required } })
const changed = (doc: Doc, change: (copy: Doc) => void): Doc => {
  const copy = structuredClone(doc)
  change(copy)
  return copy
}
const operation = (doc: Doc, path: string, method: string): Json => doc.paths[path]?.[method] ?? {}

/** Each task with a description that does what it says, and some that do not. */
const trials: readonly { task: string; right: Doc; wrong: Readonly<Record<string, Doc>> }[] = [
  {
    task: 'OpenAPI 3.1 spec for a bookshop: books with CRUD, authors (list and get), orders that customers can create, list and get',
    right: bookshop,
    wrong: {
      'another domain': api('Clinic', { Patient: { ops: 'lgcud', fields: { name: text } } }),
      'another domain under the right title': api('Bookshop', {
        Patient: { ops: 'lgcud', fields: { name: text } },
      }),
      'half of it': api('Bookshop', { Book: { ops: 'lgcud', fields: { title: text } } }),
      'one operation is missing': changed(
        bookshop,
        (copy) => delete copy.paths['/orders']?.['post'],
      ),
      'another version': { ...bookshop, openapi: '3.0.3' },
      'nothing is sent': changed(
        bookshop,
        (copy) => delete operation(copy, '/books', 'post')['requestBody'],
      ),
      'nothing comes back': changed(bookshop, (copy) => {
        operation(copy, '/authors', 'get')['responses'] = { '200': { description: 'Fine' } }
      }),
      'the schemas say nothing': changed(bookshop, (copy) => {
        copy.components.schemas['Book'] = { type: 'object' }
      }),
      'the schemas have an id alone': changed(bookshop, (copy) => {
        copy.components.schemas['Book'] = { type: 'object', properties: { id: text } }
      }),
    },
  },
  {
    task: 'Describe an API for parking permits. CRUD for permits. A permit has plate, zone (string, required) and price (number).',
    right: permits({ plate: text, zone: text, price: number }, ['zone']),
    wrong: {
      'an id and a name alone': permits({ name: text }),
      'a field is missing': permits({ plate: text, zone: text }, ['zone']),
      'a field of another type': permits({ plate: text, zone: text, price: text }, ['zone']),
      'a field that is not required': permits({ plate: text, zone: text, price: number }),
    },
  },
  {
    task: 'API for tickets with CRUD. The status is one of `open`, `paid` or `closed`. `title` has at most 200 characters.',
    right: api('Tickets', {
      Ticket: {
        ops: 'lgcud',
        fields: {
          title: { ...text, maxLength: 200 },
          status: { ...text, enum: ['open', 'paid', 'closed'] },
        },
      },
    }),
    wrong: {
      'another value': api('Tickets', {
        Ticket: {
          ops: 'lgcud',
          fields: {
            title: { ...text, maxLength: 200 },
            status: { ...text, enum: ['open', 'paid', 'lost'] },
          },
        },
      }),
      'no enumeration': api('Tickets', {
        Ticket: { ops: 'lgcud', fields: { title: { ...text, maxLength: 200 }, status: text } },
      }),
      'another limit': api('Tickets', {
        Ticket: {
          ops: 'lgcud',
          fields: {
            title: { ...text, maxLength: 100 },
            status: { ...text, enum: ['open', 'paid', 'closed'] },
          },
        },
      }),
    },
  },
  {
    task: 'OpenAPI description of a bookshop API.\n\n- `GET /books`: list all books\n- `POST /books`: create a book\n- `GET /books/{id}`: get one book by id\n\nEvery endpoint requires a bearer token.',
    right: bearer(bookshop),
    wrong: {
      'no security': bookshop,
      'another security': secured({ type: 'apiKey', in: 'header', name: 'X-API-Key' })(bookshop),
      'one endpoint is open': changed(bearer(bookshop), (copy) => {
        operation(copy, '/books', 'post')['security'] = []
      }),
      'declared and never required': { ...bearer(bookshop), security: [] },
    },
  },
  {
    task: 'A bookshop API with an API key in the header X-Shop-Key: books (list, get). Authors are read-only. Orders cannot be deleted.',
    right: secured({ type: 'apiKey', in: 'header', name: 'X-Shop-Key' })(bookshop),
    wrong: {
      'authors can be created': secured({ type: 'apiKey', in: 'header', name: 'X-Shop-Key' })(
        changed(bookshop, (copy) =>
          Object.assign(copy.paths['/authors'] ?? {}, { post: operation(copy, '/books', 'post') }),
        ),
      ),
      'orders can be deleted': secured({ type: 'apiKey', in: 'header', name: 'X-Shop-Key' })(
        changed(bookshop, (copy) =>
          Object.assign(copy.paths['/orders/{id}'] ?? {}, {
            delete: operation(copy, '/books/{id}', 'delete'),
          }),
        ),
      ),
      'another header': secured({ type: 'apiKey', in: 'header', name: 'X-API-Key' })(bookshop),
    },
  },
  {
    task: 'Users API. CRUD for users. A user has email (string, required) and password. The password is never returned.',
    right: api('Users', {
      User: {
        ops: 'lgcud',
        fields: { email: text, password: { ...text, writeOnly: true } },
        required: ['email'],
      },
    }),
    wrong: {},
  },
  {
    task: 'API for a hotel: rooms (list and get), bookings with CRUD under /v2.',
    right: api('Hotel', {
      Room: { ops: 'lg', fields: { beds: number }, at: '/v2/rooms' },
      Booking: { ops: 'lgcud', fields: { from: text }, at: '/v2/bookings' },
    }),
    wrong: {
      'bookings cannot be changed': api('Hotel', {
        Room: { ops: 'lg', fields: { beds: number }, at: '/v2/rooms' },
        Booking: { ops: 'lgc', fields: { from: text }, at: '/v2/bookings' },
      }),
    },
  },
  {
    task: 'Fleet API. Endpoints: GET /vehicles, POST /vehicles, GET /vehicles/:id, GET /vehicles/{id}/positions. A vehicle has plate, model and year (integer).',
    right: api('Fleet', {
      Vehicle: { ops: 'lgc', fields: { plate: text, model: text, year: { type: 'integer' } } },
      Position: { ops: 'l', fields: { lat: number }, at: '/vehicles/{vehicleId}/positions' },
    }),
    wrong: {
      'positions are missing': api('Fleet', {
        Vehicle: { ops: 'lgc', fields: { plate: text, model: text, year: { type: 'integer' } } },
      }),
      'the year is a text': api('Fleet', {
        Vehicle: { ops: 'lgc', fields: { plate: text, model: text, year: text } },
        Position: { ops: 'l', fields: { lat: number }, at: '/vehicles/{vehicleId}/positions' },
      }),
    },
  },
  {
    task: 'API for courses and lessons: CRUD for courses, list and create lessons. GET /health needs no authentication. All other endpoints require OAuth2.',
    right: changed(
      secured({
        type: 'oauth2',
        flows: { clientCredentials: { tokenUrl: 'https://example.com/token', scopes: {} } },
      })(
        api('Courses', {
          Course: { ops: 'lgcud', fields: { title: text } },
          Lesson: { ops: 'lc', fields: { title: text }, at: '/courses/{courseId}/lessons' },
        }),
      ),
      (copy) => {
        copy.paths['/health'] = {
          get: { security: [], responses: { '200': { description: 'Fine' } } },
        }
      },
    ),
    wrong: {
      'health needs a token': changed(
        secured({ type: 'oauth2', flows: {} })(
          api('Courses', {
            Course: { ops: 'lgcud', fields: { title: text } },
            Lesson: { ops: 'lc', fields: { title: text } },
          }),
        ),
        (copy) => {
          copy.paths['/health'] = { get: { responses: { '200': { description: 'Fine' } } } }
        },
      ),
    },
  },
  {
    task: '# Invoices API\n\n| method | path |\n|---|---|\n| GET | /invoices |\n| POST | /invoices |\n\nFields of an invoice:\n\n| field | type | required |\n|---|---|---|\n| number | string | yes |\n| total | number | yes |\n| note | string | no |',
    right: api('Invoices', {
      Invoice: {
        ops: 'lc',
        fields: { number: text, total: number, note: text },
        required: ['number', 'total'],
      },
    }),
    wrong: {
      'no POST': api('Invoices', {
        Invoice: {
          ops: 'l',
          fields: { number: text, total: number, note: text },
          required: ['number', 'total'],
        },
      }),
      'the total is a text': api('Invoices', {
        Invoice: {
          ops: 'lc',
          fields: { number: text, total: text, note: text },
          required: ['number', 'total'],
        },
      }),
      'no note': api('Invoices', {
        Invoice: {
          ops: 'lc',
          fields: { number: text, total: number },
          required: ['number', 'total'],
        },
      }),
    },
  },
  {
    task: 'API for library members: members (list and get only), loans can be created and listed. A loan has book, member and due date (date).',
    right: api('Library', {
      Member: { ops: 'lg', fields: { name: text } },
      Loan: {
        ops: 'lc',
        fields: { book_id: text, memberId: text, dueDate: { ...text, format: 'date' } },
      },
    }),
    wrong: {
      'members can be deleted': api('Library', {
        Member: { ops: 'lgd', fields: { name: text } },
        Loan: { ops: 'lc', fields: { book_id: text, memberId: text, dueDate: text } },
      }),
      'a loan has no due date': api('Library', {
        Member: { ops: 'lg', fields: { name: text } },
        Loan: { ops: 'lc', fields: { book_id: text, memberId: text } },
      }),
    },
  },
  {
    task: 'REST API for products in OpenAPI 3.0. Products have name, sku and price. Products can be listed, created, updated and deleted. Maximum 100 items per page.',
    right: changed(
      {
        ...api('Products', {
          Product: { ops: 'lgcud', fields: { name: text, sku: text, price: number } },
        }),
        openapi: '3.0.3',
      },
      (copy) => {
        operation(copy, '/products', 'get')['parameters'] = [
          { name: 'limit', in: 'query', schema: { type: 'integer', maximum: 100 } },
        ]
      },
    ),
    wrong: {
      'another maximum': changed(
        {
          ...api('Products', {
            Product: { ops: 'lgcud', fields: { name: text, sku: text, price: number } },
          }),
          openapi: '3.0.3',
        },
        (copy) => {
          operation(copy, '/products', 'get')['parameters'] = [
            { name: 'limit', in: 'query', schema: { type: 'integer', maximum: 500 } },
          ]
        },
      ),
      'another version': api('Products', {
        Product: { ops: 'lgcud', fields: { name: text, sku: text, price: number } },
      }),
      'no sku': {
        ...api('Products', { Product: { ops: 'lgcud', fields: { name: text, price: number } } }),
        openapi: '3.0.3',
      },
    },
  },
  {
    task: 'Write an OpenAPI 3.1 description for a library. Endpoints: GET /books, POST /books, GET /books/{id}, GET /members. A book has title, author, isbn and year (integer). All endpoints need a bearer token except GET /books. 404 for unknown books.',
    right: changed(
      bearer(
        api(
          'Lending',
          {
            Book: {
              ops: 'lgc',
              fields: { title: text, author: text, isbn: text, year: { type: 'integer' } },
            },
            Member: { ops: 'l', fields: { name: text } },
          },
          { info: { title: 'Library', version: '1' } },
        ),
      ),
      (copy) => {
        operation(copy, '/books', 'get')['security'] = []
      },
    ),
    wrong: {
      'the exception is turned around': changed(
        bearer(
          api('Library', {
            Book: {
              ops: 'lgc',
              fields: { title: text, author: text, isbn: text, year: { type: 'integer' } },
            },
            Member: { ops: 'l', fields: { name: text } },
          }),
        ),
        (copy) => {
          operation(copy, '/members', 'get')['security'] = []
        },
      ),
    },
  },
  {
    task: 'Create an OpenAPI 3.1 spec for a tracker API with users, projects and tasks. Users can create, list, update and delete tasks. Each task has a title, a status (todo, doing, done) and a due date.',
    right: api('Tracker', {
      User: { ops: 'l', fields: { name: text } },
      Project: { ops: 'l', fields: { name: text } },
      Task: {
        ops: 'lgcud',
        fields: {
          title: text,
          status: { ...text, enum: ['todo', 'doing', 'done'] },
          due_date: text,
        },
      },
    }),
    wrong: {
      'no projects': api('Tracker', {
        User: { ops: 'l', fields: { name: text } },
        Task: {
          ops: 'lgcud',
          fields: {
            title: text,
            status: { ...text, enum: ['todo', 'doing', 'done'] },
            due_date: text,
          },
        },
      }),
      'other states': api('Tracker', {
        User: { ops: 'l', fields: { name: text } },
        Project: { ops: 'l', fields: { name: text } },
        Task: {
          ops: 'lgcud',
          fields: { title: text, status: { ...text, enum: ['on', 'off'] }, due_date: text },
        },
      }),
    },
  },
  {
    task: 'OpenAPI 3.1 for an invoice service. Invoices can be listed, created and fetched, but never deleted or changed. POST /invoices returns 201. currency is one of EUR, USD, GBP. Pet: name (string, required), species (enum: dog, cat).',
    right: api('Invoices', {
      Invoice: { ops: 'lgc', fields: { currency: { ...text, enum: ['EUR', 'USD', 'GBP'] } } },
      Pet: {
        ops: 'l',
        fields: { name: text, species: { ...text, enum: ['dog', 'cat'] } },
        required: ['name'],
      },
    }),
    wrong: {
      'invoices can be changed': api('Invoices', {
        Invoice: { ops: 'lgcu', fields: { currency: { ...text, enum: ['EUR', 'USD', 'GBP'] } } },
        Pet: {
          ops: 'l',
          fields: { name: text, species: { ...text, enum: ['dog', 'cat'] } },
          required: ['name'],
        },
      }),
    },
  },
]

async function verdictFor(task: string, doc: Doc) {
  const examiner = await openOpenapiExaminer({
    path: 'api.yaml',
    text: stringify(doc, { aliasDuplicateObjects: false }),
  })
  const obligations = await examine(examFrom(task, 'task', examiner.vocabulary), examiner, '')
  const open = obligations.filter(({ status }) => status !== 'met')
  return {
    verdict: verdictOf(obligations).verdict,
    open: open.map(({ status, reason }) => `${status}: ${reason}`),
  }
}

describe('a task about an API', () => {
  test.each(trials)('[OAS-72] is done by a right description: $task', async ({ task, right }) => {
    expect(await verdictFor(task, right)).toEqual({ verdict: 'accepted', open: [] })
  })

  test.each(
    trials.flatMap(({ task, wrong }) =>
      Object.entries(wrong).map(([name, doc]) => ({ name, task, doc })),
    ),
  )('[OAS-72] is not done where $name: $task', async ({ task, doc }) => {
    expect((await verdictFor(task, doc)).verdict).toBe('not_accepted')
  })

  test.each([
    'API for a bookshop: books with CRUD. Orders older than a year are archived every night.',
    'API for a bookshop: books with CRUD. Prices go out over a websocket.',
    'API for a bookshop: books with CRUD, sorted by how well they sell.',
  ])('[OAS-72] leaves open what no form reads: %s', async (task) => {
    const doc = changed(bookshop, (copy) => {
      copy['info'] = { title: 'Bookshop', version: '1', description: 'There is a websocket, too.' }
    })
    expect((await verdictFor(task, doc)).verdict).toBe('undecided')
  })

  test.each([
    'API for a bookshop: books, authors and loans with CRUD.',
    'API for a bookshop: books and loans with CRUD.',
    'API for a bookshop: loans and books with CRUD.',
  ])('what is said of a list of things is said of each: %s', async (task) => {
    expect((await verdictFor(task, bookshop)).verdict).toBe('not_accepted')
  })

  test('a reason says what is missing, not what was asked for', async () => {
    const reasonsFor = async (task: string) =>
      (await verdictFor(`API for a bookshop. ${task}`, bookshop)).open
    expect(await reasonsFor('POST /books answers 409.')).toEqual([
      'unmet: POST /books does not document 409',
    ])
    expect(await reasonsFor('GET /nowhere answers 409.')).toContain(
      'unmet: There is no GET /nowhere that could document 409',
    )
    expect(await reasonsFor('OpenAPI 3.0.')).toEqual([
      'unmet: The description follows OpenAPI 3.1.0, not 3.0',
    ])
  })

  test('[OAS-72] says that nobody speaks of a websocket, and refuses nothing by half a sentence', async () => {
    const task = 'API for a bookshop: books with CRUD. Prices go out over a websocket.'
    expect((await verdictFor(task, bookshop)).verdict).toBe('undecided')
  })
})
