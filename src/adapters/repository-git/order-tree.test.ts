import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareCheckouts } from '../../ports/repository-isolation.ts'
import { checkPath } from './safe-path.ts'
import {
  folder,
  git,
  must,
  openAt,
  order,
  project,
  put,
  words,
} from './sample-repository.contract.ts'

describe('files of an answer', () => {
  test('[REPO-5] are written whole, deleted, and keep their rights', async () => {
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
    expect(must(written)).toContain('src/deep/er/b c.ts')
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
  test('[REPO-7] to the base or an earlier attempt gives exactly those files', async () => {
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
    must(await tree.restore(two))
    expect(must(await tree.keep())).toBe(two)
    must(await tree.restore(tree.base))
    expect(must(await tree.changes())).toEqual([])
    expect(git(tree.folder, 'status', '--porcelain')).toBe('')
    expect(existsSync(join(tree.folder, 'node_modules/dep/x.js'))).toBe(true)
    expect(existsSync('/etc/passwd')).toBe(true)
  })

  test('[REPO-7] sees the same files as the same tree, whatever came before', async () => {
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
      { numRuns: 6 },
    )
  })
})

describe('the result', () => {
  test('[REPO-8] is a commit that is the same for the same change, and a patch that gives the same files', async () => {
    const ids: string[] = []
    for (const _ of [1, 2]) {
      const root = project()
      const tree = await order(root)
      put(tree.folder, 'src/a.ts', 'one\n2\nthree\n')
      writeFileSync(join(tree.folder, 'pic.bin'), Buffer.from([0, 255, 10, 13]))
      writeFileSync(join(tree.folder, 'latin.txt'), Buffer.from([0xe4, 10]))
      const done = must(await tree.commit(words))
      expect(must(await tree.commit(words)).commit).toBe(done.commit)
      expect(done.branch).toBe('loopwright/order-1')
      expect(git(root, 'rev-parse', 'loopwright/order-1').trim()).toBe(done.commit)
      expect(git(root, 'rev-parse', `${done.commit}^`).trim()).toBe(tree.base)
      expect(git(root, 'log', '-1', '--format=%an|%ae|%aI|%B', done.commit).trim()).toBe(
        'Loopwright|loopwright@localhost|2026-01-02T03:04:05Z|Do it\n\nBecause.'.replace(
          'Z',
          '+00:00',
        ),
      )
      const copy = folder()
      git(copy, 'clone', '-q', root, '.')
      writeFileSync(join(copy, '..', 'x.patch'), done.patch)
      git(copy, 'apply', '--index', join(copy, '..', 'x.patch'))
      rmSync(join(copy, '..', 'x.patch'))
      expect(git(copy, 'write-tree')).toBe(git(root, 'rev-parse', `${done.commit}^{tree}`))
      ids.push(done.commit)
    }
    expect(new Set(ids).size).toBe(1)
  })

  test('[REPO-8] replaces its own earlier commit and never a branch of somebody else', async () => {
    const root = project()
    const tree = await order(root)
    expect(await tree.commit(words)).toMatchObject({ error: { type: 'nothing-changed' } })
    put(tree.folder, 'a.txt', '1\n')
    const first = must(await tree.commit(words))
    put(tree.folder, 'a.txt', '2\n')
    const second = must(await tree.commit(words))
    expect(second.commit).not.toBe(first.commit)
    const elsewhere = join(folder(), 'w')
    git(root, 'worktree', 'add', '-q', elsewhere, 'loopwright/order-1')
    put(tree.folder, 'a.txt', '3\n')
    expect(await tree.commit(words)).toMatchObject({ error: { type: 'branch-taken' } })
    put(elsewhere, 'mine.txt', 'm\n')
    git(elsewhere, 'add', '-A')
    git(elsewhere, 'commit', '-qm', 'mine')
    git(elsewhere, 'checkout', '-q', '--detach')
    expect(await tree.commit(words)).toMatchObject({ error: { type: 'branch-taken' } })
    expect(await tree.commit({ message: 'x', date: 'soon' })).toMatchObject({ ok: false })
  })

  test('[REPO-10] gives the text files before and after, and names what is left out', async () => {
    const root = project({ 'a.ts': '\uFEFFa\n', 'big.txt': 'x'.repeat(3_000), 'ü b.md': 'ü' })
    writeFileSync(join(root, 'pic.bin'), Buffer.from([0, 1]))
    writeFileSync(join(root, 'latin.txt'), Buffer.from([0xe4]))
    symlinkSync('a.ts', join(root, 'link'))
    git(root, 'add', '-A')
    git(root, 'commit', '-qm', 'more')
    const tree = await order(root)
    put(tree.folder, 'a.ts', 'after\n')
    put(tree.folder, '.env', 'SECRET=1')
    const limits = { fileBytes: 2_000 }
    const before = must(await tree.before(limits))
    const after = must(await tree.after(limits))
    expect([...before.files.keys()]).toEqual(['.gitignore', 'a.ts', 'ü b.md'])
    expect(before.files.get('a.ts')).toBe('\uFEFFa\n')
    expect(after.files.get('a.ts')).toBe('after\n')
    expect(after.files.has('.env')).toBe(false)
    expect(before.left).toEqual([
      { path: 'big.txt', why: 'too-large' },
      { path: 'latin.txt', why: 'binary' },
      { path: 'link', why: 'link' },
      { path: 'pic.bin', why: 'binary' },
    ])
    const few = must(await tree.before({ totalBytes: 20 }))
    expect(few.left).toContainEqual({ path: 'big.txt', why: 'too-many' })
    const repository = openAt(root)
    expect(must(await repository.filesAt('HEAD')).files.size).toBe(4)
    expect(must(await repository.changesBetween('HEAD~1', 'HEAD')).length).toBe(3)
    expect(must(await repository.patchBetween('HEAD', 'HEAD')).length).toBe(0)
  })
})

describe('the user’s checkout', () => {
  test('[REPO-11] is the same after a whole order as before, although it is dirty', async () => {
    const root = project({ 'src/a.ts': 'a\n', 'b.ts': 'b\n' })
    put(root, 'b.ts', 'stashed\n')
    git(root, 'stash', '-q')
    put(root, 'src/a.ts', 'mine\n')
    put(root, 'untold.txt', 'u')
    put(root, '.env', 'K=1')
    git(root, 'add', 'src/a.ts')
    // git status would write down the new time of a file that did not change
    utimesSync(join(root, '.gitignore'), 1, 1)
    const bytes = readFileSync(join(root, '.git/index'))
    const repository = openAt(root)
    const before = must(await repository.fingerprint())
    const tree = await order(root)
    put(tree.folder, 'src/a.ts', 'theirs\n')
    must(await tree.keep())
    must(await tree.restore(tree.base))
    put(tree.folder, 'src/a.ts', 'theirs\n')
    must(await tree.commit(words))
    expect(compareCheckouts(before, must(await repository.fingerprint()))).toEqual([])
    must(await tree.remove())
    expect(compareCheckouts(before, must(await repository.fingerprint()))).toEqual([])
    expect(readFileSync(join(root, '.git/index')).equals(bytes)).toBe(true)
    expect(git(root, 'status', '--porcelain')).toBe('M  src/a.ts\n?? untold.txt\n')
  })

  test('[REPO-12] shows exactly what changed in it', async () => {
    const root = project({ 'src/a.ts': 'a\n', 'b.ts': 'b\n', 'hidden.ts': 'h\n' })
    put(root, 'untold.txt', 'u')
    put(root, '.env', 'K=1')
    git(root, 'update-index', '--assume-unchanged', 'hidden.ts')
    const repository = openAt(root)
    const look = async () => must(await repository.fingerprint())
    const deeds: readonly (readonly [() => void, readonly string[]])[] = [
      [() => put(root, 'src/a.ts', 'A\n'), ['appeared file src/a.ts']],
      [() => put(root, 'src/a.ts', 'B\n'), ['changed file src/a.ts']],
      [() => put(root, 'src/a.ts', 'a\n'), ['vanished file src/a.ts']],
      [() => put(root, 'untold.txt', 'v'), ['changed file untold.txt']],
      [() => rmSync(join(root, 'untold.txt')), ['vanished file untold.txt']],
      [() => chmodSync(join(root, 'b.ts'), 0o755), ['appeared file b.ts']],
      [() => chmodSync(join(root, 'b.ts'), 0o644), ['vanished file b.ts']],
      [() => put(root, 'hidden.ts', 'H\n'), ['changed file hidden.ts']],
      [() => put(root, '.env', 'K=2'), ['changed ignored-file .env']],
      [() => git(root, 'branch', 'x'), ['appeared ref refs/heads/x']],
      [() => git(root, 'tag', 't'), ['appeared ref refs/tags/t']],
      [() => git(root, 'config', 'core.pager', 'x'), ['changed setting config']],
      [() => put(root, '.git/hooks/pre-push', 'x'), ['appeared hook pre-push']],
      [() => git(root, 'checkout', '-q', 'x'), ['changed head ']],
      [() => git(root, 'checkout', '-q', '--detach'), ['changed head ']],
      [() => put(root, '.git/MERGE_HEAD', 'x'), ['appeared operation MERGE_HEAD']],
      [() => rmSync(join(root, '.git/MERGE_HEAD')), ['vanished operation MERGE_HEAD']],
      [() => git(root, 'rm', '-q', '--cached', 'b.ts'), ['appeared file b.ts', 'changed index ']],
      [() => git(root, 'add', 'b.ts'), ['vanished file b.ts', 'changed index ']],
      // the same bytes rewritten are no change
      [() => git(root, 'status'), []],
      [() => put(root, 'b.ts', 'b\n'), []],
      [() => put(root, 'node_modules/x/y.js', 'z'), []],
    ]
    let before = await look()
    for (const [deed, expected] of deeds) {
      deed()
      const after = await look()
      const seen = compareCheckouts(before, after).map(
        ({ change, part, name }) => `${change} ${part} ${name}`,
      )
      expect(seen).toEqual(expected)
      before = after
    }
    put(root, 'b.ts', 'c\n')
    const dirty = await look()
    git(root, 'stash', '-q')
    const parts = compareCheckouts(dirty, await look()).map(({ part }) => part)
    expect([...new Set(parts)]).toEqual(['file', 'ref', 'stash'])
  })

  test('[REPO-12] is looked at where it is a worktree itself', async () => {
    const root = project()
    const linked = join(folder(), 'linked')
    git(root, 'worktree', 'add', '-q', '-b', 'side', linked)
    // the private folder counts for nothing, also where nothing hides it from git
    const repository = openAt(linked)
    expect(must(await repository.inspect())).toMatchObject({ root: linked, branch: 'side' })
    const before = must(await repository.fingerprint())
    const tree = await order(linked)
    put(tree.folder, 'x.ts', 'x\n')
    must(await tree.commit(words))
    expect(compareCheckouts(before, must(await repository.fingerprint()))).toEqual([])
    must(await tree.remove())
    expect(compareCheckouts(before, must(await repository.fingerprint()))).toEqual([])
    expect(git(root, 'worktree', 'list').trim().split('\n')).toHaveLength(2)
  })
})
