import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { git, must, openAt, order, project, put } from './sample-repository.contract.ts'

describe('changes', () => {
  test('are named with kind, lines, rights and names that are hard to print', async () => {
    const long = Array.from({ length: 30 }, (_, at) => `line ${at}`).join('\n')
    const root = project({
      'src/a.ts': 'one\ntwo\n',
      'move.ts': long,
      'gone.ts': 'x\n',
      'run.sh': 'r\n',
    })
    const tree = await order(root)
    const at = tree.folder
    put(at, 'src/a.ts', 'one\n2\n3\n')
    rmSync(join(at, 'gone.ts'))
    rmSync(join(at, 'move.ts'))
    put(at, 'lib/moved.ts', long)
    chmodSync(join(at, 'run.sh'), 0o755)
    writeFileSync(join(at, 'pic.bin'), Buffer.from([0, 1, 2]))
    symlinkSync('/etc/passwd', join(at, 'out'))
    put(at, 'a b\nü\t"x".txt', 'y\n')
    put(at, 'node_modules/x/index.js', 'ignored')
    const changes = must(await tree.changes())
    const file = { kind: 'file', binary: false }
    expect([...changes].toSorted((a, b) => (a.path < b.path ? -1 : 1))).toEqual([
      { ...file, type: 'added', path: 'a b\nü\t"x".txt', linesAdded: 1, linesDeleted: 0 },
      { ...file, type: 'deleted', path: 'gone.ts', linesAdded: 0, linesDeleted: 1 },
      {
        ...file,
        type: 'renamed',
        path: 'lib/moved.ts',
        from: 'move.ts',
        linesAdded: 0,
        linesDeleted: 0,
      },
      { kind: 'link', type: 'added', path: 'out', binary: false, linesAdded: 1, linesDeleted: 0 },
      {
        kind: 'file',
        type: 'added',
        path: 'pic.bin',
        binary: true,
        linesAdded: null,
        linesDeleted: null,
      },
      {
        ...file,
        type: 'modified',
        path: 'run.sh',
        linesAdded: 0,
        linesDeleted: 0,
        executable: 'gained',
      },
      { ...file, type: 'modified', path: 'src/a.ts', linesAdded: 2, linesDeleted: 1 },
    ])
    expect(must(await tree.ignored())).toEqual(['node_modules/'])
  })

  test('are those against the base, whatever the proposer committed, staged or declared', async () => {
    const root = project()
    const tree = await order(root)
    put(tree.folder, 'src/a.ts', 'changed\n')
    git(tree.folder, 'commit', '-qam', 'of the agent')
    put(tree.folder, 'b.ts', 'staged\n')
    git(tree.folder, 'add', 'b.ts')
    put(tree.folder, '.gitattributes', '*.ts -diff binary\n')
    const changes = must(await tree.changes())
    expect(changes.map(({ path, linesAdded }) => [path, linesAdded])).toEqual([
      ['.gitattributes', 1],
      ['b.ts', 1],
      ['src/a.ts', 1],
    ])
  })

  test('hold although the proposer replaced the worktree’s own .git', async () => {
    const root = project()
    const tree = await order(root)
    rmSync(join(tree.folder, '.git'))
    git(tree.folder, 'init', '-q')
    put(tree.folder, 'b.ts', 'x\n')
    git(tree.folder, 'add', '-A')
    git(tree.folder, 'commit', '-qm', 'elsewhere')
    expect(must(await tree.changes()).map(({ path }) => path)).toEqual(['b.ts'])
    const again = await order(root)
    expect(again.made).toBe('reused')
    expect(git(again.folder, 'rev-parse', 'HEAD').trim()).toBe(tree.base)
  })

  test('see repositories inside and submodules that were filled', async () => {
    const lib = project({ 'lib.ts': 'l\n' })
    const root = project()
    git(root, 'submodule', 'add', '-q', lib, 'vendor/lib')
    git(root, 'commit', '-qm', 'with a submodule')
    const facts = must(await openAt(root).inspect())
    expect(facts.submodules).toEqual(['vendor/lib'])
    const tree = await order(root)
    expect(must(await tree.changes())).toEqual([])
    expect(await tree.write([{ path: 'vendor/lib/x.ts', text: 'x' }])).toMatchObject({
      error: { type: 'unsafe-path' },
    })
    put(tree.folder, 'vendor/lib/x.ts', 'x\n')
    expect(must(await tree.changes())).toMatchObject([{ path: 'vendor/lib', kind: 'submodule' }])
    must(await tree.restore(tree.base))
    expect(must(await tree.changes())).toEqual([])
    mkdirSync(join(tree.folder, 'inner'))
    git(join(tree.folder, 'inner'), 'init', '-q')
    put(tree.folder, 'inner/x.ts', 'x\n')
    expect(await tree.changes()).toMatchObject({ ok: false })
    git(join(tree.folder, 'inner'), 'add', '-A')
    git(join(tree.folder, 'inner'), 'commit', '-qm', 'x')
    expect(must(await tree.changes())).toMatchObject([{ path: 'inner', kind: 'submodule' }])
    must(await tree.restore(tree.base))
    expect(existsSync(join(tree.folder, 'inner'))).toBe(false)
  })

  test('are the same in a sparse checkout, where files are missing on purpose', async () => {
    const root = project({ 'src/a.ts': 'a\n', 'docs/b.md': 'b\n' })
    git(root, 'sparse-checkout', 'set', 'src')
    const tree = await order(root)
    expect(existsSync(join(tree.folder, 'docs/b.md'))).toBe(true)
    put(tree.folder, 'src/a.ts', 'A\n')
    expect(must(await tree.changes()).map(({ path }) => path)).toEqual(['src/a.ts'])
  })
})
