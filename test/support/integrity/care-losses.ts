import type { CareChange } from './care-tree.ts'

const rejection = `  await expect(send([''], async () => {})).rejects.toThrow('a title is empty')\n`

/** Changes that lose the care of the project. */
export const careLosses: readonly (CareChange & { readonly rule: string })[] = [
  {
    rule: 'assertion-conditional',
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
    rule: 'assertion-conditional',
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
    rule: 'assertion-conditional',
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
