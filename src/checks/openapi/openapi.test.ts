import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cpuMs } from '../../../test/support/cpu-time.ts'
import { object } from '../../../bench/openapi-defects/draft.ts'
import type { CheckOutcome } from '../../model/check.ts'
import type { Finding } from '../../model/finding.ts'
import { applyAll } from '../apply-fixes.ts'
import type { Tools } from '../check.ts'
import { checks } from './catalog.ts'

const courses = readFileSync(
  new URL('../../../bench/openapi-defects/courses.yaml', import.meta.url),
  'utf8',
)
const orders = readFileSync(
  new URL('../../../bench/openapi-defects/orders.json', import.meta.url),
  'utf8',
)

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

async function run(aspect: string, artifact: string, prompt = ''): Promise<CheckOutcome> {
  const check = checks.find(({ id }) => id === `openapi/${aspect}`)
  if (!check) throw new Error(`no check ${aspect}`)
  const project = { list: async () => [], read: async () => null }
  return check.run({ artifact, task: { prompt, ideal_result: '' }, project }, tools)
}

async function runAll(
  artifact: string,
  prompt = '',
): Promise<readonly (readonly [string, CheckOutcome])[]> {
  return Promise.all(
    checks.map(async ({ id }) => {
      const aspect = id.replace('openapi/', '')
      return [aspect, await run(aspect, artifact, prompt)] as const
    }),
  )
}

/** Without a task there is nothing to ask of the endpoints. */
const usual = (aspect: string): string => (aspect === 'endpoints' ? 'na' : 'pass')

const lineOf = (text: string, wanted: string): number =>
  text.slice(0, text.indexOf(wanted)).split('\n').length

/** The finding at the pointer, or a readable failure with what was found instead. */
function at(outcome: CheckOutcome, pointer: string): Finding {
  const found = outcome.findings.find(({ place }) => place.pointer === pointer)
  if (!found)
    throw new Error(
      `nothing at ${pointer}; found ${outcome.findings.map(({ place }) => place.pointer).join(', ')}`,
    )
  return found
}

const change = (from: string, to: string, text = courses): string => {
  expect(text).toContain(from)
  return text.replace(from, to)
}

