import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freshFolder } from '../../../test/support/folder.ts'
import { openWorkspace } from '../../app.ts'
import { ok } from '../../model/result.ts'
import { applyProved } from './apply-proved.ts'
import { improve } from './definition.ts'
import { openSetUp } from './project.ts'
import type { ImproveRun } from './state.ts'

const git = (folder: string, ...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=ada', '-c', 'user.email=ada@here', ...args], {
    cwd: folder,
    encoding: 'utf8',
  }).trim()

async function proved(isBetter: boolean) {
  const root = freshFolder()
  const agents = join(root, 'agents')
  mkdirSync(agents)
  writeFileSync(join(agents, 'AGENTS.md'), '# Rules\n')
  git(agents, 'init', '-q', '-b', 'main')
  git(agents, 'add', '-A')
  git(agents, 'commit', '-qm', 'first')
  const workspace = await openWorkspace({ cwd: root, env: process.env })
  if (!workspace.ok) throw new Error(workspace.error.what)
  const setUp = await openSetUp(workspace.value, 'agents', null)
  if (!setUp.ok) throw new Error(setUp.error.what)
  const date = '2026-03-01T10:00:00.000Z'
  const compared: string[] = []
  const applied = await applyProved(workspace.value, setUp.value, {
    workflow: improve,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that is looked at
    run: { runId: 'taxes', iterations: [], approved: null } as unknown as ImproveRun,
    change: {
      id: 'i1-1',
      description: 'Ask for tests',
      edits: [{ path: 'AGENTS.md', before: '# Rules\n', after: '# Rules\n\n- Write tests.\n' }],
    },
    place: { runId: 'taxes', parent: setUp.value.head, date },
    signal: new AbortController().signal,
    tell: () => undefined,
    prove: async (_, __, { before, after }) => {
      compared.push(git(agents, 'show', `${before}:AGENTS.md`))
      compared.push(git(agents, 'show', `${after}:AGENTS.md`))
      return ok({ isBetter, reason: 'by 2 points', differences: [2, 2.1], costUsd: 0.5 })
    },
  })
  if (!applied.ok) throw new Error(applied.error)
  return { ...applied.value, compared, branch: git(agents, 'branch', '--list', '*improve-*') }
}

test('[IMPROVE-3] what is proved is taken over with its figures, and what is not is rejected with them', async () => {
  const better = await proved(true)
  expect(better.compared).toEqual(['# Rules', '# Rules\n\n- Write tests.'])
  expect(better).toMatchObject({
    result: { status: 'applied', reason: 'by 2 points', differences: [2, 2.1] },
    costUsd: 0.5,
    branch: 'loopwright/improve-taxes',
  })
  expect(better.result.commit).toMatch(/^[0-9a-f]{40}$/)
  expect(await proved(false)).toMatchObject({
    result: { status: 'rejected', commit: null, reason: 'by 2 points', differences: [2, 2.1] },
    costUsd: 0.5,
    branch: '',
  })
})
