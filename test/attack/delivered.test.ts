import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { gitIn, liarsWorkspace } from '../support/order-workspace.ts'
import { launch } from '../torture/loop-process.ts'
import { lw } from '../support/workspace.ts'

const sly = join(import.meta.dirname, '..', 'support', 'sly-agent.mjs')

/** A small package with a proposer whose work is only right where it was made. */
function slyWorkspace(): string {
  const folder = liarsWorkspace()
  const config = join(folder, 'loopwright.yaml')
  writeFileSync(config, readFileSync(config, 'utf8').replace(/"[^"]*lying-agent\.mjs"/, `"${sly}"`))
  writeFileSync(join(folder, '.gitignore'), '.loopwright\ncache\n')
  gitIn(folder, 'commit', '-qam', 'ignore caches')
  return folder
}

async function worked(folder: string, title: string) {
  const criterion = ['--criterion', '`two()` is 2']
  const args = ['workorder', 'add', title, '-d', 'Add `two()`', ...criterion, '--run', '--json']
  const ran = await lw(folder, args)
  const line = ran.stdout.trim().split('\n').at(-1) ?? '{}'
  return { ...ran, told: JSON.parse(line) as Record<string, unknown> }
}

describe('a call that was killed', () => {
  test('[DELIVER-6] leaves nothing to the next: what it wrote, and what comes late, is named and kept apart', async () => {
    const folder = slyWorkspace()
    const config = join(folder, 'loopwright.yaml')
    writeFileSync(config, readFileSync(config, 'utf8').replace(/mjs"\]/, 'mjs"], env: [SLOW]'))
    const title = 'does as it is told'
    await lw(folder, [
      'workorder',
      'add',
      title,
      '-d',
      'Add `two()`',
      '--criterion',
      '`two()` is 2',
    ])
    const { child, ended } = launch(folder, ['workorder', 'run', 'wo1'], { SLOW: '60000' })
    const worktree = join(folder, '.loopwright/worktrees/wo1-does-told')
    await expect
      .poll(() => existsSync(join(worktree, 'src/half.js')), { timeout: 60_000 })
      .toBe(true)
    child.kill('SIGKILL')
    await ended
    writeFileSync(join(worktree, 'src/late.js'), 'export const late = 1\n')
    const ran = await lw(folder, ['workorder', 'run', 'wo1', '--json'])
    const told = JSON.parse(ran.stdout.trim().split('\n').at(-1) ?? '{}') as Record<string, unknown>
    expect(told['status'], ran.stderr).toBe('completed')
    const delivered = gitIn(folder, 'show', '--stat', String(told['branch']))
    expect(delivered).toContain('src/two.js')
    expect(delivered).not.toMatch(/half|late/)
    const history = join(folder, '.loopwright/workorder', String(told['run_id']), 'history.jsonl')
    const lines = readFileSync(history, 'utf8').trim().split('\n')
    const { payload } = JSON.parse(lines.find((line) => line.includes('"set_aside"')) ?? '{}') as {
      readonly payload: { readonly ref: string; readonly paths: readonly string[] }
    }
    expect(payload.paths).toEqual(['src/half.js', 'src/late.js'])
    expect(gitIn(folder, 'show', `${payload.ref}:src/late.js`)).toBe('export const late = 1\n')
    expect((await lw(folder, ['verify', 'wo1'])).status).toBe(0)
  })
})

describe('what is measured', () => {
  test('[DELIVER-1] is the change alone: what git ignores is not delivered, so it is not there', async () => {
    const { status, told } = await worked(slyWorkspace(), 'hides it where git does not look')
    expect([status, told['status']]).not.toEqual([0, 'completed'])
    expect(JSON.stringify(told)).not.toContain('"accepted"')
  })

  test('[DELIVER-2] is what is delivered: where a command changed it, nothing counts and a person is asked', async () => {
    const folder = slyWorkspace()
    const { status, told, stderr } = await worked(folder, 'rewrites the code while it is tested')
    expect(status, stderr).toBe(3)
    expect(JSON.stringify(told)).toContain('src/two.js was changed by what ran')
    const shown = await lw(folder, ['status', String(told['run_id']), '--json'])
    expect(shown.stdout).toContain('src/two.js was changed by what ran')
  })

  test('[DELIVER-2] by `check code` is what lies there, or nothing is decided', async () => {
    const folder = liarsWorkspace()
    writeFileSync(
      join(folder, 'src/one.test.js'),
      `import { writeFileSync } from 'node:fs'\nwriteFileSync('src/one.js', 'export const one = 1\\n')\n${readFileSync(join(folder, 'src/one.test.js'), 'utf8').replace("import { one } from './one.js'\n", '').replace('equal(one,', "equal((await import('./one.js')).one,").replace('() =>', 'async () =>')}`,
    )
    writeFileSync(join(folder, 'src/one.js'), 'export const one = 2\n')
    const wrong = await lw(folder, ['check', 'code', '.'])
    expect(wrong.status).toBe(3)
    expect(wrong.stderr).toContain('src/one.js was changed by what ran')
  })
})
