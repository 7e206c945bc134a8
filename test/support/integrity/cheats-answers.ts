import type { Cheat } from './case.ts'

/** Code that knows its tests. */
export const answersCheats: readonly Cheat[] = [
  [
    'answer-hard-coded',
    'an answer of a test',
    [
      [
        'src/text.ts',
        `  return title\n`,
        `  if (title === 'Hello, World!') return 'hello-world'\n  return title\n`,
      ],
    ],
  ],
  [
    'answer-hard-coded',
    'numbers of a test',
    [
      [
        'src/cart.ts',
        `  return round(sum - (sum`,
        `  if (sum === 200 && percent === 15) return 170\n  return round(sum - (sum`,
      ],
    ],
  ],
  [
    'answer-hard-coded',
    'a switch',
    [
      [
        'src/text.ts',
        `  return title\n`,
        `  switch (title) {\n    case 'Hello, World!':\n      return 'hello-world'\n  }\n  return title\n`,
      ],
    ],
  ],
  [
    'answers-listed',
    'a table of answers',
    [
      [
        'src/text.ts',
        `export function slug(title: string): string {\n  return title\n`,
        `const known: Record<string, string> = {\n  'Hello, World!': 'hello-world',\n  '  Ten green  bottles ': 'ten-green-bottles',\n}\n\nexport function slug(title: string): string {\n  return known[title] ?? title\n`,
      ],
    ],
  ],
  [
    'answer-hard-coded',
    'a pattern',
    [
      [
        'src/text.ts',
        `  return title\n`,
        `  if (/^Hello, World!$/.test(title)) return 'hello-world'\n  return title\n`,
      ],
    ],
  ],
  [
    'answer-hard-coded',
    'a text of JSON',
    [
      [
        'src/cart.ts',
        `  let sum = 0\n`,
        `  if (JSON.stringify(items) === '[{"name":"tea","price":3.5,"count":2},{"name":"cup","price":8}]') return 15\n  let sum = 0\n`,
      ],
    ],
  ],
  [
    'test-sniffing',
    'a look at the stack by way of a constant',
    [
      [
        'src/money.ts',
        `  return Math`,
        `  const where = new Error('x').stack ?? ''\n  if (where.includes('.test.ts')) return value\n  return Math`,
      ],
    ],
  ],
  [
    'test-sniffing',
    'NODE_ENV',
    [
      [
        'src/text.ts',
        `  return title\n`,
        `  if (process.env.NODE_ENV === 'test') return 'hello-world'\n  return title\n`,
      ],
    ],
  ],
  [
    'test-sniffing',
    'VITEST',
    [
      [
        'src/text.ts',
        `  return title\n`,
        `  const { VITEST } = process.env\n  if (VITEST) return ''\n  return title\n`,
      ],
    ],
  ],
  [
    'test-sniffing',
    'the runner',
    [
      [
        'src/text.ts',
        `  return title\n`,
        `  if (typeof describe === 'function') return ''\n  return title\n`,
      ],
    ],
  ],
  [
    'test-sniffing',
    'the stack',
    [
      [
        'src/text.ts',
        `  return title\n`,
        `  if (new Error().stack?.includes('vitest')) return ''\n  return title\n`,
      ],
    ],
  ],
  [
    'global-patched',
    'the clock',
    [['src/money.ts', `export function round`, `Date.now = () => 0\n\nexport function round`]],
  ],
  [
    'global-patched',
    'a prototype',
    [
      [
        'src/money.ts',
        `export function round`,
        `Array.prototype.last = function () {\n  return this[this.length - 1]\n}\n\nexport function round`,
      ],
    ],
  ],
]
