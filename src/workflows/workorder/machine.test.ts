import { describe, expect, test } from 'vitest'
import { gateFor } from './gate.ts'
import { orderMachine } from './machine.ts'
import {
  acceptance,
  anOrder,
  errorsOf,
  live,
  orders,
  proposing,
  story,
  type Story,
  tree,
} from './sample-order.contract.ts'
import { statusOf } from './status.ts'

const at = (told: Story) => told.state.at
const outcome = ({ state }: Story) => (state.at === 'ended' ? state.outcome : null)
const measured = (...parts: Parameters<typeof orders.measure>) =>
  proposing({ attempts: 1 }).and(
    orders.propose(),
    orders.compile(),
    orders.measure(...parts),
    orders.deliver,
  )

describe('a work order', () => {
  test('goes from its base over what was there before to a brief, a change, a measurement and a branch', () => {
    const whole = measured()
    expect(whole.entries.map(({ event }) => event)).toEqual([
      'run_started',
      'based',
      'baseline_measured',
      'briefed',
      'proposed',
      'compiled',
      'ready_to_measure',
      'measured',
      'delivered',
      'ended',
    ])
    expect(outcome(whole)).toBe('completed')
    expect(orderMachine.due(whole.state)).toEqual({
      type: 'ended',
      ending: { outcome: 'accepted', reason: 'completed' },
    })
  })

  test('starts once, and does nothing before it starts or after it ended', () => {
    expect(story([orders.base]).refused).toBe('the run has not started')
    expect(story([orders.start(), orders.start()]).refused).toContain('started already')
    const ended = proposing().and(orders.stop)
    for (const order of [orders.propose(), orders.stop])
      expect(ended.and(order).refused).toBe('the run has ended (stopped)')
    expect(() => orderMachine.due({ at: 'nowhere' })).toThrow('has not started')
  })

  test('takes each result only where it is waited for', () => {
    expect(proposing().and(orders.compile()).refused).toContain('not compiling')
    expect(proposing().and(orders.measure()).refused).toContain('not measuring')
    expect(proposing().and(orders.deliver).refused).toContain('not delivering')
    expect(story([orders.start(), orders.baseline]).refused).toContain('not measuring-before')
    const other = proposing().and(orders.propose(10), orders.compile())
    expect(other.and(orders.measure(acceptance(), { number: 11 })).refused).toContain(
      'of another change',
    )
    const nobody = story([orders.start(), orders.base, orders.baseline, orders.brief('unknown')])
    expect(nobody.refused).toContain('no proposer of this run')
  })
})

describe('acceptance (decisions 2.1 and 2.18)', () => {
  test('[WO-4] completes at the threshold, and needs review below it', () => {
    expect(outcome(measured(acceptance([7, 7, 7, 7, 7])))).toBe('completed')
    const low = measured(acceptance([10, 10, 2, 0, 5]))
    expect(outcome(low)).toBe('needs_review')
    expect(statusOf(live(low.state))).toBe('needs_review')
    expect(orderMachine.due(low.state)).toMatchObject({ ending: { outcome: 'not-accepted' } })
    const strict = proposing({ threshold: 9, attempts: 1 }).and(
      orders.propose(),
      orders.compile(),
      orders.measure(acceptance([8, 8, 8, 8, 10])),
      orders.deliver,
    )
    expect(outcome(strict)).toBe('needs_review')
  })

  test('[WO-5] never completes a change with something in it that nobody may overlook, whatever it scores', () => {
    const cheat = measured(acceptance(), { objections: ['a test is skipped now'] })
    expect(outcome(cheat)).toBe('needs_review')
    expect(cheat.state).toMatchObject({ reason: expect.stringContaining('a test is skipped now') })
  })

  test('[WO-6] delivers a branch for review too', () => {
    const low = live(measured(acceptance([10, 10, 2, 0, 0])).state)
    expect(low.delivered?.branch).toBe('loopwright/wo1-round-prices')
  })
})

