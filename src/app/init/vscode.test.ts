import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { array, assert, constantFrom, property } from 'fast-check'
import { parse } from 'jsonc-parser'
import { describe, expect, test } from 'vitest'
import { findingLines, type JudgedFile, type JudgedRule } from '../../views/findings.ts'
import { initForVscode } from './init.ts'
import { initVscode } from './vscode.ts'
import { vscodeTasks } from './vscode-tasks.ts'

const folderWith = (files: Readonly<Record<string, string>> = {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'lw vscode-'))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}
const read = (folder: string, name: string) => readFileSync(join(folder, '.vscode', name), 'utf8')
const tasksOf = (folder: string): { label: string; command?: string }[] =>
  parse(read(folder, 'tasks.json')).tasks
const ours = vscodeTasks(['loopwright']).map(({ label }) => label)

const lw = (cwd: string, args: readonly string[]) => {
  const command = resolve(import.meta.dirname, '../../../bin/loopwright.mjs')
  // the sources, as `npm run lw` runs them
  const env = { PATH: process.env['PATH'] ?? '', NO_COLOR: '1', npm_lifecycle_event: 'lw' }
  return spawnSync(process.execPath, [command, ...args], { cwd, encoding: 'utf8', env }).stdout
}

const [atLine, wholeFile] = (vscodeTasks(['loopwright'])[0]?.problemMatcher ?? []).map(
  ({ pattern }) => pattern,
)

/** What VS Code would read off a line; the numbers of the pattern name the groups. */
function seen(pattern: typeof atLine, line: string) {
  const groups = new RegExp(pattern?.regexp ?? '').exec(line)
  if (groups === null || pattern === undefined) return null
  const names = Object.entries(pattern).filter(([, group]) => typeof group === 'number')
  return Object.fromEntries(names.map(([name, group]) => [name, groups[Number(group)]]))
}

const rule = (given: Partial<JudgedRule>): JudgedRule => ({
  id: 'design/vague',
  description: 'Says what it means',
  severity: 'fail',
  weight: 1,
  verdict: 'fail',
  details: '',
  decidedBy: 'check',
  counts: true,
  findings: [],
  ...given,
})
const judged = (path: string, rules: readonly JudgedRule[]): JudgedFile => ({
  path,
  sha256: '',
  text: '{\n  a.c:1:2: error: planted [trap]\n}\n',
  type: 'design',
  criteria: 'design_v1',
  level: 'B',
  score: 0,
  threshold: 0.8,
  passed: false,
  rules,
  seconds: 0,
  fixed: [],
})
const shown = (file: JudgedFile) =>
  findingLines(file, { paint: (_, text) => text, mostPerRule: 10 })

