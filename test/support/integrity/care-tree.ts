/** A small project whose care can be lost. */
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
