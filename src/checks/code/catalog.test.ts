import { describe, expect, test } from 'vitest'
import { cpuMs } from '../../../test/support/cpu-time.ts'
import { openSandbox } from '../../adapters/sandbox-bwrap/open-sandbox.ts'
import type { CheckOutcome } from '../../model/check.ts'
import type { Project } from '../../ports/project.ts'
import { findBuiltIn } from '../builtin.ts'
import { checks } from './catalog.ts'

const sandbox = await openSandbox({ kind: 'auto' })
const signal = new AbortController().signal
const projectOf = (files: Record<string, string>): Project => ({
  list: async () => Object.keys(files).sort(),
  read: async (path) => files[path] ?? null,
})

const fenced = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\`\n`
const ts = (code: string, name?: string) =>
  fenced(name === undefined ? 'ts' : `ts title="${name}"`, code)
const js = (code: string) => fenced('js', code)
const py = (code: string) => fenced('python', code)

async function judge(
  id: string,
  artifact: string,
  prompt = '',
  files: Record<string, string> = {},
): Promise<CheckOutcome> {
  const check = checks.find((one) => one.id === `code/${id}`)
  if (check === undefined) throw new Error(`no check ${id}`)
  const subject = { artifact, task: { prompt, ideal_result: '' }, project: projectOf(files) }
  return check.run(subject, { sandbox, signal })
}
const linesOf = (outcome: CheckOutcome) => outcome.findings.map((finding) => finding.place.line)

describe('the code catalog', () => {
  test('[CODE-1] holds eight checks that can be found by their ids', async () => {
    expect(checks.map(({ id }) => id)).toEqual([
      'code/compiles',
      'code/logic',
      'code/functions',
      'code/types',
      'code/error-handling',
      'code/logging',
      'code/conventions',
      'code/input-validation',
    ])
    for (const { id } of checks) expect((await findBuiltIn(id))?.id).toBe(id)
  })

  test('[CODE-1] never passes an artifact that is empty, prose, damaged or binary', async () => {
    const damaged = ['', '  \n', 'Just prose.', '\0\u0001'.repeat(50), '```ts\nexport function f(']
    for (const artifact of damaged)
      for (const check of checks) {
        const subject = {
          artifact,
          task: { prompt: 'add(1, 2) = 3', ideal_result: '' },
          project: projectOf({}),
        }
        expect((await check.run(subject, { sandbox, signal })).verdict, check.id).toBe('fail')
      }
  })

  test('[CODE-1] leaves languages it cannot read to a judge', async () => {
    for (const check of checks) {
      const subject = {
        artifact: fenced('go', 'func main() {}'),
        task: { prompt: '', ideal_result: '' },
        project: projectOf({}),
      }
      expect((await check.run(subject, { sandbox, signal })).verdict, check.id).toBe('undecided')
    }
  })

  test('[CODE-1] survives code that is nested without end', async () => {
    const deep = [
      '('.repeat(60_000),
      'a=>'.repeat(60_000),
      'if(a)\n'.repeat(60_000),
      `x${'.a'.repeat(60_000)}`,
    ]
    for (const code of deep) {
      const begun = cpuMs()
      expect((await judge('compiles', js(code))).verdict).toBe('fail')
      expect(cpuMs() - begun).toBeLessThan(2_000)
    }
  })
})

