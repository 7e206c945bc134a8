import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { defaultLimits } from '../src/adapters/sandbox-bwrap/open-sandbox.ts'
import { listBuiltIns } from '../src/checks/builtin.ts'
import { verbsOf } from '../src/entrypoints/cli/verbs.ts'
import { AgentRequest } from '../src/model/agent.ts'
import { Config } from '../src/model/config.ts'
import { exitCodes } from '../src/model/problem.ts'
import { payloads as designPayloads } from '../src/workflows/design/events.ts'
import { StateFile } from '../src/workflows/design/state-file.ts'
import { DesignStateName } from '../src/workflows/design/transitions.ts'
import { payloads, StopCode, TaskType } from '../src/workflows/reflex/events.ts'
import { builtinOf } from '../src/workflows/reflex/rule-checks.ts'
import { templateFor } from '../src/workflows/reflex/templates/templates.ts'
import { freshFolder } from './support/folder.ts'
import { lw } from './support/workspace.ts'

const root = resolve(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

const skipped = new Set(['node_modules', 'dist', 'playground', 'fixtures', 'samples'])
/** Applications to try gates on; their documents speak of themselves. */
const foreign = ['bench/track', 'examples/track/package', 'examples/improve/package'].map((path) =>
  join(root, path),
)
const documents: readonly string[] = documentsIn(root)

function documentsIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory())
      return entry.name.startsWith('.') || skipped.has(entry.name) || foreign.includes(path)
        ? []
        : documentsIn(path)
    return entry.name.endsWith('.md') ? [relative(root, path)] : []
  })
}

type Block = { readonly language: string; readonly file: string; readonly text: string }

/** The fenced blocks of a document; the second word behind the fence names the file it stands for. */
function blocksOf(markdown: string): readonly Block[] {
  return [...markdown.matchAll(/^(`{3,})(\w*) ?([^\n]*)\n([\s\S]*?)^\1$/gm)].map(
    ([, , language = '', file = '', text = '']) => ({ language, file: file.trim(), text }),
  )
}

const withoutBlocks = (markdown: string): string => markdown.replace(/^(`{3,})[\s\S]*?^\1$/gm, '')

/** The rows of all tables whose first heading is this one, as lists of cells. */
function rowsUnder(markdown: string, heading: string): readonly (readonly string[])[] {
  const tables = markdown
    .split(/\n(?!\|)/)
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`| ${heading} |`))
  const cells = (line: string) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim())
  return tables.flatMap((table) => table.split('\n').slice(2).map(cells))
}

const codeIn = (cell = ''): readonly string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code ?? '')

/** Commands that a test cannot or must not run, and why. */
const notRun: Readonly<Record<string, string>> = {
  'loopwright improve run spec.md --setup ../our-agents':
    'builds an application; examples/improve does',
  'loopwright improve start spec.md --setup ../our-agents --target 8 --max-iterations 20':
    'builds applications; examples/improve does',
  'loopwright improve compare --setup agents@main --setup agents@shorter --spec spec.md':
    'builds many applications; commands/compare.test.ts goes the same way',
  'npm run simulate -- --histories 200': 'takes seconds; test/simulation runs the same histories',
  'npm start': 'installs packages and writes into the checkout; its parts are run here one by one',
  'npm test': 'runs this very test',
}

type Order = {
  readonly line: string
  readonly command: { readonly folder: string; readonly args: readonly string[] } | null
  readonly exit: number
}

