import { expect, test } from 'vitest'
import { freshFolder } from '../../../../test/support/folder.ts'
import { openWorkspace } from '../../../app.ts'
import { orderOf } from '../../../ports/records-samples.contract.ts'
import { onlyRead } from './only-read.ts'

test('work of a comparison reads what real work left, and leaves nothing', async () => {
  const workspace = await openWorkspace({ cwd: freshFolder(), env: process.env })
  if (!workspace.ok) throw new Error(workspace.error.what)
  const records = await workspace.value.records()
  if (!records.ok) throw new Error(records.error.what)
  const [real, tried] = [orderOf('real'), orderOf('tried')]
  await records.value.saveOrder(real)
  const reading = onlyRead(records.value)
  await reading.saveOrder(tried)
  expect(await reading.order(real.id)).toMatchObject({ id: real.id })
  expect(await records.value.order(tried.id)).toBeNull()
  expect((await reading.enhancements()).length).toBeGreaterThan(0)
})
