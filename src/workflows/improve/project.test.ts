import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { git, improveWorkspace } from '../../../test/support/improve-workspace.ts'
import { enhancementOf } from '../../ports/records-samples-lessons.contract.ts'
import { openWorkspace } from '../../app.ts'
import { buildsOf, changedSince, cleanBuilds, openSetUp, printsOf, versionOf } from './project.ts'

async function opened() {
  const folder = improveWorkspace()
  const workspace = await openWorkspace({ cwd: folder, env: process.env })
  if (!workspace.ok) throw new Error(workspace.error.what)
  const setUp = await openSetUp(workspace.value, 'agents', null)
  if (!setUp.ok) throw new Error(setUp.error.what)
  return { folder, workspace: workspace.value, setUp: setUp.value }
}

const put = (path: string, text: string) => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

test('cleaning removes what earlier iterations of the run built, once, and nothing else', async () => {
  const { folder, workspace } = await opened()
  const builds = buildsOf(workspace, 'taxes')
  const others = [
    join(builds, 'notes.txt'),
    join(buildsOf(workspace, 'other'), 'iteration-1', 'spec.md'),
    join(folder, '.loopwright', 'improve', 'taxes', 'history.jsonl'),
    join(folder, 'reports', 'iteration-1-improvements-taxes.md'),
    join(folder, 'iteration-1', 'mine.txt'),
  ]
  for (const path of others) put(path, 'kept')
  for (const number of [1, 2]) put(join(builds, `iteration-${number}`, 'taxes', 'index.js'), '1')
  const clean = async () => cleanBuilds(workspace, 'taxes')
  expect(await clean()).toEqual({ ok: true, value: ['iteration-1', 'iteration-2'] })
  expect(existsSync(join(builds, 'iteration-1'))).toBe(false)
  expect(await clean()).toEqual({ ok: true, value: [] })
  expect(others.filter((path) => !existsSync(path))).toEqual([])

  put(join(builds, 'iteration-3', 'spec.md'), '')
  const disk = { ...workspace.disk, removeTree: async () => undefined }
  expect(await cleanBuilds({ ...workspace, disk }, 'taxes')).toEqual({
    ok: false,
    error: 'iteration-3 could not be removed',
  })
})

test('isolation names what changed of the set-up or of the own checkout, and reports are no change', async () => {
  const { folder, workspace, setUp } = await opened()
  git(folder, 'init', '-q', '-b', 'main')
  git(folder, 'add', 'spec.md', 'loopwright.yaml')
  git(folder, 'commit', '-q', '-m', 'Mine')
  const before = await printsOf(workspace, setUp)
  const changed = async () => changedSince(before, await printsOf(workspace, setUp))
  put(join(folder, 'reports', 'iteration-1-improvements-taxes.md'), '# Report\n')
  expect(await changed()).toEqual([])
  writeFileSync(join(folder, 'agents', 'AGENTS.md'), 'Anything goes.\n')
  expect((await changed()).join()).toContain('AGENTS.md')
  git(join(folder, 'agents'), 'checkout', '-q', 'AGENTS.md')
  expect(await changed()).toEqual([])
  git(join(folder, 'agents'), 'commit', '-q', '--allow-empty', '-m', 'Sly')
  expect(await changed()).not.toEqual([])
  git(join(folder, 'agents'), 'reset', '-q', '--hard', 'HEAD~1')
  writeFileSync(join(folder, 'spec.md'), '# Less\n')
  expect((await changed()).join()).toContain('spec.md')
})

test('the version of a set-up is its commit, a hash of all that it brings and of the lessons in use, and who answers', async () => {
  const { folder, workspace } = await opened()
  const agents = join(folder, 'agents')
  const version = async () => {
    const project = await workspace.openAt(agents)
    if (!project.ok) throw new Error(project.error.what)
    return versionOf(project.value, workspace, git(agents, 'rev-parse', 'HEAD'))
  }
  const first = await version()
  expect(first.agents).toMatchObject({ proposer: 'node improve-agent.mjs' })
  git(agents, 'commit', '-q', '--allow-empty', '-m', 'Nothing')
  const same = await version()
  expect(same).toEqual({ ...first, commit: git(agents, 'rev-parse', 'HEAD') })
  put(join(agents, 'prompts', 'base.md'), 'Be brief.\n')
  git(agents, 'add', '-A')
  git(agents, 'commit', '-q', '-m', 'A prompt')
  const prompted = await version()
  expect(prompted.sha256).not.toBe(first.sha256)
  const records = await workspace.records()
  if (!records.ok) throw new Error(records.error.what)
  await records.value.saveEnhancement(enhancementOf('a'))
  expect((await version()).sha256).not.toBe(prompted.sha256)
})
