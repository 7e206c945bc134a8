import { describe, expect, test } from 'vitest'
import { projectOf, refine } from '../../../../bench/document-defects-report.ts'
import { checks } from '../../../checks/document/catalog.ts'
import { draftReadme } from './draft-readme.ts'

const severities = ['fail', 'fail', 'warn', 'warn', 'warn', 'warn', 'warn', 'warn'] as const
const rules = checks.map((check, index) => ({
  check,
  severity: severities[index]!,
  level: index < 4 ? ('A' as const) : ('B' as const),
}))

const manifest = (more: object) =>
  JSON.stringify({
    name: 'tiny-slug',
    version: '1.0.0',
    description: 'Makes slugs from titles',
    license: 'MIT',
    ...more,
  })
const source =
  '/** Makes a slug from a title. */\nexport function slugify(title: string): string {\n  return title\n}\n'

const cases: readonly (readonly [string, string, Readonly<Record<string, string>>])[] = [
  [
    'a library',
    'Write a README for this package',
    {
      'package.json': manifest({
        exports: './src/index.ts',
        scripts: { test: 'vitest run', build: 'tsc' },
      }),
      'src/index.ts': source,
      LICENSE: 'MIT License',
    },
  ],
  [
    'a library with an example',
    'README with installation, usage and license sections',
    {
      'package.json': manifest({ exports: './src/index.ts', engines: { node: '>=20' } }),
      'src/index.ts': source,
      'examples/basic.js':
        "import { slugify } from 'tiny-slug'\n\nconsole.log(slugify('Hello World'))\n",
    },
  ],
  [
    'a command',
    'Create the readme of the CLI in this folder',
    {
      'package.json': manifest({
        name: 'logsift',
        bin: 'bin/main.js',
        scripts: { start: 'node bin/main.js' },
      }),
      'bin/main.js':
        "parseArgs({ options: { level: { type: 'string' }, json: { type: 'boolean' } } })\n",
      LICENSE: 'MIT License',
    },
  ],
  [
    'a command with options',
    'Write the documentation (README.md) with sections Installation, Usage, Options and License',
    {
      'package.json': manifest({ bin: { sift: 'bin/main.js' } }),
      'bin/main.js':
        "parseArgs({ options: { level: { type: 'string' }, json: { type: 'boolean' } } })\n",
    },
  ],
  [
    'a private server',
    'Document this project in a README',
    {
      'package.json': manifest({
        name: 'note-server',
        private: true,
        license: 'ISC',
        scripts: { start: 'node src/server.js', test: 'node --test' },
      }),
      'src/server.js': 'const port = Number(process.env.PORT ?? 8080)\n',
      LICENSE: 'ISC License',
    },
  ],
  [
    'a scoped package',
    'README for developers, please',
    {
      'package.json': manifest({ name: '@acme/money', license: 'Apache-2.0', main: 'index.js' }),
      'index.js':
        '/** Adds two amounts. */\nexports.add = (a, b) => a + b\nmodule.exports.format = (a) => String(a)\n',
    },
  ],
  [
    'a package for beginners',
    'Write a README for beginners',
    {
      'package.json': manifest({
        exports: './index.js',
        engines: { node: '>=22' },
        scripts: { test: 'node --test' },
      }),
      'index.js': 'export const slugify = (title) => title\n',
      LICENSE: 'MIT License',
    },
  ],
  [
    'a package with variables',
    'README that covers installation, usage, configuration and testing',
    {
      'package.json': manifest({
        exports: './src/index.js',
        scripts: { test: 'node --test', lint: 'oxlint' },
      }),
      'src/index.js':
        "export function connect(url) {\n  return url ?? process.env.QUEUE_URL ?? 'local'\n}\n",
      'CONTRIBUTING.md': '# Contributing\n\nText.\n',
    },
  ],
  [
    'a package without licence',
    'Write the README',
    {
      'package.json': JSON.stringify({
        name: 'plain',
        version: '0.1.0',
        description: 'Plain helpers',
        main: 'index.js',
      }),
      'index.js': 'export function plain() {}\n',
    },
  ],
]

describe('the draft of a README', () => {
  test.each(cases)(
    '[DOC-20] of %s starts below the bar and is repaired by fixers alone',
    async (_, prompt, files) => {
      const task = { prompt, ideal_result: '' }
      const artifact = await draftReadme(task, projectOf(files))
      const result = await refine(
        rules,
        { A: 0.75, B: 0.85 },
        { name: 'draft', task, files, artifact },
      )
      expect(result).toMatchObject({ passed: true })
      expect(result.first).toBeLessThan(0.75)
      expect(result.rounds).toBeLessThanOrEqual(3)
    },
  )

  test.each(cases)('[DOC-21] of %s is the same bytes every time', async (_, prompt, files) => {
    const task = { prompt, ideal_result: '' }
    expect(await draftReadme(task, projectOf(files))).toBe(
      await draftReadme({ ...task }, projectOf({ ...files })),
    )
  })

  test('[DOC-22] tells what the sources tell and nothing else', async () => {
    const draft = await draftReadme({ prompt: 'README', ideal_result: '' }, projectOf(cases[0]![2]))
    expect(draft).toContain('### `slugify(title: string): string`\n\nMakes a slug from a title.')
    expect(draft).toContain('npm install tiny-slug')
  })

  test('[DOC-23] of an empty folder is still a draft', async () => {
    expect(
      await draftReadme(
        { prompt: 'Write a README for acme-queue', ideal_result: '' },
        projectOf({}),
      ),
    ).toBe('# acme-queue\n')
  })
})
