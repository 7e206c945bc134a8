import type { CareChange } from './care-tree.ts'

/** Changes that keep the care of the project. */
export const careKept: readonly CareChange[] = [
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
    told: 'a table of cases that cannot change',
    edits: [
      [
        'test/send.test.ts',
        `it('sends all titles', async () => {\n  const post = vi.fn(async () => {})\n  expect(await send(['Green Tea'], post)).toBe(1)\n  expect(post).toHaveBeenCalledWith('green-tea')\n})`,
        `it.each([['Green Tea', 'green-tea', 1]] as const)('sends %s', async (title, sent, count) => {\n  const post = vi.fn(async () => {})\n  expect(await send([title], post)).toBe(count)\n  expect(post).toHaveBeenCalledWith(sent)\n})`,
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
    told: 'an error that tells the failure',
    edits: [
      [
        'src/ask.ts',
        `export const ask`,
        `export const canAsk = async (url: string): Promise<{ readonly ok: boolean }> => {\n  try {\n    await ask(url)\n    return { ok: url !== '' }\n  } catch {\n    return { ok: false }\n  }\n}\n\nexport const ask`,
      ],
    ],
  },
]
