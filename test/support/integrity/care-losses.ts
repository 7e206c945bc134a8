import type { CareChange } from './care-tree.ts'

const rejection = `  await expect(send([''], async () => {})).rejects.toThrow('a title is empty')\n`

/** Changes that lose the care of the project. */
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
