import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { freshFolder } from '../../../test/support/folder.ts'
import { makeProject, smallProject, withScripts } from '../../../test/support/small-project.ts'
import type { Sandbox } from '../../ports/sandbox.ts'
import type { Workbench } from '../../ports/workbench.ts'
import { openSandbox } from '../sandbox-bwrap/open-sandbox.ts'
import { openSandboxWorkbench, type WorkbenchOptions } from './open-workbench.ts'

const forever = new AbortController().signal
const sandboxes = new Map<string, Sandbox>()
beforeAll(async () => {
  for (const kind of ['bwrap', 'none'] as const) sandboxes.set(kind, await openSandbox({ kind }))
})

async function open(
  folder: string,
  kind = 'bwrap',
  options: WorkbenchOptions = {},
): Promise<Workbench> {
  const sandbox = sandboxes.get(kind)
  if (sandbox === undefined) throw new Error(kind)
  const opened = await openSandboxWorkbench(sandbox, folder, options)
  if (!opened.ok) throw new Error(opened.error)
  onTestFinished(() => opened.value.close())
  return opened.value
}

async function sh(bench: Workbench, script: string) {
  const ran = await bench.run({ argv: ['sh', '-c', script] }, forever)
  if (!ran.ok) throw new Error(ran.error.reason)
  const { stdout, stderr } = ran.value
  return { code: ran.value.type === 'exited' ? ran.value.code : null, stdout, stderr }
}

const put = (folder: string, path: string, text: string) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

/** A package that is installed without any manager. */
const install = (folder: string, name: string, text: string) => {
  put(folder, `node_modules/${name}/index.js`, text)
  put(folder, `node_modules/${name}/package.json`, JSON.stringify({ name, main: 'index.js' }))
}

