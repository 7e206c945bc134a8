import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { git, improveWorkspace } from '../../../test/support/improve-workspace.ts'
import { openWorkspace } from '../../app.ts'
import { newImprove } from './start.ts'

async function opened() {
  const folder = improveWorkspace()
  const workspace = await openWorkspace({ cwd: folder, env: process.env })
  if (!workspace.ok) throw new Error(workspace.error.what)
  const rest = { mode: 'once', target: undefined, maxIterations: 1, by: 'ada' } as const
  const start = (spec: string, setup: string | undefined, name?: string) =>
    newImprove(workspace.value, { ...rest, spec, setup, name })
  return { folder, start }
}

test('nothing is begun with a spec or a set-up that cannot be built, and each is told with what to do', async () => {
  const { folder, start } = await opened()
  for (const name of ['plain', 'fresh', 'dirty', '.loopwright']) mkdirSync(join(folder, name))
  for (const name of ['fresh', 'dirty']) git(join(folder, name), 'init', '-q')
  git(join(folder, 'dirty'), 'commit', '-q', '--allow-empty', '-m', 'first')
  writeFileSync(join(folder, 'dirty', 'AGENTS.md'), 'Be brief.\n')
  writeFileSync(join(folder, 'empty.md'), '\n')
  writeFileSync(join(folder, 'prose.md'), '# Talk\n\nThis is about the weather.\n')
  const refused = [
    ['none.md', 'agents', 'there is no such file'],
    ['empty.md', 'agents', 'the spec asks for nothing'],
    ['prose.md', 'agents', 'says nothing to do'],
    ['spec.md', undefined, 'no set-up is named'],
    ['spec.md', 'nowhere', 'there is no such set-up'],
    ['spec.md', 'plain', 'not in a git repository'],
    ['spec.md', 'fresh', 'no commit yet'],
    ['spec.md', 'dirty', 'not committed: AGENTS.md'],
    ['spec.md', 'agents@none', 'names no commit'],
    ['spec.md', '.loopwright', 'a project that was built'],
  ] as const
  for (const [spec, setup, why] of refused)
    expect(await start(spec, setup), why).toMatchObject({
      ok: false,
      error: { exit: 2, what: expect.stringContaining(why), todo: expect.any(String) },
    })
  expect(await start('spec.md', 'agents', 'one')).toMatchObject({ ok: true })
  expect(await start('spec.md', 'agents', 'one')).toMatchObject({
    ok: false,
    error: { exit: 2, what: 'there is a run one already' },
  })
})

test('nothing is begun where what is built could not be recorded', async () => {
  const folder = improveWorkspace()
  const config = join(folder, 'loopwright.yaml')
  writeFileSync(config, `${readFileSync(config, 'utf8')}records: { url: "env:NO_SUCH_RECORDS" }\n`)
  const workspace = await openWorkspace({ cwd: folder, env: process.env })
  if (!workspace.ok) throw new Error(workspace.error.what)
  const run = { mode: 'once', target: undefined, maxIterations: 1, name: 'one', by: 'ada' } as const
  expect(
    await newImprove(workspace.value, { ...run, spec: 'spec.md', setup: 'agents' }),
  ).toMatchObject({
    ok: false,
    error: { what: expect.stringContaining('NO_SUCH_RECORDS is not set') },
  })
  expect(existsSync(join(folder, '.loopwright', 'improve', 'one'))).toBe(false)
})

test('a version of a set-up is a commit, a tag or a branch, also that of an earlier loop', async () => {
  const { folder, start } = await opened()
  const agents = join(folder, 'agents')
  git(agents, 'branch', 'loopwright/improve-other')
  const head = git(agents, 'rev-parse', 'HEAD')
  for (const revision of ['main', 'loopwright/improve-other', head.slice(0, 10)])
    expect(await start('spec.md', `agents@${revision}`)).toMatchObject({
      ok: true,
      value: { state: { setup: { setup: 'agents', commit: head } } },
    })
})
