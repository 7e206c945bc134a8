import { join } from 'node:path'
import { expect, test } from 'vitest'
import { git, improveWorkspace } from '../../../test/support/improve-workspace.ts'
import { openWorkspace } from '../../app.ts'
import { applyChange } from './apply.ts'
import { openSetUp } from './project.ts'

const script = '"test": "node --test --experimental-test-isolation=none"'

test.each([
  ['"test": "node --test nowhere.js"', /^its tests fail/],
  ['"test": "no-such-program"', /^its tests were not run to their end$/],
])(
  'a change after which the set-up has %s is rejected',
  async (after, reason) => {
    const folder = improveWorkspace()
    const workspace = await openWorkspace({ cwd: folder, env: process.env })
    if (!workspace.ok) throw new Error(workspace.error.what)
    const setUp = await openSetUp(workspace.value, 'agents', null)
    if (!setUp.ok) throw new Error(setUp.error.what)
    const applied = await applyChange(
      setUp.value,
      {
        id: 'i1-1',
        description: 'Test otherwise',
        edits: [{ path: 'package.json', before: script, after }],
      },
      { runId: 'taxes', parent: setUp.value.head, date: '2026-01-01T00:00:00Z' },
    )
    expect(applied).toMatchObject({ ok: true, value: { status: 'rejected', commit: null } })
    expect(applied.ok && applied.value.reason).toMatch(reason)
    expect(git(join(folder, 'agents'), 'branch')).toBe('* main')
  },
  120_000,
)
