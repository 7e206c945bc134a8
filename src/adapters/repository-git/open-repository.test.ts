import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openGitRepository } from './open-repository.ts'
import {
  env,
  commitNow,
  folder,
  git,
  must,
  openAt,
  order,
  project,
  put,
} from './sample-repository.contract.ts'

describe('what a repository says of itself', () => {
  test('tells root, workspace, commit, branch and what is not committed', async () => {
    const root = project({ 'packages/app/a.ts': 'x\n' })
    put(root, 'packages/app/a.ts', 'y\n')
    put(root, 'new ü\nfile.txt', 'z')
    mkdirSync(join(root, 'packages/app/.loopwright'), { recursive: true })
    const facts = must(await openAt(root, join(root, 'packages/app')).inspect())
    expect(facts).toMatchObject({
      root,
      prefix: 'packages/app',
      head: git(root, 'rev-parse', 'HEAD').trim(),
      branch: 'main',
      shallow: false,
      submodules: [],
      uncommitted: ['packages/app/a.ts', 'new ü\nfile.txt'],
    })
    expect(facts.notes.join()).toContain('Uncommitted changes are not seen')
  })

  test('knows a detached HEAD and a shallow clone', async () => {
    const root = project()
    git(root, 'branch', '-m', 'trunk')
    const clone = folder()
    git(clone, 'clone', '-q', '--depth', '1', `file://${root}`, 'c')
    const at = join(clone, 'c')
    git(at, 'checkout', '-q', '--detach')
    const facts = must(await openAt(at).inspect())
    expect(facts).toMatchObject({ branch: null, shallow: true })
    expect(facts.notes.join()).toContain('detached')
    const tree = await order(at)
    put(tree.folder, 'src/a.ts', 'else\n')
    expect(must(await commitNow(tree)).changes).toHaveLength(1)
  })

  test('is asked of few processes, since each makes the process that asks halt', async () => {
    const root = project()
    const bin = folder()
    const log = join(bin, 'calls')
    const script = `#!/bin/sh\nprintf '%s\\n' "$*" >> ${log}\nexec ${git(root, '--exec-path').trim()}/git "$@"\n`
    writeFileSync(join(bin, 'git'), script, { mode: 0o755 })
    const repository = openGitRepository({
      workspace: root,
      worktrees: join(root, '.loopwright', 'worktrees'),
      env: { ...env, PATH: `${bin}:${env.PATH}` },
    })
    const callsOf = async (work: () => Promise<unknown>) => {
      writeFileSync(log, '')
      await work()
      return readFileSync(log, 'utf8').trimEnd().split('\n').length
    }
    const opened = must(await repository.open({ id: 'order-1', base: 'HEAD' }))
    await repository.inspect()
    expect(await callsOf(() => repository.inspect())).toBe(1)
    expect(await callsOf(() => repository.fingerprint())).toBe(3)
    put(opened.folder, 'src/b.ts', 'b\n')
    const kept = must(await opened.keep())
    expect(await callsOf(() => opened.files(kept))).toBe(2)
    expect(await callsOf(() => opened.restore(kept))).toBe(5)
  })

  test('refuses clearly: no repository, no commit, a bare one, no git, an unknown base', async () => {
    const none = folder()
    expect(await openAt(none).inspect()).toMatchObject({ error: { type: 'not-a-repository' } })
    git(none, 'init', '-q')
    const empty = openAt(none)
    expect(await empty.inspect()).toMatchObject({ error: { type: 'no-commit' } })
    expect(await empty.open({ id: 'a', base: 'HEAD' })).toMatchObject({
      error: { type: 'unknown-commit' },
    })
    expect(await empty.fingerprint()).toMatchObject({ ok: true })
    const bare = folder()
    git(bare, 'init', '-q', '--bare')
    expect(await openAt(bare).inspect()).toMatchObject({ error: { type: 'bare' } })
    const noGit = openGitRepository({
      workspace: none,
      worktrees: join(none, 'w'),
      env: { PATH: '/nonexistent' },
    })
    expect(await noGit.inspect()).toMatchObject({ error: { type: 'no-git' } })
    const root = project()
    for (const base of ['--all', 'no-such', '', 'a b', 'f'.repeat(40)])
      expect(await openAt(root).open({ id: 'a', base })).toMatchObject({
        error: { type: 'unknown-commit' },
      })
    for (const id of ['', '..', 'a/b', '-x', 'a..b', 'a.lock', 'a.', 'a b', 'a.json', 'ü'])
      expect(await openAt(root).open({ id, base: 'HEAD' })).toMatchObject({
        error: { type: 'bad-id' },
      })
  })

  test('ignores variables that would lead git elsewhere', async () => {
    const root = project()
    const other = project({ 'b.ts': 'b\n' })
    const misled = openGitRepository({
      workspace: root,
      worktrees: join(root, '.loopwright/worktrees'),
      env: { ...env, GIT_DIR: join(other, '.git'), GIT_INDEX_FILE: '/nonexistent/index' },
    })
    expect(must(await misled.inspect()).head).toBe(git(root, 'rev-parse', 'HEAD').trim())
  })
})

