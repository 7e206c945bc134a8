import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { begin, cost, met, scoreOf } from '../../../test/support/improve-run.ts'
import { earnAutonomy } from '../../../test/support/improve-workspace.ts'
import { freshFolder } from '../../../test/support/folder.ts'
import { openWorkspace } from '../../app.ts'
import { plainScreen } from '../../model/screen.ts'
import { command as score } from './commands/score.ts'
import { improve } from './definition.ts'
import { improveReports, keepResults } from './reports.ts'

test('the page shows the start page of the last application at both widths, and nothing where there are no pages', async () => {
  const opened = await openWorkspace({ cwd: freshFolder(), env: process.env })
  if (!opened.ok) throw new Error(opened.error.what)
  const picture = await opened.value.blobs.put('cG5n')
  const page = async (withScreens: boolean) => {
    const run = begin({ mode: 'once' })
    const screens = [375, 1280].map((width) => ({ width, height: 900, picture }))
    run.built()
    const state = run.tell({
      type: 'record-scored',
      score: scoreOf(9),
      obligations: [met],
      changed: [],
      cost,
      ...(withScreens ? { screens } : {}),
    })
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that is looked at
    const open = { state } as unknown as Parameters<typeof improveReports>[1]
    const html = await (await improveReports(opened.value, open)).html?.(plainScreen)
    return typeof html === 'object' && html.ok ? html.value : ''
  }
  const shown = await page(true)
  expect(shown.match(/data:image\/png;base64,cG5n/g)).toHaveLength(2)
  expect(shown).toContain('alt="The start page of iteration 1, 375 pixels wide"')
  expect(shown).toContain('alt="The start page of iteration 1, 1280 pixels wide"')
  expect(await page(false)).not.toContain('<img')
})

test('the page that is kept says what a person said afterwards', async () => {
  const folder = freshFolder()
  writeFileSync(join(folder, 'loopwright.yaml'), '{}\n')
  await earnAutonomy(folder)
  const workspace = await openWorkspace({ cwd: folder, env: process.env })
  if (!workspace.ok) throw new Error(workspace.error.what)
  const person = { by: 'ada', known: 'terminal' } as const
  const context = { workspace: workspace.value, person, dialog: null }
  const given = { run: 'earned', iteration: '10', score: '3' }
  expect(await score.run(context, given)).toMatchObject({ ok: true })
  const page = join(folder, 'reports', 'iteration-10-improvements-earned.html')
  expect(readFileSync(page, 'utf8')).toContain('3 (by ada)')
})

test('an application of a comparison leaves no report and no row: only the comparison is shown', async () => {
  const workspace = await openWorkspace({ cwd: freshFolder(), env: process.env })
  if (!workspace.ok) throw new Error(workspace.error.what)
  const kept = async (trial: string | undefined) => {
    const state = begin({ mode: 'once', ...(trial === undefined ? {} : { trial }) }).iterate(
      scoreOf(9),
    )
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that is looked at
    const run = { name: 'r', runId: 'r', state } as unknown as Parameters<typeof improve.files>[1]
    expect(await keepResults(workspace.value, { state })).toMatchObject({ ok: true })
    return improve.files(workspace.value, run).length
  }
  expect(await kept('compare-1')).toBe(0)
  const page = join(workspace.value.root, 'reports', 'iteration-1-improvements-r.html')
  expect(existsSync(page)).toBe(false)
  expect(workspace.value.hasRecords()).toBe(false)
  expect(await kept(undefined)).toBe(1)
  expect(existsSync(page)).toBe(true)
})
