import { chmodSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Appended, Repository } from '../../ports/repository.ts'
import { compareCheckouts } from '../../ports/repository-isolation.ts'
import { folder, git, must, openAt, project, put } from './sample-repository.contract.ts'

const words = (message: string, date = '2026-01-02T03:04:05Z') => ({ message, date })
type Files = Readonly<Record<string, string>>

/** A task's worktree, with files written to it, and the tree that was kept of it. */
async function worked(repository: Repository, id: string, base: string, files: Files) {
  const task = must(await repository.open({ id, base }))
  for (const [path, text] of Object.entries(files)) put(task.folder, path, text)
  return { task, base: task.base, tree: must(await task.keep()) }
}

const headOf = (root: string, name = 'loopwright/t'): string => git(root, 'rev-parse', name).trim()
const pathsOf = ({ changes }: Appended) => changes.map(({ path }) => path)

test('[REPO-8] a chain has one commit a task, and the checkout stays as it was', async () => {
  const root = project()
  put(root, 'src/a.ts', 'not committed\n')
  const repository = openAt(root)
  const before = must(await repository.fingerprint())
  let parent = headOf(root, 'HEAD')
  for (const number of [1, 2, 3]) {
    const file = { [`${number}.ts`]: `${number}\n` }
    const { task, ...made } = await worked(repository, `t.1.${number}`, parent, file)
    // whether the worktree is removed before or after makes no difference
    if (number === 2) must(await task.remove())
    const done = must(
      await repository.append({ id: 't', parent, ...made, words: words(`Task ${number}`) }),
    )
    if (number !== 2) must(await task.remove())
    expect(done.branch).toBe('loopwright/t')
    expect(pathsOf(done)).toEqual([`${number}.ts`])
    expect(headOf(root)).toBe(done.commit)
    expect(headOf(root, 'loopwright/t^')).toBe(parent)
    parent = done.commit
  }
  expect(git(root, 'log', '--format=%s', 'loopwright/t')).toBe('Task 3\nTask 2\nTask 1\nfirst\n')
  expect(await repository.orders()).toEqual([])
  expect(compareCheckouts(before, must(await repository.fingerprint()))).toEqual([])
  expect(git(root, 'fsck', '--strict')).not.toContain('error')
})

test('work of tasks that began at one commit is put together file by file', async () => {
  const root = project({ 'a.ts': 'a\n', 'b.ts': 'b\n', 'c.ts': 'c\n', 'run.sh': 'r\n' })
  const repository = openAt(root)
  const [one, two] = await Promise.all([
    worked(repository, 't.1', 'HEAD', { 'a.ts': 'A\n', 'same.ts': 's\n', 'one/x.ts': '1\n' }),
    worked(repository, 't.2', 'HEAD', { 'b.ts': 'B\n', 'same.ts': 's\n', 'two/x.ts': '2\n' }),
  ])
  chmodSync(join(two.task.folder, 'run.sh'), 0o755)
  git(two.task.folder, 'rm', '-q', 'c.ts')
  const tree = must(await two.task.keep())
  const { base } = one
  const first = must(
    await repository.append({ id: 't', parent: base, base, tree: one.tree, words: words('1') }),
  )
  const next = { id: 't', parent: first.commit, base, tree, words: words('2') }
  const second = must(await repository.append(next))
  expect(must(await repository.append(next)).commit).toBe(second.commit)
  expect(pathsOf(second).toSorted()).toEqual(['b.ts', 'c.ts', 'run.sh', 'two/x.ts'])
  const { files } = must(await repository.filesAt(second.commit))
  const text = (path: string) => files.get(path)
  expect([text('a.ts'), text('b.ts'), text('c.ts')]).toEqual(['A\n', 'B\n', undefined])
  expect(git(root, 'ls-tree', second.commit, 'run.sh')).toContain('100755')
  // what both did in the same way is there already
  const again = await worked(repository, 't.3', base, { 'same.ts': 's\n' })
  expect(
    await repository.append({ ...next, parent: second.commit, tree: again.tree }),
  ).toMatchObject({ error: { type: 'nothing-changed' } })
  expect(readdirSync(join(root, '.loopwright/worktrees')).join()).not.toContain('merge')
})

