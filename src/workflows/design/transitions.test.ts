import { describe, expect, test } from 'vitest'
import { at, judged, live, type Order, orders, story, ways } from '../../../test/support/design.ts'
import { FaultCode } from './events.ts'
import { stateFile } from './kept-state.ts'
import type { Live } from './state.ts'
import { allowed, DesignStateName, isAllowed } from './transitions.ts'

const names = DesignStateName.options
const pairs = names.flatMap((from) => names.map((to) => [from, to] as const))

/** The table as the documents state it, written down a second time. */
const table: Readonly<Record<DesignStateName, readonly DesignStateName[]>> = {
  IDLE: ['GENERATING'],
  GENERATING: ['EVALUATING', 'FAILED'],
  EVALUATING: ['CANDIDATE', 'REVISING', 'FAILED'],
  CANDIDATE: ['FROZEN', 'REVISING', 'FAILED'],
  REVISING: ['GENERATING'],
  FROZEN: [],
  FAILED: ['IDLE'],
}
const permitted = pairs.filter(([from, to]) => table[from].includes(to))
const forbidden = pairs.filter(([from, to]) => !table[from].includes(to))

const again = orders.start({}, { runId: 'run-2' })

/** What really leads from one state to another, each in every way there is. */
const performed: Readonly<Record<string, readonly (readonly Order[])[]>> = {
  'IDLE GENERATING': [[again]],
  'GENERATING EVALUATING': [[orders.generate('two')]],
  'GENERATING FAILED': [
    [orders.fail()],
    [orders.fail('agent_error', 'gone')],
    [orders.breach(), orders.breach()],
    [orders.stop],
  ],
  'EVALUATING CANDIDATE': [[orders.evaluate('one', 80)]],
  'EVALUATING REVISING': [[orders.evaluate('one', 79.99)]],
  'EVALUATING FAILED': [[orders.fail()], [orders.stop]],
  'CANDIDATE FROZEN': [[orders.approve]],
  'CANDIDATE REVISING': [[orders.reject()], [orders.edit('mine')]],
  'CANDIDATE FAILED': [[orders.abort()], [orders.stop]],
  'REVISING GENERATING': [[orders.revise]],
  'FAILED IDLE': [[orders.reset]],
}

/** Real commands that would lead to a state, were they given where they belong. */
const leading: Readonly<Record<DesignStateName, readonly Order[]>> = {
  IDLE: [orders.reset, orders.unfreeze],
  GENERATING: [again, orders.revise],
  EVALUATING: [orders.generate('two')],
  CANDIDATE: [orders.evaluate('one', 99)],
  REVISING: [orders.reject()],
  FROZEN: [orders.approve, orders.freeze],
  FAILED: [orders.fail(), orders.breach(), orders.abort(), orders.stop],
}

/** What is not a forbidden transition, though it names that pair: each has a test of its own. */
const apart = (from: DesignStateName, order: Order): boolean =>
  (from === 'FROZEN' && (order === orders.unfreeze || order === orders.freeze)) ||
  (from === 'REVISING' && order === orders.stop)

/** All that a refused wish must not touch. */
const untouched = (state: Live) => ({ ...state, refused: [], updatedAt: '' })

describe('the transition table', () => {
  test('[DESIGN-1] is the one of the documents, for all 49 pairs', () => {
    expect(pairs).toHaveLength(49)
    expect(allowed).toEqual(table)
    for (const [from, to] of pairs) expect(isAllowed(from, to)).toBe(table[from].includes(to))
    expect(Object.keys(performed).toSorted()).toEqual(
      permitted.map((pair) => pair.join(' ')).toSorted(),
    )
  })

  test.each(permitted)(
    '[DESIGN-1] %s → %s is performed by its commands, and told in the history with its trigger',
    (from, to) => {
      for (const way of performed[`${from} ${to}`] ?? []) {
        const before = story(ways[from])
        expect(before.state.at).toBe(from)
        const after = before.and(...way)
        const state = live(after.state)
        expect(state.at).toBe(to)
        expect(state.refused).toEqual([])
        const line = state.history.at(-1)
        expect(line).toMatchObject({ from, to, at: after.entries.at(-1)?.ts })
        expect(line?.trigger).not.toBe('')
      }
    },
  )

  test.each(forbidden)(
    '[DESIGN-3] vector 9: %s → %s is refused, logged as a violation, and leaves the state as it was',
    (from, to) => {
      const before = story(ways[from])
      const real = leading[to].filter((order) => !apart(from, order))
      for (const order of [orders.attempt(to), ...real]) {
        const after = before.and(order)
        const state = live(after.state)
        const added = after.entries.slice(before.entries.length)
        expect(added).toMatchObject([{ event: 'transition_refused', status: 'refused' }])
        expect(untouched(state)).toEqual(untouched(live(before.state)))
        const [logged] = stateFile(state).violations
        expect(logged).toMatchObject({ kind: 'transition', from, to, at: added[0]?.ts })
        expect(logged).toMatchObject({
          trigger: expect.stringMatching(/./),
          by: expect.stringMatching(/^(eve|ada|loopwright)$/),
        })
      }
    },
  )

  test('is not served by a wish alone, though the pair is allowed', () => {
    for (const [from, to] of permitted) {
      const after = story(ways[from]).and(orders.attempt(to))
      expect(after.state.at).toBe(from)
      expect(after.events.at(-1)).toBe('transition_refused')
    }
  })

  test('lets a stop between revising and generating pass through GENERATING, never REVISING → FAILED', () => {
    const stopped = story(ways.REVISING).and(orders.stop)
    expect(at(stopped.state, 'FAILED').history.slice(-2)).toMatchObject([
      { from: 'REVISING', to: 'GENERATING' },
      { from: 'GENERATING', to: 'FAILED', trigger: 'stopped by ada', detail: 'enough' },
    ])
  })
})

