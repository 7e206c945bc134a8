import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshFolder } from '../support/folder.ts'
import { makeProject, withScripts } from '../support/small-project.ts'

const root = resolve(import.meta.dirname, '..', '..')

const home = mkdtempSync(join(tmpdir(), 'loopwright-package-'))
const folder = join(home, 'package')

/** The package as npm would publish it, unpacked elsewhere, with the dependencies it would bring. */
beforeAll(() => {
  const packed = spawnSync(
    'npm',
    ['pack', '--json', '--ignore-scripts', '--pack-destination', home],
    { cwd: root, encoding: 'utf8' },
  )
  const [name = ''] = /[\w.-]+\.tgz/.exec(packed.stdout) ?? []
  spawnSync('tar', ['-xzf', join(home, name), '-C', home])
  const { dependencies }: { dependencies: Readonly<Record<string, string>> } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  )
  mkdirSync(join(folder, 'node_modules'))
  for (const each of Object.keys(dependencies))
    symlinkSync(join(root, 'node_modules', each), join(folder, 'node_modules', each))
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

const run = (work: string, ...args: readonly string[]) =>
  spawnSync(process.execPath, [join(folder, 'bin', 'loopwright.mjs'), ...args], {
    cwd: work,
    encoding: 'utf8',
  })

describe('the published package', () => {
  test('brings the binaries loopwright and lw, and no sources', () => {
    const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    expect(manifest).toMatchObject({
      bin: { loopwright: 'bin/loopwright.mjs', lw: 'bin/loopwright.mjs' },
      license: 'MIT',
    })
    expect(existsSync(join(folder, 'src'))).toBe(false)
    expect(existsSync(join(folder, 'dist', 'types', 'index.d.ts'))).toBe(true)
    for (const file of ['LICENSE', 'README.md']) expect(existsSync(join(folder, file))).toBe(true)
    // the plugin, where each program looks for it
    for (const file of [
      '.claude-plugin/marketplace.json',
      'plugin/.claude-plugin/plugin.json',
      'plugin/.mcp.json',
      'dist/plugins/gemini/gemini-extension.json',
      'dist/plugins/copilot/plugin.json',
    ])
      expect(existsSync(join(folder, file)), file).toBe(true)
  })

  test('[PACKAGE-2] runs a whole loop', () => {
    const work = freshFolder()
    const task = 'a .env file with PORT=3000 and LOG_LEVEL=info'
    const ran = run(work, 'new', task, '--yes', '--json')
    expect(ran.status, ran.stderr).toBe(0)
    expect(JSON.parse(ran.stdout)).toMatchObject({ status: 'completed' })
    expect(JSON.parse(run(work, 'list', '--json').stdout)).toMatchObject({
      runs: [{ status: 'completed' }],
    })
  })

  test('brings the schema, the prompts and the template a design needs', () => {
    const work = freshFolder()
    writeFileSync(
      join(work, 'needs.md'),
      '# Shop\n\n- A guest can buy a book.\n- A book has a title (text, required).\n',
    )
    const ran = run(work, 'design', 'start', 'shop', 'needs.md', '--json')
    expect(JSON.parse(ran.stdout)).toMatchObject({ workflow: 'design', featureId: 'shop' })
    for (const file of [
      'schemas/design-intent.schema.json',
      'schemas/loopwright.rules.schema.json',
      'templates/FROZEN.md.template',
      'templates/prompts/design-generator-v1.0.0.txt',
      'templates/prompts/design-critic-v1.0.0.txt',
    ])
      expect(existsSync(join(folder, file)), file).toBe(true)
  })

  test('[PACKAGE-2] is a library, too', async () => {
    const library: unknown = await import(pathToFileURL(join(folder, 'dist', 'index.js')).href)
    expect(library).toHaveProperty('openLoopwright')
    expect(library).toHaveProperty('defineWorkflow')
  })

  test('checks documents with the few packages it needs', () => {
    const work = freshFolder()
    writeFileSync(join(work, 'api.yaml'), 'openapi: 3.1.0\ninfo: { title: Shop }\npaths: {}\n')
    writeFileSync(join(work, 'README.md'), '# Shop\n\nSee [the guide](guide.md).\n')
    for (const [kind, file, finding] of [
      ['openapi', 'api.yaml', 'version'],
      ['docs', 'README.md', 'guide.md'],
    ] as const) {
      const { stdout, stderr } = run(work, 'check', kind, file, '--format', 'json')
      expect(stdout, stderr).toContain(finding)
      expect(stdout).not.toContain('broke')
    }
    expect(readdirSync(join(folder, 'node_modules')).sort()).toEqual([
      'axe-core',
      'oxc-parser',
      'playwright-core',
      'zod',
    ])
    const licences = readFileSync(join(folder, 'dist', 'THIRD-PARTY-LICENSES.txt'), 'utf8')
    for (const name of ['ai', 'ajv', 'culori', 'parse5', 'yaml', 'zod'])
      expect(licences).toMatch(new RegExp(`^${name} \\d`, 'm'))
  })

  test("[PACKAGE-6] asks the project's compiler, and decides nothing where there is none", () => {
    const work = makeProject(
      { ...withScripts({ test: 'node --test' }), 'src/price.test.ts': null },
      { packages: false },
    )
    const report = () => JSON.parse(run(work, 'check', 'code', '.', '--format', 'json').stdout)
    const without = report()
    expect(without.acceptance_result.build_passed).toBe(false)
    expect(without.notes.join()).toContain('npm install --save-dev typescript')
    expect(run(work, 'doctor').stdout).toContain('there is no TypeScript compiler')
    symlinkSync(join(root, 'node_modules'), join(work, 'node_modules'))
    expect(report().acceptance_result.build_passed).toBe(true)
    expect(run(work, 'doctor').stdout).toMatch(/TypeScript +7\./)
  })

  test('brings every file that its messages point to', () => {
    const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((path) => /(?<!\.test|\.contract)\.ts$/.test(path))
      .map((path) => readFileSync(join(root, 'src', path), 'utf8'))
    const named = new Set(
      sources.flatMap(
        (text) => text.match(/(?<![\w./-])(?:docs|schemas|templates)\/[\w./-]+\.\w+/g) ?? [],
      ),
    )
    expect(named).toContain('docs/configuration.md')
    expect([...named].filter((path) => !existsSync(join(folder, path)))).toEqual([])
  })
})
