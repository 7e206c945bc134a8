import { rmSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { orderWorkspace } from '../../../test/support/order-workspace.ts'
import { openWorkspace } from '../../app.ts'
import { live, orders, proposing, type Story } from './sample-order.contract.ts'
import { orderAsJson, orderViewOf } from './view.ts'

let folder = ''
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('machines are told of an escalation whether its recommendation needs a person', async () => {
  folder = orderWorkspace()
  const workspace = await openWorkspace({ cwd: folder, env: {} })
  if (!workspace.ok) throw new Error(workspace.error.what)
  const json = (story: Story) => {
    const state = live(story.state)
    return orderAsJson(state, orderViewOf(workspace.value, state))
  }
  expect(json(proposing())).toMatchObject({
    escalation: null,
    complexity_overview_band: expect.stringMatching(/^0(\.\d)?-/),
  })
  const tired = proposing().and(orders.attemptFails(), orders.attemptFails(), orders.attemptFails())
  expect(json(tired)).toMatchObject({
    escalation: {
      trigger_type: 'proposer_exhausted',
      reasons: expect.arrayContaining(['it was tried 3 times']),
      needs_person: true,
    },
  })
})
