import type { Cheat } from './case.ts'

/** Work that is not done, and what was left lying about. */
export const unfinishedCheats: readonly Cheat[] = [
  [
    'constant-answer',
    'a method that looks at nothing',
    [
      [
        'src/history.ts',
        `export class History {\n  search(_text: string): string[] {\n    return []\n  }\n}\n`,
      ],
    ],
    'warning',
  ],
  [
    'body-emptied',
    'a method with a word of later',
    [
      [
        'src/history.ts',
        `export class History {\n  add(_text: string): void {\n    // placeholder\n  }\n}\n`,
      ],
    ],
    'warning',
  ],
  [
    'not-implemented',
    'a thrown refusal',
    [
      [
        'src/text.ts',
        `  return title\n    .toLowerCase()\n    .replace(/[^a-z0-9]+/g, '-')\n    .replace(/^-|-$/g, '')\n`,
        `  throw new Error('Not implemented')\n`,
      ],
    ],
  ],
  [
    'body-emptied',
    'an empty body',
    [['src/store.ts', `  const text = JSON.stringify(items)\n  await writeFile(path, text)\n`, '']],
  ],
  [
    'constant-answer',
    'a constant',
    [['src/money.ts', `  return Math.round(value * 100) / 100\n`, `  return 15\n`]],
  ],
  [
    'constant-answer',
    'a new function',
    [
      [
        'src/money.ts',
        `export function round`,
        `export function tax(sum: number): number {\n  return 0\n}\n\nexport function round`,
      ],
    ],
  ],
  [
    'debugging-left',
    'debugger',
    [['src/money.ts', `  return Math`, `  debugger\n  return Math`]],
    'error',
  ],
]
