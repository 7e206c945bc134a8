import { describe, expect, test } from 'vitest'
import { freshFolder } from '../../../test/support/folder.ts'
import { type Ending, writeOrder } from '../../../test/support/tuning-orders.ts'
import { openNodeDisk } from '../../adapters/disk-node/disk.ts'
import { openWorkspace } from '../../app.ts'
import { orderSetup } from './sample-order.contract.ts'
import { openRun } from '../../engine/open-run.ts'
import { workorder } from './definition.ts'
import { missingFor, openWaiting } from './waiting.ts'

type Given = { readonly title: string; readonly on?: readonly string[]; readonly ending?: Ending }

/** A workspace with these orders, that counts how often a journal is read. */
async function withOrders(given: readonly Given[]) {
  const cwd = freshFolder()
  const disk = openNodeDisk(cwd)
  const reads = { count: 0 }
  const opened = await openWorkspace({
    cwd,
    env: {},
    disk: {
      ...disk,
      readFrom(path, offset) {
        reads.count += 1
        return disk.readFrom(path, offset)
      },
    },
  })
  if (!opened.ok) throw new Error(opened.error.what)
  const add = (number: number, { title, on = [], ending = 'waiting' }: Given) =>
    writeOrder(opened.value, number, {
      ending,
      setup: { order: { ...orderSetup().order, title, depends_on: [...on] } },
    })
  for (const [index, order] of given.entries()) await add(index + 1, order)
  reads.count = 0
  return { workspace: opened.value, reads, add }
}

const missing = async (given: readonly Given[], name = '1') => {
  const { workspace, reads } = await withOrders(given)
  const open = await openRun(workorder, workspace, name)
  if (!open.ok) throw new Error(open.error.what)
  return { on: await missingFor(workspace, open.value.state), reads: reads.count }
}

describe('an order that depends on others', () => {
  test('[WOWAIT-1] is told the first that is not completed, by title or id; what nobody knows holds nothing up', async () => {
    const ask = async (on: readonly string[], ending: Ending = 'waiting') =>
      (
        await missing([
          { title: 'Sum up', on },
          { title: 'Add the field', ending },
        ])
      ).on
    expect(await ask(['Nothing', 'Add the field'])).toBe('Add the field')
    expect(await ask(['wo2-add-field'])).toBe('wo2-add-field')
    expect(await ask(['Add the field'], 'needs-review')).toBe('Add the field')
    expect(await ask(['Add the field'], 'accepted')).toBeNull()
    expect(await ask(['Add a field', 'Nothing'])).toBeNull()
    // any completed one of that title is enough
    const both = [{ title: 'Twice' }, { title: 'Twice', ending: 'accepted' }] as const
    expect((await missing([{ title: 'Sum up', on: ['Twice'] }, ...both])).on).toBeNull()
  })

  test('is opened and asked about without a look at the others', async () => {
    const others = Array.from({ length: 12 }, (_, index) => ({ title: `Other ${index}` }))
    const order = { title: 'Sum up', on: ['Add the field'] }
    const alone = await missing([order, { title: 'Add the field' }])
    const among = await missing([order, { title: 'Add the field' }, ...others])
    expect(among).toEqual(alone)
    expect(among.reads).toBe(2)
  })
})

/** Works on all orders that wait: those are completed at once that do not fail. */
async function walk(given: readonly Given[], meanwhile: readonly Given[] = []) {
  const { workspace, reads, add } = await withOrders(given)
  const waiting = openWaiting(workspace)
  const later = [...meanwhile]
  const order: string[] = []
  for (let next = await waiting.next(); next !== null; next = await waiting.next()) {
    const number = Number(/\d+/.exec(next.runId)?.[0])
    order.push(`wo${number}`)
    const { title } = next.state.setup.order
    if (!title.startsWith('Fail')) await add(number, { title, ending: 'accepted' })
    const added = later.shift()
    if (added !== undefined) await add(100 + later.length, added)
  }
  return { order, blocked: waiting.blocked(), reads: reads.count }
}

describe('all orders that wait', () => {
  test('[WOWAIT-1] are given once each, in their order, one that depends on another after it', async () => {
    const { order, blocked } = await walk([
      { title: 'Last', on: ['Middle'] },
      { title: 'Done', ending: 'accepted' },
      { title: 'Middle', on: ['First', 'Done'] },
      { title: 'First' },
      { title: 'Free' },
      { title: 'Fail here' },
      { title: 'Never', on: ['First', 'Fail here'] },
      { title: 'Never ever', on: ['Never'] },
    ])
    expect(order).toEqual(['wo4', 'wo3', 'wo1', 'wo5', 'wo6'])
    expect(blocked).toEqual([
      { runId: 'wo7-never', on: 'Fail here' },
      { runId: 'wo8-never-ever', on: 'Never' },
    ])
  })

  test('[WOWAIT-1] include those that were added meanwhile', async () => {
    const { order } = await walk([{ title: 'First' }], [{ title: 'Later', on: ['First'] }])
    expect(order).toEqual(['wo1', 'wo100'])
  })

  test('are read a few times each, however many there are', async () => {
    const chain = (length: number) =>
      Array.from({ length }, (_, at) => ({
        title: `Order ${at}`,
        on: at % 2 === 0 ? [] : [`Order ${at - 1}`],
      }))
    const few = await walk(chain(6))
    const many = await walk(chain(24))
    expect(many.order).toHaveLength(24)
    expect(many.reads / 24).toBeLessThanOrEqual(few.reads / 6)
  })
})