describe('a fault', () => {
  const sources = names.filter((name) => name !== 'FAILED')

  test.each(sources.flatMap((from) => FaultCode.options.map((code) => [from, code] as const)))(
    '[DESIGN-6] 1.9, 1.10: from %s with %s leads to FAILED and is logged as a fault, not as a refused transition',
    (from, code) => {
      const before = story(ways[from])
      const after = before.and(orders.fault(code, 'expected a, found b'))
      expect(after.entries.slice(before.entries.length)).toMatchObject([
        { event: 'fault', status: 'failed', payload: { code } },
      ])
      const state = at(after.state, 'FAILED')
      expect(state.failure).toMatchObject({ code, detail: 'expected a, found b' })
      expect(state.history.at(-1)).toMatchObject({ from, to: 'FAILED', trigger: `fault: ${code}` })
      expect(state.refused).toEqual([])
      expect(stateFile(state).failure).toEqual({
        code,
        detail: 'expected a, found b',
        at: after.entries.at(-1)?.ts,
      })
    },
  )

  test('[DESIGN-6] 1.9: is not taken a second time, and the first reason stays', () => {
    const failed = story(ways.FAILED)
    const second = failed.and(orders.fault())
    expect(second.refused?.reason).toContain('failed already (agent_timeout)')
    expect(second.state).toEqual(failed.state)
  })
})

describe('FROZEN', () => {
  const everything: readonly Order[] = [
    { type: 'refuse-write', path: 'design/final/intent.json', by: 'eve' } as const,
    ...Object.values(leading).flat(),
    orders.edit('mine'),
    orders.generate('one'),
    orders.evaluate('one', 10),
    ...names.map((to) => orders.attempt(to)),
  ].filter((order) => order !== orders.unfreeze)

  test('[DESIGN-8] 1.7: has no exit but unfreeze: no other command moves it or touches what is sealed', () => {
    const frozen = story(ways.FROZEN)
    for (const order of everything) {
      const state = at(frozen.and(order).state, 'FROZEN')
      expect(untouched(state)).toEqual(untouched(live(frozen.state)))
    }
    expect(at(frozen.and(...everything).state, 'FROZEN').seal).toEqual(
      at(frozen.state, 'FROZEN').seal,
    )
  })

  test('1.7: is left to IDLE by unfreeze, as UNFROZEN with reason and authoriser, and archived', () => {
    const frozen = story(ways.FROZEN)
    const unfrozen = frozen.and(orders.unfreeze)
    const state = at(unfrozen.state, 'IDLE')
    expect(unfrozen.entries.at(-1)).toMatchObject({
      event: 'unfrozen',
      payload: { reason: 'the price is missing', by: 'ada', archive: { runId: 'run-1' } },
    })
    expect(state.history.at(-1)).toMatchObject({
      from: 'FROZEN',
      to: 'IDLE',
      trigger: 'UNFROZEN by ada',
      detail: 'the price is missing',
    })
    expect(state.archives).toMatchObject([{ runId: 'run-1' }])
    expect(at(unfrozen.and(again, ...judged('two', 90)).state, 'CANDIDATE').runId).toBe('run-2')
  })

  test.each([
    ['a reason', { reason: ' ' }, 'reason'],
    ['an authoriser', { by: '' }, 'allows it'],
  ])('[DESIGN-10] 1.7: is not left without %s', (_, changes, said) => {
    const frozen = story(ways.FROZEN)
    const order: Order = (state) => {
      const command = typeof orders.unfreeze === 'function' ? orders.unfreeze(state) : null
      if (command?.type !== 'unfreeze') throw new Error('no unfreeze')
      return { ...command, ...changes }
    }
    const refused = frozen.and(order)
    expect(refused.refused?.reason).toContain(said)
    expect(refused.state).toEqual(frozen.state)
  })

  test('1.7: is not left before the freeze is finished', () => {
    const half = story([orders.start(), ...judged('one', 85), orders.approve, orders.unfreeze])
    expect(half.refused?.reason).toContain('not finished')
    expect(half.state.at).toBe('FROZEN')
  })
})
