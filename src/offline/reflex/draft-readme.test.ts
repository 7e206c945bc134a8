import { expect, test } from 'vitest'
import type { Project } from '../../ports/project.ts'
import { canDraftReadme, draftReadme } from './draft-readme.ts'

const projectOf = (files: Readonly<Record<string, string>>): Project => ({
  list: async () => Object.keys(files).toSorted(),
  read: async (path) => files[path] ?? null,
})
const library = projectOf({
  'package.json': JSON.stringify({
    name: 'tiny-slug',
    version: '1.0.0',
    description: 'Makes slugs from titles',
    license: 'MIT',
    exports: './src/index.ts',
    scripts: { test: 'vitest run', build: 'tsc' },
  }),
  'src/index.ts':
    '/** Makes a slug from a title. */\nexport function slugify(title: string): string {\n  return title\n}\n',
  LICENSE: 'MIT License',
})
const task = (prompt: string) => ({ prompt, ideal_result: '' })

test('[DRAFT-1] the draft tells what the project’s files tell and nothing else', async () => {
  const draft = await draftReadme(library)
  expect(draft).toContain('### `slugify(title: string): string`\n\nMakes a slug from a title.')
  expect(draft).toContain('npm install tiny-slug')
  expect(draft.match(/^## .*$/gm)).toEqual([
    '## Installation',
    '## Usage',
    '## API',
    '## Development',
    '## License',
  ])
  expect(await draftReadme(library)).toBe(draft)
})

test('[OFFLINE-3] the embedded author takes a README task only if its draft would be all of it', async () => {
  const can = async (prompt: string, project = library) =>
    (await canDraftReadme(task(prompt), project)).ok
  expect(
    await can('Write a README for tiny-slug with the sections Installation, Usage and License.'),
  ).toBe(true)
  expect(await can('Write a README for this package. Document `slugify`.')).toBe(true)
  expect(await can('Write a README for tiny-slug with a Troubleshooting section.')).toBe(false)
  expect(
    await can('Write a README for tiny-slug. Explain why slugs matter for search engines.'),
  ).toBe(false)
  expect(await can('Write a README for swift-cache.')).toBe(false)
  expect(await can('Write a README.', projectOf({}))).toBe(false)
})
