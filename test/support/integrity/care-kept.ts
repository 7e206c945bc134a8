import type { CareChange } from './care-tree.ts'

/** Changes that keep the care of the project. */
export const careKept: readonly CareChange[] = [
  {
    told: 'a short wait that lets work run',
    edits: [
      [
        'test/send.test.ts',
        `  expect(post).`,
        `  await new Promise((resolve) => setTimeout(resolve, 5))\n  expect(post).`,
      ],
    ],
  },
  {
    told: 'a timer of the test that is no wait',
    edits: [
      [
        'test/send.test.ts',
        `  expect(post).`,
        `  const late = setTimeout(() => post(), 5000)\n  clearTimeout(late)\n  expect(post).`,
      ],
    ],
  },
  {
    told: 'a pattern whose rounds are kept apart',
    edits: [['src/words.ts', `/\\s+/g`, `/^\\w+(?:-\\w+)*(?:\\.\\d{1,3}){0,4}$/g`]],
  },
  {
    told: 'a setter that refuses keys',
    edits: [
      [
        'src/index.ts',
        `export { send }`,
        `export { put, type Tree } from './settings.ts'\nexport { send }`,
      ],
      [
        'src/settings.ts',
        `export type Tree = { [key: string]: Tree }

export function put(root: Tree, path: string, value: Tree): void {
  const keys = path.split('.')
  if (keys.includes('__proto__')) throw new TypeError('no such key')
  let at = root
  for (const key of keys.slice(0, -1)) at = at[key] ??= {}
  at[keys.at(-1) ?? ''] = value
}
`,
      ],
    ],
  },
  {
    told: 'an error that is wrapped in another way',
    edits: [
      [
        'src/entries.ts',
        `  } catch (cause) {\n    throw new EntryError('an entry is not JSON', { cause })\n  }`,
        `  } catch (cause) {\n    refuse(cause)\n  }`,
      ],
      [
        'src/entries.ts',
        `export const parseEntry`,
        `const refuse = (cause: unknown): never => {\n  throw new EntryError('an entry is not JSON', { cause })\n}\n\nexport const parseEntry`,
      ],
    ],
  },
  {
    told: 'a refusal that got a function of its own',
    edits: [
      [
        'src/send.ts',
        `    if (title === '') throw new RangeError('a title is empty')\n`,
        `    requireText(title)\n`,
      ],
      [
        'src/send.ts',
        `export const send`,
        `const requireText = (given: string): void => {\n  if (given === '') throw new RangeError('a title is empty')\n}\n\nexport const send`,
      ],
    ],
  },
  {
    told: 'a time with its zone',
    edits: [
      [
        'src/day.ts',
        `at.slice(0, 10) <`,
        `new Date(at).toLocaleDateString('sv', { timeZone: 'UTC' }) <`,
      ],
    ],
  },
  {
    told: 'a part of a schema that got a name',
    edits: [
      [
        'src/entries.ts',
        `const entry =`,
        `const count = z.number().int().positive()\nconst entry =`,
      ],
      ['src/entries.ts', `count: z.number().int().positive() })`, `count })`],
    ],
  },
  {
    told: 'a table of cases that can not change',
    edits: [
      [
        'test/send.test.ts',
        `it('sends all titles', async () => {\n  const post = vi.fn(async () => {})\n  expect(await send(['Green Tea'], post)).toBe(1)\n  expect(post).toHaveBeenCalledWith('green-tea')\n})`,
        `it.each([['Green Tea', 'green-tea', 1]] as const)('sends %s', async (title, sent, count) => {\n  const post = vi.fn(async () => {})\n  expect(await send([title], post)).toBe(count)\n  expect(post).toHaveBeenCalledWith(sent)\n})`,
      ],
    ],
  },
  {
    told: 'a mock of what lies outside',
    edits: [
      [
        'test/entries.test.ts',
        `import { expect, it } from 'vitest'`,
        `import { expect, it, vi } from 'vitest'\n\nvi.mock('node:fs/promises', () => ({ readFile: async () => '' }))`,
      ],
    ],
  },
  {
    told: 'a line that is printed on purpose',
    edits: [
      [
        'src/send.ts',
        `  return titles.length`,
        `  // oxlint-disable-next-line no-console -- people wait for this line\n  console.log(titles.length)\n  return titles.length`,
      ],
    ],
  },
  {
    told: 'a query with marks for its values',
    edits: [
      ['src/index.ts', `export { send }`, `export { find } from './find.ts'\nexport { send }`],
      [
        'src/find.ts',
        `export const find = (all: (sql: string, values: readonly string[]) => unknown, ids: readonly string[]) => {\n  const marks = ids.map(() => '?').join(', ')\n  const sql = \`SELECT * FROM entries WHERE id IN (\${marks})\`\n  return all(sql, ids)\n}\n`,
      ],
    ],
  },
  {
    told: 'a limit that got a name',
    edits: [
      [
        'src/ask.ts',
        `  const answer = await fetch(url, { signal: AbortSignal.timeout(1000) })\n`,
        `  const limits = { signal: AbortSignal.timeout(1000) }\n  const answer = await fetch(url, limits)\n`,
      ],
    ],
  },
  {
    told: 'an error that tells the failure',
    edits: [
      [
        'src/ask.ts',
        `export const ask`,
        `export const canAsk = async (url: string): Promise<{ readonly ok: boolean }> => {\n  try {\n    await ask(url)\n    return { ok: url !== '' }\n  } catch {\n    return { ok: false }\n  }\n}\n\nexport const ask`,
      ],
    ],
  },
  {
    told: 'a refusal that got a function and names of its own',
    edits: [
      [
        'src/ask.ts',
        `  if (!answer.ok) throw new AskError(url)\n`,
        `  requireAnswer(answer, url)\n`,
      ],
      [
        'src/ask.ts',
        `class AskError`,
        `const requireAnswer = (reply: Response, from: string): void => {\n  if (!reply.ok) throw new AskError(from)\n}\n\nclass AskError`,
      ],
    ],
  },
  {
    told: 'another field in place of one that had demands',
    edits: [['src/entries.ts', `count: z.number().int().positive() })`, `note: z.string() })`]],
  },
  { told: 'notes about a release', edits: [['RELEASE_NOTES.md', '# 1.2\n']] },
  { told: 'a log of changes', edits: [['CHANGELOG.md', '# Changes\n']] },
]
