import { expect, test } from 'vitest'
import { begin, cost, met, scoreOf } from '../../../test/support/improve-run.ts'
import { freshFolder } from '../../../test/support/folder.ts'
import { openWorkspace } from '../../app.ts'
import { plainScreen } from '../../model/screen.ts'
import { improveReports } from './reports.ts'

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