describe('the problem matcher', () => {
  const paths = [
    'features/courses/design/intent.json',
    'features/my courses/design/intent (2).json',
    'C:/Users/A B/features/x/design/intent.json',
    String.raw`C:\Users\A B\intent.json`,
    String.raw`\\server\share\intent.json`,
    'odd:name/3:4/intent.json',
    'Grüße 🎓.json',
  ]
  const messages = [
    '"some" is vague; say which',
    'step [2]: no such component [x] at /userFlows/0',
    'error: 1:2: nested',
    'line one\nline two',
    ']',
  ]

  test.each(paths)('reads path, line, column, severity, message and rule of: %s', (path) => {
    for (const message of messages)
      for (const [severity, word] of [
        ['fail', 'error'],
        ['warn', 'warning'],
        ['info', 'note'],
      ] as const) {
        const place = { line: 2, column: 12, pointer: '/title' }
        const lines = shown(judged(path, [rule({ severity, findings: [{ message, place }] })]))
        const found = lines.map((line) => seen(atLine, line)).filter((each) => each !== null)
        expect(found).toEqual([
          {
            file: path,
            line: '2',
            column: '12',
            severity: word,
            message: message.replace('\n', ' '),
            code: 'design/vague',
          },
        ])
        expect(lines.length).toBeGreaterThan(1)
        expect(lines.filter((line) => seen(wholeFile, line) !== null)).toEqual([])
      }
  })

  test('reads what concerns the whole file: a broken check, one that cannot decide', () => {
    const rules = [
      rule({ verdict: 'error', details: 'no parser: 3:4' }),
      rule({ id: 'own rule', verdict: 'undecided', details: 'needs a judge' }),
    ]
    const lines = shown(judged('C:/a b/intent.json', rules))
    expect(lines.map((line) => seen(atLine, line))).toEqual([null, null])
    expect(lines.map((line) => seen(wholeFile, line))).toEqual([
      {
        file: 'C:/a b/intent.json',
        severity: 'error',
        message: 'the check broke: no parser: 3:4',
        code: 'design/vague',
      },
      {
        file: 'C:/a b/intent.json',
        severity: 'note',
        message: 'undecided: needs a judge',
        code: 'own rule',
      },
    ])
  })

  test('never reads one line twice', () => {
    const parts = constantFrom('a.json', ':', '1', ': ', 'error', 'note', ' [r]', ' ', 'x')
    let once = 0
    assert(
      property(array(parts, { maxLength: 14 }), (some) => {
        const line = some.join('')
        const matches = [atLine, wholeFile].filter((pattern) => seen(pattern, line) !== null)
        once += matches.length
        expect(matches.length).toBeLessThan(2)
      }),
      { seed: 7, numRuns: 20_000 },
    )
    expect(once).toBeGreaterThan(5)
  })

  test('reads what the command line really prints', () => {
    const folder = folderWith({ 'my docs/README.md': '# Title\n\nTODO\n\n[dead](nowhere.md)\n' })
    const stdout = lw(folder, ['check', 'docs', join('my docs', 'README.md'), '--all'])
    const found = stdout
      .split('\n')
      .map((line) => seen(atLine, line))
      .filter((each) => each !== null)
    expect(found.length).toBeGreaterThan(1)
    for (const each of found)
      expect(each).toMatchObject({
        file: 'my docs/README.md',
        line: expect.stringMatching(/^\d+$/),
        severity: expect.stringMatching(/^(error|warning|note)$/),
        code: expect.stringMatching(/^[ab]\./),
      })
  })
})