describe.for(['bwrap', 'none'])('a workbench (%s)', (kind) => {
  test('may be written to while its first command begins', async () => {
    const bench = await open(makeProject(), kind)
    const first = sh(bench, 'true')
    for (let index = 0; index < 40; index++) await bench.write(`made-${index}/x`, 'a')
    await first
    const { stdout } = await sh(
      bench,
      'for each in made-*; do echo b > $each/y || echo $each; done',
    )
    expect(stdout).toBe('')
  })

  test('is forked with what commands made, and then goes its own way', async () => {
    const folder = makeProject()
    install(folder, 'tides', 'export default 1\n')
    const bench = await open(folder, kind)
    await sh(bench, 'mkdir out && echo built > out/x')
    const forked = await bench.fork()
    if (!forked.ok) throw new Error(forked.error)
    onTestFinished(() => forked.value.close())
    await sh(bench, 'echo later > out/x; rm src/price.ts')
    expect(
      await sh(forked.value, 'cat out/x; ls src; cat node_modules/tides/index.js'),
    ).toMatchObject({
      stdout: 'built\nprice.test.ts\nprice.ts\nexport default 1\n',
    })
    await sh(forked.value, 'echo forked > out/x')
    expect(await bench.read('out/x')).toBe('later\n')
    expect(existsSync(join(folder, 'out'))).toBe(false)
  })

  test('keeps what commands do in its copy, from one to the next', async () => {
    const folder = makeProject()
    const bench = await open(folder, kind)
    await sh(bench, 'echo made > made.txt; rm src/price.ts; mkdir -p out && echo x > out/x')
    expect(await sh(bench, 'cat made.txt out/x; ls src')).toMatchObject({
      stdout: 'made\nx\nprice.test.ts\n',
    })
    expect(await bench.read('made.txt')).toBe('made\n')
    expect(await bench.read('src/price.ts')).toBeNull()
    expect(existsSync(join(folder, 'made.txt'))).toBe(false)
    expect(readFileSync(join(folder, 'src/price.ts'), 'utf8')).toBe(smallProject['src/price.ts'])
  })

  test('takes edits that commands see and may change again', async () => {
    const bench = await open(makeProject(), kind)
    await sh(bench, 'true')
    await bench.write('deep/er/note.txt', 'one\n')
    expect(
      await sh(bench, 'cat deep/er/note.txt; echo two >> deep/er/note.txt; touch deep/er/b'),
    ).toMatchObject({ code: 0, stdout: 'one\n' })
    expect(await bench.read('deep/er/note.txt')).toBe('one\ntwo\n')
    await bench.write('deep/er/note.txt', null)
    expect(await bench.read('deep/er/note.txt')).toBeNull()
    for (const path of ['../x', '/etc/x', '.', 'a/../../x'])
      await expect(bench.write(path, 'x')).rejects.toThrow('must lie in it')
    for (const path of ['../x', '/etc/passwd', 'a/../../x'])
      expect(await bench.read(path)).toBeNull()
  })

  test('takes files that are written at once into a folder that is not there yet', async () => {
    const bench = await open(makeProject(), kind)
    const names = Array.from({ length: 8 }, (_, index) => `node_modules/.tmp/${index}.json`)
    await Promise.all(names.map((name) => bench.write(name, name)))
    expect(await Promise.all(names.map((name) => bench.read(name)))).toEqual(names)
  })

  test('writes and reads nothing through a link that a command put in the way', async () => {
    const bench = await open(makeProject({}, { packages: false }), kind)
    const outside = freshFolder()
    writeFileSync(join(outside, 'note'), 'private')
    await sh(
      bench,
      `ln -s ${outside} door; ln -s ${outside}/note file; ln -s gone nowhere; touch plain`,
    )
    expect(await bench.read('door/note')).toBeNull()
    expect(await bench.read('file')).toBeNull()
    for (const path of ['door/note', 'file', 'nowhere/deep/note', 'plain/note']) {
      await bench.write(path, 'mine')
      expect(await bench.read(path)).toBe('mine')
    }
    expect(readFileSync(join(outside, 'note'), 'utf8')).toBe('private')
    await bench.write('door', null)
    expect(existsSync(join(outside, 'note'))).toBe(true)
  })

  test('shows installed packages without copying them, and lets tools write beside them', async () => {
    const folder = makeProject({
      'use.mjs': "import { z } from 'zod'\nconsole.log(z.string().parse('used'))\n",
    })
    const bench = await open(folder, kind)
    expect(await sh(bench, 'node use.mjs')).toMatchObject({ code: 0, stdout: 'used\n' })
    expect(
      await sh(
        bench,
        'mkdir -p node_modules/.cache/tool && echo c > node_modules/.cache/tool/a && which tsc',
      ),
    ).toMatchObject({ code: 0 })
    expect(JSON.parse((await bench.read('node_modules/zod/package.json')) ?? '{}')).toMatchObject({
      name: 'zod',
    })
    expect(existsSync(join(folder, 'node_modules/.cache/tool'))).toBe(false)
    expect((await bench.list()).filter((path) => path.includes('node_modules'))).toEqual([])
    if (kind === 'bwrap')
      expect((await sh(bench, 'echo x > node_modules/zod/package.json')).stderr).toMatch(
        /Read-only|Permission/,
      )
  })

  test('finds packages in a folder above, as a work tree inside a repository does', async () => {
    const folder = freshFolder()
    install(folder, 'near', "module.exports = 'near ' + require('far')")
    install(folder, 'far', "module.exports = 'far'")
    put(folder, 'trees/one/run.cjs', "console.log(require('near'))")
    expect(await sh(await open(join(folder, 'trees/one'), kind), 'node run.cjs')).toMatchObject({
      stdout: 'near far\n',
    })
    install(join(folder, 'trees/one'), 'near', "module.exports = 'own ' + require('far')")
    expect(await sh(await open(join(folder, 'trees/one'), kind), 'node run.cjs')).toMatchObject({
      stdout: 'own far\n',
    })
  })

  test('finds packages of folders below, and links workspaces to the copy', async () => {
    const folder = freshFolder()
    install(folder, 'shared', "module.exports = 'shared'")
    put(
      folder,
      'packages/a/index.js',
      "module.exports = 'a ' + require('shared') + ' ' + require('inner')",
    )
    install(join(folder, 'packages/a'), 'inner', "module.exports = 'inner'")
    mkdirSync(join(folder, 'node_modules/@own'))
    symlinkSync('../../packages/a', join(folder, 'node_modules/@own/a'))
    put(folder, 'run.cjs', "console.log(require('@own/a'))")
    const bench = await open(folder, kind)
    expect(await sh(bench, 'node run.cjs')).toMatchObject({ stdout: 'a shared inner\n' })
    await bench.write('packages/a/index.js', "module.exports = 'changed'")
    expect(await sh(bench, 'node run.cjs')).toMatchObject({ stdout: 'changed\n' })
  })

  test('runs npm scripts without a network, with the programs of the project', async () => {
    const scripts = {
      build: 'npm run types && echo "$npm_package_name built"',
      types: 'tsc -p tsconfig.json',
    }
    const bench = await open(makeProject(withScripts(scripts)), kind)
    const ran = await sh(bench, 'npm run build')
    expect(ran).toMatchObject({ code: 0 })
    expect(ran.stdout).toContain('small built')
  })

  test('leaves version control out, and is gone when it is closed', async () => {
    const folder = makeProject({
      '.git/config': 'secret',
      '.loopwright/x': 'y',
      '.env.example': 'A=1',
    })
    const bench = await open(folder, kind)
    expect(await sh(bench, 'ls -A')).toMatchObject({
      stdout: '.env.example\n.gitignore\nnode_modules\npackage.json\nsrc\ntsconfig.json\n',
    })
    await bench.close()
    expect(await bench.read('package.json')).toBeNull()
  })

  test('has one hash for one tree: content and packages count, where it lies does not', async () => {
    const hash = async (folder: string) => (await open(folder, kind)).tree
    const one = await hash(makeProject())
    expect(await hash(makeProject())).toBe(one)
    expect(await hash(makeProject({ 'src/price.ts': 'export {}\n' }))).not.toBe(one)
    expect(await hash(makeProject({ 'new.txt': '' }))).not.toBe(one)
    expect(await hash(makeProject({}, { packages: false }))).not.toBe(one)
  })
})

