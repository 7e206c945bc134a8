import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { freshFolder } from '../support/folder.ts'

const root = resolve(import.meta.dirname, '..', '..')
const built = existsSync(join(root, 'dist', 'cli.js'))

/** The package as npm would publish it, unpacked elsewhere, with the dependencies it would bring. */
function unpacked(): string {
  const folder = freshFolder()
  const packed = spawnSync(
    'npm',
    ['pack', '--json', '--ignore-scripts', '--pack-destination', folder],
    { cwd: root, encoding: 'utf8' },
  )
  const [name = ''] = /[\w.-]+\.tgz/.exec(packed.stdout) ?? []
  spawnSync('tar', ['-xzf', join(folder, name), '-C', folder])
  symlinkSync(join(root, 'node_modules'), join(folder, 'package', 'node_modules'))
  return join(folder, 'package')
}

// npm test builds first; a bare vitest run in a fresh checkout has nothing to pack yet
describe.skipIf(!built)('the published package', () => {
  test('brings the binaries loopwright and lw, and no sources', () => {
    const folder = unpacked()
    const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    expect(manifest).toMatchObject({
      bin: { loopwright: 'bin/loopwright.mjs', lw: 'bin/loopwright.mjs' },
      license: 'MIT',
    })
    expect(existsSync(join(folder, 'src'))).toBe(false)
    expect(existsSync(join(folder, 'dist', 'types', 'index.d.ts'))).toBe(true)
    for (const file of ['LICENSE', 'README.md']) expect(existsSync(join(folder, file))).toBe(true)
  })

  test('[PACKAGE-2] runs a whole loop', () => {
    const folder = unpacked()
    const work = freshFolder()
    const ran = spawnSync(
      process.execPath,
      [
        join(folder, 'bin', 'loopwright.mjs'),
        'new',
        'a .env file with PORT=3000 and LOG_LEVEL=info',
        '--yes',
        '--json',
      ],
      { cwd: work, encoding: 'utf8' },
    )
    expect(ran.status, ran.stderr).toBe(0)
    expect(JSON.parse(ran.stdout)).toMatchObject({ status: 'completed' })
  })

  test('brings the schema, the prompts and the template a design needs', () => {
    const folder = unpacked()
    const work = freshFolder()
    writeFileSync(
      join(work, 'needs.md'),
      '# Shop\n\n- A guest can buy a book.\n- A book has a title (text, required).\n',
    )
    const ran = spawnSync(
      process.execPath,
      [join(folder, 'bin', 'loopwright.mjs'), 'design', 'start', 'shop', 'needs.md', '--json'],
      { cwd: work, encoding: 'utf8' },
    )
    expect(JSON.parse(ran.stdout)).toMatchObject({ workflow: 'design', featureId: 'shop' })
    for (const file of [
      'schemas/design-intent.schema.json',
      'templates/FROZEN.md.template',
      'templates/prompts/design-generator-v1.0.0.txt',
      'templates/prompts/design-critic-v1.0.0.txt',
    ])
      expect(existsSync(join(folder, file)), file).toBe(true)
  })

  test('[PACKAGE-2] is a library, too', async () => {
    const library: unknown = await import(pathToFileURL(join(unpacked(), 'dist', 'index.js')).href)
    expect(library).toHaveProperty('openWorkspace')
    expect(library).toHaveProperty('reflexMachine.workflow', 'reflex')
  })
})
