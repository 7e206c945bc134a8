import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { freshFolder } from '../support/folder.ts'
import { evolution, launcher, lw, startLw } from '../support/workspace.ts'

const json = (text: string) => JSON.parse(text) as Record<string, unknown>

const gates = (rules: string) => `name: own
version: 1
phase: { A: { threshold: 0.8, active_levels: [A] }, B: { threshold: 0.9, active_levels: [A, B] } }
rules:
${rules}`

const alpha = `  - { id: a.completeness.alpha, description: Says alpha, severity: fail, phase: A, check: 'contains "alpha"' }\n`
const kind = `  - { id: a.quality.tone, description: Is kind, severity: fail, phase: A, check: The tone is kind }\n`
const missingBuiltIn = `  - { id: a.quality.odd, description: Odd, severity: info, phase: A, check: 'builtin:document/nothing' }\n`

const api = `openapi: 3.1.0
info: { title: Bookshop, version: 1.0.0, description: Sells books. }
servers: [{ url: https://api.example.com }]
paths:
  /books:
    get:
      operationId: listBooks
      responses:
        '200':
          description: Books
          content:
            application/json:
              schema: { type: array, items: { $ref: '#/components/schemas/Book' } }
components:
  schemas:
    Book: { type: object, properties: { title: { type: string } } }
`

function folderWith(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = freshFolder()
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
  return folder
}