/** What a line of a sh block asks for; the command is null for what is listed as not run. */
function orderOf(line: string): Order {
  const exit = Number(/#\s*exit (\d)\s*$/.exec(line)?.[1] ?? 0)
  const bare = line.replace(/\s#\s.*$/, '').trim()
  if (bare in notRun) return { line, command: null, exit }
  const written = /^(npm run lw --|loopwright|lw) (.*)$/.exec(bare)
  if (!written) throw new Error(`"${line}" is no command of Loopwright and not listed as not run`)
  const folder = written[1] === 'npm run lw --' ? 'project' : 'shop'
  return { line, command: { folder, args: wordsOf(written[2] ?? '') }, exit }
}

/** The words of a line as a shell reads them. A line that needs more of a shell is refused. */
function wordsOf(line: string): readonly string[] {
  if (/[|<>&;$`*?\\]/.test(line.replace(/'[^']*'/g, ''))) throw new Error(`${line} needs a shell`)
  return [...line.matchAll(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g)].map(([word]) =>
    word.replace(/'([^']*)'|"([^"]*)"/g, '$1$2'),
  )
}

const ordersOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map(orderOf)

type Ran = { readonly status: number; readonly output: string }

function run(file: string, args: readonly string[], cwd: string): Promise<Ran> {
  const env = {
    ...process.env,
    NO_COLOR: '1',
    LOOPWRIGHT_USER: 'ada',
  }
  return new Promise((done) => {
    const child = execFile(file, args, { cwd, env, timeout: 280_000 }, (error, stdout, stderr) =>
      done({ status: error ? (child.exitCode ?? -1) : 0, output: stdout + stderr }),
    )
    child.stdin?.end()
  })
}

/** Follows a document as a reader would: writes its files, runs its commands in order. */
async function follow(markdown: string, look?: (shop: string) => void): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'loopwright-docs-'))
  const wrong: string[] = []
  try {
    const shop = join(folder, 'shop')
    mkdirSync(join(folder, 'project'))
    cpSync(join(root, 'examples/readme-for-a-package/package'), shop, { recursive: true })
    const blocks = blocksOf(markdown)
    for (const { file, text } of blocks.filter((block) => block.file !== '')) {
      mkdirSync(dirname(join(shop, file)), { recursive: true })
      writeFileSync(join(shop, file), text)
    }
    if (/loopwright (?:workorder|track)/.test(markdown)) await commitAll(shop)
    const commands = blocks.filter(({ language }) => language === 'sh')
    for (const { line, command, exit } of commands.flatMap(({ text }) => ordersOf(text))) {
      if (command === null) continue
      const { status, stdout, stderr } = await lw(join(folder, command.folder), command.args)
      if (status !== exit) wrong.push(`${line}: exit ${status}\n${(stdout + stderr).slice(-1_000)}`)
      look?.(shop)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return wrong
}

/** Orders are worked on in a repository. */
const commitAll = (folder: string): Promise<Ran> =>
  run(
    'sh',
    [
      '-c',
      'echo .loopwright > .gitignore && git init -q && git add -A && git -c user.name=ada -c user.email=ada@example.org commit -qm base',
    ],
    folder,
  )

const runnable = documents.filter(
  (path) =>
    (path === 'README.md' || path === 'CONTRIBUTING.md' || path.startsWith('docs/')) &&
    blocksOf(read(path)).some(({ language }) => language === 'sh'),
)

describe('every documented command', { concurrent: true }, () => {
  test.for(runnable)('[DOCS-1] of %s ends as the document says', async (path) => {
    expect(await follow(read(path))).toEqual([])
  })

  test('is really run: a command that ends otherwise, or that nobody knows, is noticed', async () => {
    const planted = '```sh\nloopwright list\nloopwright lst --frobnicate\nlw list # exit 1\n```\n'
    const wrong = await follow(planted)
    expect(wrong.map((each) => each.split('\n')[0])).toEqual([
      'loopwright lst --frobnicate: exit 2',
      'lw list # exit 1: exit 0',
    ])
    expect(() => ordersOf('make love\n')).toThrow('not listed')
    expect(runnable.length).toBeGreaterThanOrEqual(5)
  })
})

/** The anchors that headings get, as GitHub makes them. */
function anchorsOf(markdown: string): ReadonlySet<string> {
  const seen = new Map<string, number>()
  const bare = withoutBlocks(markdown)
  return new Set(
    [...bare.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => {
      const text = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
      const slug = text
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replaceAll(' ', '-')
      const before = seen.get(slug) ?? 0
      seen.set(slug, before + 1)
      return before === 0 ? slug : `${slug}-${before}`
    }),
  )
}

/** Links of a document that lead nowhere. Addresses on the network are not called. */
function deadLinks(path: string, markdown: string): readonly string[] {
  const bare = withoutBlocks(markdown).replace(/`[^`\n]*`/g, '')
  return [...bare.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
    if (/^[a-z]+:/.test(link)) return []
    const [target = '', anchor] = link.split('#')
    const file = target === '' ? path : relative(root, resolve(root, dirname(path), target))
    const dead = `${path}: ${link}`
    if (!existsSync(join(root, file))) return [dead]
    if (anchor === undefined) return []
    const there = file === path ? markdown : read(file)
    return anchorsOf(there).has(anchor) ? [] : [dead]
  })
}

/** Lists of rules for machines and agents, which are no documents in the sense of the gates. */
const notJudged = new Set(['SPEC.md', 'AGENTS.md'])

describe('the documents', () => {
  test('[DOCS-3] have links and anchors that lead somewhere', () => {
    expect(documents.flatMap((path) => deadLinks(path, read(path)))).toEqual([])
    const planted =
      '# One\n\n[a](docs/nothing.md) [b](#two) [c](#one) [d](SPEC.md#gates-and-people)\n'
    expect(deadLinks('README.md', planted)).toEqual([
      'README.md: docs/nothing.md',
      'README.md: #two',
    ])
    expect(documents.length).toBeGreaterThan(20)
  })

  test('name only files of the source tree that exist', () => {
    const named = documents.flatMap((path) =>
      codeIn(withoutBlocks(read(path)))
        .filter((code) => /^(?:src|test|bench|scripts|bin)\/[\w./-]+$/.test(code))
        .map((code) => ({ path, code })),
    )
    expect(named.filter(({ code }) => !existsSync(join(root, code)))).toEqual([])
    expect(named.length).toBeGreaterThan(10)
  })

  test('begin with a README of fewer than 120 lines that has two commands for newcomers', () => {
    const readme = read('README.md')
    expect(readme.split('\n').length).toBeLessThan(120)
    expect(blocksOf(readme)[0]).toMatchObject({ language: 'sh', text: 'npm start\nnpm test\n' })
  })

  test('list every verb and every exit code', () => {
    const readme = read('README.md')
    const listed = rowsUnder(readme, 'command').flatMap(([names]) => codeIn(names))
    expect(listed.toSorted()).toEqual(Object.keys(verbsOf()).toSorted())
    const codes = rowsUnder(readme, 'code').map(([code]) => Number(code))
    expect(codes).toEqual(Object.values(exitCodes))
  })

  test('have a picture with a title, a description and alternative text', () => {
    expect(read('docs/flow.svg')).toMatch(
      /role="img"[\s\S]*<title[\s\S]*<desc[\s\S]*prefers-color-scheme: dark/,
    )
    expect(read('README.md')).toMatch(/!\[[^\]]{40,}\]\(docs\/flow\.svg\)/)
  })

  test('pass the gates that Loopwright holds against documents', async () => {
    const own = documents.filter((path) => /^(?:[A-Z]+\.md$|docs\/(?!decisions))/.test(path))
    const judged = own.filter((path) => !notJudged.has(path))
    const { status, stdout } = await lw(root, ['check', 'docs', ...judged])
    expect(status, stdout.slice(-3_000)).toBe(0)
    expect(judged.length).toBeGreaterThanOrEqual(7)
  })

  test('have a page with context, decision and consequence for every decision', () => {
    const pages = documents.filter((path) => path.startsWith('docs/decisions/'))
    expect(pages.length).toBeGreaterThanOrEqual(12)
    for (const page of pages)
      expect(read(page)).toMatch(
        /^# \d{4}: [\s\S]*^Date: [\s\S]*^## Context[\s\S]*^## Decision[\s\S]*^## Consequence/m,
      )
  })
})

type JsonSchema = z.core.JSONSchema._JSONSchema

/** The paths of all leaves of a schema; a free name is written `<name>`. */
function keysOf(schema: JsonSchema, path: readonly string[] = []): readonly string[] {
  if (typeof schema === 'boolean') return [path.join('.')]
  const { properties = {}, additionalProperties: more, oneOf = [] } = schema
  const inside = [
    ...Object.entries(properties).flatMap(([key, value]) => keysOf(value, [...path, key])),
    ...(typeof more === 'object' && Object.keys(more).length > 0
      ? keysOf(more, [...path, path.at(-1) === 'roles' ? '<role>' : '<name>'])
      : []),
    ...oneOf.flatMap((value) => keysOf(value, path)),
  ]
  return inside.length > 0 ? [...new Set(inside)] : [path.join('.')]
}

describe('the configuration page', () => {
  const page = read('docs/configuration.md')
  const rows = rowsUnder(page, 'key')

  test('[DOCS-9] lists exactly the keys of the schema', () => {
    const schema = z.toJSONSchema(Config, { io: 'input', unrepresentable: 'any' })
    expect(rows.flatMap(([key]) => codeIn(key)).toSorted()).toEqual(keysOf(schema).toSorted())
    expect(rows.length).toBeGreaterThan(30)
  })

  test('states the defaults that hold', () => {
    const at = (path: string): unknown =>
      path
        .split('.')
        .reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], Config.parse({}))
    const stated = rows.filter(([key = '']) =>
      /^`(?:caps|sandbox|workflows\.(?:reflex|design)(?!\.p(?:rompts|review)))\./.test(key),
    )
    for (const [key, , standard] of stated)
      expect(`${codeIn(key)[0]} ${codeIn(standard)[0]}`).toBe(
        `${codeIn(key)[0]} ${String(at(codeIn(key)[0] ?? ''))}`,
      )
    expect(stated.length).toBe(21)
  })

  test('has a full example that is valid, as are the configurations of the other pages', () => {
    const examples = documents.flatMap((path) =>
      blocksOf(read(path))
        .filter(({ language, text }) => language === 'yaml' && /^agents:/m.test(text))
        .map(({ text }) => ({ path, parsed: Config.safeParse(parse(text)).success })),
    )
    expect(examples.filter(({ parsed }) => !parsed)).toEqual([])
    expect(examples.map(({ path }) => path)).toContain('docs/configuration.md')
  })
})

