import { describe, expect, test } from 'vitest'
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

/** Applies the fixes a check proposes. */
function fixed(artifact: string, outcome: CheckOutcome): string {
  const edits = outcome.findings.flatMap((finding) => finding.fix?.edits ?? [])
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce(
      (text, { start, end, text: put }) => text.slice(0, start) + put + text.slice(end),
      artifact,
    )
}

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
      const begun = performance.now()
      expect((await judge('compiles', js(code))).verdict).toBe('fail')
      expect(performance.now() - begun).toBeLessThan(2_000)
    }
  })
})

describe('compiles', () => {
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

  test('[CODE-2] leaves names of the surroundings and types of comments to a file of JavaScript', async () => {
    const file = (code: string) => `\`\`\`js title="src/a.js"\n${code}\n\`\`\`\n`
    const code =
      "/** @type {import('../types').Rule} */\nexports.a = typeof define === 'function' ? define : ActiveXObject\n"
    expect((await judge('compiles', file(code))).verdict).toBe('pass')
    expect((await judge('compiles', file('exports.a = missing(1)'))).verdict).toBe('fail')
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
  test('[CODE-6] wants types on what is public and none of them any', async () => {
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

  test('[CODE-6] wants JSDoc types in JavaScript and hints in Python', async () => {
    expect(
      (
        await judge(
          'types',
          js('/**\n * @param {number} a\n * @returns {number}\n */\nexport const f = (a) => a'),
        )
      ).verdict,
    ).toBe('pass')
    expect((await judge('types', js('export const f = (a) => a'))).verdict).toBe('fail')
    expect((await judge('types', py('def f(a: int) -> int:\n    return a'))).verdict).toBe('pass')
    expect((await judge('types', py('def f(a):\n    return a'))).verdict).toBe('fail')
  })
})

describe('error handling', () => {
  test.each([
    ['an empty catch', 'try { run() } catch {}'],
    ['a lost error', "try { run() } catch (error) { console.error('failed') }"],
    ['a promise nobody waits for', 'async function go() { await 1 }\ngo()'],
    ['a rejection nobody handles', 'run().then((x) => x)'],
    ['an error without a message', 'export function f() { throw new Error() }'],
    ['a thrown text', "export function f() { throw 'no' }"],
    ['parsing that may fail', 'export function f(text) { return JSON.parse(text) }'],
    [
      'a status nobody looks at',
      'export async function f(url) { const r = await fetch(url); return r.json() }',
    ],
    ['async in forEach', 'export const f = (all) => all.forEach(async (x) => { await x })'],
  ])('[CODE-7] reports %s', async (_, code) => {
    expect((await judge('error-handling', js(code))).verdict).toBe('fail')
  })

  test.each([
    [
      'a reason in the catch',
      'try { run() } catch {\n  // the folder is there already, which is fine\n}',
    ],
    [
      'an answer the type promises',
      'export function f(t: string): object | null {\n  try { return JSON.parse(t) } catch { return null }\n}',
    ],
    [
      'a caller that catches',
      'const read = (t: string): object => JSON.parse(t)\ntry { read("1") } catch (error) { console.error(error) }',
    ],
    [
      'documented throwing',
      '/** Throws where the text is no JSON. */\nexport function f(t: string): object { return JSON.parse(t) }',
    ],
    ['a copy', 'export const copy = (x: object): object => JSON.parse(JSON.stringify(x))'],
    [
      'a status that is looked at',
      "export async function f(u: string): Promise<string> { const r = await fetch(u); if (!r.ok) throw new Error('no'); return r.text() }",
    ],
    ['pure code', 'export const f = (a: number): number => a + 1'],
  ])('[CODE-7] accepts %s', async (_, code) => {
    expect((await judge('error-handling', ts(code))).verdict).not.toBe('fail')
  })
})

describe('logging', () => {
  test('[CODE-8] keeps libraries quiet and asks programs to speak', async () => {
    expect((await judge('logging', js('export const f = (a) => a'))).verdict).toBe('na')
    const noisy = js('export const f = (a) => {\n  console.log(a)\n  return a\n}')
    const outcome = await judge('logging', noisy)
    expect(linesOf(outcome)).toEqual([3])
    expect(fixed(noisy, outcome)).not.toContain('console.log')
    const silent = js("import { createServer } from 'node:http'\ncreateServer(() => {}).listen(80)")
    expect((await judge('logging', silent)).verdict).toBe('fail')
    const speaking = silent.replace('listen(80)', "listen(80, () => console.info('listening'))")
    expect((await judge('logging', speaking)).verdict).toBe('pass')
  })

  test('[CODE-8] reports secrets and wrong levels', async () => {
    const server = (line: string) =>
      js(
        `app.listen(80, () => console.info('listening'))\ntry { run() } catch (error) {\n  ${line}\n}`,
      )
    expect((await judge('logging', server("console.error('failed', error)"))).verdict).toBe('pass')
    expect(linesOf(await judge('logging', server("console.info('failed', error)")))).toEqual([4])
    expect(
      linesOf(await judge('logging', server("console.error('failed', error, password)"))),
    ).toEqual([4])
    expect(
      (await judge('logging', js("app.listen(80, () => console.error('listening'))"))).verdict,
    ).toBe('fail')
  })
})

describe('conventions', () => {
  test('[CODE-9] wants one style throughout and can restore it', async () => {
    const artifact = js(
      "export const a = 'a'\nexport const b = 'b'\nexport const c = 'c'\nexport const d = \"d\";\nvar e = a == b\nexport { e }",
    )
    const outcome = await judge('conventions', artifact)
    expect(new Set(linesOf(outcome))).toEqual(new Set([5, 6]))
    expect((await judge('conventions', fixed(artifact, outcome))).verdict).toBe('pass')
  })

  test('[CODE-9] follows the project where there is one', async () => {
    const files = Object.fromEntries(
      ['order-list', 'user-store', 'price-table'].map((name) => [
        `src/${name}.ts`,
        "const a = 'x'\nconst b = 'y'\nexport function f() {\n  return a + b\n}\n",
      ]),
    )
    const same = ts("export const one = 'a'", 'src/tax-rate.ts')
    expect((await judge('conventions', same, '', files)).verdict).toBe('pass')
    expect(
      (await judge('conventions', ts('export const one = "a";', 'src/tax-rate.ts'), '', files))
        .findings,
    ).toHaveLength(2)
    expect(
      (await judge('conventions', ts("export const one = 'a'", 'src/taxRate.ts'), '', files))
        .verdict,
    ).toBe('fail')
    expect(
      (await judge('conventions', ts('export const one = "a";', 'src/tax-rate.ts'))).verdict,
    ).toBe('pass')
  })

  test.each([
    ['a snake_case name', js('export const my_name = 1')],
    ['a class in lower case', js('export class thing {}')],
    [
      'an unused import',
      ts("import { join, sep } from 'node:path'\nexport const p = join('a', 'b')"),
    ],
    ['camelCase in Python', py('def loadAll(itemList: list) -> list:\n    return itemList')],
  ])('[CODE-9] reports %s', async (_, artifact) => {
    expect((await judge('conventions', artifact)).verdict).toBe('fail')
  })
})

describe('input validation', () => {
  test.each([
    ['eval', 'export const f = (t) => eval(t)'],
    [
      'a shell',
      "import { exec } from 'node:child_process'\nexport const f = (p) => exec(`ls ${p}`)",
    ],
    ['built SQL', 'export const f = (db, id) => db.query(`SELECT * FROM users WHERE id = ${id}`)'],
    ['added SQL', "export const f = (db, id) => db.query('SELECT * FROM users WHERE id = ' + id)"],
    ['a path', "import { join } from 'node:path'\nexport const f = (name) => join('/data', name)"],
    ['a page', 'export const f = (el, t) => { el.innerHTML = t }'],
    ['a request', "app.post('/x', (req, res) => { save(req.body.name); res.end() })"],
    ['arguments', 'run(process.argv[2].trim())\nconst [, , file] = process.argv\nrun(file.length)'],
    ['what JSON holds', 'export function f(t) { const x = JSON.parse(t); return x.a.b }'],
  ])('[CODE-10] reports %s', async (_, code) => {
    expect((await judge('input-validation', js(code))).verdict).toBe('fail')
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
    [
      'a path that is looked at',
      "import { resolve } from 'node:path'\nexport function f(name) { const p = resolve('/data', name); if (!p.startsWith('/data/')) throw new Error('no'); return p }",
    ],
    [
      'a request that is looked at',
      "app.post('/x', (req, res) => { const body = Schema.parse(req.body); res.end(body.name) })",
    ],
    [
      'arguments that are looked at',
      "const [file] = process.argv.slice(2)\nif (!file) { console.error('usage'); process.exit(2) }\nrun(file)",
    ],
    [
      'JSON that is looked at',
      "export function f(t) { const x = JSON.parse(t); if (typeof x?.a !== 'string') throw new Error('no'); return x.a }",
    ],
    ['pure code', 'export const add = (a, b) => a + b'],
  ])('[CODE-10] accepts %s', async (_, code) => {
    const outcome = await judge('input-validation', js(code))
    expect(outcome.verdict, outcome.details).toBe('pass')
  })

  test('[CODE-10] wants the validation the task asks for', async () => {
    const prompt = 'Write `area(r: number): number`; it rejects negative numbers.'
    expect(
      (
        await judge(
          'input-validation',
          ts('export const area = (r: number): number => r * r'),
          prompt,
        )
      ).verdict,
    ).toBe('fail')
    const careful = ts(
      "export function area(r: number): number {\n  if (r < 0) throw new RangeError('no')\n  return r * r\n}",
    )
    expect((await judge('input-validation', careful, prompt)).verdict).toBe('pass')
  })
})
