import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openWorkspace } from '../../src/app.ts'
import { checkFile, readFiles } from '../../src/check/files/check-files.ts'
import { type Command, commonOptions, type Option } from '../../src/entrypoints/cli/command.ts'
import { verbsOf } from '../../src/entrypoints/cli/verbs.ts'
import { freshFolder } from '../support/folder.ts'
import { lw, storyGates } from '../support/workspace.ts'
import { damaged, fuzz, nastyText } from './fuzz.ts'

type Ran = { readonly code: number | null; readonly said: string; readonly ms: number }

async function run(cwd: string, args: readonly string[]): Promise<Ran> {
  const begun = performance.now()
  const { status, stdout, stderr } = await lw(cwd, args, { HOME: cwd })
  return { code: status, said: stdout + stderr, ms: performance.now() - begun }
}

const contentsOf = (folder: string, besides: string) =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(
      (entry) =>
        entry.isFile() && !join(entry.parentPath, entry.name).startsWith(join(folder, besides)),
    )
    .map((entry) => [
      join(entry.parentPath, entry.name),
      readFileSync(join(entry.parentPath, entry.name), 'utf8'),
    ])

const values = fc.oneof(
  {
    arbitrary: fc.constantFrom(
      '',
      '0',
      '-1',
      '1',
      '2',
      '99999',
      'NaN',
      '0.5',
      'unlimited',
      'docs',
      'openapi',
      'config',
      'code',
      'artifact',
      'other',
      'story',
      'story-20260101-000000',
      'confirm',
      'change',
      'cancel',
      'gates.yaml',
      'README.md',
      'nope.md',
      '.',
      '..',
      '../outside.txt',
      '--',
      '-',
      'best',
      'first',
      'a'.repeat(65),
      'markdown',
      'json',
      'B',
    ),
    weight: 5,
  },
  { arbitrary: nastyText.map((text) => text.replace(/[\0/]/g, '').slice(0, 200)), weight: 1 },
)

type Known = { readonly verb: string; readonly options: readonly (readonly [string, Option])[] }

/** A verb, or all the commands that stand behind it. */
async function commandsOf([verb, { load }]: [string, ReturnType<typeof verbsOf>[string]]): Promise<
  Known[]
> {
  const loaded = await load()
  const known = (name: string, { options }: Command): Known => ({
    verb: name,
    options: Object.entries({ ...options, ...commonOptions }),
  })
  if ('command' in loaded) return [known(verb, loaded.command)]
  return Promise.all(
    Object.entries(loaded.group.commands).map(async ([name, each]) =>
      known(`${verb} ${name}`, (await each.load()).command),
    ),
  )
}

/** What takes its time by itself is asked for a little of it. */
const short: Readonly<Record<string, readonly string[]>> = {
  new: ['--max-seconds', '5'],
  'learn simulate': ['--worlds', '1', '--orders', '50'],
}

/** A verb with options it knows and others, values that fit and others. */
async function argvs(): Promise<fc.Arbitrary<readonly string[]>> {
  const known = (await Promise.all(Object.entries(verbsOf()).map(commandsOf))).flat()
  const everyOption = [
    ...new Set(known.flatMap(({ options }) => options.map(([name]) => `--${name}`))),
  ]
  return fc.constantFrom(...known).chain(({ verb, options }) => {
    // a file is saved and a folder is worked in where the user says so: those are left out
    const own = options.filter(([name]) => name !== 'save' && name !== 'cwd')
    const option = fc
      .constantFrom(...own)
      .chain(([name, { type }]): fc.Arbitrary<readonly string[]> =>
        type === 'boolean'
          ? fc.constant([`--${name}`])
          : values.map((value) => [`--${name}`, value]),
      )
    const foreign = fc
      .constantFrom(...everyOption, '--nope', '-x', '-y', '-q', '-h', '--=', '--json=1')
      .map((name) => [name])
    return fc
      .array(
        fc.oneof<fc.WeightedArbitrary<readonly string[]>[]>(
          { arbitrary: values.map((value) => [value]), weight: 3 },
          { arbitrary: option, weight: 3 },
          { arbitrary: foreign, weight: 1 },
        ),
        { maxLength: 5 },
      )
      .map((parts) => [
        ...verb.split(' '),
        ...(short[verb] ?? []),
        ...parts
          .flat()
          .filter((word) => word !== '--save' && word !== '--cwd')
          .filter((word) => verb !== 'save' || !word.includes('..')),
      ])
  })
}