describe('compiler errors', () => {
  test('[WO-7] are refined in three cycles with a strategy each, and then let through with a warning', () => {
    let told = proposing().and(orders.propose(), orders.compile(6))
    const strategies: string[] = []
    for (const [index, left] of [5, 4, 3].entries()) {
      expect(at(told)).toBe('refining')
      strategies.push(live(told.state).cycle?.strategy ?? '')
      told = told.and(orders.refine(20 + index), orders.compile(left, { number: 20 + index }))
    }
    expect(strategies).toEqual(['syntax_imports', 'type_safety', 'aggressive_fixes'])
    expect(at(told)).toBe('measuring')
    expect(told.entries.at(-1)).toMatchObject({
      event: 'ready_to_measure',
      payload: { compilation_warnings: 3 },
    })
    expect(live(told.state).cycles.map(({ errors_after }) => errors_after)).toEqual([5, 4, 3])
  })

  test('[WO-7] that two cycles do not reduce end the refinement', () => {
    const stuck = proposing()
      .and(orders.propose(), orders.compile(3))
      .and(orders.refine(20), orders.compile(3, { number: 20 }))
      .and(orders.refine(21), orders.compile(3, { number: 21 }))
    expect(at(stuck)).toBe('measuring')
    expect(live(stuck.state).cycles).toHaveLength(2)
  })

  test('[WO-9] of six and more go to a reviewer, twice at most, and fail the attempt then', () => {
    const toReview = proposing()
      .and(orders.propose(), orders.compile(8))
      .and(orders.refine(20), orders.compile(8, { number: 20 }))
      .and(orders.refine(21), orders.compile(8, { number: 21 }))
    expect(live(toReview.state).cycle).toMatchObject({ by: 'reviewer', cycle: 1 })
    const again = toReview.and(orders.refine(22), orders.compile(7, { number: 22 }))
    expect(live(again.state).cycle).toMatchObject({ by: 'reviewer', cycle: 2 })
    const failed = again.and(orders.refine(23), orders.compile(6, { number: 23 }))
    expect(live(failed.state)).toMatchObject({ at: 'proposing', attempt: 2 })
    expect(live(failed.state).failed).toMatchObject([{ failure_class: 'compile_error' }])
    const worse = toReview.and(orders.refine(22), orders.compile(9, { number: 22 }))
    expect(live(worse.state).failed[0]?.error).toContain('raised')
  })

  test('that a cycle made worse are forgotten: the best change so far is gone on with', () => {
    const worse = proposing()
      .and(orders.propose(10), orders.compile(2))
      .and(orders.refine(20), orders.compile(4, { number: 20 }))
    expect(live(worse.state)).toMatchObject({ at: 'refining', proposal: { tree: tree(10) } })
    expect(live(worse.state).compiled?.errors).toHaveLength(2)
    const better = worse.and(orders.refine(21), orders.compile(1, { number: 21 }))
    expect(live(better.state).proposal?.tree).toBe(tree(21))
  })

  test('that syntax had hidden do not speak against a change', () => {
    const unreadable = errorsOf(1).map((error) => ({ ...error, code: 'TS1005' }))
    const readable = proposing()
      .and(orders.propose(10), orders.compile(1, { errors: unreadable }))
      .and(orders.refine(20), orders.compile(4, { number: 20 }))
    expect(live(readable.state)).toMatchObject({ at: 'refining', proposal: { tree: tree(20) } })
    expect(live(readable.state).compiled?.errors).toHaveLength(4)
  })

  test('[WO-11] count broken contracts like errors, and do not let them through', () => {
    const breaks = [{ path: 'src/a.ts', name: 'a', kind: 'breaking', detail: 'is gone' } as const]
    let told = proposing().and(orders.propose(), orders.compile(0, { violations: [...breaks] }))
    for (const number of [20, 21]) {
      expect(at(told)).toBe('refining')
      told = told.and(orders.refine(number), orders.compile(0, { number, violations: [...breaks] }))
    }
    expect(live(told.state).failed).toMatchObject([{ failure_class: 'contract_violation' }])
    const added = [{ path: 'src/a.ts', name: 'b', kind: 'additive', detail: 'is new' } as const]
    const fine = proposing().and(orders.propose(), orders.compile(0, { violations: [...added] }))
    expect(at(fine)).toBe('measuring')
  })
})

describe('attempts (decision 2.18)', () => {
  test('[WO-12] fail to the same proposer once, then to a stronger one, then to a person', () => {
    const once = proposing().and(orders.attemptFails())
    expect(live(once.state)).toMatchObject({ at: 'proposing', attempt: 2, proposer: 'small' })
    expect(statusOf(live(once.state))).toBe('needs_rework')
    const twice = once.and(orders.attemptFails())
    expect(live(twice.state)).toMatchObject({ attempt: 3, proposer: 'large' })
    const thrice = twice.and(orders.attemptFails())
    expect(live(thrice.state)).toMatchObject({ at: 'asking', trigger: 'proposer_exhausted' })
    expect(statusOf(live(thrice.state))).toBe('escalated')
  })

  test('ask for an answer once more that could not be used, and fail then', () => {
    const once = proposing().and(orders.fail())
    expect(live(once.state)).toMatchObject({ at: 'proposing', attempt: 1 })
    expect(live(once.and(orders.fail()).state)).toMatchObject({ attempt: 2, failures: [] })
    const final = proposing().and(orders.fail('PROPOSE', true))
    expect(live(final.state).attempt).toBe(2)
  })

  test('[WO-14] of an agent that left its worktree lead to a person at once', () => {
    const told = proposing().and(orders.attemptFails({ askPerson: true }))
    expect(at(told)).toBe('asking')
    expect(live(told.state).failed).toHaveLength(1)
  })

  test('are held up by what is in the way, which a person clears', () => {
    const blocked = proposing()
      .and(orders.propose(), orders.compile())
      .and(orders.fail('MEASURE'), orders.fail('MEASURE'))
    expect(live(blocked.state)).toMatchObject({ at: 'asking', trigger: 'technical_blocker' })
    const again = blocked.and(orders.answer('retry'))
    expect(at(again)).toBe('measuring')
    expect(live(again.state).failures).toEqual([])
  })

  test('[CAP-1] stop at a cap, wherever it is reached', () => {
    const poor = proposing({
      caps: { iterations: 4, wall_time_s: 3600, tokens: 100, cost_usd: 20 },
    })
    const spent = poor.and(orders.propose(10, { ms: 1, tokens: 100 }))
    expect(spent.state).toMatchObject({ at: 'ended', outcome: 'cap_reached', reason: 'tokens' })
    expect(orderMachine.due(spent.state)).toMatchObject({ ending: { outcome: 'cap-reached' } })
  })
})

