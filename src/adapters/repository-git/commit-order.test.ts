import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { compareCheckouts } from '../../ports/repository-isolation.ts'
import {
  commitNow,
  folder,
  git,
  must,
  openAt,
  order,
  project,
  put,
} from './sample-repository.contract.ts'

describe('the result', () => {
  test('[REPO-8] is a commit that is the same for the same change, and a patch that gives the same files', async () => {
    const ids: string[] = []
    for (const _ of [1, 2]) {
      const root = project()
      const tree = await order(root)
      put(tree.folder, 'src/a.ts', 'one\n2\nthree\n')
      writeFileSync(join(tree.folder, 'pic.bin'), Buffer.from([0, 255, 10, 13]))
      writeFileSync(join(tree.folder, 'latin.txt'), Buffer.from([0xe4, 10]))
      const done = must(await commitNow(tree))
      expect(must(await commitNow(tree)).commit).toBe(done.commit)
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
    expect(await commitNow(tree)).toMatchObject({ error: { type: 'nothing-changed' } })
    put(tree.folder, 'a.txt', '1\n')
    const first = must(await commitNow(tree))
    put(tree.folder, 'a.txt', '2\n')
    const second = must(await commitNow(tree))
    expect(second.commit).not.toBe(first.commit)
    const elsewhere = join(folder(), 'w')
    git(root, 'worktree', 'add', '-q', elsewhere, 'loopwright/order-1')
    put(tree.folder, 'a.txt', '3\n')
    expect(await commitNow(tree)).toMatchObject({ error: { type: 'branch-taken' } })
    put(elsewhere, 'mine.txt', 'm\n')
    git(elsewhere, 'add', '-A')
    git(elsewhere, 'commit', '-qm', 'mine')
    git(elsewhere, 'checkout', '-q', '--detach')
    expect(await commitNow(tree)).toMatchObject({ error: { type: 'branch-taken' } })
    expect(await tree.commit(tree.base, { message: 'x', date: 'soon' })).toMatchObject({
      ok: false,
    })
  })

  test('gives the text files before and after, and names what is left out', async () => {
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
    const before = must(await tree.files(tree.base, limits))
    const after = must(await tree.files(must(await tree.keep()), limits))
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
    const few = must(await tree.files(tree.base, { totalBytes: 20 }))
    expect(few.left).toContainEqual({ path: 'big.txt', why: 'too-many' })
    const repository = openAt(root)
    expect(must(await repository.filesAt('HEAD')).files.size).toBe(4)
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
    must(await commitNow(tree))
    expect(compareCheckouts(before, must(await repository.fingerprint()))).toEqual([])
    must(await tree.remove())
    expect(compareCheckouts(before, must(await repository.fingerprint()))).toEqual([])
    expect(readFileSync(join(root, '.git/index')).equals(bytes)).toBe(true)
    expect(git(root, 'status', '--porcelain')).toBe('M  src/a.ts\n?? untold.txt\n')
  })

  test('a file that our own words are written to is nobody else’s work', () => {
    const root = project({ 'a.ts': 'a\n' })
    const program = `
      import { openGitRepository } from ${JSON.stringify(join(import.meta.dirname, 'open-repository.ts'))}
      import { writeSync } from 'node:fs'
      const repository = openGitRepository({ workspace: ${JSON.stringify(root)}, worktrees: ${JSON.stringify(join(root, '.loopwright'))}, env: process.env })
      const look = async () => JSON.stringify((await repository.fingerprint()).value)
      const before = await look()
      writeSync(1, 'a line of progress')
      process.exitCode = before === (await look()) ? 0 : 7`
    const out = openSync(join(root, 'OUT.txt'), 'w')
    const ran = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', out, 'pipe'],
    })
    closeSync(out)
    expect(String(ran.stderr)).toBe('')
    expect(ran.status).toBe(0)
  })

  test('shows exactly what changed in it', async () => {
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

  test('is looked at where it is a worktree itself', async () => {
    const root = project()
    const linked = join(folder(), 'linked')
    git(root, 'worktree', 'add', '-q', '-b', 'side', linked)
    // the private folder counts for nothing, also where nothing hides it from git
    const repository = openAt(linked)
    expect(must(await repository.inspect())).toMatchObject({ root: linked, branch: 'side' })
    const before = must(await repository.fingerprint())
    const tree = await order(linked)
    put(tree.folder, 'x.ts', 'x\n')
    must(await commitNow(tree))
    expect(compareCheckouts(before, must(await repository.fingerprint()))).toEqual([])
    must(await tree.remove())
    expect(compareCheckouts(before, must(await repository.fingerprint()))).toEqual([])
    expect(git(root, 'worktree', 'list').trim().split('\n')).toHaveLength(2)
  })
})
