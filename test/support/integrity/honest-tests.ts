import type { HonestChange } from './case.ts'
import { base } from './shop.ts'

/** Changes of tests that keep what is tested. */
export const honestTests: readonly HonestChange[] = [
  [
    'what was given is not changed by the call',
    [
      [
        'test/order.test.ts',
        `import { expect, test } from 'vitest'\nimport { slug } from '../src/text.ts'\n\ntest('the words, whatever they are', () => {\n  const words = ['A', 'c']\n  expect(slug(words)).toBe('a-c')\n  expect(words).toEqual(['A', 'c'])\n})\n`,
      ],
    ],
  ],
  [
    'a test with another title',
    [['test/text.test.ts', `'makes a slug of a title'`, `'turns a title into a slug'`]],
  ],
  [
    'a test file moved',
    [
      ['test/text.test.ts', null],
      ['test/unit/slug.test.ts', (base['test/text.test.ts'] ?? '').replace('../src', '../../src')],
    ],
  ],
  [
    'a test moved into a group',
    [
      [
        'test/text.test.ts',
        `test('makes a slug of a title', () => {\n  expect(slug('Hello, World!')).toBe('hello-world')\n  expect(slug('  Ten green  bottles ')).toEqual('ten-green-bottles')\n})`,
        `describe('slug', () => {\n  test('makes a slug of a title', () => {\n    expect(slug('Hello, World!')).toBe('hello-world')\n    expect(slug('  Ten green  bottles ')).toEqual('ten-green-bottles')\n  })\n})`,
      ],
    ],
  ],
  [
    'two tests made one table',
    [
      [
        'test/text.test.ts',
        `test('makes a slug of a title', () => {\n  expect(slug('Hello, World!')).toBe('hello-world')\n  expect(slug('  Ten green  bottles ')).toEqual('ten-green-bottles')\n})`,
        `test.each([\n  ['Hello, World!', 'hello-world'],\n  ['  Ten green  bottles ', 'ten-green-bottles'],\n])('makes a slug of %s', (title, expected) => {\n  expect(slug(title)).toBe(expected)\n})`,
      ],
    ],
  ],
  [
    'a test split in two',
    [
      [
        'test/cart.test.ts',
        `    expect(total([])).toBe(0)\n  })`,
        `  })\n\n  it('is nothing for nothing', () => {\n    expect(total([])).toBe(0)\n  })`,
      ],
    ],
  ],
  [
    'a new test',
    [
      [
        'test/text.test.ts',
        `test('makes`,
        `test('leaves a slug as it is', () => {\n  expect(slug('a-b')).toBe('a-b')\n})\n\ntest('makes`,
      ],
    ],
  ],
  [
    'a stronger assertion',
    [['test/text.test.ts', `.toEqual('ten-green-bottles')`, `.toBe('ten-green-bottles')`]],
  ],
  [
    'an error asserted more exactly',
    [['test/store.test.ts', `.rejects.toThrow()`, `.rejects.toThrow(SyntaxError)`]],
  ],
  [
    'a local inlined in a test',
    [
      [
        'test/cart.test.ts',
        `    const result = discount(200, 15)\n    expect(result).toBe(170)`,
        `    expect(discount(200, 15)).toBe(170)`,
      ],
    ],
  ],
  [
    'a local pulled out in a test',
    [
      [
        'test/cart.test.ts',
        `    expect(total([])).toBe(0)`,
        `    const nothing = total([])\n    expect(nothing).toBe(0)`,
      ],
    ],
  ],
  [
    'a test for another platform',
    [
      [
        'test/store.test.ts',
        `test('keeps`,
        `test.skipIf(process.platform === 'win32')('knows links', async () => {\n  await expect(loadCart('/dev/null')).rejects.toThrow()\n})\n\ntest('keeps`,
      ],
    ],
  ],
  [
    'a helper with assertions',
    [
      [
        'test/text.test.ts',
        `test('makes`,
        `const expectSlug = (title: string, wanted: string) => expect(slug(title)).toBe(wanted)\n\ntest('knows digits', () => {\n  expectSlug('Route 66', 'route-66')\n})\n\ntest('makes`,
      ],
    ],
  ],
  [
    'a test that a thing is stable',
    [
      [
        'test/text.test.ts',
        `test('makes`,
        `test('gives the same slug twice', () => {\n  expect(slug('a b')).toBe(slug('a b'))\n})\n\ntest('makes`,
      ],
    ],
  ],
  [
    'a mock of what is depended on',
    [
      [
        'test/text.test.ts',
        `test('makes`,
        `test('calls back', () => {\n  const seen = vi.fn()\n  ;['a'].forEach((each) => seen(slug(each)))\n  expect(seen).toHaveBeenCalledWith('a')\n})\n\ntest('makes`,
      ],
    ],
  ],
  [
    'a removed test that was asked for',
    [['test/text.test.ts', null]],
    { tests: ['makes a slug of a title'] },
  ],
  [
    'a changed expectation that was asked for',
    [
      ['test/cart.test.ts', `expect(result).toBe(170)`, `expect(result).toBe(170.5)`],
      [
        'src/cart.ts',
        `  return round(sum - (sum * percent) / 100)`,
        `  return round(sum - (sum * percent) / 100 + 0.5)`,
      ],
    ],
    { expectations: ['test/cart.test.ts'] },
  ],
  [
    'a function removed with its test, as asked',
    [
      ['src/text.ts', null],
      ['test/text.test.ts', null],
      ['src/index.ts', `export { slug } from './text.ts'\n`, ''],
    ],
    { exports: ['slug'] },
  ],
  [
    'a cast in a test',
    [
      [
        'test/text.test.ts',
        `test('makes`,
        `test('refuses a number', () => {\n  expect(() => slug(3 as any)).toThrow()\n})\n\ntest('makes`,
      ],
    ],
  ],
  [
    'an own assert that throws',
    [
      [
        'test/own.test.ts',
        `import { test } from 'vitest'\nimport { slug } from '../src/text.ts'\n\nfunction assert(holds: boolean, why: string) {\n  if (!holds) throw new Error(why)\n}\n\ntest('is short', () => {\n  assert(slug('A') === 'a', 'one letter')\n})\n`,
      ],
    ],
  ],
  [
    'a runner with more in its context',
    [
      [
        'test/text.test.ts',
        `import { expect, test } from 'vitest'`,
        `import { expect, test as plain } from 'vitest'\n\nconst test = plain.extend({ title: 'x' })`,
      ],
    ],
  ],
  [
    'a call that gives the same twice, beside real answers',
    [
      [
        'test/order.test.ts',
        `import { expect, test } from 'vitest'\nimport { slug } from '../src/text.ts'\n\ntest('is made of a title', () => {\n  expect(slug('A b')).toBe('a-b')\n  expect(slug('A c')).toBe(slug('A c'))\n})\n`,
      ],
    ],
  ],
  [
    'a hook that makes ready',
    [
      [
        'test/cart.test.ts',
        `describe('total', () => {\n`,
        `describe('total', () => {\n  beforeEach(() => vi.restoreAllMocks())\n`,
      ],
      ['test/cart.test.ts', `import { describe,`, `import { beforeEach, vi, describe,`],
    ],
  ],
]