describe('what a workbench refuses', () => {
  const opened = async (folder: string, options: WorkbenchOptions = {}) => {
    const sandbox = sandboxes.get('bwrap')
    const result =
      sandbox === undefined ? null : await openSandboxWorkbench(sandbox, folder, options)
    if (result?.ok) await result.value.close()
    return result
  }

  test('a link that leads out, and a folder that is not there', async () => {
    for (const target of ['/etc/passwd', '../../x', '../..']) {
      const folder = makeProject()
      symlinkSync(target, join(folder, 'src/link'))
      expect(await opened(folder)).toMatchObject({
        ok: false,
        error: expect.stringContaining('src/link'),
      })
    }
    expect(await opened('/no/such/folder')).toMatchObject({
      ok: false,
      error: expect.stringContaining('/no/such/folder'),
    })
    expect(await opened(join(makeProject(), 'package.json'))).toMatchObject({ ok: false })
  })

  test('links inside are kept, also by an absolute path', async () => {
    const folder = makeProject()
    symlinkSync('price.ts', join(folder, 'src/same.ts'))
    symlinkSync(join(folder, 'src'), join(folder, 'door'))
    const bench = await open(folder)
    expect((await sh(bench, 'head -c 3 src/same.ts door/price.ts')).code).toBe(0)
  })

  test('a folder of packages that is a link to something else', async () => {
    const folder = makeProject({}, { packages: false })
    const secret = freshFolder()
    writeFileSync(join(secret, 'key'), 'private')
    symlinkSync(secret, join(folder, 'node_modules'))
    const bench = await open(folder)
    expect((await sh(bench, `cat node_modules/key; cat ${secret}/key`)).stdout).toBe('')
  })

  test('a project that is too large', async () => {
    expect(await opened(makeProject(), { copy: { files: 3 } })).toMatchObject({
      ok: false,
      error: expect.stringContaining('3 files'),
    })
    const big = makeProject({ 'big.bin': 'x'.repeat(2_000_000) })
    expect(await opened(big, { copy: { megabytes: 1 } })).toMatchObject({
      ok: false,
      error: expect.stringContaining('1 MB'),
    })
  })

  test('[SANDBOX-13] a command behind walls reaches no network and no file of the machine', async () => {
    const folder = makeProject()
    const bench = await open(folder)
    const dial = `node -e "fetch('http://1.1.1.1', { signal: AbortSignal.timeout(2000) }).then(() => console.log('reached'), () => console.log('no'))"`
    expect(await sh(bench, dial)).toMatchObject({ stdout: 'no\n' })
    expect((await sh(bench, `ls ${folder} /root /home`)).stdout).toBe('')
    expect((await sh(bench, 'env')).stdout).not.toMatch(/SECRET|TOKEN|_KEY/)
  })
})