describe('check', () => {
  test('[VERDICT-6] exits 0 for a file that passes its gates and 1 for one that does not', async () => {
    const folder = folderWith({
      'good.md': 'alpha\n',
      'bad.md': 'beta\n',
      'gates.yaml': gates(alpha),
    })
    const good = await lw(folder, ['check', 'artifact', 'good.md', '--criteria', 'gates.yaml'])
    expect(good.stdout).toContain('accepted: all 2 obligations are met')
    expect(good.status).toBe(0)
    const both = await lw(folder, [
      'check',
      'artifact',
      'good.md',
      'bad.md',
      '--criteria',
      'gates.yaml',
    ])
    expect(both.stdout).toContain('1 of 2 files are accepted')
    expect(both.stdout).toMatch(/^bad\.md:1:1: error: .+ \[a\.completeness\.alpha\]$/m)
    expect(both.status).toBe(1)
  })

  test('writes several reports of one check, each as its name says, and what is printed stays', async () => {
    const folder = folderWith({ 'a.md': 'beta\n', 'gates.yaml': gates(alpha), 'old.md': 'mine\n' })
    const check = (...reports: readonly string[]) =>
      lw(folder, [
        'check',
        'artifact',
        'a.md',
        '--criteria',
        'gates.yaml',
        ...reports.flatMap((path) => ['--report', path]),
      ])
    const { status, stdout } = await check('r.json', 'r.sarif', 'r.xml', 'r.md')
    expect([status, stdout]).toEqual([1, expect.stringContaining('a.md: not accepted')])
    const read = (path: string) => readFileSync(join(folder, path), 'utf8')
    expect(json(read('r.json'))['exit']).toBe(1)
    expect(json(read('r.sarif'))['version']).toBe('2.1.0')
    expect(read('r.xml')).toContain('<testsuites')
    expect(read('r.md')).toContain('| ✗ unmet |')
    expect((await check('r.pdf')).stderr).toContain('the name of a report says its format')
    expect((await check('r.html')).stderr).toContain('the name of a report says its format')
    expect((await check('old.md')).status).toBe(2)
    expect(read('old.md')).toBe('mine\n')
  })

  test('[VERDICT-2] a rule nothing can decide is undecided and keeps a file from passing', async () => {
    const folder = folderWith({ 'good.md': 'alpha\n', 'gates.yaml': gates(alpha + kind) })
    const { status, stdout } = await lw(folder, [
      'check',
      'artifact',
      'good.md',
      '--criteria',
      'gates.yaml',
      '--json',
    ])
    expect(status).toBe(3)
    expect(json(stdout)).toMatchObject({
      passed: false,
      files: [{ rules: [{ verdict: 'pass' }, { verdict: 'undecided' }] }],
    })
  })

  test('[VERDICT-2] code in a language nobody here reads is not waved through', async () => {
    const folder = folderWith({ 'main.go': 'package main\n\nfunc main() {}\n' })
    const { status, stdout } = await lw(folder, ['check', 'code', 'main.go'])
    expect(stdout).toContain('undecided')
    expect(status).toBe(3)
  })

  test('[CLI-CHECK-4] a check that breaks is never a pass: exit 5, whatever else passes', async () => {
    const folder = folderWith({ 'good.md': 'alpha\n', 'gates.yaml': gates(alpha + missingBuiltIn) })
    const { status, stdout } = await lw(folder, [
      'check',
      'artifact',
      'good.md',
      '--criteria',
      'gates.yaml',
    ])
    expect(stdout).toContain('the check broke')
    expect(status).toBe(5)
  })

  test('[CLI-CHECK-5] --fix shows the difference, writes the file, and keeps mark, line ends, mode and link', async () => {
    const mistagged = api
      .replace('paths:', 'tags: [{ name: books, description: Books for sale. }]\npaths:')
      .replace('operationId:', 'summary: List the books\n      tags: [people]\n      operationId:')
    const folder = folderWith({ 'real/api.yaml': `\ufeff${mistagged.replaceAll('\n', '\r\n')}` })
    chmodSync(join(folder, 'real/api.yaml'), 0o640)
    symlinkSync(join(folder, 'real/api.yaml'), join(folder, 'api.yaml'))
    const before = await lw(folder, ['check', 'openapi', 'api.yaml', '--json'])
    const { stdout } = await lw(folder, ['check', 'openapi', 'api.yaml', '--fix'])
    const text = readFileSync(join(folder, 'real/api.yaml'), 'utf8')
    expect(stdout).toMatch(/^\+ +/m)
    expect(stdout).toContain('repaired by machine')
    expect(text.startsWith('\ufeffopenapi')).toBe(true)
    expect(text).not.toMatch(/[^\r]\n/)
    expect(statSync(join(folder, 'real/api.yaml')).mode & 0o777).toBe(0o640)
    expect(readdirSync(folder).sort()).toEqual(['api.yaml', 'real'])
    const after = await lw(folder, ['check', 'openapi', 'api.yaml', '--json'])
    const scoreOf = (said: string) => (json(said) as { files: [{ score: number }] }).files[0].score
    expect(scoreOf(after.stdout)).toBeGreaterThan(scoreOf(before.stdout))
    const again = await lw(folder, ['check', 'openapi', 'api.yaml', '--fix'])
    expect(again.stdout).not.toContain('@@')
  })

  test.each([
    ['nothing.md', 'no such file'],
    ['folder', 'this is a folder'],
    ['binary.bin', 'not UTF-8'],
    ['latin1.md', 'not UTF-8'],
    ['what.xyz', '--type'],
  ])('%s is refused with exit 2 and a reason', async (name, reason) => {
    const folder = folderWith({
      'folder/x.md': 'x',
      'binary.bin': new Uint8Array([0, 1, 2, 255]),
      'latin1.md': new Uint8Array([0x63, 0x61, 0x66, 0xe9]),
      'what.xyz': 'some words\n',
    })
    const { status, stderr, stdout } = await lw(folder, ['check', 'artifact', name])
    expect(stderr).toContain(reason)
    expect(stdout).toBe('')
    expect(status).toBe(2)
    expect(json((await lw(folder, ['check', 'artifact', name, '--json'])).stdout)).toMatchObject({
      error: { exit: 2 },
    })
  })

  test('an API description of 13 MB is read like any other', async () => {
    const folder = freshFolder()
    const text = 'Lists what the warehouse holds. '.repeat(1400)
    const paths = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [
        `/shelves-${index}`,
        { get: { description: text, responses: { 200: { description: 'Shelves' } } } },
      ]),
    )
    const info = { title: 'Warehouse', version: '1.0.0' }
    writeFileSync(join(folder, 'api.json'), JSON.stringify({ openapi: '3.1.0', info, paths }))
    expect(statSync(join(folder, 'api.json')).size).toBeGreaterThan(13_000_000)
    const { status, stdout } = await lw(folder, ['check', 'openapi', 'api.json'])
    expect(status).toBe(0)
    expect(stdout).not.toContain('too long')
  })

  test.each(['openapi', 'docs', 'config', 'code'])(
    'an empty file passes no gate: %s',
    async (kindOfFile) => {
      const folder = folderWith({ 'empty.txt': '', 'blank.txt': ' \r\n\t\n' })
      for (const name of ['empty.txt', 'blank.txt'])
        expect((await lw(folder, ['check', kindOfFile, name])).status).toBe(1)
    },
  )

  test('what is no page, and a mistyped kind, level, type or format is told, guessed or listed', async () => {
    const folder = folderWith({ 'a.md': 'x' })
    const said = async (...args: string[]) => {
      const { status, stderr, stdout } = await lw(folder, ['check', ...args])
      expect(status).toBe(2)
      return stderr + stdout
    }
    expect(await said('page', 'a.md')).toContain('this is no HTML page')
    expect(await said('opnapi', 'a.md')).toContain('did you mean: loopwright check openapi')
    expect(await said('docs', 'a.md', '--level', 'C')).toContain('--level must be A or B')
    expect(await said('artifact', 'a.md', '--type', 'poem')).toContain('--type must be one of')
    expect(await said('docs', 'a.md', '--format', 'saarif')).toContain('--format sarif')
    expect(await said('docs', 'a.md', '--format', 'sarif', '--json')).toContain('different things')
    expect(await said('docs')).toContain('needs <kind> <file...>')
    expect(await said('docs', '-', '--fix')).toContain('no file to write')
  })

  test('the kind of an artifact is told by its content, its name, or the task', async () => {
    const folder = folderWith({
      'api.txt': api,
      'notes.md': `# Notes\n\n${'Words for people. '.repeat(50)}\n\n\`\`\`yaml\n${api}\`\`\`\n`,
      'spec.md': `# Spec\n\n\`\`\`yaml\n${api}\`\`\`\n`,
      'add.ts': 'export const add = (a: number, b: number): number => a + b\n',
      'app.toml': 'port = 3000\n',
      'thing.out': '# Thing\n\nWords for people.\n',
    })
    const typeOf = async (name: string, ...more: string[]) =>
      (
        json((await lw(folder, ['check', 'artifact', name, '--json', ...more])).stdout) as {
          files: [{ type: string }]
        }
      ).files[0].type
    expect(await typeOf('api.txt')).toBe('api-spec')
    expect(await typeOf('notes.md')).toBe('docs')
    expect(await typeOf('spec.md')).toBe('api-spec')
    expect(await typeOf('add.ts')).toBe('code')
    expect(await typeOf('app.toml')).toBe('config')
    expect(await typeOf('thing.out', '--task', 'a README for the thing')).toBe('docs')
  })

  test('--task gives the endpoints to look for', async () => {
    const folder = folderWith({ 'api.yaml': api })
    const without = await lw(folder, ['check', 'openapi', 'api.yaml'])
    const asked = await lw(folder, [
      'check',
      'openapi',
      'api.yaml',
      '--task',
      'DELETE /orders/{id}',
    ])
    expect(without.stdout).not.toContain('DELETE /orders')
    expect(asked.stdout).toMatch(/error: .*DELETE \/orders.* \[a\.correctness\.endpoints\]/)
  })

  test('a text that begins with a dash is a text, and an empty one is no text', async () => {
    const folder = freshFolder()
    writeFileSync(join(folder, 'a.md'), '# A\n')
    const docs = (...words: string[]) => lw(folder, ['check', 'docs', 'a.md', ...words])
    for (const task of [
      ['--task', '- says `A`'],
      ['--task=- says `A`'],
      ['--task', '--all of `A`'],
    ])
      expect((await docs(...task, '--json')).stdout, String(task)).toContain('"task.1')
    for (const task of [['--task', '-x'], ['--task']])
      expect((await docs(...task)).stderr, String(task)).toContain('--task needs a value')
    for (const empty of [['--task', ''], ['--task= '], ['--output', '']])
      expect(await docs(...empty)).toMatchObject({
        status: 2,
        stderr: expect.stringMatching(/is empty/),
      })
    expect((await lw(folder, ['new', '- a text', '--nope'])).stderr).toContain(
      'new has no option --nope',
    )
    expect((await lw(folder, ['new', '- a text', '--type', 'none'])).stderr).toContain('--type')
  })

  test('a decision about what is not asked for is refused', async () => {
    const folder = freshFolder()
    writeFileSync(join(folder, 'a.md'), '# A\n')
    writeFileSync(join(folder, 'index.html'), '<!doctype html><title>A</title>')
    const task = ['--task', 'It is lovely.']
    for (const subject of [
      ['docs', 'a.md'],
      ['code', '.'],
      ['page', 'index.html'],
    ])
      for (const word of ['--met', '--unmet']) {
        const said = await lw(folder, [
          'check',
          ...subject,
          ...task,
          word,
          'task.12',
          '--by',
          'ada',
        ])
        expect([said.status, said.stderr], subject.join(' ')).toEqual([
          2,
          expect.stringContaining('nothing here has the id task.12'),
        ])
      }
    const met = await lw(folder, [
      'check',
      'docs',
      'a.md',
      ...task,
      '--met',
      'task.1',
      '--by',
      'ada',
    ])
    expect(met.status).toBe(0)
  })

  test('"-" reads standard input', () => {
    const folder = folderWith({ 'gates.yaml': gates(alpha) })
    const { status, stdout } = spawnSync(
      process.execPath,
      [launcher, 'check', 'artifact', '-', '--criteria', 'gates.yaml'],
      { cwd: folder, input: 'alpha\n', encoding: 'utf8' },
    )
    expect(stdout).toContain('accepted')
    expect(status).toBe(0)
  })

  test('[CLI-CHECK-11] a look leaves nothing behind', async () => {
    const folder = folderWith({
      'readme.md': '# Thing\n\nWords for people.\n',
      'add.py': 'def add(a, b):\n    return a + b\n',
    })
    expect((await lw(folder, ['check', 'docs', '.'])).stdout).toContain('readme.md: ')
    await lw(folder, ['check', 'code', 'add.py'])
    expect(readdirSync(folder).sort()).toEqual(['add.py', 'readme.md'])
  })

  test('a document in a folder may speak of its neighbours and of the folder above', async () => {
    const folder = folderWith({
      'README.md': '# Root\n',
      'packages/one/README.md':
        '# One\n\nSee [two](../two/README.md), [root](../../README.md) and [the guide](docs/guide.md); [gone](lost.md).\n',
      'packages/one/docs/guide.md': '# Guide\n',
      'packages/two/README.md': '# Two\n',
    })
    const { stdout } = await lw(folder, ['check', 'docs', 'packages/one'])
    const refs = stdout.split('\n').filter((line) => line.endsWith('[a.correctness.accuracy]'))
    expect(refs).toHaveLength(1)
    expect(refs[0]).toContain('lost.md')
    expect(refs[0]).toMatch(/^packages\/one\/README\.md:3:/)
  })

  test('code and settings are read in the language their name says, at their own lines', async () => {
    const folder = folderWith({
      'bad.ts': '// a comment\nexport const one: number = "two"\n',
      'conf.json': '{\n  "a": 1,\n}\n',
    })
    expect((await lw(folder, ['check', 'code', 'bad.ts'])).stdout).toMatch(
      /^bad\.ts:2:\d+: error: /m,
    )
    expect((await lw(folder, ['check', 'config', 'conf.json'])).stdout).toMatch(
      /^conf\.json:[23]:\d+: error: /m,
    )
  })

  test('every format goes to standard output or, whole, to --output', async () => {
    const folder = folderWith({ 'api.yaml': api })
    for (const format of ['json', 'sarif', 'junit', 'markdown', 'pretty']) {
      const asked = ['check', 'openapi', 'api.yaml', '--task', 'DELETE /orders/{id}']
      const { stdout, status } = await lw(folder, [...asked, '--format', format])
      expect(status).toBe(1)
      expect(stdout.length).toBeGreaterThan(200)
      const file = await lw(
        folder,
        ['check', 'openapi', 'api.yaml', '--format', format, '--output', `out/${format}`],
        { FORCE_COLOR: '1', NO_COLOR: '' },
      )
      expect(file.stdout).toBe('')
      expect(readFileSync(join(folder, 'out', format), 'utf8')).not.toContain('\u001b')
    }
    expect(json(readFileSync(join(folder, 'out', 'sarif'), 'utf8'))).toMatchObject({
      version: '2.1.0',
    })
  })
})