describe('the question to a person', () => {
  const asked = (given: Parameters<typeof orders.attemptFails>[0] = {}) =>
    proposing().and(
      orders.attemptFails(given),
      orders.attemptFails(given),
      orders.attemptFails(given),
    )
  const options = ({ state }: Story) =>
    state.at === 'asking' ? gateFor(state).options.map(({ name }) => name) : []

  test('offers what its reason allows, and always to give up', () => {
    expect(options(asked())).toEqual([
      'retry_different_approach',
      'pivot_solution',
      'manual_intervention',
      'abort_redesign',
    ])
    expect(options(asked({ breaks: true }))).toContain('amend_upstream')
  })

  test('names what was wrong with the attempts before, not only the last slip', () => {
    const failing = (error: string) => ({ ...orders.attemptFails(), error })
    const { state } = proposing().and(
      failing('- the tests notice bugs: 0 of 34\nmore'),
      failing('- the tests notice bugs: 0 of 34\nother'),
      failing('no file was changed'),
    )
    const question = state.at === 'asking' ? gateFor(state).question : ''
    expect(question).toContain('(no file was changed; before that: the tests notice bugs: 0 of 34)')
  })

  test('gives another round, a stronger proposer, an amended order, or a hand', () => {
    const another = asked().and(orders.answer('retry_different_approach', 'use Intl'))
    expect(live(another.state)).toMatchObject({
      at: 'proposing',
      attempt: 1,
      round: 2,
      guidance: ['use Intl'],
    })
    const pivot = asked().and(orders.answer('pivot_solution', 'use a table'))
    expect(live(pivot.state)).toMatchObject({ proposer: 'large', round: 2 })
    const hand = asked().and(orders.answer('manual_intervention'))
    expect(live(hand.state)).toMatchObject({ at: 'proposing', byHand: true })
    expect(live(hand.and(orders.propose()).state).byHand).toBe(false)
    const over = asked().and(orders.answer('abort_redesign', 'not worth it'))
    expect(over.state).toMatchObject({ at: 'ended', outcome: 'failed', reason: 'not worth it' })
  })

  test('[GATE-3] takes no answer without a name, without words where words are needed, or to another question', () => {
    expect(asked().and(orders.answer('pivot_solution')).refused).toContain('needs feedback')
    expect(asked().and(orders.answer('nonsense')).refused).toContain('not an option')
    expect(proposing().and(orders.answer('retry')).refused).toBe('no question is open')
    const nameless = asked().and((state) => {
      const command = orders.answer('abort_redesign')(state)
      if (command.type !== 'answer-gate') throw new Error('an answer was expected')
      return { ...command, answer: { ...command.answer, by: ' ' } }
    })
    expect(nameless.refused).toContain('a name is needed')
    const stale = asked().and((state) => {
      const command = orders.answer('abort_redesign')(state)
      if (command.type !== 'answer-gate') throw new Error('an answer was expected')
      return { ...command, answer: { ...command.answer, shown: 'something else' } }
    })
    expect(stale.refused).toContain('look again')
  })

  test('holds up everything else', () => {
    expect(asked().and(orders.propose()).refused).toBe('the run waits for a person')
  })
})

describe('an order', () => {
  test('lies inside its repository', () => {
    expect(() => anOrder({ files_in_scope: ['../other'] })).toThrow('inside the repository')
    expect(() => anOrder({ files_in_scope: ['/etc/passwd'] })).toThrow('inside the repository')
    expect(anOrder({ files_in_scope: ['src/**'] }).files_in_scope).toEqual(['src/**'])
  })
})
