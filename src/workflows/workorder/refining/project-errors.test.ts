import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { ok } from '../../../model/result.ts'
import type { Workbench } from '../../../ports/workbench.ts'
import { sanitizeFiles } from '../sanitizer/sanitize-files.ts'
import { projectErrors } from './project-errors.ts'
import { askOnBench, batchedCounter } from './syntax-counter.ts'

const signal = new AbortController().signal
const folders: string[] = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

/** A workbench without walls on a folder of its own. */
async function benchOf(
  files: Readonly<Record<string, string>>,
  installed: boolean,
): Promise<Workbench & { ran: string[][] }> {
  const root = await mkdtemp(join(tmpdir(), 'loopwright-project-'))
  folders.push(root)
  const write = async (path: string, text: string | null) => {
    if (text === null) return rm(join(root, path), { force: true })
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  for (const [path, text] of Object.entries(files)) await write(path, text)
  const modules = join(import.meta.dirname, '../../../../node_modules')
  if (installed) await symlink(modules, join(root, 'node_modules'))
  const ran: string[][] = []
  return {
    kind: 'none',
    root,
    tree: '',
    ran,
    run: ({ argv: [program, ...rest] }) => {
      ran.push([program, ...rest])
      const PATH = `${join(modules, '.bin')}:${process.env['PATH']}`
      return new Promise((resolve) =>
        execFile(
          program,
          rest,
          { cwd: root, env: { ...process.env, PATH } },
          (error, stdout, stderr) =>
            resolve(
              ok({
                type: 'exited',
                code: error === null ? 0 : Number(error.code ?? 1) || 1,
                stdout,
                stderr,
                ms: 1,
              }),
            ),
        ),
      )
    },
    list: async () =>
      (await readdir(root, { recursive: true }))
        .filter((path) => /\.\w+$/.test(path) && !path.startsWith('node_modules'))
        .toSorted(),
    read: (path) => readFile(join(root, path), 'utf8').catch(() => null),
    write,
    fork: async () => ({ ok: false, error: 'there is one' }),
    drift: async () => null,
    close: async () => {},
  }
}

const settings = JSON.stringify({
  compilerOptions: { strict: true, types: [], lib: ['es2022'], noEmit: true },
  include: ['src'],
})

describe('a project', () => {
  test.each([true, false])(
    'the real compiler counts errors by file, line and column; its own copy: %s',
    async (installed) => {
      const bench = await benchOf(
        {
          'tsconfig.json': settings,
          'src/b.ts': "export const b: number = 'x'\n",
          'src/a.ts': "import { c } from './b.js'\n\nexport const a = c\n",
        },
        installed,
      )
      const result = await projectErrors(bench, signal)
      expect(
        result.ok && result.value.map(({ path, line, column, code }) => [path, line, column, code]),
      ).toEqual([
        ['src/a.ts', 1, 10, 'TS2305'],
        ['src/b.ts', 1, 14, 'TS2322'],
      ])
    },
  )

  test('a project without settings is looked at for syntax only', async () => {
    const bench = await benchOf(
      { 'a.js': 'const a = (\n', 'b.ts': "export const b: number = 'x'\n", 'c.md': '(' },
      false,
    )
    const result = await projectErrors(bench, signal)
    expect(result.ok && result.value.map(({ path, code }) => [path, code])).toEqual([
      ['a.js', 'SYNTAX'],
    ])
    expect(bench.ran).toEqual([])
  })

  test('a project of several parts is built', async () => {
    const part = JSON.stringify({
      compilerOptions: {
        composite: true,
        strict: true,
        types: [],
        lib: ['es2022'],
        outDir: 'out',
      },
      include: ['*.ts'],
    })
    const bench = await benchOf(
      {
        'tsconfig.json': '{ "files": [], // parts\n "references": [{ "path": "part" }] }',
        'part/tsconfig.json': part,
        'part/a.ts': "export const a: number = 'x'\n",
      },
      true,
    )
    const result = await projectErrors(bench, signal)
    expect(result.ok && result.value.map(({ path, code }) => [path, code])).toEqual([
      ['part/a.ts', 'TS2322'],
    ])
  })

  test('a compiler that cannot run is a failure, not a project without errors', async () => {
    const bench = await benchOf({ 'tsconfig.json': settings, 'src/a.ts': 'export {}\n' }, true)
    const dead: Workbench = {
      ...bench,
      run: async () => ok({ type: 'exited', code: 139, stdout: '', stderr: 'core dumped', ms: 1 }),
    }
    expect(await projectErrors(dead, signal)).toEqual({
      ok: false,
      error: 'the compiler ended with 139: core dumped',
    })
    const slow: Workbench = {
      ...bench,
      run: async () => ok({ type: 'stopped', limit: 'time', stdout: '', stderr: '', ms: 1 }),
    }
    expect(await projectErrors(slow, signal)).toEqual({
      ok: false,
      error: 'the compiler was stopped: time',
    })
  })
})

describe('single texts', () => {
  test('texts that are asked about together go to the compiler in one run; readable ones never do', async () => {
    const bench = await benchOf({ 'tsconfig.json': settings }, true)
    const count = batchedCounter(askOnBench(bench, signal))
    const counted = await Promise.all([
      count('a.ts')('const a = “x”; f(1;\n'),
      count('b.ts')('const b = 1\n'),
      count('c.tsx')('const c = <p>\n'),
    ])
    expect(counted.map((each) => (typeof each === 'number' ? each : each.length))).toEqual([
      3, 0, 2,
    ])
    expect(bench.ran).toHaveLength(1)
    expect(await bench.list()).toEqual(['tsconfig.json'])
  })

  test('files with several damages come out clean by the compiler of the project', async () => {
    const bench = await benchOf({ 'tsconfig.json': settings }, true)
    const files = new Map([
      [
        'src/a.ts',
        '```ts\nimport { b } from ./b\nconst a = “x” — 1\nexport function f() {\n  return g(a, [1, 2);\n}\n```\n',
      ],
      ['src/b.ts', 'export const b = 1\n'],
    ])
    const result = await sanitizeFiles(files, batchedCounter(askOnBench(bench, signal)))
    expect(result?.files).toEqual({
      'src/a.ts':
        'import { b } from \'./b\'\nconst a = "x" - 1\nexport function f() {\n  return g(a, [1, 2]);\n}\n',
    })
    expect(result?.metadata.post_errors).toBe(0)
    expect(result?.metadata.pre_errors).toBeGreaterThan(3)
  })

  test('without a compiler the parser alone decides', async () => {
    const count = batchedCounter(() => Promise.reject(new Error('gone')))
    const counted = await count('a.ts')('const a = (\n')
    expect(counted).toHaveLength(1)
  })
})
