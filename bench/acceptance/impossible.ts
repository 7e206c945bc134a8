/** A task that nobody can carry out, or one that only looks like it. Pure data. */
export type Impossible = {
  readonly name: string
  /** What is asked for, one criterion a line. */
  readonly criteria: string
  /** A test file of the project; empty where the criteria contradict one another. */
  readonly test: string
  /** The two values that cannot both hold; null for what can be had. */
  readonly contradiction: readonly [string, string] | null
}

const vitest = (body: string, names: string): string =>
  `import { expect, test } from 'vitest'\nimport { ${names} } from './code.ts'\n\ntest('works', ${body.includes('await') ? 'async ' : ''}() => {\n  ${body}\n})\n`

const nodeTest = (body: string, names: string): string =>
  `import { test } from 'node:test'\nimport assert from 'node:assert'\nimport { ${names} } from './code.ts'\n\ntest('works', () => {\n  ${body}\n})\n`

const ava = (body: string, name: string): string =>
  `import test from 'ava'\nimport ${name} from './index.js'\n\ntest('works', t => {\n\t${body}\n})\n`

/** A criterion and a test, or two criteria, that say different things about the same call, name or key. */
export const impossible: readonly Impossible[] = [
  {
    name: 'a sum',
    criteria: '`add(1, 2)` is 3',
    test: vitest('expect(add(1, 2)).toBe(4)', 'add'),
    contradiction: ['3', '4'],
  },
  {
    name: 'a fee',
    criteria: '- `fee(3)` is 8100',
    test: vitest('expect(fee(3)).toBe(4500)', 'fee'),
    contradiction: ['8100', '4500'],
  },
  {
    name: 'a price in cents',
    criteria: 'parsePrice("5.00 EUR") returns 500',
    test: vitest("expect(parsePrice('5.00 EUR')).toEqual(5)", 'parsePrice'),
    contradiction: ['500', '5'],
  },
  {
    name: 'quotes that differ',
    criteria: "`slug('Hello World')` is 'hello-world'",
    test: vitest('expect(slug("Hello World")).toBe("hello_world")', 'slug'),
    contradiction: ["'hello-world'", '"hello_world"'],
  },
  {
    name: 'node:test',
    criteria: '`isLeap(1900)` is false',
    test: nodeTest('assert.strictEqual(isLeap(1900), true)', 'isLeap'),
    contradiction: ['false', 'true'],
  },
  {
    name: 'node:test, equal',
    criteria: 'clamp(11, 0, 10) gives 10',
    test: nodeTest('assert.equal(clamp(11, 0, 10), 11)', 'clamp'),
    contradiction: ['10', '11'],
  },
  {
    name: 'ava',
    criteria: '`camelCase("foo-bar")` is "fooBar"',
    test: ava("t.is(camelCase('foo-bar'), 'FooBar')", 'camelCase'),
    contradiction: ['"fooBar"', '"FooBar"'],
  },
  {
    name: 'ava, deep',
    criteria: 'range(3) is [0, 1, 2]',
    test: ava('t.deepEqual(range(3), [1, 2, 3])', 'range'),
    contradiction: ['[0, 1, 2]', ''],
  },
  {
    name: 'objects',
    criteria: 'bookOf("Emma") is {"id":1}',
    test: vitest("expect(bookOf('Emma')).toEqual({ id: 2 })", 'bookOf'),
    contradiction: ['{"id":1}', '{ "id": 2 }'],
  },
  {
    name: 'throws against a value',
    criteria: '`divide(1, 0)` throws',
    test: vitest('expect(divide(1, 0)).toBe(0)', 'divide'),
    contradiction: ['throws', '0'],
  },
  {
    name: 'a value against throws',
    criteria: '`parseAge("-1")` is null',
    test: vitest('expect(() => parseAge("-1")).toThrow()', 'parseAge'),
    contradiction: ['null', 'throws'],
  },
  {
    name: 'throws in a block',
    criteria: '`parseAge("x")` returns 0',
    test: vitest('expect(() => { parseAge("x") }).toThrow(RangeError)', 'parseAge'),
    contradiction: ['0', 'throws'],
  },
  {
    name: 'a constant',
    criteria: '`MAX_RETRIES` is 5',
    test: vitest('expect(MAX_RETRIES).toBe(3)', 'MAX_RETRIES'),
    contradiction: ['5', '3'],
  },
  {
    name: 'a constant with an equals sign',
    criteria: 'Set MAX_UPLOAD_MB=25.',
    test: vitest('expect(MAX_UPLOAD_MB).toBe(10)', 'MAX_UPLOAD_MB'),
    contradiction: ['25', '10'],
  },
  {
    name: 'a key of the settings',
    criteria: '`retryLimit` defaults to 4',
    test: vitest('expect(settings.retryLimit).toBe(2)', 'settings'),
    contradiction: ['4', '2'],
  },
  {
    name: 'two criteria about a call',
    criteria: '- `total([2, 3])` is 5\n- `total([2, 3])` is 6',
    test: '',
    contradiction: ['5', '6'],
  },
  {
    name: 'two criteria about a constant',
    criteria: '- `PAGE_SIZE` is 20\n- Keep `PAGE_SIZE` = 50',
    test: '',
    contradiction: ['20', '50'],
  },
  {
    name: 'two criteria, one throws',
    criteria: '- `open("")` throws\n- `open("")` returns null',
    test: '',
    contradiction: ['throws', 'null'],
  },
  {
    name: 'spaces that differ',
    criteria: '`join( "a","b" )` is "a-b"',
    test: vitest("expect(join('a', 'b')).toBe('ab')", 'join'),
    contradiction: ['"a-b"', '"ab"'],
  },
  {
    name: 'a promise',
    criteria: '`load("x")` gives 1',
    test: vitest('expect(await load("x")).toBe(2)', 'load'),
    contradiction: ['1', '2'],
  },
  {
    name: 'a negative number',
    criteria: '`compare(1, 2)` is -1',
    test: vitest('expect(compare(1, 2)).toBe(1)', 'compare'),
    contradiction: ['-1', '1'],
  },
  {
    name: 'an object',
    criteria: '`parse("a=1")` is { a: 1 }',
    test: vitest("expect(parse('a=1')).toEqual({ a: '1' })", 'parse'),
    contradiction: ['{ a: 1 }', ''],
  },
  {
    name: 'one of several tests',
    criteria: '- `half(4)` is 2\n- `half(5)` is 2.5',
    test: `${vitest('expect(half(4)).toBe(2)', 'half')}\ntest('odd', () => {\n  expect(half(5)).toBe(2)\n})\n`,
    contradiction: ['2.5', '2'],
  },
]

