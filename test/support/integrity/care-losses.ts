import type { CareChange } from './care-tree.ts'

const rejection = `  await expect(send([''], async () => {})).rejects.toThrow('a title is empty')\n`

/** Changes that lose the care of the project. */
export const careLosses: readonly (CareChange & { readonly rule: string })[] = [
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
