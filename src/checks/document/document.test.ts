import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cpuMs } from '../../../test/support/cpu-time.ts'
import type { Project } from '../../ports/project.ts'
import type { Tools } from '../check.ts'
import { checks } from './catalog.ts'
import { slugOf } from './slug.ts'

const projectOf = (files: Readonly<Record<string, string>>): Project => ({
  list: async () => Object.keys(files).toSorted(),
  read: async (path) => files[path] ?? null,
})
const tools: Tools = {
  get sandbox(): never {
    throw new Error('no document check runs anything')
  },
  signal: new AbortController().signal,
}
const files: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({
    name: 'date-span',
    version: '2.1.0',
    license: 'MIT',
    engines: { node: '>=20' },
    bin: { spans: './cli.js' },
    main: 'index.js',
    scripts: { build: 'tsc' },
  }),
  'index.js':
    "export function addDays(date, count) {}\nexport function diffDays(a, b) {}\nexport function format(date, { separator = '-' } = {}) {}\nexport function parse(text) {}\n",
  'cli.js':
    "import { parseArgs } from 'node:util'\nparseArgs({ options: { utc: { type: 'boolean' } } })\n",
}
const readme = `# date-span

Counts days between two dates. Needs no locale data.

## Installation

\`\`\`sh
npm install date-span
\`\`\`

## Usage

\`\`\`js
import { addDays, diffDays } from 'date-span'

diffDays('2024-01-01', addDays('2024-01-01', 3)) // 3
\`\`\`

\`\`\`sh
npx spans --utc 2024-01-01 2024-02-01
\`\`\`

## Options

| Option | Default | Meaning |
| --- | --- | --- |
| \`separator\` | \`'-'\` | Stands between the parts of a date |

## Requirements

Node.js 20 or newer.

## License

MIT
`
const run = (
  rule: string,
  artifact: string,
  more: { prompt?: string; files?: typeof files } = {},
) =>
  checks
    .find(({ id }) => id === `document/${rule}`)!
    .run(
      {
        artifact,
        task: { prompt: more.prompt ?? '', ideal_result: '' },
        project: projectOf(more.files ?? files),
      },
      tools,
    )

describe('every document check', () => {
  test.each(checks.map((check) => [check.id, check] as const))(
    '[DOC-2] %s fails what is empty, blank or binary',
    async (_, check) => {
      for (const artifact of ['', '  \n\n', '\u0000\u0001\u0002'])
        expect((await run(check.id.slice(9), artifact)).verdict).toBe('fail')
    },
  )

  test.each(checks.map((check) => [check.id, check] as const))(
    '[DOC-2] %s accepts a good README, or does not apply',
    async (_, check) => {
      const outcome = await run(check.id.slice(9), readme)
      expect(outcome.findings).toEqual([])
      expect(['pass', 'na']).toContain(outcome.verdict)
    },
  )

  test('never throws, whatever the text', async () => {
    const scraps = fc.constantFrom(
      '# ',
      '\n',
      '```',
      '[a](b',
      '](#)',
      '|',
      '- ',
      '1. ',
      '<a href="',
      '`',
      '[^1]',
      'npm run ',
      "import { a } from 'b'",
      '\r',
      '日本',
      '\\',
      '> ',
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(scraps, fc.string({ maxLength: 12 })), { maxLength: 30 }),
        async (parts) => {
          for (const { id } of checks) await run(id.slice(9), parts.join(''))
        },
      ),
      { numRuns: 60, seed: 7 },
    )
  })

  test('refuses texts that would stall the parser instead of stalling', async () => {
    const started = cpuMs()
    expect((await run('structure', '*a'.repeat(100_000))).verdict).toBe('fail')
    expect((await run('structure', `${'> '.repeat(5_000)}x`)).verdict).toBe('fail')
    expect(cpuMs() - started).toBeLessThan(2_000)
  })
})