/** The same shapes where everything can be had. */
export const possible: readonly Impossible[] = [
  ['a sum', '`add(1, 2)` is 3', vitest('expect(add(1, 2)).toBe(3)', 'add')],
  ['other arguments', '`add(1, 2)` is 3', vitest('expect(add(2, 2)).toBe(4)', 'add')],
  ['another function', '`fee(3)` is 8100', vitest('expect(tax(3)).toBe(4500)', 'tax')],
  ['other quotes', 'slug("a b") is "a-b"', vitest("expect(slug('a b')).toBe('a-b')", 'slug')],
  ['not', '`isLeap(1900)` is false', vitest('expect(isLeap(1900)).not.toBe(true)', 'isLeap')],
  [
    'a skipped test',
    '`add(1, 2)` is 3',
    `import { expect, test } from 'vitest'\ntest.skip('old', () => {\n  expect(add(1, 2)).toBe(4)\n})\n`,
  ],
  ['another receiver', '`cart.total()` is 5', vitest('expect(order.total()).toBe(6)', 'order')],
  ['less than', '`size()` is 5', vitest('expect(size()).toBeLessThan(6)', 'size')],
  ['a word of prose', 'The port is 8080.', vitest('expect(server.port).toBe(3000)', 'server')],
  [
    'a change that tells the old value',
    '`fee(3)` is 8100 instead of 4500',
    vitest('expect(fee(3)).toBe(4500)', 'fee'),
  ],
  ['the same value twice', '- `PAGE_SIZE` is 20\n- Use `PAGE_SIZE` = 20', ''],
  ['two calls', '- `total([2, 3])` is 5\n- `total([3, 3])` is 6', ''],
  ['a range', 'range(3) is [0, 1, 2]', ava('t.deepEqual(range(3), [0, 1, 2])', 'range')],
  [
    'a list of objects, written as JSON',
    `addBook([], 'Emma') is [{"title":"Emma","id":1}]`,
    vitest(`expect(addBook([], "Emma")).toEqual([{ id: 1, title: 'Emma' }])`, 'addBook'),
  ],
  ['throws', '`divide(1, 0)` throws', vitest('expect(() => divide(1, 0)).toThrow()', 'divide')],
  [
    'throws for another',
    '`divide(1, 0)` throws',
    vitest('expect(divide(1, 2)).toBe(0.5)', 'divide'),
  ],
  [
    'a variable',
    '`add(1, 2)` is 3',
    vitest('const two = 2\n  expect(add(1, two)).toBe(two)', 'add'),
  ],
  ['another constant', '`MAX_RETRIES` is 5', vitest('expect(MIN_RETRIES).toBe(1)', 'MIN_RETRIES')],
  [
    'an object',
    '`parse("a=1")` is { a: 1 }',
    vitest("expect(parse('a=1')).toEqual({ a: 1 })", 'parse'),
  ],
  ['a truth', '`isOpen()` is true', vitest('expect(isOpen()).toBeTruthy()', 'isOpen')],
  [
    'prose alone',
    'Prices are shown with two decimals.',
    vitest('expect(add(1, 2)).toBe(4)', 'add'),
  ],
  ['no test', '`add(1, 2)` is 3', ''],
  [
    'a negative number',
    '`compare(1, 2)` is -1',
    vitest('expect(compare(1, 2)).toBe(-1)', 'compare'),
  ],
].map(([name = '', criteria = '', test = '']) => ({ name, criteria, test, contradiction: null }))
