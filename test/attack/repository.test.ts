import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openGitRepository } from '../../src/adapters/repository-git/open-repository.ts'
import { freshFolder } from '../support/folder.ts'
import { lw } from '../support/workspace.ts'
import { plainGit, trapped, type Trapped } from './hostile-repository.ts'

const files = {
  '.gitignore': '.loopwright\n',
  'package.json': '{"name":"x","type":"module","scripts":{"test":"node --test"}}\n',
  'src/a.js': 'export const a = 1\n',
  'src/a.test.js':
    "import assert from 'node:assert'\nimport { test } from 'node:test'\nimport { a } from './a.js'\ntest('a', () => assert.equal(a, 1))\n",
}

/** Everything that is done to a repository for a work order, with what an agent left in its worktree. */
async function workIn({ folder }: Trapped, leave: (worktree: string) => void): Promise<void> {
  const worktrees = join(folder, '.loopwright', 'worktrees')
  const repository = openGitRepository({ workspace: folder, worktrees, env: process.env })
  const facts = await repository.inspect()
  if (!facts.ok) throw new Error(facts.error.what)
  const opened = await repository.open({ id: 'order', base: facts.value.head })
  if (!opened.ok) throw new Error(opened.error.what)
  const { value: order } = opened
  leave(order.folder)
  const result = await order.keep()
  if (!result.ok) throw new Error(result.error.what)
  await order.changes()
  await order.ignored()
  const measured = await order.checkOut(result.value)
  if (measured.ok) await measured.value.close()
  await order.commit(result.value, { message: 'x', date: '2026-01-01T00:00:00Z' })
  await repository.patchBetween(facts.value.head, result.value)
  await order.setAside(facts.value.head)
  await order.restore(facts.value.head)
  await repository.fingerprint()
  await order.remove()
}

const edit = (worktree: string) => writeFileSync(join(worktree, 'src/a.js'), 'export const a = 2\n')

describe('a repository full of traps', () => {
  test('[ATTACK-22] springs none when Loopwright looks at it, works in it and measures it; git alone springs some', async () => {
    const order = trapped(files)
    await workIn(order, edit)
    expect(order.sprung()).toEqual([])
    const checked = trapped(files)
    edit(checked.folder)
    const ran = await lw(checked.folder, ['check', 'code', '.', '--base', 'HEAD'])
    expect(ran.stdout).toContain('of the change since HEAD')
    expect(checked.sprung()).toEqual([])
    spawnSync('git', ['status'], { cwd: checked.folder })
    expect(checked.sprung()).not.toEqual([])
  })

  test('[ATTACK-22] springs none that a file of it, a submodule or a missing object brings along', async () => {
    const bare = trapped({ ...files, 'inner/src/a.js': 'export const a = 1\n' })
    const inner = join(bare.folder, 'inner')
    plainGit(inner, 'init', '-q', '--bare', '.')
    writeFileSync(join(inner, 'config'), '[core]\n\tbare = false\n\tworktree = .\n')
    bare.set(inner, 'evil')
    await lw(bare.folder, ['check', 'code', 'inner'])
    expect(bare.sprung()).toEqual([])

    const other = freshFolder()
    plainGit(other, 'init', '-q')
    writeFileSync(join(other, 'b.js'), '1\n')
    writeFileSync(join(other, '.gitattributes'), '* filter=inner\n')
    plainGit(other, 'add', '-A')
    plainGit(other, 'commit', '-qm', 'other')
    const link = `160000,${plainGit(other, 'rev-parse', 'HEAD').trim()},sub`
    const around = trapped(files, (folder) =>
      plainGit(folder, 'update-index', '--add', '--cacheinfo', link),
    )
    await workIn(around, (worktree) => {
      edit(worktree)
      for (const at of ['sub', 'new']) {
        rmSync(join(worktree, at), { recursive: true, force: true })
        spawnSync('git', ['clone', '-q', other, join(worktree, at)])
        writeFileSync(join(worktree, at, 'b.js'), '2\n')
        around.set(join(worktree, at, '.git'), 'inner')
      }
    })
    expect(around.sprung()).toEqual([])

    const partial = trapped(files)
    const blob = plainGit(partial.folder, 'rev-parse', 'HEAD:src/a.js').trim()
    rmSync(join(partial.folder, '.git/objects', blob.slice(0, 2), blob.slice(2)))
    await lw(partial.folder, ['check', 'code', '.', '--base', 'HEAD'])
    await workIn(partial, edit).catch(() => undefined)
    expect(partial.sprung()).toEqual([])
  })
})