describe('compiles', () => {
  test('a module of CommonJS may return, and a module with imports may not', async () => {
    const common = "const path = require('node:path')\nif (!path) return\nmodule.exports = path\n"
    expect((await judge('logic', js(common))).findings).toEqual([])
    const modern = "import path from 'node:path'\nif (!path) return\nexport default path\n"
    expect((await judge('compiles', js(modern))).verdict).toBe('fail')
  })

  test('[CODE-2] passes blocks that fit together, whatever their names', async () => {
    const source =
      'export interface User { name: string }\nexport const greet = (user: User): string => user.name'
    const use =
      "import { greet, type User } from './greet.js'\nconst user: User = { name: 'a' }\ngreet(user)"
    expect((await judge('compiles', ts(source, 'greet.ts') + ts(use, 'use.ts'))).verdict).toBe(
      'pass',
    )
    expect((await judge('compiles', ts(source) + ts(use))).verdict).toBe('pass')
    expect((await judge('compiles', ts(source) + ts("greet({ name: 'b' })"))).verdict).toBe('pass')
    expect((await judge('compiles', source)).verdict).toBe('pass')
  })

  test('[CODE-2] leaves names of the context and types of comments to a file of JavaScript', async () => {
    const file = (code: string) => `\`\`\`js title="src/a.js"\n${code}\n\`\`\`\n`
    const code =
      "/** @type {import('../types').Rule} */\nexports.a = typeof define === 'function' ? define : ActiveXObject\n"
    expect((await judge('compiles', file(code))).verdict).toBe('pass')
    expect((await judge('compiles', file('exports.a = missing(1)'))).verdict).toBe('fail')
  })

  test.each([
    [
      'a bundle for all loaders',
      '!function (r, f) { f((r || self).shop = {}) }(this, function (e) { e.open = () => indexedDB.open("a") })',
    ],
    [
      'a worker',
      "importScripts('shop.js')\npostMessage(self.name)\nonmessage = ({ data }) => close(data)",
    ],
    [
      'a service worker',
      "self.addEventListener('install', () => skipWaiting())\nself.addEventListener('activate', (event) => event.waitUntil(clients.claim()))",
    ],
    [
      'a module that reads what every object has',
      'export const isDate = (it) => toString.call(it) === "[object Date]" && hasOwnProperty.call(it, "a")',
    ],
    ['a script after others', 'shop.open()\n$(".a").on("click", define)'],
    ['a module loader', 'define(["a"], (a) => a)'],
  ])('[CODE-2] knows the names of the place that %s runs in', async (_, code) => {
    const outcome = await judge('compiles', `\`\`\`js title="src/a.js"\n${code}\n\`\`\`\n`)
    expect(outcome.findings).toEqual([])
  })

  test('[CODE-2] knows the types of a page in a file of TypeScript', async () => {
    const code =
      'export const on = (listen: EventListenerOrEventListenerObject, data: MessageEvent) => [listen, data]\n'
    expect((await judge('compiles', ts(code, 'src/on.ts'))).findings).toEqual([])
    const forgotten = 'export const on = (): string => status\n'
    expect((await judge('compiles', ts(forgotten, 'src/on.ts'))).verdict).toBe('fail')
  })

  test('[CODE-2] takes packages and the project’s own files as given', async () => {
    const code =
      "import { z } from 'zod'\nimport { load } from './load.ts'\nexport const Id = z.string()\nload(Id)"
    expect(
      (await judge('compiles', ts(code, 'src/id.ts'), '', { 'src/load.ts': '' })).verdict,
    ).toBe('pass')
    expect(linesOf(await judge('compiles', ts(code, 'src/id.ts')))).toEqual([3])
  })

  test.each([
    ['a syntax error', ts('export const a = 1\nexport const b = ;'), 3],
    ['a wrong type', ts('export const a: number = 1\nexport const b: string = a'), 3],
    ['an unknown name', js('export const a = 1\nexport const b = c'), 3],
    ['a missing block', ts("import { x } from './missing.ts'\nconsole.log(x)"), 2],
    [
      'a missing export',
      ts('export const a = 1', 'a.ts') + ts("import { b } from './a.ts'\nb()", 'b.ts'),
      5,
    ],
    ['broken Python', py('def f():\n    return (1'), 3],
    ['an unknown name in Python', py('def f():\n    return x'), 3],
    ['broken JSON', fenced('json', '{\n  "a": 1,\n}'), 4],
    ['broken YAML', fenced('yaml', 'a: [1\nb: 2'), 3],
    ['a key of YAML twice', fenced('yaml', 'a: 1\nb: 2\na: 3'), 4],
    ['broken shell', fenced('sh', 'if true; then\n  echo x'), 3],
  ])('[CODE-2] reports %s at its line', async (_, artifact, line) => {
    const outcome = await judge('compiles', artifact)
    expect(outcome.verdict).toBe('fail')
    expect(Math.abs((linesOf(outcome)[0] ?? 0) - line)).toBeLessThanOrEqual(1)
  })
})

describe('logic', () => {
  test('[CODE-4] runs the artifact’s own tests, which must pass', async () => {
    const tests = (want: number) =>
      ts(
        `import { test } from 'node:test'\nimport assert from 'node:assert'\nimport { add } from './add'\ntest('adds', () => { assert.equal(add(1, 2), ${want}) })`,
        'add.test.ts',
      )
    const source = ts('export const add = (a: number, b: number): number => a + b', 'add.ts')
    expect((await judge('logic', source + tests(3))).verdict).toBe('pass')
    const failing = await judge('logic', source + tests(4))
    expect(failing.verdict).toBe('fail')
    expect(linesOf(failing)).toEqual([8])
  })

  test('does not apply to work without tests', async () => {
    expect((await judge('logic', js('export const a = 1'))).verdict).toBe('na')
  })
})

describe('functions', () => {
  test('[CODE-5] fails stubs in what was made for a task, and asks nothing without one', async () => {
    const stub = ts(
      "export function reverse(text: string): string {\n  throw new Error('not implemented')\n}",
    )
    expect((await judge('functions', stub, 'Write `reverse(text)`.')).verdict).toBe('fail')
    expect((await judge('functions', stub)).verdict).toBe('na')
    const whole = ts('export const reverse = (text: string): string => text')
    expect((await judge('functions', whole, 'Write `reverse(text)`.')).verdict).toBe('pass')
  })
})

