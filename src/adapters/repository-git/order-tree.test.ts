import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkPath } from './write-files.ts'
import { folder, git, must, order, project, put } from './sample-repository.contract.ts'

describe('files of an answer', () => {
  test('are written whole, deleted, and keep their rights', async () => {
    const root = project({ 'src/a.ts': 'a\n', 'run.sh': 'r\n', 'old/x.ts': 'x\n', flat: 'f\n' })
    chmodSync(join(root, 'run.sh'), 0o755)
    git(root, 'commit', '-qam', 'executable')
    const tree = await order(root)
    const written = await tree.write([
      { path: './src/a.ts', text: 'ä\r\n' },
      { path: 'src/deep/er/b c.ts', text: '' },
      { path: 'run.sh', text: 'R\n' },
      { path: 'old/x.ts', text: null },
      { path: 'never-there.ts', text: null },
      { path: 'flat', text: null },
      { path: 'flat/now-a-folder.ts', text: 'n\n' },
    ])
    expect(must(written)).toBe(must(await tree.keep()))
    expect(readFileSync(join(tree.folder, 'src/a.ts'), 'utf8')).toBe('ä\r\n')
    expect(lstatSync(join(tree.folder, 'run.sh')).mode & 0o100).toBe(0o100)
    expect(
      must(await tree.changes())
        .map(({ path }) => path)
        .toSorted(),
    ).toEqual([
      'flat',
      'flat/now-a-folder.ts',
      'old/x.ts',
      'run.sh',
      'src/a.ts',
      'src/deep/er/b c.ts',
    ])
  })

  test('[REPO-6] are refused, all of them, where one path would leave the worktree', async () => {
    const root = project()
    const outside = folder()
    const tree = await order(root)
    symlinkSync(outside, join(tree.folder, 'door'))
    symlinkSync(join(outside, 'target'), join(tree.folder, 'leaf'))
    mkdirSync(join(tree.folder, 'dir'))
    const bad = [
      ...', /etc/x, ../x, a/../../x, a/.., .., ., ./, a//b, a/, C:/x, ~/x, .git'.split(', '),
      ...'.git/config, a/.git/hooks/x, .GIT/x, .git./x, git~1/x, .git:x/y'.split(', '),
      '.g\u200Cit/x',
      'a\\b',
      'a\0b',
      'a\nb',
      'door/x',
      'leaf',
      'dir',
      'n'.repeat(300),
    ]
    for (const path of bad) {
      const result = await tree.write([
        { path: 'fine.ts', text: 'fine' },
        { path, text: 'bad' },
      ])
      expect([path, result.ok], JSON.stringify(path)).toEqual([path, false])
      expect(await tree.write([{ path, text: null }])).toMatchObject({ ok: false })
    }
    expect(existsSync(join(tree.folder, 'fine.ts'))).toBe(false)
    expect(existsSync(join(outside, 'x'))).toBe(false)
    expect(existsSync(join(outside, 'target'))).toBe(false)
    for (const twice of [
      ['a.ts', './a.ts'],
      ['a', 'a/b'],
    ])
      expect(await tree.write(twice.map((path) => ({ path, text: 'x' })))).toMatchObject({
        error: { type: 'unsafe-path' },
      })
  })

  test('[REPO-6] have a path that stays below the root, or none at all', () => {
    const piece = fc.oneof(
      fc.constantFrom('..', '.', '', '.git', 'a', '~', 'C:', '\\', ' ', '.GIT ', '\u200D.git'),
      fc.string(),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 5 }), (pieces) => {
        const checked = checkPath(pieces.join('/'))
        if (checked.type === 'unsafe') return
        expect(checked.parts.length).toBeGreaterThan(0)
        for (const part of checked.parts) {
          expect(['', '.', '..']).not.toContain(part)
          expect(part).not.toMatch(/[/\\\0]/)
          expect(part.toLowerCase().replace(/[ .]+$/, '')).not.toBe('.git')
        }
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('going back', () => {
  test('to the base or an earlier attempt gives exactly those files', async () => {
    const root = project({ 'src/a.ts': 'a\n', 'src/b.ts': 'b\n', 'dir/c.ts': 'c\n' })
    const tree = await order(root)
    put(tree.folder, 'node_modules/dep/x.js', 'kept')
    put(tree.folder, 'src/a.ts', 'attempt one\n')
    put(tree.folder, 'new.ts', 'one\n')
    const one = must(await tree.keep())
    rmSync(join(tree.folder, 'dir'), { recursive: true })
    put(tree.folder, 'dir', 'a file now\n')
    rmSync(join(tree.folder, 'src'), { recursive: true })
    symlinkSync('/etc', join(tree.folder, 'src'))
    put(tree.folder, '.gitignore', '*.ts\n')
    git(tree.folder, 'checkout', '-qb', 'of-the-agent')
    git(tree.folder, 'add', '-A')
    git(tree.folder, 'commit', '-qm', 'x')
    const two = must(await tree.keep())
    expect(two).not.toBe(one)

    must(await tree.restore(one))
    expect(must(await tree.keep())).toBe(one)
    expect(readFileSync(join(tree.folder, 'src/a.ts'), 'utf8')).toBe('attempt one\n')
    expect(git(tree.folder, 'rev-parse', 'HEAD').trim()).toBe(tree.base)
    expect(git(tree.folder, 'status', '--porcelain')).toBe(' M src/a.ts\n?? new.ts\n')
    // where the files are the same already, nothing else is left either
    mkdirSync(join(tree.folder, 'empty'))
    git(tree.folder, 'checkout', '-q', 'of-the-agent', '--', '.gitignore')
    rmSync(join(tree.folder, '.gitignore'))
    put(tree.folder, '.gitignore', 'node_modules\n.env\n')
    must(await tree.restore(one))
    expect(existsSync(join(tree.folder, 'empty'))).toBe(false)
    expect(git(tree.folder, 'status', '--porcelain')).toBe(' M src/a.ts\n?? new.ts\n')
    must(await tree.restore(two))
    expect(must(await tree.keep())).toBe(two)
    must(await tree.restore(tree.base))
    expect(must(await tree.changes())).toEqual([])
    expect(git(tree.folder, 'status', '--porcelain')).toBe('')
    expect(existsSync(join(tree.folder, 'node_modules/dep/x.js'))).toBe(true)
    expect(existsSync('/etc/passwd')).toBe(true)
  })

  test('sees the same files as the same tree, whatever came before', async () => {
    const root = project()
    const tree = await order(root)
    const file = fc.record({
      path: fc.constantFrom('src/a.ts', 'b.ts', 'c/d.ts', '.gitignore', 'x.log'),
      text: fc.option(fc.constantFrom('1\n', '2\n', '*.log\n', '')),
    })
    const states = fc.array(fc.uniqueArray(file, { selector: ({ path }) => path }), {
      minLength: 2,
      maxLength: 3,
    })
    await fc.assert(
      fc.asyncProperty(states, async (many) => {
        const seen: string[] = []
        for (const state of many) {
          must(await tree.restore(tree.base))
          must(await tree.write(state))
          seen.push(must(await tree.keep()))
        }
        for (const kept of seen.toReversed()) {
          must(await tree.restore(kept))
          expect(must(await tree.keep())).toBe(kept)
        }
      }),
      {
        numRuns: 3,
        examples: [
          [
            [
              [{ path: '.gitignore', text: null }],
              [
                { path: '.gitignore', text: '*.log\n' },
                { path: 'x.log', text: '1\n' },
              ],
            ],
          ],
        ],
      },
    )
  })
})
