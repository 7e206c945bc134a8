import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { git, improveWorkspace } from '../../../../test/support/improve-workspace.ts'
import { openWorkspace } from '../../../app.ts'
import { noteOf, openTrial } from './compare.ts'

test('a comparison goes on where it was, and begins anew once a branch or the spec has changed', async () => {
  const folder = improveWorkspace()
  const agents = join(folder, 'agents')
  git(agents, 'branch', 'shorter')
  const workspace = await openWorkspace({ cwd: folder, env: process.env })
  if (!workspace.ok) throw new Error(workspace.error.what)
  const opened = async (...setups: readonly [string, string]) => {
    const options = { specs: ['spec.md'], repeats: 10, seed: 1 }
    const trial = await openTrial(workspace.value, setups, options)
    if (!trial.ok) throw new Error(trial.error.what)
    return trial.value
  }
  const both = () => opened('agents', 'agents@shorter')
  const first = await both()
  const commit = git(agents, 'rev-parse', 'HEAD')
  expect(first.arms).toEqual([
    { name: 'A (agents)', setup: `${agents}@${commit}` },
    { name: 'B (agents@shorter)', setup: `${agents}@${commit}` },
  ])
  expect((await both()).id).toBe(first.id)
  expect(noteOf(first.arms, first.arms[1], 'spec.md')).toMatch(/both are the same version/)

  git(agents, 'commit', '-q', '--allow-empty', '-m', 'Another rule')
  const moved = await both()
  expect(moved.id).not.toBe(first.id)
  expect(noteOf(moved.arms, moved.arms[0], 'spec.md')).toBe('spec.md with A (agents)')
  git(agents, 'branch', '-f', 'shorter', 'main')
  const both2 = await both()
  expect(both2.id).not.toBe(moved.id)
  writeFileSync(join(folder, 'spec.md'), '# Taxes\n\n- `taxed(10)` is 13\n')
  expect((await both()).id).not.toBe(both2.id)

  writeFileSync(join(agents, 'AGENTS.md'), 'Be brief.\n')
  await expect(both()).rejects.toThrow('not committed: AGENTS.md')
})