describe('accuracy', () => {
  const told = async (artifact: string, more = files) => {
    const { verdict, findings } = await run('accuracy', artifact, { files: more })
    return [verdict, ...findings.map(({ message }) => message)]
  }
  const replaced = (from: string | RegExp, to: string) => told(readme.replaceAll(from, to))

  test('[DOC-6] does not apply where nothing can be held against the project', async () => {
    expect((await told('# Notes\n\nSome text about nothing at all.\n', {}))[0]).toBe('na')
  })

  test('[DOC-7] fails what the package does not have: names, options, flags, commands, scripts', async () => {
    expect(await replaced(/diffDays/g, 'countDays')).toContainEqual(
      expect.stringContaining('imports "countDays"'),
    )
    expect((await replaced(/`separator`/g, '`joiner`'))[0]).toBe('fail')
    expect((await replaced('--utc', '--moon-phase'))[0]).toBe('fail')
    const leans = {
      ...files,
      'package.json': files['package.json']!.replace('{', '{"dependencies":{"args":"1"},'),
    }
    expect((await told(readme.replace('--utc', '--moon-phase'), leans))[0]).toBe('undecided')
    const made = { ...files, 'made.js': "const flags = [`${MOON}phase`, 'moon']\n" }
    expect((await told(readme.replace('--utc', '--moon-phase'), made))[0]).toBe('pass')
    const noBin = {
      ...files,
      'package.json': files['package.json']!.replace(/"bin":\{[^}]*\},/, ''),
    }
    const slip = readme.replace('npm install date-span', 'npm install dates-span')
    expect((await told(slip))[0]).toBe('fail')
    expect((await told(readme.replace('npx spans', 'npx date-span'), noBin))[0]).toBe('fail')
    const tool = '\n```sh\nnpm install -g date-span-cli\n```\n'
    expect((await told(readme.replace('npx spans', 'npx date-span') + tool, noBin))[0]).toBe('pass')
    expect((await told(`${readme}\n## Development\n\n\`\`\`sh\nnpm run bulid\n\`\`\`\n`))[0]).toBe(
      'fail',
    )
  })

  test('[DOC-7] fails other facts than those of package.json and the code', async () => {
    const elsewhere = '\n\n```sh\nnpx date-span create my-app\ncd my-app\nnpm run dev\n```\n'
    expect((await told(readme + elsewhere))[0]).toBe('pass')
    expect((await replaced('MIT', 'Apache-2.0'))[0]).toBe('fail')
    for (const said of ['14 or newer', '>= 14', '14+', '26 or later'])
      expect([said, (await replaced('20 or newer', said))[0]]).toEqual([said, 'fail'])
    for (const said of [
      'Until 1.9 it needed Node.js 14 or newer.',
      'Vite requires Node.js 14+.',
      'Tested with Node.js 14 or newer.',
      'It needs `"moduleResolution": "node16"`.',
    ])
      expect([said, (await told(`${readme}\n${said}\n`))[0]]).toEqual([said, 'pass'])
    expect((await told(`${readme}\nSee [the guide](docs/guide.md).\n`))[0]).toBe('fail')
  })

  test('[DOC-7] fails what package.json says otherwise of how it is loaded', async () => {
    const old = (node: string, given: typeof files) => ({
      ...given,
      'package.json': given['package.json']!.replace('>=20', node),
    })
    const exact = {
      ...files,
      'package.json': files['package.json']!.replace(
        '"main":"index.js"',
        '"type":"module","exports":"./index.js"',
      ),
    }
    const loads = async (line: string, more = exact) =>
      (await told(`${readme}\n\`\`\`js\n${line}\n\`\`\`\n`, more))[0]
    expect(await loads("import { parse } from 'date-span'")).toBe('pass')
    expect(await loads("import span from 'date-span'")).toBe('fail')
    expect(await loads("import { parse } from 'date-span/extra'")).toBe('fail')
    expect(await loads("const { parse } = require('date-span')")).toBe('undecided')
    for (const node of ['>=20.19', '>=22'])
      expect(await loads("const { parse } = require('date-span')", old(node, exact))).not.toBe(
        'undecided',
      )
    expect(await loads("// v1: import span from 'date-span/extra'")).toBe('pass')
    const open = {
      ...exact,
      'package.json': exact['package.json'].replace(
        '"./index.js"',
        '{".":"./index.js","./*":"./*.js"}',
      ),
    }
    expect(await loads("import { parse } from 'date-span/extra'", open)).toBe('pass')
    expect(await loads("import data from 'date-span/data.json?raw'", open)).toBe('pass')
  })

  test('[DOC-7] asks where another package is installed, or another program is called', async () => {
    expect((await replaced('npm install date-span', 'npm install timegap'))[0]).toBe('undecided')
    expect((await replaced('npm install date-span', 'npm install -g timegap'))[0]).toBe('undecided')
    expect((await replaced('npm install date-span', 'pip install date-span'))[0]).toBe('undecided')
    const beside = readme.replace('npm install date-span', 'npm install date-span luxon')
    expect((await told(beside))[0]).toBe('pass')
    expect((await replaced('npx spans --utc', 'moon-gap --utc'))[0]).toBe('undecided')
    expect((await replaced('npx spans --utc', 'docker run --rm x'))[0]).toBe('pass')
  })

  test('[DOC-7] fails a variable with the name of the package that its code never reads', async () => {
    const reading = { ...files, 'env.js': 'export const zone = process.env.DATE_SPAN_ZONE\n' }
    expect((await told(`${readme}\nSet \`DATE_SPAN_ZONE\` first.\n`, reading))[0]).toBe('pass')
    expect((await told(`${readme}\nSet \`DATE_SPAN_CITY\` first.\n`, reading))[0]).toBe('fail')
    expect((await told(`${readme}\nSet \`CITY_NAME\` first.\n`, reading))[0]).toBe('pass')
    const example = '\n```js\nparse(process.env.DATE_SPAN_TEXT)\n```\n'
    expect((await told(readme + example, reading))[0]).toBe('pass')
  })

  test('[DOC-7] fails a README of another package', async () => {
    const other = readme.replaceAll('date-span', 'left-pad').replaceAll('spans', 'pads')
    expect((await told(other)).join()).toMatch(/never names the package|nowhere this package/)
  })

  test('leaves other packages, addresses and repositories in peace', async () => {
    const more =
      "\n```js\nimport express from 'express'\nimport { x } from 'https://esm.sh/date-span'\n```\n\n```sh\ngit clone https://github.com/other/thing\n```\n"
    expect((await told(readme + more))[0]).toBe('pass')
    const before = "\n```js\n// before\nimport { SpanError } from 'date-span'\n```\n"
    expect((await told(readme + before))[0]).toBe('fail')
    expect((await told(`${readme}\n\`SpanError\` is gone.\n${before}`))[0]).toBe('pass')
  })

  test('[DOC-6] is undecided where a name may belong to what the package leans on', async () => {
    const leaning = {
      ...files,
      'package.json': files['package.json']!.replace('{', '{"dependencies":{"glob":"1"},'),
    }
    expect((await told(readme.replace('`separator`', '`joiner`'), leaning))[0]).toBe('undecided')
    const handedOn = { ...files, 'index.js': "export * from 'other'\n" }
    expect((await told(readme.replaceAll('addDays', 'plusDays'), handedOn))[0]).toBe('undecided')
  })

  test('asks about an option whose beginning the code knows, and about an alias that names what it hands on', async () => {
    const begun = {
      ...files,
      'report.js': "const own = args.filter((one) => one.startsWith('--moon-'))\n",
    }
    expect((await told(readme.replace('--utc', '--moon-phase'), begun))[0]).toBe('undecided')
    expect((await told(readme.replace('--utc', '--sun-phase'), begun))[0]).toBe('fail')
    const needing = (needs: string) => ({
      ...files,
      'package.json': files['package.json']!.replace('{', `{"dependencies":{${needs}},`),
    })
    const alias = readme
      .replace('npm install date-span', 'npm install @acme/spans')
      .replaceAll("'date-span'", "'@acme/spans'")
    expect((await told(alias, needing('"@acme/spans":"1"')))[0]).toBe('undecided')
    expect((await told(alias, needing('"@acme/spans":"1","glob":"1"')))[0]).toBe('fail')
  })

  test('files of a published package may be in its repository', async () => {
    const published = {
      ...files,
      'package.json': files['package.json']!.replace('{', '{"repository":"acme/date-span",'),
    }
    const text = `${readme}\nSee [the guide](docs/guide.md).\n`
    expect((await told(text, published))[0]).toBe('pass')
    expect((await told(text, { ...published, '.gitignore': 'dist' }))[0]).toBe('fail')
  })
})