describe('a worktree of an order', () => {
  test('is made from the base, detached, and given back after a crash', async () => {
    const root = project()
    const first = await order(root)
    expect(first.made).toBe('created')
    expect(readFileSync(join(first.folder, 'src/a.ts'), 'utf8')).toBe('one\ntwo\nthree\n')
    expect(() => git(first.folder, 'symbolic-ref', 'HEAD')).toThrow()
    expect(git(root, 'branch', '--list').trim()).toBe('* main')
    put(first.folder, 'src/b.ts', 'kept')
    const again = await order(root)
    expect(again.made).toBe('reused')
    expect(existsSync(join(again.folder, 'src/b.ts'))).toBe(true)
    expect(await openAt(root).orders()).toEqual(['order-1'])
  })

  test('is made again where it is half made, gone or damaged, and the user’s own worktrees stay', async () => {
    const root = project()
    const users = join(folder(), 'order-1')
    git(root, 'worktree', 'add', '-q', '--detach', users)
    rmSync(users, { recursive: true })
    const place = join(root, '.loopwright/worktrees')
    const damages: (() => void)[] = [
      () => rmSync(join(place, 'order-1.json')),
      () => rmSync(join(place, 'order-1'), { recursive: true }),
      () => rmSync(join(root, '.git/worktrees/order-11'), { recursive: true }),
      () => put(place, 'order-1.json', '{"base":'),
    ]
    await order(root)
    for (const damage of damages) {
      damage()
      const tree = await order(root)
      expect(tree.made).toBe('recreated')
      put(tree.folder, 'src/a.ts', 'two\n')
      expect(must(await tree.changes())).toHaveLength(1)
    }
    expect(git(root, 'worktree', 'list')).toContain(users)
    put(root, 'more.txt', 'x')
    git(root, 'add', 'more.txt')
    git(root, 'commit', '-qm', 'second')
    expect(await openAt(root).open({ id: 'order-1', base: 'HEAD' })).toMatchObject({
      error: { type: 'other-base' },
    })
  })

  test('survives locks that a crash left and an index that is damaged', async () => {
    const root = project()
    const tree = await order(root)
    put(tree.folder, 'x.txt', 'x')
    const index = join(root, '.loopwright/worktrees/order-1.index')
    const kept = must(await tree.keep())
    writeFileSync(`${index}.lock`, '')
    writeFileSync(index, 'garbage')
    expect(must(await tree.keep())).toBe(kept)
  })

  test('is made also while another one is half made', async () => {
    const root = project()
    const half = join(root, '.git/worktrees/half')
    put(half, 'gitdir', '/nonexistent/half/.git\n')
    put(half, 'HEAD', git(root, 'rev-parse', 'HEAD'))
    put(half, 'commondir', '')
    setTimeout(() => rmSync(half, { recursive: true }), 300)
    expect((await order(root)).made).toBe('created')
  })

  test('runs no hook of the repository', async () => {
    const root = project()
    const seen = join(root, 'hook-ran')
    for (const hook of ['post-checkout', 'reference-transaction', 'post-commit', 'pre-commit']) {
      put(root, `.git/hooks/${hook}`, `#!/bin/sh\ntouch '${seen}'\n`)
      chmodSync(join(root, `.git/hooks/${hook}`), 0o755)
    }
    const tree = await order(root)
    put(tree.folder, 'x.txt', 'x')
    must(await commitNow(tree))
    must(await tree.remove())
    expect(existsSync(seen)).toBe(false)
  })

  test('goes away whole and leaves the branch', async () => {
    const root = project()
    const tree = await order(root)
    put(tree.folder, 'x.txt', 'x')
    must(await tree.keep())
    must(await commitNow(tree))
    must(await tree.remove())
    must(await tree.remove())
    expect(existsSync(tree.folder)).toBe(false)
    expect(git(root, 'worktree', 'list').trim().split('\n')).toHaveLength(1)
    expect(git(root, 'for-each-ref', '--format=%(refname)').trim().split('\n')).toEqual([
      'refs/heads/loopwright/order-1',
      'refs/heads/main',
    ])
    expect(await openAt(root).orders()).toEqual([])
    expect(git(root, 'fsck', '--strict')).not.toContain('error')
  })
})
