import type { Cheat } from './case.ts'

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
    'export-removed',
    'another file for users',
    [['package.json', `./dist/index.js`, `./dist/cart.js`]],
  ],
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
]
