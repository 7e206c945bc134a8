import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DesignIntent } from './intent.ts'
import { canonicalHash } from './intent-hash.ts'
import { intentSchemaText } from './intent-schema.ts'
import { scanJson } from './json-text.ts'
import { locatePointer, locatePointers } from './locate.ts'
import { mostIntentBytes, readIntent, validateIntent } from './read-intent.ts'

const root = resolve(import.meta.dirname, '../../..')

const small = {
  schemaVersion: '1.0.0',
  featureId: 'room-booking',
  version: '1.0.0',
  goals: ['Members book rooms'],
  userFlows: [
    {
      id: 'book',
      name: 'Book a room',
      steps: [{ id: 'open', action: 'Opens the plan', componentIds: ['plan'] }],
    },
  ],
  components: [{ id: 'plan', name: 'Plan', type: 'view', description: 'Shows the rooms of a day' }],
  dataModel: {
    entities: [{ id: 'room', name: 'Room', attributes: [{ name: 'id', type: 'string' }] }],
    relationships: [],
  },
  interactions: [],
}
const text = JSON.stringify(small, null, 2)

const problemsOf = (source: string | Uint8Array) => {
  const read = readIntent(source)
  return read.ok ? [] : read.error
}
const firstOf = (source: string | Uint8Array) => problemsOf(source)[0]

/** The small intent as text with one piece put in place of another. */
const changed = (from: string, to: string): string => {
  expect(text).toContain(from)
  return text.replace(from, to)
}