describe('report', () => {
  test('a place that cannot be written is a clear error, exit 2', async () => {
    const folder = folderWith({ 'api.yaml': api, 'out/x': '' })
    const { status, stderr } = await lw(folder, ['check', 'openapi', 'api.yaml', '-o', 'out'])
    expect(stderr).toContain('cannot be written')
    expect(stderr).not.toContain('internal')
    expect(status).toBe(2)
  })

  test('[REPORT-8] the result of a real loop in every format', async () => {
    const folder = folderWith({})
    const made = await lw(folder, [
      'new',
      'OpenAPI 3.1 spec for a bookshop: books with CRUD',
      '--yes',
      '--quiet',
      '--alias',
      'books',
    ])
    expect(made.status).toBe(0)
    const pretty = (await lw(folder, ['report', 'books'])).stdout
    for (const part of [
      'books: accepted',
      'Score over evaluations',
      'threshold_reached',
      'built-in check openapi/endpoints',
      'ada: confirm criteria-1',
      'best, last',
    ])
      expect(pretty).toContain(part)
    expect(json((await lw(folder, ['report', 'books', '--json'])).stdout)).toMatchObject({
      loopwright: 1,
      alias: 'books',
      status: 'completed',
      final_score: 1,
    })
    expect(json((await lw(folder, ['report', 'books', '--format', 'sarif'])).stdout)).toMatchObject(
      {
        version: '2.1.0',
      },
    )
    expect((await lw(folder, ['report', 'books', '--format', 'junit'])).stdout).toContain(
      '<testsuite name="books iteration 1 phase A"',
    )
    expect((await lw(folder, ['report', 'books', '--format', 'markdown'])).stdout).toContain(
      '"status": "pass"',
    )
    const page = await lw(folder, [
      'report',
      'books',
      '--format',
      'html',
      '--artifact',
      '-o',
      'r.html',
    ])
    expect(page.stderr).toContain('written to')
    expect(readFileSync(join(folder, 'r.html'), 'utf8')).toContain('openapi: ')
    expect((await lw(folder, ['report', 'nobody'])).status).toBe(2)
  })

  test('a damaged history is not reported as if it were whole', async () => {
    const folder = folderWith({})
    await lw(folder, [
      'new',
      'OpenAPI 3.1 spec for a bookshop: books with CRUD',
      '--yes',
      '--quiet',
      '--alias',
      'books',
    ])
    const history = evolution(folder, 'books', 'history.jsonl')
    writeFileSync(history, readFileSync(history, 'utf8').replace('"passed":true', '"passed":false'))
    const { status, stderr } = await lw(folder, ['report', 'books'])
    expect(stderr).toContain('damaged')
    expect(status).toBe(5)
    const doctor = await lw(folder, ['doctor'])
    expect(doctor.stdout).toMatch(/✗ books +the history of books was damaged/)
    expect(doctor.status).toBe(1)
  })
})

