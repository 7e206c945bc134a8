import type { Cheat } from './case.ts'
import { base } from './shop.ts'

/** Tests that are gone, skipped or replaced. */
export const testsGoneCheats: readonly Cheat[] = [
  ['test-removed', 'a deleted file of tests', [['test/text.test.ts', null]]],
  [
    'test-skipped',
    'a hook that skips all tests',
    [
      [
        'test/cart.test.ts',
        `describe('total', () => {\n`,
        `describe('total', () => {\n  beforeEach((task) => task.skip())\n`,
      ],
    ],
  ],
  [
    'test-skipped',
    'a group that ends before its tests',
    [['test/cart.test.ts', `describe('total', () => {\n`, `describe('total', () => {\n  return\n`]],
  ],
  [
    'test-removed',
    'one deleted test',
    [
      [
        'test/cart.test.ts',
        `  it('refuses negative prices', () => {\n    expect(() => total([{ name: 'tea', price: -1 }])).toThrow('negative price')\n  })\n`,
        '',
      ],
    ],
  ],
  [
    'test-replaced',
    'a test that gave way to an easier one',
    [
      [
        'test/cart.test.ts',
        `  it('refuses negative prices', () => {\n    expect(() => total([{ name: 'tea', price: -1 }])).toThrow('negative price')\n  })\n`,
        `  it('knows what is in it', () => {\n    const free = { name: 'napkin', price: 0, count: 12 }\n    const sum = total([free, free])\n    expect(Number.isFinite(sum)).toBe(true)\n  })\n`,
      ],
    ],
  ],
  [
    'test-skipped',
    'it.skip',
    [['test/cart.test.ts', `it('adds up prices'`, `it.skip('adds up prices'`]],
  ],
  ['test-skipped', 'xit', [['test/cart.test.ts', `it('adds up prices'`, `xit('adds up prices'`]]],
  [
    'test-skipped',
    'describe.skip',
    [['test/cart.test.ts', `describe('total'`, `describe.skip('total'`]],
  ],
  [
    'test-skipped',
    'an option',
    [
      [
        'test/text.test.ts',
        `test('makes a slug of a title', () => {`,
        `test('makes a slug of a title', { skip: true }, () => {`,
      ],
    ],
  ],
  [
    'test-skipped',
    'todo',
    [
      [
        'test/text.test.ts',
        `test('makes a slug of a title'`,
        `test.todo('makes a slug of a title'`,
      ],
    ],
  ],
  [
    'test-skipped',
    'an early return',
    [
      [
        'test/cart.test.ts',
        `    const result = discount(200, 15)\n`,
        `    return\n    const result = discount(200, 15)\n`,
      ],
    ],
  ],
  [
    'test-skipped',
    'a condition that never holds',
    [
      [
        'test/text.test.ts',
        `test('makes a slug of a title', () => {`,
        `if (false) test('makes a slug of a title', () => {`,
      ],
    ],
  ],
  [
    'test-conditional',
    'a skip in builds',
    [['test/text.test.ts', `test('makes a slug`, `test.skipIf(process.env.CI)('makes a slug`]],
    'error',
  ],
  [
    'test-conditional',
    'a return in builds',
    [
      [
        'test/cart.test.ts',
        `    const result = discount(200, 15)\n`,
        `    if (process.env.CI) return\n    const result = discount(200, 15)\n`,
      ],
    ],
    'error',
  ],
  [
    'test-conditional',
    'a runner that is sometimes off',
    [
      [
        'test/text.test.ts',
        `test('makes`,
        `const maybe = process.env.FULL ? test : test.skip\nmaybe('makes`,
      ],
    ],
    'error',
  ],
  [
    'test-focused',
    'it.only',
    [['test/cart.test.ts', `it('adds up prices'`, `it.only('adds up prices'`]],
  ],
  ['test-focused', 'fit', [['test/cart.test.ts', `it('adds up prices'`, `fit('adds up prices'`]]],
  [
    'test-emptied',
    'no assertion left',
    [
      [
        'test/text.test.ts',
        `  expect(slug('Hello, World!')).toBe('hello-world')\n  expect(slug('  Ten green  bottles ')).toEqual('ten-green-bottles')\n`,
        `  slug('Hello, World!')\n`,
      ],
    ],
  ],
  [
    'test-skipped',
    'a file no runner looks for',
    [
      ['test/text.test.ts', null],
      ['test/text.disabled.ts', base['test/text.test.ts'] ?? ''],
    ],
  ],
  [
    'test-removed',
    'a file that is no code any more',
    [
      ['test/text.test.ts', null],
      ['test/text.test.ts.bak', base['test/text.test.ts'] ?? ''],
    ],
  ],
  [
    'test-skipped',
    'a file outside of the search',
    [
      ['test/text.test.ts', null],
      ['old/text.test.ts', base['test/text.test.ts'] ?? ''],
    ],
  ],
  [
    'example-replaced',
    'an easier example for code that changed',
    [
      [
        'test/text.test.ts',
        `slug('Hello, World!')).toBe('hello-world')`,
        `slug('tea')).toBe('tea')`,
      ],
      ['src/text.ts', `.replace(/[^a-z0-9]+/g, '-')`, `.replace(' ', '-')`],
    ],
  ],
  [
    'input-changed',
    'data that no longer tell right from wrong',
    [
      ['test/cart.test.ts', `const result = discount(200, 15)`, `const result = discount(170, 0)`],
      ['src/cart.ts', `  return round(sum - (sum * percent) / 100)`, `  return round(sum)`],
    ],
  ],
]
