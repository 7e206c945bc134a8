// A README for an existing package: what it says is held against the package's own files.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { inCopy } from '../in-copy.mjs'

export const example = inCopy(import.meta.url, 'package/', async ({ lw, path, read }) => {
  const task = 'README for this package: sections Installation, Usage, License'
  await lw(0, 'new', task, '--alias', 'readme', '--yes', '--compact', '--save', 'README.md')

  const readme = read('README.md')
  for (const wanted of ['npm install tiny-slug', "import { slug } from 'tiny-slug'", 'npm test'])
    assert.ok(readme.includes(wanted), `the README says: ${wanted}`)
  await lw(0, 'check', 'docs', 'README.md')

  // a statement that the package contradicts is found, with its place
  writeFileSync(path('README.md'), readme.replace('import { slug }', 'import { slugify }'))
  const told = await lw(1, 'check', 'docs', 'README.md')
  assert.match(told, /a\.correctness\.accuracy/)
})