describe('init --vscode', () => {
  test('writes tasks that run once, for all designs and for the open file', async () => {
    const folder = folderWith()
    expect(await initVscode({ cwd: folder, env: { PATH: '' } }, false)).toMatchObject({
      ok: true,
      value: {
        tasks: { added: ours, replaced: [], kept: [] },
        settings: { added: ['**/design/intent.json'] },
      },
    })
    const tasks = parse(read(folder, 'tasks.json'))
    expect(tasks.version).toBe('2.0.0')
    expect(tasks.tasks[0]).toMatchObject({
      command: 'node',
      args: [
        expect.stringMatching(/bin\/loopwright\.mjs$/),
        'check',
        'design',
        'features/*/design/intent.json',
        '--all',
      ],
      options: { cwd: '${workspaceFolder}' },
    })
    expect(JSON.stringify(tasks)).not.toContain('isBackground')
    expect(JSON.stringify(tasks.tasks[1].args)).toContain('${file}')
  })

  test.each([
    [
      'tabs and a trailing comma',
      '{\n\t// mine\n\t"version": "2.0.0",\n\t"tasks": [\n\t\t{ "label": "build" /* slow */ },\n\t],\n}\n',
    ],
    [
      'Windows line ends',
      '{\r\n    // mine\r\n    "tasks": [\r\n        { "label": "build" /* slow */ }\r\n    ]\r\n}\r\n',
    ],
    ['a byte order mark', '\uFEFF{ "tasks": [{ "label": "build" }] } // mine /* slow */'],
    ['no tasks at all', '// mine\n{ "inputs": [{"label": "build"}] /* slow */ }\n'],
  ])('adds to a file with %s and loses no comment, no task and no layout', async (_, before) => {
    const folder = folderWith({ '.vscode/tasks.json': before })
    expect(await initVscode({ cwd: folder, env: { PATH: '' } }, false)).toMatchObject({ ok: true })
    const after = read(folder, 'tasks.json')
    expect(after).toContain('// mine')
    expect(after).toContain('/* slow */')
    const kept = before.replace(/[\s,]/g, '')
    let at = 0
    for (const letter of after) if (letter === kept[at]) at += 1
    expect(at).toBe(kept.length)
    expect(
      tasksOf(folder)
        .map(({ label }) => label)
        .filter((label) => label !== 'build'),
    ).toEqual(ours)
    expect(after.includes('\r\n')).toBe(before.includes('\r\n'))
    if (before.includes('\r\n')) expect(after.replaceAll('\r\n', '')).not.toContain('\n')
    if (before.includes('\t')) expect(after).toContain('\n\t\t{')
    expect(after.startsWith('\uFEFF')).toBe(before.startsWith('\uFEFF'))
  })

  test('leaves a task with the same label alone, and renews it with --force', async () => {
    const mine = `{ "tasks": [ { "label": "other" }, { "label": "${ours[1]}", "command": "mine" } ] }`
    const folder = folderWith({ '.vscode/tasks.json': mine })
    expect(await initVscode({ cwd: folder, env: { PATH: '' } }, false)).toMatchObject({
      value: { tasks: { kept: [ours[1]] } },
    })
    expect(tasksOf(folder).find(({ label }) => label === ours[1])?.command).toBe('mine')
    const before = read(folder, 'tasks.json')
    await initVscode({ cwd: folder, env: { PATH: '' } }, false)
    expect(read(folder, 'tasks.json')).toBe(before)
    expect(await initVscode({ cwd: folder, env: { PATH: '' } }, true)).toMatchObject({
      value: { tasks: { added: [], replaced: ours } },
    })
    const after = tasksOf(folder)
    expect(after.find(({ label }) => label === ours[1])?.command).toBe('node')
    expect(after.map(({ label }) => label).sort()).toEqual(['other', ...ours].sort())
  })

  test.each([
    ['tasks.json', '{\n  "tasks": [\n    { "label": }\n  ]\n}\n', 'line 3'],
    ['tasks.json', '[]', 'must hold an object'],
    ['tasks.json', '{\n "tasks": {} }', '"tasks" must be a list, line 2'],
    ['settings.json', '{ "json.schemas": 7 }', '"json.schemas" must be a list'],
    ['settings.json', '{ "a": 1 ', 'not valid JSON with comments'],
  ])('refuses %s that holds %j, and writes nothing', async (name, text, why) => {
    const folder = folderWith({ [`.vscode/${name}`]: text })
    expect(await initVscode({ cwd: folder, env: { PATH: '' } }, true)).toMatchObject({
      ok: false,
      error: { exit: 2, what: expect.stringContaining(why), where: join(folder, '.vscode', name) },
    })
    expect(read(folder, name)).toBe(text)
    const other = name === 'tasks.json' ? 'settings.json' : 'tasks.json'
    expect(existsSync(join(folder, '.vscode', other))).toBe(false)
  })

  test('refuses what is no file, and what is no text', async () => {
    const linked = folderWith({ '.vscode/keep': '', 'elsewhere.json': '{}' })
    symlinkSync(join(linked, 'elsewhere.json'), join(linked, '.vscode/tasks.json'))
    expect(await initVscode({ cwd: linked, env: { PATH: '' } }, true)).toMatchObject({
      ok: false,
      error: { exit: 2 },
    })
    const binary = folderWith({ '.vscode/keep': '' })
    writeFileSync(join(binary, '.vscode/tasks.json'), Buffer.from([0xff, 0xfe, 0x7b]))
    expect(await initVscode({ cwd: binary, env: { PATH: '' } }, true)).toMatchObject({
      ok: false,
      error: { exit: 2 },
    })
    const blocked = folderWith({ '.vscode': 'a file' })
    expect(await initVscode({ cwd: blocked, env: { PATH: '' } }, true)).toMatchObject({
      ok: false,
      error: { exit: 2 },
    })
  })

  test('maps intents to the schema of the installed package, or to a copy', async () => {
    const copied = folderWith()
    expect(await initVscode({ cwd: copied, env: { PATH: '' } }, false)).toMatchObject({
      value: { schema: './.vscode/loopwright-design-intent.schema.json' },
    })
    const schema = JSON.parse(read(copied, 'loopwright-design-intent.schema.json'))
    expect(schema).toMatchObject({ $schema: expect.stringContaining('json-schema.org') })

    // the package came later: the entry follows, and no second one is made
    const installed = join(copied, 'node_modules/loopwright')
    mkdirSync(join(installed, 'schemas'), { recursive: true })
    writeFileSync(join(installed, 'package.json'), '{}')
    const bin = join(copied, 'node_modules/.bin')
    mkdirSync(bin)
    writeFileSync(join(bin, 'loopwright'), '', { mode: 0o755 })
    writeFileSync(join(installed, 'schemas/design-intent.schema.json'), '{}')
    expect(await initVscode({ cwd: copied, env: { PATH: '' } }, false)).toMatchObject({
      value: { settings: { replaced: [expect.anything()] } },
    })
    expect(parse(read(copied, 'settings.json'))['json.schemas']).toEqual([
      {
        fileMatch: ['**/design/intent.json'],
        url: './node_modules/loopwright/schemas/design-intent.schema.json',
      },
    ])
    await initVscode({ cwd: copied, env: { PATH: '' } }, true)
    expect(tasksOf(copied)[0]).toMatchObject({
      command: './node_modules/.bin/loopwright',
      args: ['check', 'design', 'features/*/design/intent.json', '--all'],
    })
  })

  test("leaves the user's own schema for intents, and other settings, as they are", async () => {
    const settings =
      '{\n  // mine\n  "editor.tabSize": 3,\n  "json.schemas": [{ "fileMatch": ["**/design/intent.json"], "url": "./own.json" }]\n}\n'
    const folder = folderWith({ '.vscode/settings.json': settings })
    expect(await initVscode({ cwd: folder, env: { PATH: '' } }, false)).toMatchObject({
      value: { settings: { kept: [expect.anything()] } },
    })
    expect(read(folder, 'settings.json')).toBe(settings)
  })

  test('makes a workspace where there is none, and never touches a loopwright.yaml', async () => {
    const fresh = folderWith()
    expect(await initForVscode({ cwd: fresh, env: {} }, false)).toMatchObject({
      value: { workspace: { replaced: false } },
    })
    const there = folderWith({ 'loopwright.yaml': '# mine\n', 'inner/file': '' })
    for (const force of [false, true])
      expect(await initForVscode({ cwd: there, env: {} }, force)).toMatchObject({
        value: { workspace: null },
      })
    expect(readFileSync(join(there, 'loopwright.yaml'), 'utf8')).toBe('# mine\n')
    expect(await initForVscode({ cwd: join(there, 'inner'), env: {} }, true)).toMatchObject({
      ok: false,
      error: { where: there },
    })
    expect(existsSync(join(there, 'inner/.vscode'))).toBe(false)
  })

  test('tells what it wrote, for people and as JSON', () => {
    const folder = folderWith()
    expect(JSON.parse(lw(folder, ['init', '--vscode', '--json']))).toMatchObject({
      loopwright: 1,
      replaced: false,
      vscode: { tasks: { added: ours }, schema: expect.stringContaining('schema.json') },
    })
    expect(lw(folder, ['init', '--vscode'])).toMatch(/tasks\.json: tasks 6 kept/)
    expect(lw(folder, ['init', '--vscode', '--force'])).toMatch(/tasks\.json: tasks 6 renewed/)
  })

  test('writes the tasks its page names', () => {
    const page = readFileSync(resolve(import.meta.dirname, '../../../docs/vscode.md'), 'utf8')
    const named = [...page.matchAll(/^\| `(loopwright: [^`]+)` \|/gm)].map(([, label]) => label)
    expect(named).toEqual(ours)
  })
})
