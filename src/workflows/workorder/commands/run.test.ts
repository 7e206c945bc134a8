import { describe, expect, test } from 'vitest'
import { freshFolder } from '../../../../test/support/folder.ts'
import { type Ending, writeOrder } from '../../../../test/support/tuning-orders.ts'
import { openWorkspace } from '../../../app.ts'
import type { Carried, CommandResult } from '../../../engine/workflow-command.ts'
import { err, ok, type Result } from '../../../model/result.ts'
import type { Workspace } from '../../../ports/workspace.ts'
import { orderSetup } from '../sample-order.contract.ts'
import { command } from './run.ts'

type Given = { readonly title: string; readonly on?: string; readonly ending?: Ending }

async function withOrders(given: readonly Given[]): Promise<Workspace> {
  const opened = await openWorkspace({ cwd: freshFolder(), env: {} })
  if (!opened.ok) throw new Error(opened.error.what)
  for (const [index, { title, on, ending = 'waiting' }] of given.entries()) {
    const order = { ...orderSetup().order, title, depends_on: on === undefined ? [] : [on] }
    await writeOrder(opened.value, index + 1, { ending, setup: { order } })
  }
  return opened.value
}

const run = (workspace: Workspace, given: object) =>
  command.run({ workspace, person: { by: 'ada', known: 'session' }, dialog: null }, given)

const valueOf = (result: Result<CommandResult>): CommandResult => {
  if (!result.ok) throw new Error(result.error.what)
  return result.value
}

const ended = (exit: 0 | 1 | 4): Carried => ok({ exit, paused: false })

/** Follows `run --all`; each order goes as it is told. */
async function walk(workspace: Workspace, outcomes: readonly Carried[]) {
  const orders: string[] = []
  let result = valueOf(await run(workspace, { all: true }))
  for (const outcome of outcomes) {
    if (result.type !== 'carry' || result.after === undefined) throw new Error('nothing follows')
    orders.push(result.run)
    result = valueOf(await result.after(outcome))
  }
  return { orders, last: result }
}

const three: readonly Given[] = [
  { title: 'First' },
  { title: 'Second', on: 'First' },
  { title: 'Third' },
]

describe('workorder run', () => {
  test('[WOWAIT-1] --all goes on whatever becomes of an order, and ends with the worst exit and who still waits', async () => {
    const failed: Carried = err({ exit: 5, what: 'no agent' })
    const { orders, last } = await walk(await withOrders(three), [failed, ended(1)])
    expect(orders).toEqual(['wo1-first', 'wo3-third'])
    expect(last).toMatchObject({
      type: 'show',
      exit: 5,
      mentions: ['! wo2-second waits for "First", which is not completed'],
    })
    // each order has its own document; there is none beside them
    expect(last).not.toHaveProperty('json')
  })

  test('[WOWAIT-1] --all is not accepted as long as an order waits, and begins none after a pause', async () => {
    const waits = await walk(await withOrders(three), [ended(0), ended(0)])
    expect(waits.last).toMatchObject({ type: 'show', exit: 1 })
    const paused = await walk(await withOrders(three), [ok({ exit: 3, paused: true })])
    expect(paused).toMatchObject({ orders: ['wo1-first'], last: { type: 'show', exit: 3 } })
    expect(paused.last).not.toHaveProperty('mentions')
  })

  test('[WOWAIT-1] names what an order depends on, and says where nothing waits', async () => {
    const workspace = await withOrders(three)
    expect(valueOf(await run(workspace, { order: '2' }))).toEqual({
      type: 'carry',
      run: 'wo2-second',
      notes: ['it depends on "First", which is not completed; it starts without it'],
    })
    expect(valueOf(await run(workspace, {}))).toEqual({ type: 'carry', run: 'wo1-first' })
    const done = await withOrders([{ title: 'Done', ending: 'accepted' }])
    expect(await run(done, {})).toMatchObject({
      error: { exit: 2, what: 'no order waits to be worked on' },
    })
  })
})
