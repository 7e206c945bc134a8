/** A small project whose care can be lost, and changes that lose it or keep it. */
export const careTree: Readonly<Record<string, string>> = {
  'package.json': '{ "name": "agenda", "type": "module", "exports": "./src/index.ts" }\n',
  'src/index.ts': `export { dayOf, isLate } from './day.ts'
export { parseEntry, readEntries } from './entries.ts'
export { tidy } from './words.ts'
export { send } from './send.ts'
`,
  'src/day.ts': `export const dayOf = (at: Date): string =>
  \`\${at.getUTCFullYear()}-\${at.getUTCMonth() + 1}-\${at.getUTCDate()}\`

export const isLate = (at: string, today: string): boolean => at.slice(0, 10) < today
`,
  'src/entries.ts': `import { readFile } from 'node:fs/promises'
import { z } from 'zod'

export class EntryError extends Error {}

const entry = z.strictObject({ title: z.string().min(1), count: z.number().int().positive() })

export const parseEntry = (text: string): z.infer<typeof entry> => {
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch (cause) {
    throw new EntryError('an entry is not JSON', { cause })
  }
  const parsed = entry.safeParse(data)
  if (!parsed.success) throw new EntryError('an entry is not complete')
  return parsed.data
}

export const readEntries = async (path: string): Promise<readonly string[]> => {
  const text = await readFile(path, 'utf8')
  const lines = text.split('\\n')
  const first = lines[0] ?? ''
  return first.startsWith('#') ? lines.slice(1) : lines
}
`,
  'src/words.ts': `const spaces = /\\s+/g

export const tidy = (text: string): string => {
  const trimmed = text.trim().toLowerCase()
  const parts = trimmed.split(' ')
  const joined = parts.join('-').replace(spaces, '')
  return joined
}
`,
  'src/send.ts': `import { tidy } from './words.ts'

export const send = async (
  titles: readonly string[],
  post: (text: string) => Promise<void>,
): Promise<number> => {
  for (const title of titles) {
    if (title === '') throw new RangeError('a title is empty')
    await post(tidy(title))
  }
  return titles.length
}
`,
  'src/ask.ts': `export const ask = async (url: string): Promise<string> => {
  const answer = await fetch(url, { signal: AbortSignal.timeout(1000) })
  if (!answer.ok) throw new AskError(url)
  return firstWord(await answer.text())
}

class AskError extends Error {}

const firstWord = (text: string): string => text.trim().split(' ').at(0) ?? text.trim()
`,
  'test/send.test.ts': `import { expect, it, vi } from 'vitest'
import { send } from '../src/send.ts'

it('sends all titles', async () => {
  const post = vi.fn(async () => {})
  expect(await send(['Green Tea'], post)).toBe(1)
  expect(post).toHaveBeenCalledWith('green-tea')
})

it('refuses an empty title', async () => {
  await expect(send([''], async () => {})).rejects.toThrow('a title is empty')
})
`,
  'test/entries.test.ts': `import { expect, it } from 'vitest'
import { parseEntry } from '../src/entries.ts'

it('reads an entry', () => {
  const read = parseEntry('{"title":"tea","count":2}')
  expect(read).toEqual({ title: 'tea', count: 2 })
})
`,
}

/** A path with what is found in it and what is put there, or with its whole text. */
export type CareEdit =
  | readonly [path: string, find: string, put: string]
  | readonly [path: string, text: string]

export type CareChange = {
  readonly told: string
  readonly edits: readonly CareEdit[]
  /** The rule that has to see it, and where; none for an honest change. */
  readonly rule?: string
  readonly place?: string
}

const rejection = `  await expect(send([''], async () => {})).rejects.toThrow('a title is empty')\n`

