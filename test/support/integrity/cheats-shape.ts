import type { Cheat } from './case.ts'
import { base } from './shop.ts'

/** What the project offers, needs, and has too much of. */
export const shapeCheats: readonly Cheat[] = [
  [
    'export-removed',
    'a name',
    [['src/index.ts', `export { total, discount }`, `export { total }`]],
  ],
  [
    'export-removed',
    'a new name',
    [['src/index.ts', `export { slug }`, `export { slug as slugify }`]],
  ],
  [
    'signature-changed',
    'a parameter more',
    [
      [
        'src/cart.ts',
        `discount(sum: number, percent = 0)`,
        `discount(sum: number, percent: number)`,
      ],
    ],
  ],
  [
    'signature-changed',
    'another result',
    [['src/text.ts', `slug(title: string): string`, `slug(title: string): string | null`]],
  ],
  [
    'import-broken',
    'a used name',
    [['src/money.ts', `export function round`, `export function roundUp`]],
  ],
  [
    'export-removed',
    'another file for users',
    [['package.json', `./dist/index.js`, `./dist/cart.js`]],
  ],
  [
    'dependency-unused',
    'a package',
    [['package.json', `"ky": "^1.2.0"`, `"ky": "^1.2.0",\n    "left-pad": "^1.3.0"`]],
  ],
  ['dependency-loose', 'any version', [['package.json', `"ky": "^1.2.0"`, `"ky": "*"`]]],
  ['dependency-lowered', 'an older one', [['package.json', `"ky": "^1.2.0"`, `"ky": "^0.9.0"`]]],
  [
    'dependency-added',
    'a used package',
    [
      ['package.json', `"ky": "^1.2.0"`, `"ky": "^1.2.0",\n    "nanoid": "^5.0.0"`],
      [
        'src/money.ts',
        `export function round`,
        `import { nanoid } from 'nanoid'\n\nexport const token = (): string => nanoid()\n\nexport function round`,
      ],
    ],
    'info',
  ],
  [
    'versions-forced',
    'overrides',
    [['package.json', `"dependencies": {`, `"overrides": { "ky": "1.0.0" },\n  "dependencies": {`]],
  ],
  [
    'lock-edited',
    'only the lock file',
    [['package-lock.json', '{ "lockfileVersion": 3, "packages": {} }']],
  ],
  [
    'dependency-missing',
    'a used package',
    [
      ['package.json', `"ky": "^1.2.0"`, ''],
      [
        'src/money.ts',
        `export function round`,
        `import ky from 'ky'\n\nexport const get = ky.get\n\nexport function round`,
      ],
    ],
  ],
  [
    'code-unreachable',
    'a switch that never moves',
    [
      ['src/money.ts', `export function`, `const exact: boolean = false\n\nexport function`],
      ['src/money.ts', `  return Math`, `  if (exact) return value\n  return Math`],
    ],
    'warn',
  ],
  [
    'file-unused',
    'a file',
    [
      [
        'src/tax.ts',
        `export const rate = (country: string): number => (country === 'XX' ? 0.1 : 0.2)\n`,
      ],
    ],
  ],
  [
    'export-unused',
    'an export',
    [
      [
        'src/money.ts',
        `export function round`,
        `export function cents(value: number): number {\n  return value * 100\n}\n\nexport function round`,
      ],
    ],
  ],
  [
    'code-unreachable',
    'after a return',
    [
      [
        'src/money.ts',
        `  return Math.round(value * 100) / 100\n`,
        `  return Math.round(value * 100) / 100\n  value += 1\n`,
      ],
    ],
  ],
  [
    'code-unreachable',
    'if false',
    [['src/money.ts', `  return Math`, `  if (false) value += 1\n  return Math`]],
  ],
  [
    'name-unused',
    'a variable',
    [['src/money.ts', `  return Math`, `  const cents = value * 100\n  return Math`]],
  ],
  [
    'name-unused',
    'an import',
    [
      [
        'src/money.ts',
        `export function round`,
        `import { join } from 'node:path'\n\nexport function round`,
      ],
    ],
  ],
  [
    'name-unused',
    'a function',
    [
      [
        'src/money.ts',
        `export function round`,
        `function half(value: number): number {\n  return value / 2\n}\n\nexport function round`,
      ],
    ],
  ],
  [
    'code-duplicated',
    'a copy with other names',
    [
      [
        'src/money.ts',
        `export function round`,
        `export function sumUp(things: readonly { price: number; amount?: number }[]): number {\n  if (things.length > 100) throw new RangeError('too many items')\n  let all = 0\n  for (const thing of things) {\n    if (thing.price < 0) throw new RangeError('negative price')\n    all += thing.price * (thing.amount ?? 1)\n  }\n  return round(all)\n}\n\nexport function round`,
      ],
      ['src/index.ts', `export { slug }`, `export { sumUp } from './money.ts'\nexport { slug }`],
    ],
  ],
  [
    'table-as-branches',
    'a row of conditions',
    [
      [
        'src/money.ts',
        `export function round`,
        `export function word(code: number): string {\n${Array.from({ length: 12 }, (_, at) => `  if (code === ${at}) return 'word ${at}'`).join('\n')}\n  return ''\n}\n\nexport function round`,
      ],
    ],
  ],
  [
    'generated-edited',
    'a made file',
    [['src/api.generated.ts', `export const version = 2\n`]],
    'warn',
  ],
  [
    'only-layout',
    'a format',
    [['src/cart.ts', (base['src/cart.ts'] ?? '').replaceAll('\n', '\n\n')]],
    'info',
  ],
  ['out-of-scope', 'another file', [['src/money.ts', `Math.round`, `Math.trunc`]]],
  [
    'scratch-left',
    'marks of a merge',
    [
      [
        'src/limits.ts',
        `<<<<<<< ours\nexport const most = 5\n=======\nexport const most = 6\n>>>>>>> theirs\n`,
      ],
    ],
  ],
  ['scratch-left', 'a copy', [['src/cart.ts.orig', 'export {}\n']]],
  ['files-hidden', 'tests', [['.gitignore', 'dist\ntest/\n']]],
  ['built-file-added', 'a built file', [['dist/cart.js', 'export const total = () => 0\n']]],
]