test.each<[string, Files, Files, readonly string[]]>([
  ['a changed file', { 'a.ts': '1\n', 'x.ts': 'x' }, { 'a.ts': '2\n', 'b.ts': 'y' }, ['a.ts']],
  ['a new file', { 'new ü.ts': '1\n' }, { 'new ü.ts': '2\n' }, ['new ü.ts']],
  ['a file and a folder', { 'n/x': '1\n' }, { n: '2\n' }, ['n', 'n/x']],
])('%s of both sides is a conflict, and the branch stays', async (_, ours, theirs, paths) => {
  const root = project({ 'a.ts': '0\n', 'b.ts': '0\n' })
  const repository = openAt(root)
  for (const [first, second] of [
    [ours, theirs],
    [theirs, ours],
  ] as const) {
    const one = await worked(repository, 'one', 'HEAD', first)
    const two = await worked(repository, 'two', 'HEAD', second)
    const { base } = one
    const done = must(
      await repository.append({ id: 't', parent: base, base, tree: one.tree, words: words('1') }),
    )
    const next = { id: 't', parent: done.commit, base, tree: two.tree, words: words('2') }
    const refused = await repository.append(next)
    expect(refused).toMatchObject({ error: { type: 'conflict', paths } })
    expect(JSON.stringify(refused)).toContain(`${paths.join(', ')} changed on both sides`)
    expect(headOf(root)).toBe(done.commit)
    must(await one.task.remove())
    must(await two.task.remove())
    git(root, 'branch', '-qD', 'loopwright/t')
  }
})

test('a commit that was made and not recorded is found again, or replaced', async () => {
  const root = project()
  const repository = openAt(root)
  const { base, tree } = await worked(repository, 't.1', 'HEAD', { 'x.ts': 'x\n' })
  const next = { id: 't', parent: base, base, tree, words: words('1') }
  const first = must(await repository.append(next))
  expect(must(await repository.append(next))).toEqual(first)
  const later = { ...next, words: words('1', '2026-01-03T00:00:00Z') }
  const second = must(await repository.append(later))
  expect(second.commit).not.toBe(first.commit)
  expect(headOf(root)).toBe(second.commit)
  expect(headOf(root, 'loopwright/t^')).toBe(base)
  const two = await worked(repository, 't.2', second.commit, { 'y.ts': 'y\n' })
  const third = must(await repository.append({ ...next, parent: second.commit, ...two }))
  // both follow the base: a group of tasks whose process died before they were recorded
  expect(must(await repository.append(next)).commit).toBe(first.commit)
  expect(headOf(root)).toBe(first.commit)
  git(root, 'branch', '-qf', 'loopwright/t', third.commit)
  const mine = ['-c', 'user.name=me', '-c', 'user.email=me@here']
  const foreign = git(root, ...mine, 'commit-tree', '-p', third.commit, '-m', 'm', `${base}^{tree}`)
  git(root, 'branch', '-qf', 'loopwright/t', foreign.trim())
  expect(await repository.append(later)).toMatchObject({ error: { type: 'branch-taken' } })
  // what is recorded is what work is made from: it is not replaced by what was made before
  git(root, 'branch', '-qf', 'loopwright/t', first.commit)
  const stale = { ...next, parent: second.commit, base: second.commit, tree: two.tree }
  expect(await repository.append(stale)).toMatchObject({ error: { type: 'branch-taken' } })
})

test('[REPO-8] a branch of somebody else, or one that is checked out, is never moved', async () => {
  const root = project()
  const repository = openAt(root)
  const { base, tree } = await worked(repository, 't.1', 'HEAD', { 'x.ts': 'x\n' })
  const next = { id: 't', parent: base, base, tree, words: words('1') }
  const taken = async () => {
    const before = git(root, 'for-each-ref')
    expect(await repository.append(next)).toMatchObject({ error: { type: 'branch-taken' } })
    expect(git(root, 'for-each-ref')).toBe(before)
  }
  git(root, 'symbolic-ref', 'refs/heads/loopwright/t', 'refs/heads/other')
  git(root, 'branch', '-q', 'other')
  await taken()
  git(root, 'symbolic-ref', '-d', 'refs/heads/loopwright/t')
  git(root, 'branch', '-q', 'loopwright/t')
  const elsewhere = join(folder(), 'w')
  git(root, 'worktree', 'add', '-q', elsewhere, 'loopwright/t')
  await taken()
  git(elsewhere, 'commit', '-q', '--allow-empty', '-m', 'mine')
  git(elsewhere, 'checkout', '-q', '--detach')
  await taken()
  git(root, 'branch', '-qf', 'loopwright/t', base)
  expect(must(await repository.append(next)).commit).toBe(headOf(root))
})

test('a commit that changes nothing, or that names what is not there, is refused', async () => {
  const root = project()
  const repository = openAt(root)
  const { base, tree } = await worked(repository, 't.1', 'HEAD', {})
  const next = { id: 't', parent: base, base, tree, words: words('1') }
  for (const [wrong, type] of [
    [{}, 'nothing-changed'],
    [{ id: 'a/b' }, 'bad-id'],
    [{ parent: 'f'.repeat(40) }, 'unknown-commit'],
    [{ base: '--all' }, 'unknown-commit'],
    [{ tree: 'f'.repeat(40) }, 'unknown-commit'],
  ] as const)
    expect(await repository.append({ ...next, ...wrong })).toMatchObject({ error: { type } })
  expect(git(root, 'branch', '--list').trim()).toBe('* main')
})