describe('sections', () => {
  const verdict = async (text: string) => (await run('sections', text)).verdict

  test('[DOC-10] an empty heading, a placeholder or general words are no section', async () => {
    expect(await verdict('# T\n\nUses `x`.\n\n## Usage\n\nTBD\n\n## License\n\nMIT\n')).toBe('fail')
    expect(await verdict('# T\n\nUses `x`.\n\n## Usage\n\nLorem ipsum dolor sit amet.\n')).toBe(
      'fail',
    )
    const general = 'It is easy to use and fits every project without any effort.'
    expect(
      await verdict(
        `# T\n\nUses \`x\`.\n\n## Installation\n\n${general}\n\n## Usage\n\n${general}\n\n## API\n\n${general}\n`,
      ),
    ).toBe('fail')
  })

  test('good prose needs neither numbers nor names', async () => {
    const prose =
      'Feed the starter with flour and water in the evening. In the morning it has risen and smells of yoghurt. Take what you need for the dough, and put the rest back into the fridge.'
    expect(await verdict(`# Keeping a starter\n\n${prose}\n`)).toBe('pass')
  })

  test('a heading that is a link is no empty section', async () => {
    expect(await verdict('# T\n\nUses `x`.\n\n## [License](LICENSE)\n')).not.toBe('fail')
    expect(await verdict('# T\n\nUses `x`.\n\n## License\n')).toBe('fail')
  })

  test('[DOC-12] adding empty sentences never helps, and many of them are padding', async () => {
    const padding = 'Quality matters to all of us. Great tools make great teams even greater. '
    expect(await verdict(`# T\n\nUses \`x\`.\n\n${padding.repeat(10)}\n`)).toBe('fail')
  })
})

