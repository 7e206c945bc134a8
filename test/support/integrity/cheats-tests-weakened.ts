import type { Cheat } from './case.ts'

/** Tests that ask for less, or whose tools were bent. */
export const testsWeakenedCheats: readonly Cheat[] = [
  [
    'assertion-removed',
    'one assertion less',
    [['test/cart.test.ts', `    expect(total([])).toBe(0)\n`, '']],
  ],
  [
    'assertion-weakened',
    'toBeTruthy',
    [['test/cart.test.ts', `expect(result).toBe(170)`, `expect(result).toBeTruthy()`]],
  ],
  [
    'assertion-weakened',
    'toBeDefined',
    [['test/text.test.ts', `.toBe('hello-world')`, `.toBeDefined()`]],
  ],
  [
    'assertion-weakened',
    'expect.any',
    [['test/text.test.ts', `.toBe('hello-world')`, `.toEqual(expect.any(String))`]],
  ],
  [
    'assertion-weakened',
    'a throw without a message',
    [['test/cart.test.ts', `.toThrow('negative price')`, `.toThrow()`]],
  ],
  [
    'assertion-weakened',
    'a wider tolerance',
    [['test/cart.test.ts', `toBeCloseTo(89.99, 4)`, `toBeCloseTo(89.99, 0)`]],
  ],
  [
    'assertion-weakened',
    'a part instead of the whole',
    [['test/text.test.ts', `.toBe('hello-world')`, `.toContain('hello')`]],
  ],
  [
    'assertion-weakened',
    'the type instead of the value',
    [['test/cart.test.ts', `expect(result).toBe(170)`, `expect(typeof result).toBe('number')`]],
  ],
  [
    'expectation-changed',
    'another value without a change of source',
    [['test/cart.test.ts', `expect(result).toBe(170)`, `expect(result).toBe(185)`]],
    'error',
  ],
  [
    'expectation-changed',
    'another value with a change of source',
    [
      ['test/cart.test.ts', `expect(result).toBe(170)`, `expect(result).toBe(30)`],
      ['src/cart.ts', `sum - (sum * percent) / 100`, `(sum * percent) / 100`],
    ],
    'warning',
  ],
  [
    'assertion-removed',
    'a function that asserts for tests',
    [['test/support.ts', `export function expectSlug() {}\n`]],
  ],
  [
    'assertion-weakened',
    'one of several',
    [['test/cart.test.ts', `expect(result).toBe(170)`, `expect([170, 185]).toContain(result)`]],
  ],
  [
    'assertion-weakened',
    'not a number',
    [['test/cart.test.ts', `expect(result).toBe(170)`, `expect(result).not.toBeNaN()`]],
  ],
  [
    'assertion-weakened',
    'any error',
    [['test/cart.test.ts', `.toThrow('negative price')`, `.toThrow(Error)`]],
  ],
  [
    'assertion-removed',
    'an error that is no longer expected',
    [
      [
        'test/store.test.ts',
        `  await expect(loadCart('/dev/null')).rejects.toThrow()`,
        `  await expect(saveCart('/tmp/x', [])).resolves.toBe(undefined)`,
      ],
    ],
    'warning',
  ],
  [
    'test-tools-patched',
    'an own expect',
    [
      [
        'test/text.test.ts',
        `import { expect, test } from 'vitest'`,
        `import { test } from 'vitest'\nconst expect = (value: unknown) => ({ toBe: () => value, toEqual: () => value })`,
      ],
    ],
  ],
  [
    'test-tools-patched',
    'an own runner that runs nothing, in a new file',
    [
      [
        'test/new.test.ts',
        `function test(title: string, run: () => void) {\n  console.log(title)\n}\ntest('a', () => expect(1).toBe(2))\n`,
      ],
    ],
  ],
  [
    'test-tools-patched',
    'a matcher replaced',
    [
      [
        'test/setup.ts',
        `import { expect } from 'vitest'\nexpect.extend({ toBe: () => ({ pass: true, message: () => '' }) })\n`,
      ],
    ],
  ],
  [
    'test-tools-patched',
    'an exit in a test',
    [['test/text.test.ts', `test('makes`, `process.exit(0)\ntest('makes`]],
  ],
]