export const careLosses: readonly (CareChange & { readonly rule: string })[] = [
  {
    rule: 'test-sleeps',
    told: 'a promise around a timer',
    place: 'test/send.test.ts:7',
    edits: [
      [
        'test/send.test.ts',
        `  expect(post).`,
        `  await new Promise((resolve) => setTimeout(resolve, 1500))\n  expect(post).`,
      ],
    ],
  },
  {
    rule: 'test-sleeps',
    told: 'a function that sleeps',
    edits: [['test/send.test.ts', `  expect(post).`, `  await sleep(500)\n  expect(post).`]],
  },
  {
    rule: 'pattern-explodes',
    told: 'a repetition in a repetition',
    place: 'src/words.ts:1',
    edits: [['src/words.ts', `/\\s+/g`, `/^(?:(\\w+\\s?)+)$/g`]],
  },
  {
    rule: 'keys-unguarded',
    told: 'a setter by path',
    edits: [
      [
        'src/settings.ts',
        `export function put(root: Record<string, any>, path: string, value: unknown): void {
  const keys = path.split('.')
  let at = root
  for (const key of keys.slice(0, -1)) at = at[key] ??= {}
  at[keys.at(-1) ?? ''] = value
}
`,
      ],
    ],
  },
  {
    rule: 'command-from-values',
    told: 'exec that gives a promise',
    place: 'src/pack.ts:4',
    edits: [
      [
        'src/pack.ts',
        `import { exec } from 'node:child_process'\nimport { promisify } from 'node:util'\nconst run = promisify(exec)\nexport const pack = (folder: string) => run(\`tar -cf out.tar \${folder}\`)\n`,
      ],
    ],
  },
  {
    rule: 'command-from-values',
    told: 'exec under another name',
    edits: [
      [
        'src/pack.ts',
        `import { execSync as sh } from 'node:child_process'\nexport const pack = (folder: string) => sh(\`tar -cf out.tar \${folder}\`)\n`,
      ],
    ],
  },
  {
    rule: 'rethrow-removed',
    told: 'a value in place of the error',
    place: 'src/entries.ts:12',
    edits: [
      [
        'src/entries.ts',
        `  } catch (cause) {\n    throw new EntryError('an entry is not JSON', { cause })\n  }`,
        `  } catch {\n    data = { title: 'none', count: 1 }\n  }`,
      ],
    ],
  },
  {
    rule: 'time-made-local',
    told: 'days of the machine',
    edits: [
      ['src/day.ts', `\${at.getUTCFullYear()}`, `\${at.getFullYear()}`],
      ['src/day.ts', `\${at.getUTCDate()}`, `\${at.getDate()}`],
    ],
  },
  {
    rule: 'time-made-local',
    told: 'days as the machine writes them',
    edits: [['src/day.ts', `at.slice(0, 10) <`, `new Date(at).toLocaleDateString('sv') <`]],
  },
  {
    rule: 'check-replaced-by-cast',
    told: 'a fallback that became a claim',
    place: 'src/entries.ts:23',
    edits: [['src/entries.ts', `lines[0] ?? ''`, `lines[0]!`]],
  },
  {
    rule: 'schema-loosened',
    told: 'a demand less',
    place: 'src/entries.ts:6',
    edits: [['src/entries.ts', `z.number().int().positive()`, `z.number().positive()`]],
  },
  {
    rule: 'schema-loosened',
    told: 'unknown keys are let through',
    edits: [['src/entries.ts', `z.strictObject(`, `z.looseObject(`]],
  },
  {
    rule: 'assertion-made-optional',
    told: 'an assertion in a catch',
    edits: [
      [
        'test/send.test.ts',
        rejection,
        `  const post = vi.fn(async () => {})\n  try {\n    await send([''], post)\n  } catch (error) {\n    expect(String(error)).toContain('a title is empty')\n  }\n`,
      ],
    ],
  },
  {
    rule: 'assertion-made-optional',
    told: 'an assertion behind a condition',
    edits: [
      [
        'test/entries.test.ts',
        `  expect(read).toEqual({ title: 'tea', count: 2 })`,
        `  if (read.count > 1) expect(read.title).toBe('tea')`,
      ],
    ],
  },
  {
    rule: 'neighbour-mocked',
    told: 'a mock of code that ran',
    edits: [
      [
        'test/send.test.ts',
        `it('sends all`,
        `vi.mock('../src/words.ts', () => ({ tidy: () => 'green-tea' }))\n\nit('sends all`,
      ],
    ],
  },
  {
    rule: 'await-voided',
    told: 'work that nobody waits for',
    place: 'src/send.ts:9',
    edits: [['src/send.ts', `await post(`, `void post(`]],
  },
  {
    rule: 'error-made-plain',
    told: 'the same words in a plain error',
    edits: [['src/send.ts', `new RangeError(`, `new Error(`]],
  },
  {
    rule: 'report-left',
    told: 'a summary of the work',
    edits: [['docs/IMPLEMENTATION_SUMMARY.md', '# What was done\n']],
  },
  {
    rule: 'function-copied',
    told: 'a small function again',
    edits: [
      [
        'src/titles.ts',
        `const spaces = /\\s+/g\n\nexport const asKey = (text: string): string => {\n  const trimmed = text.trim().toLowerCase()\n  const parts = trimmed.split(' ')\n  const joined = parts.join('-').replace(spaces, '')\n  return joined\n}\n`,
      ],
    ],
  },
  {
    rule: 'debug-text-left',
    told: 'a line to the output',
    edits: [
      [
        'src/send.ts',
        `  return titles.length`,
        `  process.stdout.write(\`DEBUG \${titles.length}\`)\n  return titles.length`,
      ],
    ],
  },
  {
    rule: 'query-from-values',
    told: 'a query that is kept in a name first',
    place: 'src/find.ts:2',
    edits: [
      [
        'src/find.ts',
        `export const find = (all: (sql: string) => unknown, title: string) => {\n  const sql = \`SELECT * FROM entries WHERE title = '\${title}'\`\n  return all(sql)\n}\n`,
      ],
    ],
  },
  {
    rule: 'limit-removed',
    told: 'a request without an end',
    place: 'src/ask.ts:2',
    edits: [['src/ask.ts', `fetch(url, { signal: AbortSignal.timeout(1000) })`, `fetch(url)`]],
  },
  {
    rule: 'assertion-made-optional',
    told: 'an assertion about a rejection that may not come',
    edits: [
      [
        'test/send.test.ts',
        rejection,
        `  await send([''], async () => {}).catch((error: Error) => {\n    expect(error.message).toBe('a title is empty')\n  })\n`,
      ],
    ],
  },
  {
    rule: 'error-made-plain',
    told: 'a kind of error that builds its own words',
    edits: [['src/ask.ts', `throw new AskError(url)`, `throw new Error(\`no answer of \${url}\`)`]],
  },
  {
    rule: 'function-copied',
    told: 'a tiny function of the same name',
    edits: [
      [
        'src/send.ts',
        `export const send`,
        `const firstWord = (text: string): string => text.trim().split(' ').at(0) ?? text.trim()\n\nexport const send`,
      ],
      ['src/send.ts', `await post(tidy(title))`, `await post(tidy(firstWord(title)))`],
    ],
  },
  {
    rule: 'time-made-local',
    told: 'a day set in the zone of the machine',
    edits: [
      [
        'src/day.ts',
        `): boolean => at.slice(0, 10) < today`,
        `): boolean => new Date(new Date(at).setDate(1)).toISOString() < today`,
      ],
    ],
  },
  {
    rule: 'error-hidden',
    told: 'an error that is logged and answered with nothing',
    edits: [
      [
        'src/entries.ts',
        `  const text = await readFile(path, 'utf8')\n`,
        `  let text: string\n  try {\n    text = await readFile(path, 'utf8')\n  } catch (error) {\n    process.stderr.write(String(error))\n    return []\n  }\n`,
      ],
    ],
  },
]

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