describe('types', () => {
  test('wants types on what is public and none of them any', async () => {
    expect(
      (
        await judge(
          'types',
          ts(
            'export const f = (a: string): string => a\nconst g = (a) => a\ng(f))'.replace(
              '))',
              ')',
            ),
          ),
        )
      ).verdict,
    ).toBe('pass')
    expect(
      linesOf(
        await judge('types', ts('const x = 1\nexport function f(a): number { return a + x }')),
      ),
    ).toEqual([3])
    expect(linesOf(await judge('types', ts('export function f(a: number) { return a }')))).toEqual([
      2,
    ])
    expect(
      linesOf(await judge('types', ts('export const f = (a: unknown): string => (a as any).b'))),
    ).toEqual([2])
  })

  test('asks JavaScript for none, and Python for hints', async () => {
    expect((await judge('types', js('export const f = (a) => a'))).verdict).toBe('na')
    expect((await judge('types', py('def f(a: int) -> int:\n    return a'))).verdict).toBe('pass')
    expect((await judge('types', py('def f(a):\n    return a'))).verdict).toBe('fail')
  })
})

describe('error handling', () => {
  test.each([
    ['an empty catch', js('try { run() } catch {}')],
    ['a rejection that is dropped', js('run().catch(() => {})')],
    ['async in forEach', js('export const f = (all) => all.forEach(async (x) => { await x })')],
    ['a return in finally', js('export function f() { try { run() } finally { return 1 } }')],
    ['a bare except', py('try:\n    run()\nexcept:\n    pass')],
  ])('[CODE-7] reports %s', async (_, artifact) => {
    expect((await judge('error-handling', artifact)).verdict).toBe('fail')
  })

  test.each([
    [
      'a reason in the catch',
      'try { run() } catch {\n  // the folder is there already, which is fine\n}',
    ],
    ['pure code', 'export const f = (a: number): number => a + 1'],
  ])('[CODE-7] leaves %s to a judge', async (_, code) => {
    expect((await judge('error-handling', ts(code))).verdict).toBe('undecided')
  })
})

describe('logging and conventions', () => {
  test('[CODE-7] reports secrets and leaves the rest to a judge', async () => {
    const failing = (values: string) =>
      js(`try { run() } catch (error) {\n  console.error('failed', ${values})\n}`)
    expect((await judge('logging', failing('error'))).verdict).toBe('undecided')
    expect(linesOf(await judge('logging', failing('error, password')))).toEqual([3])
    expect((await judge('logging', failing('!password'))).verdict).toBe('undecided')
    expect((await judge('logging', py('print(api_key)'))).verdict).toBe('fail')
  })

  test('leaves names and style to a judge', async () => {
    expect((await judge('conventions', js('export const my_name = 1'))).verdict).toBe('undecided')
  })
})

describe('input validation', () => {
  test.each([
    ['eval', js('export const f = (t) => eval(t)')],
    [
      'a shell',
      js("import { exec } from 'node:child_process'\nexport const f = (p) => exec(`ls ${p}`)"),
    ],
    [
      'built SQL',
      js('export const f = (db, id) => db.query(`SELECT * FROM users WHERE id = ${id}`)'),
    ],
    [
      'added SQL',
      js("export const f = (db, id) => db.query('SELECT * FROM users WHERE id = ' + id)"),
    ],
    ['a page', js('export const f = (el, t) => { el.innerHTML = t }')],
    ['eval in Python', py('def f(text: str) -> object:\n    return eval(text)')],
  ])('[CODE-7] reports %s', async (_, artifact) => {
    expect((await judge('input-validation', artifact)).verdict).toBe('fail')
  })

  test.each([
    [
      'parameters in SQL',
      "export const f = (db, id) => db.query('SELECT * FROM users WHERE id = $1', [id])",
    ],
    [
      'a tagged template',
      'export const f = (sql, id) => sql`SELECT * FROM users WHERE id = ${id}`',
    ],
    [
      'arguments apart',
      "import { execFile } from 'node:child_process'\nexport const f = (p) => execFile('ls', [p])",
    ],
    ['pure code', 'export const add = (a, b) => a + b'],
  ])('[CODE-7] has nothing against %s', async (_, code) => {
    const outcome = await judge('input-validation', js(code))
    expect(outcome.verdict, outcome.details).toBe('na')
  })

  test('[CODE-7] asks a judge where something comes from outside', async () => {
    for (const code of ['run(process.argv[2])', "app.post('/x', (req) => save(req.body.name))"])
      expect((await judge('input-validation', js(code))).verdict).toBe('undecided')
  })
})
