import { describe, expect, test } from 'vitest'
import { coinOf } from './assignment.ts'
import { keyOf, newLedger, record } from './ledger.ts'
import { planOrder } from './plan-order.ts'
import { policy } from './policy.ts'

const setting = { proposer: 'p', model: 'm', promptHash: 'h', toolVersion: 't' }
const ledger = () => {
  const made = newLedger(policy, 'salt')
  for (let at = 0; at < 10; at += 1)
    record(made, {
      type: 'lesson',
      lesson: {
        id: `L${at}`,
        version: 1,
        errorCode: 'E',
        text: 't',
        tokens: 50,
        state: at < 8 ? 'candidate' : at === 8 ? 'queued' : 'retired-harmful',
      },
    })
  return made
}
const eligible = Array.from({ length: 11 }, (_, at) => ({ lessonId: `L${at}`, version: 1 }))

describe('the plan of a work order', () => {
  test('turns a lesson on where its coin falls below its probability, and about as often', () => {
    const made = ledger()
    let [on, all] = [0, 0]
    for (let at = 0; at < 2_000; at += 1) {
      const workOrderId = `wo-${at}`
      for (const each of planOrder(made, { workOrderId, setting, eligible })) {
        const coin = coinOf({ salt: 'salt', workOrderId, ...each })
        expect(each.on).toBe(each.shortlisted && coin < each.probability)
        if (!each.shortlisted) expect(each.probability).toBe(0)
        else {
          all += 1
          if (each.on) on += 1
        }
      }
    }
    expect(all).toBe(2_000 * policy.shortlist.most)
    expect(Math.abs(on - all / 2) / Math.sqrt(all / 4)).toBeLessThan(4)
  })

  test('names every eligible lesson that is being tried, and no other', () => {
    const planned = planOrder(ledger(), { workOrderId: 'x', setting, eligible })
    expect(planned.map(({ lessonId }) => lessonId)).toEqual(
      eligible.slice(0, 8).map(({ lessonId }) => lessonId),
    )
    expect(planOrder(ledger(), { workOrderId: 'x', setting, eligible: [] })).toEqual([])
  })

  test('is the same again for the same work order, and another for another salt', () => {
    const plan = (made: ReturnType<typeof ledger>, workOrderId: string) =>
      JSON.stringify(planOrder(made, { workOrderId, setting, eligible }))
    expect(plan(ledger(), 'x')).toBe(plan(ledger(), 'x'))
    const many = (salt: string) =>
      Array.from({ length: 20 }, (_, at) => plan({ ...ledger(), salt }, `wo-${at}`)).join('')
    expect(many('salt')).not.toBe(many('pepper'))
    expect(keyOf('a', 1)).not.toBe(keyOf('a|1', 1))
  })

  test('does not change what is known', () => {
    const made = ledger()
    const before = JSON.stringify([...made.lessons.values()])
    planOrder(made, { workOrderId: 'x', setting, eligible })
    expect(JSON.stringify([...made.lessons.values()])).toBe(before)
  })
})
