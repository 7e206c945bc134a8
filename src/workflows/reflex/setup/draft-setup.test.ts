import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openWorkspace } from '../../../app.ts'
import { openAgents } from '../../../engine/open-agents.ts'
import { ok } from '../../../model/result.ts'
import type { Agent } from '../../../ports/agent.ts'
import { roles } from '../steps/bench.ts'
import { draftSetup, type Options } from './draft-setup.ts'

const anyAgent: Agent = {
  identity: { kind: 'scripted' },
  ceiling: () => ({ tokens: 0, costUsd: 0 }),
  ask: async () => ok({ output: '' }),
}

async function draft(options: Partial<Options>) {
  const cwd = mkdtempSync(join(tmpdir(), 'lw-setup-'))
  const workspace = await openWorkspace({ cwd, env: {} })
  if (!workspace.ok) throw new Error(workspace.error.what)
  const agents = await openAgents(
    { ...workspace.value, openAgent: async () => ok(anyAgent) },
    roles,
  )
  if (!agents.ok) throw new Error(agents.error.what)
  return draftSetup(workspace.value, { task: 'a poem about bees', ...options }, agents.value)
}

test('a task of no known type is held against what a person calls mandatory', async () => {
  expect(await draft({ type: 'other' })).toEqual({ ok: true, value: null })
  const drafted = await draft({ type: 'other', mandatory: ['contains "bee"'] })
  expect(drafted.ok && drafted.value?.setup.criteria.rules).toMatchObject([
    { description: 'contains "bee"', severity: 'fail' },
  ])
})

test.each(['ab', 'Two-Words', 'a--b', 'x'.repeat(65)])(
  'the alias %s is refused with the whole rule',
  async (alias) => {
    const refused = await draft({ alias })
    expect(!refused.ok && refused.error.what).toContain('3 to 64 lower-case letters')
  },
)
