import type { Cheat } from './case.ts'

/** Tests that run and prove nothing. */
export const testsHollowCheats: readonly Cheat[] = [
  [
    'test-tautological',
    'true is true',
    [['test/cart.test.ts', `expect(result).toBe(170)`, `expect(true).toBe(true)`]],
  ],
  [
    'test-tautological',
    'a value is itself',
    [['test/cart.test.ts', `expect(result).toBe(170)`, `expect(result).toBe(result)`]],
  ],
  [
    'test-without-assertion',
    'a new test without one',
    [['test/text.test.ts', `test('makes`, `test('runs', () => {\n  slug('x')\n})\n\ntest('makes`]],
  ],
  [
    'test-tautological',
    'a bare expect',
    [
      [
        'test/text.test.ts',
        `test('makes`,
        `test('runs', () => {\n  expect(slug('x'))\n})\n\ntest('makes`,
      ],
    ],
  ],
  [
    'assertion-unreached',
    'a function nobody calls',
    [
      [
        'test/cart.test.ts',
        `    expect(result).toBe(170)\n`,
        `    const later = () => {\n      expect(result).toBe(170)\n    }\n`,
      ],
    ],
  ],
  [
    'assertion-unreached',
    'an empty loop',
    [
      [
        'test/cart.test.ts',
        `    expect(result).toBe(170)\n`,
        `    for (const each of []) expect(result).toBe(170)\n`,
      ],
    ],
  ],
  [
    'assertion-unreached',
    'a timer',
    [
      [
        'test/cart.test.ts',
        `    expect(result).toBe(170)\n`,
        `    setTimeout(() => expect(result).toBe(170), 10)\n`,
      ],
    ],
  ],
  [
    'assertion-swallowed',
    'a catch around it',
    [
      [
        'test/cart.test.ts',
        `    expect(result).toBe(170)\n`,
        `    try {\n      expect(result).toBe(170)\n    } catch {}\n`,
      ],
    ],
  ],
  [
    'assertion-not-awaited',
    'an await taken away',
    [['test/store.test.ts', `  await expect(loadCart`, `  expect(loadCart`]],
  ],
  [
    'assertion-not-awaited',
    'a then nobody waits for',
    [
      [
        'test/store.test.ts',
        `  await expect(loadCart('/dev/null')).rejects.toThrow()`,
        `  loadCart('/dev/null').catch((error) => expect(error).toBeInstanceOf(Error))`,
      ],
    ],
  ],
  [
    'assertion-conditional',
    'an if around it',
    [
      [
        'test/cart.test.ts',
        `    expect(result).toBe(170)\n`,
        `    if (result > 1000) expect(result).toBe(170)\n`,
      ],
    ],
    'error',
  ],
  [
    'assertion-not-awaited',
    'an async function that is only started',
    [
      [
        'test/cart.test.ts',
        `    expect(result).toBe(170)\n`,
        `    ;(async () => {\n      expect(result).toBe(170)\n    })()\n`,
      ],
    ],
  ],
  [
    'assertion-unreached',
    'a function that is only named',
    [
      [
        'test/cart.test.ts',
        `    expect(result).toBe(170)\n`,
        `    const later = () => expect(result).toBe(170)\n    void later\n`,
      ],
    ],
  ],
  [
    'unit-mocked',
    'the module under test',
    [
      [
        'test/text.test.ts',
        `import { slug }`,
        `vi.mock('../src/text.ts', () => ({ slug: () => 'hello-world' }))\nimport { slug }`,
      ],
    ],
  ],
  [
    'unit-mocked',
    'the code written anew',
    [
      [
        'test/text.test.ts',
        `import { slug } from '../src/text.ts'`,
        `const slug = (title: string) => (title.startsWith('H') ? 'hello-world' : 'ten-green-bottles')`,
      ],
    ],
  ],
  [
    'unit-mocked',
    'a set-up that replaces code',
    [
      [
        'test/setup.ts',
        `vi.mock('../src/cart.ts', () => ({ total: () => 15, discount: () => 170 }))\n`,
      ],
    ],
  ],
]