/** The fields of a payload; a question mark for those that may be missing. */
const fieldsOf = (shape: Readonly<Record<string, z.ZodType>>): readonly string[] =>
  Object.entries(shape).map(
    ([field, type]) => `${field}${type.safeParse(undefined).success ? '?' : ''}`,
  )

describe('the page of the reflex workflow', () => {
  const page = read('docs/workflows/reflex.md')

  test('[DOCS-9] lists every event with the fields of its payload', () => {
    const told = (event: string, fields: readonly string[]) =>
      `${event}: ${fields.toSorted().join(' ')}`
    const listed = rowsUnder(page, 'event').map(([event, payload]) =>
      told(codeIn(event)[0] ?? '', codeIn(payload)),
    )
    const known = Object.entries(payloads).map(([event, { shape }]) => told(event, fieldsOf(shape)))
    expect(listed).toEqual(known)
  })

  test('lists every rule of the templates with its severity and check', () => {
    const listed = rowsUnder(page, 'rule').map(([id, severity, check]) =>
      [codeIn(id)[0], severity, codeIn(check)[0]].join(' '),
    )
    const rules = TaskType.options.flatMap((type) => templateFor(type)?.rules ?? [])
    expect(listed).toEqual(rules.map((rule) => [rule.id, rule.severity, builtinOf(rule)].join(' ')))
    expect(listed).toHaveLength(32)
  })

  test('states the thresholds of the templates', () => {
    for (const type of TaskType.options) {
      const criteria = templateFor(type)
      if (criteria === null) continue
      const { A, B } = criteria.phase
      expect(page).toMatch(
        new RegExp(`^### .* \\(${type}, A ${A.threshold}, B ${B.threshold}\\)$`, 'm'),
      )
    }
  })

  test('lists every stop code', () => {
    const listed = rowsUnder(page, '#').map(([, code]) => codeIn(code)[0])
    expect(listed).toEqual(StopCode.options)
  })

  test('[DOCS-9] lists exactly the fields of run.json', async () => {
    const found = new Set<string>()
    const task =
      '```sh\nloopwright new "README for this package" --alias readme --yes --quiet\n```\n'
    await follow(task, (shop) => {
      const path = join(shop, '.ai-factory/evolution/readme/run.json')
      const shown = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>
      for (const key of Object.keys(shown)) found.add(key)
    })
    expect(rowsUnder(page, 'field').flatMap(([field]) => codeIn(field))).toEqual([...found])
  })
})

