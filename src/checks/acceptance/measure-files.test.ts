import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isTestPath, measureFile, sourcePaths } from './measure-files.ts'

const repository = resolve(import.meta.dirname, '../../..')
const oxlint = join(repository, 'node_modules/.bin/oxlint')

const edges = `class Shape {
  static { if (a) b(); else if (c) d() }
  x = a ? b : c
  y = (p = 1) => p ?? 2
  accessor z = a || b
  static w = a?.b?.()
  private q = function () { try { } catch { } }
  get v() { return this.x || 1 }
  declare n: number
  constructor(private readonly k = 3, { m = 4 } = {}) { k ||= 2; k &&= 3; this.x ??= 1 }
}
function over(a: string): void
function over(a: unknown) { switch (a) { case 1: break; case 2: default: for (const x in y) { do { } while (z) } } }
const g = async function* () { for await (const a of b) while (c) yield a }
const o = { m() { return a && b }, get n() { return a ? 1 : 2 }, p: (x) => x?.y?.[z]?.(1) }
enum E { A = a ? 1 : 2 }
namespace N { export function f() { return a || b } }
const [d1 = 1, { e1 = 2 }] = z
abstract class B { abstract f(): void; h = class { t = a ? b : c }; static #p = a || b }
export default (a = b ? c : d) => { label: for (;;) { if (x) continue label } }
`

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'complexity-'))
  writeFileSync(join(folder, 'edges.ts'), edges)
  // copies, so that no configuration of this repository has a say
  for (const path of globSync(
    'src/{checks/openapi,checks/acceptance,adapters,engine,views}/**/*.ts',
    { cwd: repository },
  )) {
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    writeFileSync(join(folder, path), readFileSync(join(repository, path)))
  }
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Every function above a bound as `path:line complexity`, as the linter sees it. */
function asLinted(max: number): readonly string[] {
  const settings = join(folder, 'settings.json')
  writeFileSync(
    settings,
    JSON.stringify({
      plugins: [],
      categories: { correctness: 'off' },
      rules: { complexity: ['error', { max }] },
    }),
  )
  const options = ['-c', settings, '--disable-nested-config', '--no-ignore', '--format=json', '.']
  let output = ''
  try {
    output = execFileSync(oxlint, options, { cwd: folder, maxBuffer: 1e9, encoding: 'utf8' })
  } catch (error) {
    output = (error as { stdout: string }).stdout
  }
  const { diagnostics } = JSON.parse(output) as {
    diagnostics: { filename: string; message: string; labels: { span: { line: number } }[] }[]
  }
  return diagnostics
    .map(
      ({ filename, message, labels }) =>
        `${filename}:${labels[0]?.span.line} ${/complexity of (\d+)/.exec(message)?.[1]}`,
    )
    .sort()
}

async function asMeasured(max: number): Promise<readonly string[]> {
  const found: string[] = []
  for (const path of globSync('**/*.ts', { cwd: folder })) {
    const { functions } = await measureFile(path, readFileSync(join(folder, path), 'utf8'))
    for (const { line, complexity } of functions)
      if (complexity > max) found.push(`${path}:${line} ${complexity}`)
  }
  return found.sort()
}

describe('complexity', () => {
  test.for([10, 1])('is what oxlint counts, function by function, above %d', async (max) => {
    const measured = await asMeasured(max)
    expect(measured).toEqual(asLinted(max))
    expect(measured.length).toBeGreaterThan(max === 10 ? 10 : 500)
    if (max === 1)
      expect(measured.filter((each) => each.startsWith('edges.ts:')).length).toBeGreaterThan(12)
  })

  test('names functions so that people find them', async () => {
    const text =
      'function one() {}\nconst two = () => 1\nlist.map((each) => each)\nclass A { three() {} }\n'
    const { functions } = await measureFile('a.ts', text)
    expect(functions.map(({ name, line }) => `${name} ${line}`)).toEqual([
      'one 1',
      'two 2',
      'function given to map 3',
      'three 4',
    ])
  })
})

describe('marks of unfinished work', () => {
  test('are counted in comments only, by line', async () => {
    const text = [
      '// TODO: one',
      "const text = 'TODO in a string'",
      'const pattern = /FIXME/',
      'const template = `XXX ${1 /* FIXME two */}`',
      '/* first',
      ' * XXX three',
      ' * todo in small letters is a word like any other',
      ' */',
      'const TODO = 1 // mytodolist TODOLIST',
      'export const shown = <p>TODO in a page {/* TODO four */}</p>',
    ].join('\n')
    const { todos } = await measureFile('a.tsx', text)
    expect(todos).toEqual([
      { line: 1, text: 'TODO: one' },
      { line: 4, text: 'FIXME two' },
      { line: 6, text: 'XXX three' },
      { line: 10, text: 'TODO four' },
    ])
  })
})

describe('source files', () => {
  test('are what people wrote: no output, no packages, nothing ignored', () => {
    const paths = [
      'src/a.ts',
      'src/b.mts',
      'c.cjs',
      'd.tsx',
      'README.md',
      'dist/a.js',
      'packages/x/dist/a.js',
      'node_modules/y/index.js',
      'coverage/lcov.js',
      'lib/jquery.min.js',
      'src/api.generated.ts',
      '.cache/a.ts',
      'src/builder.ts',
      'src/distant/a.ts',
    ]
    expect(sourcePaths(paths)).toEqual([
      'src/a.ts',
      'src/b.mts',
      'c.cjs',
      'd.tsx',
      'src/builder.ts',
      'src/distant/a.ts',
    ])
  })

  test('tell tests from the product', () => {
    for (const path of ['a.test.ts', 'src/x.spec.tsx', 'test/a.ts', '__tests__/b.js', 'e2e/c.ts'])
      expect(isTestPath(path)).toBe(true)
    for (const path of ['src/contest.ts', 'src/testing.ts', 'latest/a.ts'])
      expect(isTestPath(path)).toBe(false)
  })

  test('have as many lines as an editor shows', async () => {
    const lines = async (text: string) => (await measureFile('a.ts', text)).lines
    expect(await Promise.all(['', 'a', 'a\n', 'a\nb', 'a\nb\n', '\n\n'].map(lines))).toEqual([
      0, 1, 1, 2, 2, 2,
    ])
  })

  test('that do not parse say where; declarations are no programs', async () => {
    const broken = await measureFile('a.ts', 'const a = 1\nfunction {\n')
    expect(broken.parse_errors[0]).toMatchObject({ line: 2 })
    const declared = await measureFile(
      'a.d.ts',
      'export function f(): void\nexport const a: number\n',
    )
    expect(declared).toMatchObject({ parse_errors: [], functions: [], executable_lines: 0 })
  })

  test('of 80,000 lines are measured within seconds of work', async () => {
    const text = readFileSync(join(repository, 'src/checks/acceptance/measure-files.ts'), 'utf8')
    const copies = Math.ceil(80_000 / text.split('\n').length)
    const begun = process.cpuUsage()
    for (let copy = 0; copy < copies; copy++)
      await measureFile(`${copy}.ts`, `${text}\n// ${copy}\n`)
    // the time of the processor: a busy machine takes longer
    const { user, system } = process.cpuUsage(begun)
    expect((user + system) / 1_000_000).toBeLessThan(6)
  })
})
