import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readBrief } from './brief.ts'

const resources = (prompt: string) =>
  Object.fromEntries(
    readBrief(prompt).resources.map(({ name, operations, parent, fields }) => [
      name,
      { operations, parent, fields },
    ]),
  )

describe('a brief', () => {
  test('[OAS-19] holds the endpoints the prompt writes out, parameters in braces', () => {
    const { endpoints } = readBrief(
      'GET, POST /books and `DELETE /books/:isbn`.\n- `/orders/<id>`: GET, PATCH\n| PUT | /carts/{id} |',
    )
    expect(endpoints.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
      'delete /books/{isbn}',
      'get /books',
      'get /orders/{id}',
      'patch /orders/{id}',
      'post /books',
      'put /carts/{id}',
    ])
  })

  test('[OAS-19] holds resources with the operations and fields the prompt gives them', () => {
    expect(
      resources(
        'A bookshop API: list, create and delete books; each book has a title, an author and a price. Read-only genres.',
      ),
    ).toEqual({
      book: {
        operations: ['list', 'create', 'delete'],
        parent: null,
        fields: ['title', 'author', 'price'],
      },
      genre: { operations: ['list', 'get'], parent: null, fields: [] },
    })
  })

  test('[OAS-19] knows which resource belongs to which', () => {
    expect(resources('CRUD for courses, and list lessons of a course')['lesson']).toEqual({
      operations: ['list'],
      parent: 'course',
      fields: [],
    })
    expect(resources('An API to manage projects and their tasks')['task']?.parent).toBe('project')
    expect(
      resources('- courses: title, price\n- lessons: title, position (belongs to a course)')[
        'lesson'
      ],
    ).toEqual({ operations: [], parent: 'course', fields: ['title', 'position'] })
  })

  test('[OAS-19] takes no remark for a field', () => {
    expect(
      resources('CRUD for courses with high quality docs; each course has many lessons')['course']
        ?.fields,
    ).toEqual([])
    expect(
      resources('Courses API: courses with pagination, lessons (nested)')['course']?.fields,
    ).toEqual([])
  })

  test('[OAS-19] tells reading one from reading many', () => {
    expect(resources('Get stations, and get a sensor by id')).toMatchObject({
      station: { operations: ['list'] },
      sensor: { operations: ['get'] },
    })
  })

  test('[OAS-19] holds what people do besides storing things', () => {
    expect(
      readBrief('Members can borrow a book and rate a book.').actions.map(
        ({ verb, noun }) => `${verb} ${noun}`,
      ),
    ).toEqual(['borrow book', 'rate book'])
  })

  test('[OAS-19] hears how to authenticate and to paginate', () => {
    expect(readBrief('Use JWT bearer tokens and cursor pagination')).toMatchObject({
      auth: 'bearer',
      pagination: 'cursor',
    })
    expect(readBrief('API keys, page and limit')).toMatchObject({
      auth: 'apiKey',
      pagination: 'page',
    })
  })

  test.each([
    'OpenAPI 3.1 spec + DDD notes + JSON examples',
    'Write an API specification with error responses, examples and descriptions.',
    'Make it good.',
    '',
  ])('[OAS-19] invents nothing for "%s"', (prompt) => {
    expect(readBrief(prompt)).toMatchObject({ resources: [], endpoints: [], actions: [] })
  })

  test('[OAS-19] can be made of any text in no time', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.stringMatching(/^(?:GET |list |courses |, |and |\(|with |\/a\/b ){0,60}$/),
        ),
        (prompt) => {
          expect(readBrief(prompt).title.length).toBeGreaterThan(0)
        },
      ),
      { numRuns: 200 },
    )
    const started = performance.now()
    for (const piece of [
      'list and ',
      'GET/POST/',
      '((((',
      'courses (a, ',
      '- a: b, ',
      'can enroll in a ',
    ])
      readBrief(piece.repeat(20_000))
    expect(performance.now() - started).toBeLessThan(3_000)
  })
})
