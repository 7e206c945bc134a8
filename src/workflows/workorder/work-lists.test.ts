import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { freshFolder } from '../../../test/support/folder.ts'
import { type Ending, writeOrder } from '../../../test/support/tuning-orders.ts'
import { openNodeDisk } from '../../adapters/disk-node/disk.ts'
import { openWorkspace } from '../../app.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { orderSetup } from './sample-order.contract.ts'
import { openRun } from '../../engine/open-run.ts'
import { workorder } from './definition.ts'
import { listPlan, listWork, spentToday, workedInPlan } from './work-lists.ts'

const plan = { id: 'a-plan', number: 1, of: 2 }

async function openAt(now = '2026-03-01T23:00:00Z') {
  const cwd = freshFolder()
  const clock = { time: new Date(now) }
  const disk = openNodeDisk(cwd)
  let reads = 0
  const opened = await openWorkspace({
    cwd,
    env: {},
    clock: { now: () => clock.time, elapsedMs: () => performance.now() },
    disk: { ...disk, readFrom: (path, at) => ((reads += 1), disk.readFrom(path, at)) },
  })
  if (!opened.ok) throw new Error(opened.error.what)
  return { cwd, clock, workspace: opened.value, reads: () => reads }
}

async function write(workspace: Workspace, number: number, ending: Ending) {
  const order = { ...orderSetup().order, title: `Order ${number}` }
  await writeOrder(workspace, number, { ending, setup: { order, plan } })
  const open = await openRun(workorder, workspace, String(number))
  if (!open.ok) throw new Error(open.error.what)
  return open.value.state
}

describe('orders that were worked on', () => {
  test('cost what they rested with; one that a crash left is read from its journal', async () => {
    const { cwd, workspace, reads } = await openAt()
    const ended = await write(workspace, 1, 'accepted')
    expect(ended.spent.costUsd).toBeGreaterThan(0)
    expect(await spentToday(workspace)).toBe(0)
    await listWork(workspace, ended, false)
    expect(await spentToday(workspace)).toBe(ended.spent.costUsd)
    // a line that a crash cut off
    appendFileSync(join(cwd, '.loopwright/workorder-lists/2026-03-01.jsonl'), '\n{"run":"wo')
    await listWork(workspace, ended, true)
    const before = reads()
    expect(await spentToday(workspace)).toBe(ended.spent.costUsd)
    expect(reads()).toBe(before)
  })

  test('count on the day they were last at work, also where that began before midnight', async () => {
    const { clock, workspace } = await openAt()
    await listWork(workspace, await write(workspace, 1, 'waiting'), false)
    await listWork(workspace, await write(workspace, 2, 'accepted'), true)
    clock.time = new Date('2026-03-02T01:00:00Z')
    const { spent } = await write(workspace, 1, 'accepted')
    expect(await spentToday(workspace)).toBe(spent.costUsd)
  })

  test('of a plan are known with their commits, listed or not', async () => {
    const { workspace } = await openAt()
    const first = await write(workspace, 1, 'accepted')
    const second = await write(workspace, 2, 'needs-review')
    const all = await workedInPlan(workspace, plan.id)
    expect(all.map(({ commit }) => commit)).toEqual([first.delivered?.commit, null])
    expect(first.delivered?.commit).toEqual(expect.any(String))
    await listWork(workspace, first, true)
    expect(await workedInPlan(workspace, plan.id)).toEqual(all)
    await listPlan(workspace, plan.id)
    await listWork(workspace, first, true)
    await listWork(workspace, second, false)
    expect(await workedInPlan(workspace, plan.id)).toEqual(all)
    expect(await workedInPlan(workspace, 'another')).toEqual([])
  })
})