describe('a description', () => {
  test('passes every check as a YAML file, as a JSON file and in a fenced block of Markdown', async () => {
    const wrapped = `# API\n\n\`\`\`json\n{ "an": "example" }\n\`\`\`\n\n\`\`\`yaml\n${courses}\`\`\`\n`
    for (const artifact of [courses, orders, wrapped])
      for (const [aspect, { verdict, details }] of await runAll(artifact))
        expect([aspect, verdict, details]).toEqual([aspect, usual(aspect), details])
  })

  test('is located by the lines of the whole artifact', async () => {
    const broken = change(
      'bearerFormat: JWT',
      'bearerFormat: JWT\n    spare:\n      type: apiKey\n      in: query\n      name: key',
    )
    const artifact = `# API\n\nWords.\n\n\`\`\`yaml\n${broken}\`\`\`\n`
    const finding = at(await run('auth', artifact), '/components/securitySchemes/spare/in')
    expect(finding.place.line).toBe(lineOf(artifact, 'in: query\n      name: key'))
  })

  test('[OAS-2] that has no operation may follow the standard, and describes nothing', async () => {
    const empty = 'openapi: 3.0.3\ninfo: { title: A, version: 1.0.0 }\npaths: {}\n'
    expect((await run('sound', empty)).verdict).toBe('undecided')
    expect((await run('sound', empty.replace('paths: {}\n', ''))).verdict).toBe('fail')
  })

  test('[OAS-2] that is missing, damaged or of another kind passes no check and breaks none', async () => {
    const bomb = `openapi: 3.1.0\na: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d]\nf: &f [*e,*e,*e,*e,*e,*e,*e,*e]\ng: [*f,*f,*f,*f,*f,*f]\npaths: {}\n`
    const damaged = [
      '',
      '   \n\n',
      '# Just words\n\nNo description here.\n',
      '\u0000\u0001\u0002 binary',
      'openapi: 3.1.0\ninfo: [',
      'openapi: 3.1.0\npaths: 7\n',
      'openapi: 9.9.9\npaths: {}\n',
      'openapi: 3.1.0\npaths: {}\npaths: {}\n',
      '{"openapi": "3.1.0", "paths": {},}',
      `{"openapi":"3.1.0","x":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
      'openapi: 3.1.0\nx: &x [*x]\npaths: {}\n',
      bomb,
      courses.slice(0, 700),
      orders.slice(0, 900),
    ]
    for (const artifact of damaged)
      for (const [aspect, outcome] of await runAll(artifact, 'GET /things')) {
        expect([artifact.slice(0, 30), aspect, outcome.verdict]).toEqual([
          artifact.slice(0, 30),
          aspect,
          'fail',
        ])
        expect(outcome.findings.length).toBeGreaterThan(0)
      }
  })

  test('[OAS-2] with odd values anywhere breaks no check', async () => {
    const odd = fc.constantFrom<unknown>(
      null,
      7,
      '',
      [],
      {},
      [null],
      true,
      { $ref: 7 },
      { $ref: '#' },
      { allOf: 'x' },
      { properties: null },
      { enum: {} },
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(), { minLength: 2, maxLength: 8 }),
        odd,
        async (steps, value) => {
          const root: unknown = JSON.parse(orders)
          let here = root
          for (const [index, step] of steps.entries()) {
            const keys = Object.keys(object(here))
            const key = keys[step % Math.max(1, keys.length)]
            if (key === undefined) break
            if (index === steps.length - 1) Object.assign(object(here), { [key]: value })
            here = object(here)[key]
          }
          for (const [aspect, { verdict, details }] of await runAll(JSON.stringify(root)))
            expect([aspect, verdict, details]).not.toEqual([aspect, 'error', details])
        },
      ),
      { numRuns: 60 },
    )
  })

  test('[OAS-2] names the line on which it cannot be parsed', async () => {
    const outcome = await run('valid', 'openapi: 3.1.0\ninfo:\n  title: A\n  title: B\n')
    expect(outcome.findings[0]).toMatchObject({
      place: { line: 4 },
      message: expect.stringContaining('twice'),
    })
  })

  test('[OAS-16] that refers to other documents is reported; nothing is fetched', async () => {
    for (const target of ['./shared.yaml#/a', 'http://127.0.0.1:9/x.yaml#/a', '../../etc/passwd']) {
      const outcome = await run(
        'valid',
        change("- $ref: '#/components/parameters/page'", `- $ref: '${target}'`),
      )
      expect(at(outcome, '/paths/~1courses/get/parameters/0').message).toContain('not followed')
    }
  })

  test('with traps for regular expressions and many schemas is checked in time', async () => {
    const trap = change(
      "pattern: '^tok_[a-z0-9]+$'",
      "pattern: '^(a+)+$'\n          default: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!'",
    )
    const started = cpuMs()
    await runAll(trap)
    const schemas = Array.from(
      { length: 600 },
      (_, index) =>
        `    Extra${index}:\n      type: object\n      properties:\n        name_of_it:\n          type: string\n          example: ${'x'.repeat(60)}\n`,
    )
    const large = change('  schemas:\n    Level:', `  schemas:\n${schemas.join('')}    Level:`)
    await runAll(large)
    expect(cpuMs() - started).toBeLessThan(15_000)
  })
})

describe('endpoints', () => {
  test('[OAS-3] reports an operation that the task writes out and the description lacks', async () => {
    const outcome = await run(
      'endpoints',
      courses,
      'Needs GET /courses/{id} and `PATCH /courses/:id`.',
    )
    expect(outcome.findings.map(({ message }) => message)).toEqual([
      expect.stringContaining('There is no PATCH /courses/:id'),
    ])
  })

  test('[OAS-3] reports what a noun with CRUD words stands for, and asks nothing where nothing can be read', async () => {
    const outcome = await run('endpoints', courses, 'courses with CRUD, instructors (list and get)')
    expect(outcome.findings.map(({ message }) => message)).toEqual([
      expect.stringContaining('No operation does list instructors'),
    ])
    expect(await run('endpoints', courses, 'courses with CRUD')).toMatchObject({ verdict: 'pass' })
    expect(await run('endpoints', courses)).toMatchObject({
      verdict: 'na',
      details: 'no task was given: only general rules were asked',
    })
    expect(await run('endpoints', courses, 'Something for students')).toMatchObject({
      verdict: 'na',
    })
  })
})

const planted: readonly (readonly [string, string, string, string, string])[] = [
  [
    'a response without schema',
    'schemas',
    "              schema:\n                $ref: '#/components/schemas/CourseList'\n",
    '',
    '/paths/~1courses/get/responses/200/content/application~1json',
  ],
  [
    'a schema that leads nowhere',
    'schemas',
    '#/components/schemas/CourseList',
    '#/components/schemas/Nothing',
    '/paths/~1courses/get/responses/200/content/application~1json/schema',
  ],
  [
    'a default that its schema refuses',
    'schemas',
    'default: false',
    'default: perhaps',
    '/components/schemas/Course/properties/published/default',
  ],
  [
    'a required property that does not exist',
    'schemas',
    'required: [payment_token]',
    'required: [payment_token, coupon]',
    '/components/schemas/EnrollmentInput/required/1',
  ],
  [
    'a foreign key of another type than the key',
    'schemas',
    '        course_id:\n          type: string\n          format: uuid\n        title',
    '        course_id:\n          type: integer\n        title',
    '/components/schemas/Lesson/properties/course_id',
  ],
  [
    'an example with a member that no schema has',
    'examples',
    'code: invalid_request',
    'kode: invalid_request',
    '/components/responses/BadRequest/content/application~1json/example/kode',
  ],
  [
    'a missing 404',
    'errors',
    "        '404':\n          $ref: '#/components/responses/NotFound'\n",
    '',
    '/paths/~1courses~1{course_id}/get/responses',
  ],
  [
    'an error of another shape',
    'errors',
    "    NotFound:\n      description: There is no such course.\n      content:\n        application/json:\n          schema:\n            $ref: '#/components/schemas/Error'",
    '    NotFound:\n      description: There is no such course.\n      content:\n        application/json:\n          schema:\n            type: object\n            properties: { oops: { type: string } }',
    '/components/responses/NotFound/content/application~1json/schema',
  ],
  [
    'a property in another case',
    'naming',
    'duration_minutes:\n          type: integer',
    'durationMinutes:\n          type: integer',
    '/components/schemas/Lesson/properties/durationMinutes',
  ],
  [
    'a list without pagination',
    'pagination',
    "        - $ref: '#/components/parameters/page'\n        - $ref: '#/components/parameters/limit'\n        - name",
    '        - name',
    '/paths/~1courses/get/parameters',
  ],
  [
    'a scheme that is not declared',
    'auth',
    'security:\n  - bearer_auth: []',
    'security:\n  - other_auth: []',
    '/security/0/other_auth',
  ],
  [
    'a server without encryption',
    'auth',
    'url: https://api.learning',
    'url: http://api.learning',
    '/servers/0/url',
  ],
  [
    'a placeholder for a summary',
    'descriptions',
    'summary: List courses',
    'summary: TODO',
    '/paths/~1courses/get/summary',
  ],
  [
    'a tag that is not declared',
    'descriptions',
    'tags: [courses]',
    'tags: [people]',
    '/paths/~1courses/get/tags/0',
  ],
  [
    'a path parameter that is optional',
    'valid',
    '      required: true\n      description: Which course.',
    '      description: Which course.',
    '/components/parameters/course_id',
  ],
  [
    'a creation that answers with 200',
    'valid',
    "'201':\n          description: The course was created.",
    "'200':\n          description: The course was created.",
    '/paths/~1courses/post/responses/200',
  ],
]

describe('soundness', () => {
  const broken: readonly (readonly [string, string, string])[] = [
    [
      'a reference that leads nowhere',
      '#/components/schemas/CourseList',
      '#/components/schemas/Nothing',
    ],
    ['a path parameter that nobody declares', '/courses/{course_id}:', '/courses/{number}:'],
    [
      'a security scheme that nobody declares',
      'security:\n  - bearer_auth: []',
      'security:\n  - other_auth: []',
    ],
    ['a title that is missing', '  title: ', '  titel: '],
  ]

  test.each(broken)('[OAS-70] fails for %s', async (_, from, to) => {
    expect(await run('sound', change(from, to))).toMatchObject({ verdict: 'fail' })
  })

  test('[OAS-70] fails where a schema leaves no value, two operations share an id, or texts are placeholders', async () => {
    const root = object(JSON.parse(orders))
    const changed = (text: string) => run('sound', text)
    const lowest = orders.replace('"minimum": 1', '"minimum": 1000')
    expect((await changed(lowest)).verdict).toBe('fail')
    const ids = orders.replace(/"operationId": "\w+"/g, '"operationId": "same"')
    expect((await changed(ids)).verdict).toBe('fail')
    const hollow = JSON.stringify(root, (key, value: unknown) =>
      (key === 'summary' || key === 'description') && typeof value === 'string' ? 'string' : value,
    )
    expect((await changed(hollow)).details).toContain('placeholders')
  })

  test('[OAS-70] leaves alone what real descriptions do: no examples, no errors, no security, one odd member', async () => {
    const bare = {
      openapi: '3.1.0',
      info: { title: 'Time', version: '1' },
      paths: {
        '/time': {
          get: {
            responses: {
              '200': {
                description: 'Now',
                content: { 'application/json': { schema: { type: 'string', nullable: true } } },
              },
            },
          },
        },
      },
    }
    expect(await run('sound', JSON.stringify(bare))).toMatchObject({ verdict: 'pass' })
    const besides = {
      ...bare,
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer', in: 'header' } } },
    }
    expect(await run('sound', JSON.stringify(besides))).toMatchObject({ verdict: 'pass' })
    const elsewhere = {
      ...bare,
      security: [{ token: [] }],
      components: { securitySchemes: { $ref: 'common.json' } },
    }
    expect(JSON.stringify(await run('sound', JSON.stringify(elsewhere)))).not.toMatch(
      /not declared/,
    )
  })

  test('nor is advice given on what real descriptions do well', async () => {
    const json = (schema: unknown) => ({ 'application/json': { schema } })
    const book = {
      type: 'object',
      properties: { id: { type: 'string' }, eBook: { type: 'string' } },
    }
    const shop = {
      openapi: '3.1.0',
      info: { title: 'Books', version: '1', description: 'Books.', contact: { name: 'Ada' } },
      paths: {
        '/books': {
          get: {
            parameters: [{ name: 'q', in: 'query', schema: { type: 'string' } }],
            responses: {
              '200': {
                description: 'Some',
                content: json({
                  anyOf: [
                    { type: 'array', items: { $ref: '#/components/schemas/Book' } },
                    { $ref: '#/components/schemas/BookPage' },
                  ],
                }),
              },
              default: { description: 'It failed', content: json({ type: 'object' }) },
            },
          },
        },
      },
      components: {
        schemas: {
          Book: book,
          BookPage: { type: 'object', properties: { books: { type: 'array', items: book } } },
          BookInput: {
            type: 'object',
            properties: { Books: { type: 'string' }, book: { type: 'string' } },
          },
        },
      },
    }
    const outcomes = await runAll(JSON.stringify(shop))
    const messages = outcomes.flatMap(([, { findings }]) => findings.map(({ message }) => message))
    expect(
      messages.filter((one) => /same property|license|does not say|holds no list/.test(one)),
    ).toEqual([])
  })

  test('holds a Swagger 2 description against its own standard', async () => {
    const swagger = {
      swagger: '2.0',
      info: { title: 'Time', version: '1' },
      paths: {
        '/time': {
          get: {
            responses: { '200': { description: 'Now', schema: { $ref: '#/definitions/Time' } } },
          },
        },
      },
      definitions: { Time: { type: 'string' } },
      securityDefinitions: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
      security: [{ key: [] }],
    }
    const outcomes = new Map(await runAll(JSON.stringify(swagger)))
    expect(outcomes.get('sound')?.verdict).toBe('pass')
    expect(outcomes.get('schemas')?.verdict).toBe('na')
    const lost = { ...swagger, definitions: {} }
    expect((await run('sound', JSON.stringify(lost))).verdict).toBe('fail')
  })

  test('of some megabytes is judged', async () => {
    const schemas = Array.from({ length: 4_000 }, (_, index) => [
      `Extra${index}`,
      { type: 'object', properties: { name: { type: 'string', description: 'x'.repeat(1_000) } } },
    ])
    const root = object(JSON.parse(orders))
    Object.assign(object(object(root['components'])['schemas']), Object.fromEntries(schemas))
    const large = JSON.stringify(root)
    expect(large.length).toBeGreaterThan(4_000_000)
    expect(await run('sound', large)).toMatchObject({ verdict: 'pass' })
  })
})

describe('a value', () => {
  const schemas: readonly (readonly [string, object, unknown])[] = [
    ['one of several schemas at most', { oneOf: [{ type: 'integer' }, { minimum: 3 }] }, 5],
    [
      'what if and then ask for',
      { if: { properties: { a: { const: 1 } } }, then: { required: ['b'] } },
      { a: 1 },
    ],
    ['what another member needs', { dependentRequired: { card: ['owner'] } }, { card: '1' }],
    ['an item that the list must contain', { type: 'array', contains: { const: 7 } }, [1, 2]],
    [
      'no member that nothing has evaluated',
      { allOf: [{ properties: { a: {} } }], unevaluatedProperties: false },
      { a: 1, b: 2 },
    ],
  ]

  test.each(schemas)('has to satisfy %s', async (_, schema, example) => {
    const text = (value: unknown) =>
      JSON.stringify({
        openapi: '3.1.0',
        info: { title: 'Time', version: '1' },
        paths: {
          '/time': {
            get: {
              responses: {
                '200': {
                  description: 'Now',
                  content: { 'application/json': { schema, example: value } },
                },
              },
            },
          },
        },
      })
    const messages = (await run('examples', text(example))).findings.map(({ message }) => message)
    expect(messages.join('\n')).toContain('does not satisfy its schema')
  })
})

describe('a planted defect', () => {
  test.each(planted)(
    '%s is reported by its rule, at its place',
    async (...[, aspect, from, to, pointer]) => {
      const artifact = change(from, to)
      const finding = at(await run(aspect, artifact), pointer)
      expect(finding.place.line).toBeGreaterThan(1)
      const last = pointer.split('/').at(-1) ?? ''
      const text = artifact.split('\n')[(finding.place.line ?? 1) - 1] ?? ''
      // the line of a list item does not show its index
      if (!/^\d+$/.test(last) || last.length === 3)
        expect(text).toContain(last.replaceAll('~1', '/'))
    },
  )

  test('is not seen where JSON blocks of the Markdown show the examples', async () => {
    const without = change(
      '    post:\n      operationId: create_lesson',
      '    post:\n      operationId: create_lesson',
    ).replace(
      /            example:\n              title: Mean and median\n              position: 1\n              duration_minutes: 25\n/,
      '',
    )
    expect((await run('examples', without)).verdict).toBe('fail')
    const shown = `\`\`\`yaml\n${without}\`\`\`\n\n### POST /courses/{id}/lessons\n\n\`\`\`json\n{ "title": "Mean" }\n\`\`\`\n`
    expect((await run('examples', shown)).verdict).toBe('pass')
  })
})

describe('a fix', () => {
  const repairable = planted.filter(
    ([name]) =>
      /encryption|optional|200$|a tag that is not declared/.test(name) &&
      !/scheme|default/.test(name),
  )

  test.each(repairable)(
    '[OAS-17] for %s leaves fewer findings and breaks nothing',
    async (_, aspect, from, to) => {
      const artifact = change(from, to)
      const before = await run(aspect, artifact)
      const fixed = applyAll(
        artifact,
        before.findings.flatMap(({ fix }) => (fix ? [fix] : [])),
      )
      expect(fixed).not.toBe(artifact)
      expect((await run(aspect, fixed)).findings.length).toBeLessThan(before.findings.length)
      for (const [other, { verdict, details }] of await runAll(fixed))
        expect([other, verdict, details]).toEqual([other, usual(other), details])
    },
  )

  test('[OAS-17] keeps comments, other lines and the JSON style of the document', async () => {
    const yaml = change(
      "'201':\n          description: The course was created.",
      "'200':\n          description: The course was created.",
    )
    const fixes = (await run('valid', yaml)).findings.flatMap(({ fix }) => (fix ? [fix] : []))
    expect(applyAll(yaml, fixes)).toBe(courses)

    const json = orders.replace('"url": "https:', '"url": "http:')
    const repaired = applyAll(
      json,
      (await run('auth', json)).findings.flatMap(({ fix }) => (fix ? [fix] : [])),
    )
    expect(repaired).toBe(orders)
  })

  test('[OAS-17] is the same to the byte whenever it is asked for', async () => {
    const artifact = change('url: https://api.learning', 'url: http://api.learning')
    const [first, second] = [await run('auth', artifact), await run('auth', `${artifact}\n`)]
    expect(first.findings).toEqual(second.findings)
  })
})
