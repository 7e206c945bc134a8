import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { earnAutonomy, improveWorkspace } from '../../../test/support/improve-workspace.ts'
import { openWorkspace } from '../../app.ts'
import { autonomyNow, mayRunByItself } from './autonomy-now.ts'

test('[IMPROVE-1] 2.25: what was earned counts from the records, not from the run itself, and the option is read anew each time', async () => {
  const folder = improveWorkspace('{ autonomous: true }')
  const opened = await openWorkspace({ cwd: folder, env: process.env })
  if (!opened.ok) throw new Error(opened.error.what)
  expect(await mayRunByItself(opened.value)).toMatchObject({ ok: false, error: { exit: 2 } })
  await earnAutonomy(folder)
  expect(await mayRunByItself(opened.value)).toMatchObject({ ok: true })
  const itself = await autonomyNow(opened.value, 'earned')
  expect(itself.conditions.every(({ holds }) => holds)).toBe(false)
  writeFileSync(join(folder, 'loopwright.yaml'), 'workflows: { improve: { autonomous: false } }\n')
  expect(await autonomyNow(opened.value)).toMatchObject({ isOn: false })
  writeFileSync(join(folder, 'loopwright.yaml'), 'workflows: [')
  expect(await autonomyNow(opened.value)).toMatchObject({ isOn: false })
})