describe('init and doctor', () => {
  test('init says what was written and what was found, and a second one changes nothing', async () => {
    const folder = folderWith({ '.git/HEAD': '' })
    const first = await lw(folder, ['init', '--json'])
    expect(json(first.stdout)).toMatchObject({
      config: join(folder, 'loopwright.yaml'),
      replaced: false,
      gitignore: 'added',
    })
    const text = readFileSync(join(folder, 'loopwright.yaml'), 'utf8')
    expect((await lw(folder, ['init'])).status).toBe(2)
    expect(readFileSync(join(folder, 'loopwright.yaml'), 'utf8')).toBe(text)
    expect((await lw(folder, ['doctor'])).stdout).toContain('loopwright.yaml is valid')
  })

  test('[DOCTOR-1] everything needed is here: exit 0, and the sandbox was tried', async () => {
    const folder = folderWith({})
    const { status, stdout } = await lw(folder, ['doctor'])
    expect(stdout).toMatch(/sandbox +bubblewrap works; a job starts in \d+ ms/)
    expect(stdout).toContain('Ready.')
    expect(status).toBe(0)
  })

  test('an agent that a role uses and that cannot answer is an ✗ with a remedy; others are notes', async () => {
    const folder = folderWith({
      'loopwright.yaml': `agents:
  gone: { kind: command, command: ["./gone.sh"] }
  mind: { kind: model, provider: anthropic, model: x, api_key_env: MIND_KEY }
  lines: { kind: scripted, script: lines.json }
roles: { producer: gone, judge: mind }
`,
      'lines.json': '{"answers": []}',
    })
    const { status, stdout } = await lw(folder, ['doctor'])
    expect(stdout).toMatch(/✗ gone .*is not there\D*→ install/s)
    expect(stdout).toMatch(/✗ mind .*MIND_KEY is not set/)
    expect(stdout).toMatch(/! lines .*must hold an answer.*no role uses it/)
    expect(status).toBe(1)
    const set = await lw(folder, ['doctor', '--json'], { MIND_KEY: 'sk-top-secret-value' })
    expect(set.stdout).toContain('MIND_KEY is set, not asked')
    expect(set.stdout).not.toContain('top-secret')
  })

  test('a configuration that is not valid is told with its line, and the rest is still looked at', async () => {
    const folder = folderWith({ 'loopwright.yaml': 'caps: { iterations: 0 }\n' })
    const { status, stdout } = await lw(folder, ['doctor', '--json'])
    const checks = (json(stdout) as { checks: { name: string; state: string; detail: string }[] })
      .checks
    expect(checks.find(({ name }) => name === 'configuration')).toMatchObject({
      state: 'missing',
      detail: expect.stringContaining('line 1'),
    })
    expect(checks.find(({ name }) => name === 'Node')).toMatchObject({ state: 'ok' })
    expect(status).toBe(1)
  })

  test('[DOCTOR-1] without bubblewrap the sandbox is missing and the remedy says what to install', async () => {
    const folder = folderWith({})
    const { status, stdout } = startLw(folder, ['doctor'], { PATH: folder })
    expect(stdout).toMatch(/✗ sandbox +bubblewrap \(bwrap\) is not installed/)
    expect(stdout).toContain('→ apt-get install bubblewrap')
    expect(status).toBe(1)
  })

  test('a group of commands takes its options before the word, too', async () => {
    const folder = freshFolder()
    const elsewhere = freshFolder()
    expect(await lw(elsewhere, ['learn', '--cwd', folder, 'list'])).toMatchObject({ status: 0 })
    expect((await lw(elsewhere, ['learn', '--cwd', folder])).stdout).toContain('learn <command>')
    expect((await lw(elsewhere, ['learn', '--cwd', folder, 'lst'])).stderr).toContain('learn list')
    expect(await lw(elsewhere, ['learn', '--nope'])).toMatchObject({ status: 2 })
  })

  test('every one of the four has help with examples', async () => {
    const folder = folderWith({})
    for (const verb of ['check', 'report', 'init', 'doctor']) {
      const { status, stdout } = await lw(folder, [verb, '--help'])
      expect(stdout).toContain(`loopwright ${verb}`)
      expect(stdout).toContain('Examples')
      expect(status).toBe(0)
    }
  })
})