describe('form', () => {
  test('examples that are never closed or empty fail; what authors leave out does not', async () => {
    expect((await run('examples', '# T\n\nText here.\n\n```js\na()\n')).verdict).toBe('fail')
    expect((await run('examples', '# T\n\nText here.\n\n```js\n```\n')).verdict).toBe('fail')
    expect((await run('examples', '# T\n\nText here.\n\n```js\napp.use(...)\n```\n')).verdict).toBe(
      'pass',
    )
  })

  test('anchors follow the slugs of GitHub, repeated headings included', async () => {
    expect(slugOf('What’s new in C++ & Node.js?')).toBe('whats-new-in-c--nodejs')
    const links = '[x](#usage-1) [y](#usage)'
    const text = `# A\n\n${links}\n\n## Usage\n\nText.\n\n## Usage\n\nText.\n`
    expect((await run('cross-refs', text)).verdict).toBe('pass')
  })

  test('broken anchors are repaired only where one heading is near', async () => {
    const text =
      '# A\n\n[x](#instalation) [y](#nowhere) [z](#elsewhere)\n\n## Installation\n\nText.\n'
    const { findings } = await run('cross-refs', text)
    expect(findings.map(({ fix }) => fix?.edits[0]?.text)).toEqual([
      '#installation',
      undefined,
      undefined,
    ])
  })

  test('one dead anchor among many links is told with its line', async () => {
    const text = '# A\n\n[u](#usage) [v](#usage) [w](#usage) [x](#nowhere)\n\n## Usage\n\nText.\n'
    const { findings } = await run('cross-refs', text)
    expect(findings).toMatchObject([
      { message: 'no heading answers to #nowhere', place: { line: 3 } },
    ])
  })

  test('one list has one marker', async () => {
    const { findings } = await run('consistency', '# A\n\nThings to do:\n\n- one\n- two\n')
    expect(findings).toEqual([])
  })

  test('whether the depth fits is asked only where readers are named, and of a judge', async () => {
    expect((await run('audience', readme)).verdict).toBe('na')
    expect((await run('audience', readme, { prompt: 'Write it for beginners' })).verdict).toBe(
      'undecided',
    )
  })
})