describe('the page of the design workflow', () => {
  const page = read('docs/workflows/design.md')

  test('[DOCS-9] lists every event with the fields of its payload', () => {
    expect(
      rowsUnder(page, 'event').map(([event, payload]) => [codeIn(event)[0], codeIn(payload)]),
    ).toEqual(Object.entries(designPayloads).map(([event, { shape }]) => [event, fieldsOf(shape)]))
  })

  test('lists every field of state.json, and every state', () => {
    expect(
      rowsUnder(page, 'field')
        .flatMap(([field]) => codeIn(field))
        .toSorted(),
    ).toEqual(Object.keys(StateFile.shape).toSorted())
    expect(rowsUnder(page, 'state').map(([state]) => codeIn(state)[0])).toEqual(
      DesignStateName.options,
    )
  })
})

describe('the pages of agents and checks', () => {
  test('[DOCS-9] list every field of the agent protocol, in its order', () => {
    const [fields] = read('docs/agents.md').split('\n## scripted')
    const listed = rowsUnder(fields ?? '', 'field').map(([field]) => codeIn(field)[0])
    expect(listed).toEqual(Object.keys(AgentRequest.shape))
  })

  test('name every built-in check', async () => {
    const pages = `${read('docs/checks.md')}${read('docs/workflows/reflex.md')}`
    const ids = (await listBuiltIns()).map(({ id }) => id)
    expect(ids.filter((id) => !pages.includes(id))).toEqual([])
    expect(ids.length).toBeGreaterThanOrEqual(33)
  })

  test('state the limits of the sandbox that hold', () => {
    const page = read('docs/checks.md')
    const { wallMs, memoryMb, processes, outputBytes, fileMb, files } = defaultLimits
    expect(page).toContain(`| time | ${wallMs / 1000} s |`)
    expect(page).toContain(`| memory | ${memoryMb / 1024} GB |`)
    expect(page).toContain(
      `| processes | ${processes - 4 * availableParallelism()} and 4 for each core |`,
    )
    expect(page).toContain(`| output | ${outputBytes / 1024 ** 2} MB |`)
    expect(page).toContain(`| one file | ${fileMb} MB |`)
    expect(page).toContain(`| files in memory | ${files.toLocaleString('en')} |`)
  })
})