describe('reading an intent', () => {
  test('takes what keeps the contract, with the hash of its canonical value', () => {
    const read = readIntent(text)
    expect(read).toMatchObject({ ok: true, value: { intent: small } })
    const hash = canonicalHash(small)
    expect(hash.ok && hash.value).toMatch(/^[0-9a-f]{64}$/)
    for (const spelling of [JSON.stringify(small), `\n${text}\n\n`, `\uFEFF${text}`])
      expect(readIntent(spelling)).toEqual(read)
    expect(readIntent(new TextEncoder().encode(text))).toEqual(read)
    expect(validateIntent(structuredClone(small))).toEqual(read)
  })

  test('gives another hash for another value', () => {
    const hashOf = (source: string) => {
      const read = readIntent(source)
      return read.ok ? read.value.hash : read.error
    }
    expect(hashOf(changed('Shows the rooms', 'Shows the room'))).not.toBe(hashOf(text))
  })

  test.each([
    [
      'a trailing comma',
      text.replace('"room-booking",', '"room-booking",\n}'),
      'no comma before }',
      4,
    ],
    ['a comma before a bracket', changed('"plan"\n', '"plan",\n'), 'no comma before ]', 18],
    ['a comment', changed('  "version"', '  // why\n  "version"'), 'no comments', 4],
    ['a block comment', `/* a */${text}`, 'no comments', 1],
    [
      'a doubled key',
      changed('"version": "1.0.0"', '"version": "1.0.0",\n  "version": "2.0.0"'),
      '"version" stands twice in one object, first on line 4',
      5,
    ],
    [
      'a doubled key under another spelling',
      changed('"version": "1.0.0"', '"version": "1.0.0",\n "\\u0076ersion": "2.0.0"'),
      'stands twice',
      5,
    ],
    ['NaN', changed('"1.0.0",\n  "goals"', 'NaN,\n  "goals"'), 'found "NaN"', 4],
    ['Infinity', changed('"1.0.0",\n  "goals"', '-Infinity,\n  "goals"'), 'found "-"', 4],
    ['a number too large', changed('"1.0.0",\n  "goals"', '1e999,\n  "goals"'), 'too large', 4],
    ['single quotes', text.replace('"room-booking"', "'room-booking'"), 'expected a JSON value', 3],
    ['a bare key', text.replace('"version"', 'version'), 'a key in double quotes', 4],
    ['a missing comma', text.replace('"room-booking",', '"room-booking"'), 'expected a comma', 4],
    ['a bad escape', text.replace('room-booking', 'room\\x'), 'no escape of JSON', 3],
    [
      'a raw line break in a text',
      text.replace('Book a room', 'Book\na room'),
      'never closed on its line',
      11,
    ],
    ['two values', `${text} {}`, 'expected the end of the text', 47],
    ['a cut text', text.slice(0, -20), 'expected', 46],
    ['an open text', '{"a": "b', 'never closed', 1],
    ['nothing', '  \n', 'the file is empty', 1],
    ['a word', 'hello', 'expected a JSON value', 1],
  ])('[INTENT-7] refuses %s and names the line', (_, source, why, line) => {
    const problem = firstOf(source)
    expect(problem?.message).toContain(why)
    expect(problem?.line).toBe(line)
    expect(problem?.column).toBeGreaterThan(0)
  })

  test('refuses what is too large before it is parsed, and what is not UTF-8', () => {
    expect(firstOf(' '.repeat(mostIntentBytes + 1))?.message).toContain('expected at most')
    expect(firstOf(new Uint8Array(50 * 1024 * 1024))?.message).toContain('expected at most')
    expect(firstOf(new Uint8Array([0x7b, 0xff, 0x7d]))?.message).toContain('not UTF-8')
    expect(firstOf(new Uint8Array([0xed, 0xa0, 0x80]))?.message).toContain('not UTF-8')
  })

  test('refuses nesting that is too deep, however deep', () => {
    for (const depth of [101, 5_000, 1_000_000])
      expect(firstOf('['.repeat(depth))?.message).toContain('nested deeper than 100')
    expect(firstOf(`${'{"a":'.repeat(200_000)}1`)?.message).toContain('nested deeper than 100')
    expect(scanJson(`${'['.repeat(100)}${']'.repeat(100)}`)).toEqual([])
  })

  test('refuses half a surrogate pair, raw or escaped, and names its place', () => {
    for (const half of ['\ud83d', '\\ud83d', '\\uDC00'])
      expect(firstOf(changed('Members book rooms', half))).toMatchObject({
        path: '/goals/0',
        line: 6,
        message: expect.stringContaining('surrogate'),
      })
    expect(problemsOf(changed('Members book rooms', '\\ud83d\\ude00 Members book rooms'))).toEqual(
      [],
    )
  })

  test('[INTENT-7] says what breaks the contract: where, and what was expected', () => {
    expect(firstOf(changed('"goals"', '"gaols"'))).toMatchObject({
      path: '',
      message: 'goals is missing; expected an array',
    })
    expect(problemsOf(changed('"goals"', '"gaols"'))[1]).toMatchObject({
      path: '/gaols',
      line: 5,
      message: expect.stringContaining('did you mean goals?'),
    })
    expect(firstOf(changed('"type": "view"', '"type": "screen"'))).toMatchObject({
      path: '/components/0/type',
      message: 'expected one of "view", "container", "control", "data", "utility", found "screen"',
    })
    expect(firstOf(changed('"type": "view",', ''))).toMatchObject({
      path: '/components/0',
      message: expect.stringContaining('type is missing'),
    })
    expect(firstOf(changed('"room-booking"', '"Room/Booking"'))?.message).toContain(
      'lower-case letters',
    )
    expect(firstOf(changed('"room-booking"', '12'))?.message).toBe('expected a string, found 12')
    expect(firstOf(changed('"1.0.0",\n  "goals"', '"one",\n  "goals"'))?.message).toContain(
      'semantic version',
    )
    expect(firstOf(changed('"plan"\n', '\n'))).toMatchObject({
      path: '/userFlows/0/steps/0/componentIds',
      message: expect.stringContaining('must name at least one component'),
    })
    expect(firstOf('[]')?.message).toBe('expected an object, found an empty array')
    expect(firstOf('null')?.message).toBe('expected an object, found null')
    expect(firstOf(changed('"version"', '"__proto__": {}, "version"'))?.path).toBe('/__proto__')
  })

  test('reports at most twenty problems and says how many there are besides', () => {
    const many = { ...small, goals: Array.from({ length: 500 }, () => 7) }
    const problems = problemsOf(JSON.stringify(many))
    expect(problems).toHaveLength(20)
    expect(problems.at(-1)?.message).toContain('480 more')
    const doubled = `{${Array.from({ length: 900 }, () => '"a":1').join(',')}}`
    expect(problemsOf(doubled)).toHaveLength(20)
  })

  test('never throws, and agrees with JSON.parse on what is JSON', () => {
    const scraps = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '"',
      ':',
      ',',
      '\\',
      '1',
      '-',
      'e',
      '.',
      'true',
      'null',
      '"a"',
      ' ',
      '\n',
      '/',
      '//',
      '\u2028',
      '\ud800',
      '0',
      'u00e9',
      '\t',
    )
    let both = 0
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(scraps, { maxLength: 14 }).map((parts) => parts.join('')),
          fc.json(),
          fc.string(),
        ),
        (source) => {
          const slips = scanJson(source).filter(
            ({ message }) => !/stands twice|too large/.test(message),
          )
          expect(slips.length === 0).toBe(parses(source))
          if (slips.length === 0) both += 1
          readIntent(source)
        },
      ),
      { numRuns: 2_000 },
    )
    expect(both).toBeGreaterThan(200)
  })

  test('takes any value of an agent without throwing', () => {
    fc.assert(
      fc.property(
        fc.anything({ withBigInt: true, withDate: true, withMap: true }),
        (value) => void validateIntent(value),
      ),
    )
    expect(validateIntent(undefined).ok).toBe(false)
  })
})