describe('the command line', () => {
  test('[FUZZ-15] with any arguments exits with 0 to 5, shows no stack trace, and writes nothing outside its workspace', async () => {
    const house = freshFolder()
    const workspace = join(house, 'workspace')
    mkdirSync(workspace)
    writeFileSync(join(house, 'outside.txt'), 'untouched')
    writeFileSync(join(workspace, 'gates.yaml'), storyGates)
    writeFileSync(join(workspace, 'README.md'), '# Title\n\nText.\n')
    const before = contentsOf(house, 'workspace')
    const codes = new Map<number | null, number>()
    await fuzz(70, await argvs(), async (args) => {
      const { code, said, ms } = await run(workspace, args)
      codes.set(code, (codes.get(code) ?? 0) + 1)
      expect([0, 1, 2, 3, 4, 5], `${code} after ${ms.toFixed(0)} ms: ${said}`).toContain(code)
      expect(said).not.toMatch(
        /internal error|^\s+at .*\(?(?:file:|node:|\/).*:\d+:\d+\)?$|UnhandledPromise|node:internal|corrupt/m,
      )
      if (code === 2 && !said.includes('"error"')) expect(said).toMatch(/✗ \S/)
      expect(contentsOf(house, 'workspace')).toEqual(before)
    })
    expect((codes.get(0) ?? 0) + (codes.get(1) ?? 0) + (codes.get(3) ?? 0)).toBeGreaterThan(5)
    expect(codes.get(2) ?? 0).toBeGreaterThan(10)
  })
})

const goods = {
  openapi: [
    'openapi: 3.1.0\ninfo: { title: Shop, version: 1.0.0 }\nservers: [{ url: https://x.example }]\npaths:\n  /books:\n    get:\n      operationId: listBooks\n      parameters: [{ name: limit, in: query, schema: { type: integer } }]\n      responses:\n        "200": { description: ok, content: { application/json: { schema: { $ref: "#/components/schemas/Book" } } } }\ncomponents:\n  schemas:\n    Book: { type: object, required: [id], properties: { id: { type: string }, parent: { $ref: "#/components/schemas/Book" } } }\n',
    '{"openapi":"3.0.3","info":{"title":"t","version":"1"},"paths":{"/a/{id}":{"get":{"responses":{"200":{"description":"ok"}}}}}}',
  ],
  docs: [
    '# Widget\n\nA widget.\n\n## Install\n\n```sh\nnpm install widget\n```\n\n## Usage\n\n| a | b |\n|---|---|\n| 1 | [x](#install) |\n\n```js\nimport { w } from "widget"\n```\n',
  ],
  config: [
    'services:\n  web:\n    image: nginx:1.25\n    ports: ["80:80"]\n    environment: { A: "1" } # a remark\n',
    '[package]\nname = "x"\nversion = "1"\n[deps]\na = { v = 1 }\n',
    'KEY=value\nexport B="two" # c\n',
  ],
  code: [
    'export function add(a: number, b: number): number {\n  if (!Number.isFinite(a)) throw new TypeError("a")\n  return a + b\n}\n',
    'def add(a, b):\n    """Adds."""\n    try:\n        return a + b\n    except TypeError as e:\n        raise ValueError(str(e))\n',
  ],
} as const
const extensions = {
  openapi: ['yaml', 'json'],
  docs: ['md'],
  config: ['yaml', 'toml', 'env'],
  code: ['ts', 'py'],
} as const

describe('check', () => {
  test.each(['openapi', 'docs', 'config', 'code'] as const)(
    '[FUZZ-15] judges or refuses any %s file in bounded time, and damage never makes a check break',
    async (kind) => {
      const folder = freshFolder()
      const opened = await openWorkspace({ cwd: folder, env: process.env })
      if (!opened.ok) throw new Error(opened.error.what)
      const house = opened.value
      const reach = { judged: 0, refused: 0 }
      const input = fc.tuple(
        fc.oneof(
          { arbitrary: damaged(goods[kind]), weight: 4 },
          { arbitrary: nastyText, weight: 1 },
        ),
        fc.constantFrom(...extensions[kind]),
      )
      await fuzz(kind === 'code' ? 14 : 40, input, async ([text, extension]) => {
        writeFileSync(join(folder, `file.${extension}`), text)
        const order = {
          kind,
          task: '',
          level: 'B',
          fix: false,
          stdin: async () => new Uint8Array(),
        } as const
        const read = await readFiles(house, [`file.${extension}`], order)
        if (!read.ok) {
          reach.refused += 1
          return expect(read.error.exit).toBe(2)
        }
        const [file] = read.value
        if (file === undefined) throw new Error('no file')
        const begun = performance.now()
        const checked = await checkFile(house, file, order)
        const took = performance.now() - begun
        if (!checked.ok) {
          reach.refused += 1
          return expect([checked.error.exit, checked.error.what]).toEqual([
            1,
            expect.stringMatching(/^the file is named/),
          ])
        }
        reach.judged += 1
        const broken = checked.value.judged.rules.filter(({ verdict }) => verdict === 'error')
        expect(broken.map(({ id, details }) => `${id}: ${details}`)).toEqual([])
        if (text.trim() === '') expect(checked.value.judged.passed).toBe(false)
        expect(took).toBeLessThan(60_000)
      })
      expect(reach.judged).toBeGreaterThan(5)
    },
  )
})
