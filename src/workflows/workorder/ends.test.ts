import { describe, expect, test } from 'vitest'
import { live, orders, proposing } from './sample-order.contract.ts'

describe('an order that runs out of time', () => {
  test('counts the time of the step under which it ended', () => {
    const before = proposing()
    const spent = live(before.state).spent.activeMs
    const after = before.and({ type: 'record-cap', cap: 'wall_time_s', cost: { ms: 40_000 } })
    expect(live(after.state)).toMatchObject({ at: 'ended', outcome: 'cap_reached' })
    expect(live(after.state).spent.activeMs).toBe(spent + 40_000)
  })
})

describe('an order that a person mends', () => {
  const mended = () => {
    const fails = orders.attemptFails()
    return proposing().and(fails, fails, fails, orders.answer('manual_intervention'))
  }

  test('is told as the work of a person, not of a proposer', () => {
    const payloads = (story: ReturnType<typeof mended>) => story.entries.at(-1)?.payload
    expect(payloads(mended().and(orders.propose()))).toMatchObject({ proposer: 'a person' })
    const nothing = mended().and(orders.attemptFails({ askPerson: true }))
    expect(live(nothing.state).failed.map(({ proposer }) => proposer)).toEqual([
      'small',
      'small',
      'large',
      'a person',
    ])
  })
})

describe('an order that a person gives back', () => {
  test('is asked of the proposer again, after nobody mended it by hand', () => {
    const fails = orders.attemptFails()
    const given = proposing().and(
      fails,
      fails,
      fails,
      orders.answer('manual_intervention'),
      orders.attemptFails({ askPerson: true }),
    )
    for (const option of ['retry_different_approach', 'pivot_solution'])
      expect(live(given.and(orders.answer(option, 'another way')).state).byHand).toBe(false)
    expect(live(given.and(orders.answer('manual_intervention')).state).byHand).toBe(true)
  })
})

describe('an order that a person amends', () => {
  const broken = (scope: string[]) => {
    const breaks = orders.attemptFails({ breaks: true })
    const started = orders.start()
    if (started.type !== 'start') throw new Error('it starts')
    const order = { ...started.setup.order, files_in_scope: scope }
    return proposing({ order }).and(breaks, breaks, breaks)
  }
  const scopeAfter = (scope: string[], words: string) =>
    live(broken(scope).and(orders.answer('amend_upstream', words)).state).setup.order.files_in_scope

  test('may change the paths that are named in back-ticks, and no others', () => {
    expect(scopeAfter(['src/**'], 'also `README.md` and `docs/**`, not LICENSE')).toEqual([
      'src/**',
      'README.md',
      'docs/**',
    ])
    expect(scopeAfter(['src/**'], 'use `round` from `../else.ts` and `/etc/hosts`')).toEqual([
      'src/**',
    ])
    // no scope at all means everywhere already
    expect(scopeAfter([], 'also `README.md`')).toEqual([])
  })

  test('keeps its scope where a person only gives another round', () => {
    const again = broken(['src/**']).and(orders.answer('retry_different_approach', '`README.md`'))
    expect(live(again.state).setup.order.files_in_scope).toEqual(['src/**'])
  })
})