const parses = (source: string): boolean => {
  try {
    JSON.parse(source)
    return true
  } catch {
    return false
  }
}

describe('the place of a pointer', () => {
  test('is the line and column where its value begins', () => {
    expect(locatePointer(text, '')).toEqual({ line: 1, column: 1 })
    expect(locatePointer(text, '/featureId')).toEqual({ line: 3, column: 16 })
    expect(locatePointer(text, '/goals/0')).toEqual({ line: 6, column: 5 })
    expect(locatePointer('{"a/b":{"~":[1,2]}}', '/a~1b/~0/1')).toEqual({ line: 1, column: 16 })
  })

  test('is that of the nearest thing around what is missing', () => {
    expect(locatePointer(text, '/userFlows/0/actor')).toEqual(locatePointer(text, '/userFlows/0'))
    expect(locatePointer(text, '/nowhere/at/all')).toEqual({ line: 1, column: 1 })
    expect(locatePointer('no json', '/a')).toEqual({ line: 1, column: 1 })
  })

  test('is found for every value of any JSON text', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), fc.nat(3), (value, indent) => {
        const source = JSON.stringify(value, null, indent)
        const pointers: string[] = []
        scanJson(source, (pointer) => pointers.push(pointer))
        const lines = source.split('\n')
        for (const [pointer, { line, column }] of locatePointers(source, pointers)) {
          const rest = [lines[line - 1]?.slice(column - 1), ...lines.slice(line)].join('\n')
          expect(rest.startsWith(JSON.stringify(at(value, pointer))?.slice(0, 1) ?? '')).toBe(true)
        }
      }),
    )
  })
})

const at = (value: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (inside, key) =>
        (inside as Record<string, unknown>)[key.replaceAll('~1', '/').replaceAll('~0', '~')],
      value,
    )

describe('the published schema', () => {
  const published = readFileSync(join(root, 'schemas/design-intent.schema.json'), 'utf8')
  const agrees = new Ajv2020({ strict: false }).compile(JSON.parse(published) as object)

  test('[INTENT-SCHEMA-2] is the one of the contract, as scripts/write-design-schema.mjs writes it', () => {
    expect(JSON.parse(published)).toEqual(JSON.parse(intentSchemaText()))
    expect(JSON.parse(published)).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: 'urn:loopwright:design-intent:1.0.0',
      additionalProperties: false,
    })
  })

  const folder = join(root, 'bench/design-defects/clean')
  const clean = readdirSync(folder).map(
    (name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as DesignIntent,
  )

  test('[INTENT-SCHEMA-2] takes what the contract takes', () => {
    expect(clean.length).toBeGreaterThan(5)
    for (const intent of [small, ...clean]) {
      expect(validateIntent(intent).ok).toBe(true)
      expect(agrees(intent)).toBe(true)
    }
  })

  test('[INTENT-SCHEMA-2] refuses what the contract refuses', () => {
    const places: string[] = []
    scanJson(text, (pointer) => places.push(pointer))
    const values = [null, 1, '', 'x', [], {}, true, { unknown: 1 }, ['', 2], 'y'.repeat(201)]
    let refused = 0
    for (const pointer of places)
      for (const value of values) {
        const mutant = structuredClone(small) as unknown
        const parts = pointer.split('/').slice(1)
        const around = at(mutant, `/${parts.slice(0, -1).join('/')}`.replace(/\/$/, '')) as Record<
          string,
          unknown
        >
        if (parts.length === 0) continue
        around[parts.at(-1) ?? ''] = value
        const ours = DesignIntent.safeParse(mutant).success
        expect([pointer, value, agrees(mutant)]).toEqual([pointer, value, ours])
        if (!ours) refused += 1
      }
    expect(refused).toBeGreaterThan(100)
  })
})
