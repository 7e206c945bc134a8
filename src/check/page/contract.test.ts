import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openWorkspace } from '../../app.ts'
import { findContract } from './contract.ts'

test('a page is held against the brief of its own folder, not against one further up', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'lw-contract-'))
  const site = join(cwd, 'site')
  mkdirSync(site)
  const brief = '# Goal\n\nSell bread.\n\n# Audience\n\nPeople\n\n# Brand\n\nBakery\n'
  writeFileSync(join(cwd, 'brief.md'), brief)
  const workspace = await openWorkspace({ cwd, env: {} })
  if (!workspace.ok) throw new Error(workspace.error.what)
  const used = async () => {
    const result = await findContract(workspace.value, site, {})
    return result.ok ? [...result.value.sources.map(({ path }) => path), ...result.value.notes] : []
  }
  expect(await used()).toEqual([])
  writeFileSync(join(site, 'brief.md'), brief)
  expect((await used()).join()).toContain('site/brief.md')
})