describe('the page of the library', () => {
  const built = pathToFileURL(join(root, 'dist/index.js')).href
  const sources = pathToFileURL(join(root, 'src/index.ts')).href
  const own = pathToFileURL(join(root, 'examples/own-workflow/workflow.ts')).href
  const programs = blocksOf(read('docs/library.md')).filter(({ language }) => language === 'js')

  test('has programs that run as they stand', async () => {
    expect(programs.length).toBe(4)
    const folder = freshFolder()
    writeFileSync(
      join(folder, 'README.md'),
      '# kite\n\n## Installation\n\n```sh\nnpm install kite\n```\n',
    )
    for (const [index, { text }] of programs.entries()) {
      const file = join(folder, `${index}.mjs`)
      // the workflow of the example imports the sources
      const library = text.includes('./workflow.ts') ? sources : built
      writeFileSync(
        file,
        text.replace(`'loopwright'`, `'${library}'`).replace(`'./workflow.ts'`, `'${own}'`),
      )
      const { status, output } = await run(process.execPath, [file], folder)
      expect(status, output).toBe(0)
      if (index === 0) expect(output).toContain('ended 0 threshold_reached')
      if (text.includes('.check('))
        expect(output).toMatch(/^README\.md (?:not_)?accepted|undecided\n {2}/)
    }
  })

  test('has an example of every public name, which compiles and runs', async () => {
    const page = read('docs/library.md')
    const examples = blocksOf(page).filter(({ language }) => language === 'ts')
    expect(examples.length).toBe(2)
    const folder = freshFolder()
    writeFileSync(join(folder, 'README.md'), '# kite\n')
    for (const [index, { text }] of examples.entries()) {
      writeFileSync(join(folder, `typed-${index}.ts`), text)
      const file = join(folder, `run-${index}.mts`)
      writeFileSync(file, text.replace(`'loopwright'`, `'${built}'`))
      const { status, output } = await run(process.execPath, [file], folder)
      expect(status, output).toBe(0)
      expect(output).toMatch(
        index === 0 ? /^2 "80a" is no port\n6\nA lease for one room\.\nended$/m : /^true \w+ \d+/,
      )
    }
    const compilerOptions = {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      target: 'esnext',
      module: 'nodenext',
      typeRoots: [join(root, 'node_modules/@types')],
      types: ['node'],
      paths: { loopwright: [join(root, 'dist/types/index.d.ts')] },
    }
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    const settings = { compilerOptions, include: ['typed-*.ts'] }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings))
    const compiler = join(root, 'node_modules/typescript/bin/tsc')
    const compiled = await run(process.execPath, [compiler, '-p', folder], folder)
    expect(compiled.status, compiled.output).toBe(0)

    const names = [...read('src/index.ts').matchAll(/export (?:type )?\{([^}]*)\}/g)]
      .flatMap(([, list = '']) => list.split(','))
      .map((name) => name.trim().replace(/^type /, ''))
      .filter((name) => name !== '')
    expect(names.length).toBeGreaterThan(35)
    const listed = codeIn(
      rowsUnder(page, 'name')
        .map(([cell]) => cell)
        .join(),
    )
    expect(names.filter((name) => !listed.includes(name))).toEqual([])
    const code = [
      ...examples.map(({ text }) => text),
      ...['workflow', 'machine'].map((name) => read(`examples/own-workflow/${name}.ts`)),
    ].join('\n')
    // once where it is imported, once where it is used; what `defineCommand` gives need not be named
    const uses = (name: string) => code.match(new RegExp(`\\b${name}\\b`, 'g'))?.length ?? 0
    expect(names.filter((name) => uses(name) < 2)).toEqual(['WorkflowCommand'])
  })

  test('tells every call of a run', () => {
    const messages = codeIn(
      rowsUnder(read('docs/library.md'), 'call')
        .map(([call]) => call)
        .join(),
    )
    for (const name of ['view', 'carry', 'answer', 'stop', 'follow', 'verify', 'report', 'clean'])
      expect(
        messages.some((call) => call.startsWith(`run.${name}`)),
        name,
      ).toBe(true)
  })
})

test('ARCHITECTURE.md shows the imports there are', async () => {
  const script = join(root, 'scripts/architecture.mjs')
  const { status, output } = await run(process.execPath, [script, '--check'], root)
  expect(status, output).toBe(0)
})

describe('every example', { concurrent: true }, () => {
  const examples = readdirSync(join(root, 'examples')).filter((name) =>
    existsSync(join(root, 'examples', name, 'run.mjs')),
  )

  const fileOf = (name: string) => join(root, 'examples', name, 'run.mjs')

  test.for(examples)('[DOCS-1] %s runs and keeps its promises', async (name) => {
    const { example } = (await import(pathToFileURL(fileOf(name)).href)) as {
      example: (start: typeof lw) => Promise<void>
    }
    await example(lw)
  })

  test('[DOCS-1] is a program that says what it does', async () => {
    const { status, output } = await run(process.execPath, [fileOf('env-file')], root)
    expect(status, output.slice(-2_000)).toBe(0)
    expect(output).toContain('$ loopwright check config .env')
  })

  test('is listed with the others', () => {
    expect(examples.length).toBeGreaterThanOrEqual(4)
    const page = read('examples/README.md')
    for (const name of examples) expect(page).toContain(`[${name}](${name}/README.md)`)
  })
})
