import { describe, expect, test } from 'vitest'
import { gateFor } from './gate.ts'
import { obligationsOf } from './obligations.ts'
import { proposePrompt } from './prompts.ts'
import {
  acceptance,
  anOrder,
  live,
  obligation,
  orders,
  proposing,
  story,
  type Story,
  tree,
  undecided,
} from './sample-order.contract.ts'
import type { OrderCommand } from './state.ts'
import { statusOf } from './status.ts'

const outcome = ({ state }: Story) => (state.at === 'ended' ? state.outcome : null)
const change = (told: Story, number = 10) =>
  told.and(orders.propose(number), orders.compile(0, { number }))
const failingTests = acceptance([10, 10, 10, 4, 10], { tests_passed: false })
const unmetTests = obligation('code.tests-pass', {
  status: 'unmet',
  reason: '1 test failed: rounds prices',
  evidence: [{ text: 'expected 5 to be 4', where: 'src/price.test.ts:7' }],
})
const alone = { proposers: [{ name: 'small', agent: 'small', complexity_threshold: 1, cost: 1 }] }
const criteria = ['An empty cart costs 0.', 'Shipping is free from 100 EUR.']

describe('the verdict of an order', () => {
  test('[WO-5] completes only what every obligation accepts, whatever it scores', () => {
    const told = change(proposing({ attempts: 1 })).and(
      orders.measure(acceptance(), { obligations: [unmetTests, obligation('task.1')] }),
      orders.deliver,
    )
    expect(outcome(told)).toBe('needs_review')
    const low = change(proposing({ attempts: 1 })).and(
      orders.measure(acceptance([10, 10, 2, 0, 1])),
      orders.deliver,
    )
    expect(outcome(low)).toBe('needs_review')
  })

  test('takes no acceptance criterion for met that nobody looked at', () => {
    const order = anOrder({ acceptance_criteria: criteria })
    const told = change(proposing({ order })).and(
      orders.measure(acceptance(), {
        obligations: [
          obligation('criterion.1', { source: { kind: 'criterion', text: criteria[0] ?? '' } }),
        ],
      }),
    )
    expect(told.state).toMatchObject({ at: 'asking', trigger: 'undecided_obligations' })
    if (told.state.at !== 'asking' || told.state.measured === null) throw new Error('asking')
    expect(gateFor(told.state).question).toContain('Shipping is free from 100 EUR.')
    // a journal of an earlier version tells no obligations at all
    const { measured } = told.state
    const old = { ...told.state, measured: { ...measured, obligations: undefined } }
    const open = obligationsOf(old).filter(({ status }) => status === 'undecided')
    expect(open.map(({ statement }) => statement)).toEqual(criteria)
  })

  test('takes an order without criteria by its own words', () => {
    const told = change(proposing()).and(orders.measure(acceptance(), { obligations: [] }))
    expect(told.state).toMatchObject({ at: 'asking', trigger: 'undecided_obligations' })
  })

  test('tells the next attempt what is unmet, with the output of the tests', () => {
    const told = change(proposing()).and(
      orders.measure(failingTests, {
        obligations: [unmetTests, obligation('task.1')],
        problems: ['rounds prices: expected 5 to be 4\n  at src/price.test.ts:7'],
      }),
    )
    expect(told.state).toMatchObject({ at: 'proposing', attempt: 2 })
    const state = live(told.state)
    expect(state.failed).toMatchObject([{ failure_class: 'test_fail' }])
    const prompt = proposePrompt({ run: state, brief: 'Round prices.', error: undefined })
    expect(prompt).toContain('1 test failed: rounds prices')
    expect(prompt).toContain('expected 5 to be 4')
    expect(statusOf(state)).toBe('needs_rework')
    const third = change(told, 11).and(
      orders.measure(failingTests, { number: 11, obligations: [unmetTests] }),
    )
    expect(third.state).toMatchObject({ at: 'proposing', attempt: 3, proposer: 'large' })
    const last = change(third, 12).and(
      orders.measure(failingTests, { number: 12, obligations: [unmetTests] }),
      orders.deliver,
    )
    expect(outcome(last)).toBe('needs_review')
  })

  test('stops at the same change as in the attempt before, and measures it once', () => {
    const first = change(proposing()).and(
      orders.measure(failingTests, { obligations: [unmetTests] }),
    )
    // somebody stronger may do better
    const again = first.and(orders.propose(10))
    expect(again.state).toMatchObject({ at: 'proposing', attempt: 3, proposer: 'large' })
    const last = again.and(orders.propose(10))
    expect(last.state).toMatchObject({ at: 'delivering', attempt: 3 })
    expect(outcome(last.and(orders.deliver))).toBe('needs_review')
    const idle = proposing(alone).and(orders.attemptFails(), orders.attemptFails())
    expect(idle.state).toMatchObject({ at: 'asking', attempt: 2 })
    const broken = proposing(alone).and(orders.propose(10), orders.compile(9))
    const refined = broken.and(orders.refine(10))
    // the answer changed nothing: the compiler is not asked again, a reviewer is
    expect(live(refined.state).cycle).toMatchObject({ by: 'reviewer' })
    const stuck = refined.and(orders.refine(10))
    expect(stuck.state).toMatchObject({ at: 'proposing', attempt: 2 })
    const same = stuck.and(orders.propose(10))
    expect(same.state).toMatchObject({ at: 'asking' })
  })

  test('of a change that does not compile or build is needs_rework, with that as the reason', () => {
    const told = proposing({ attempts: 1 }).and(orders.propose(), orders.compile(2))
    const measured = told.and(orders.refine(10), orders.measure(acceptance()), orders.deliver)
    expect(outcome(measured)).toBe('needs_rework')
    expect(measured.state).toMatchObject({ reason: expect.stringContaining('does not compile') })
    const built = change(proposing({ attempts: 1 })).and(
      orders.measure(acceptance([10, 10, 2, 10, 0]), {
        obligations: [obligation('code.build', { status: 'unmet', reason: 'it fails' })],
      }),
      orders.deliver,
    )
    expect(outcome(built)).toBe('needs_rework')
    expect(statusOf(live(built.state))).toBe('needs_rework')
  })
})

describe('what nobody could decide', () => {
  const asked = (given = {}) =>
    change(proposing(given)).and(
      orders.measure(acceptance(), { obligations: [undecided('task.1'), undecided('task.2')] }),
    )

  test('[STEP-26] is decided by a person, all at once', () => {
    const told = asked().and(orders.answer('met'), orders.deliver)
    expect(outcome(told)).toBe('completed')
    const state = live(told.state)
    if (state.measured === null) throw new Error('measured')
    const [first] = obligationsOf({ ...state, measured: state.measured })
    expect(first).toMatchObject({
      status: 'met',
      decided_by: 'person',
      subject: state.measured.tree,
    })
    expect(first?.reason).toContain('ada')
  })

  test('[STEP-26] is decided one by one, and refused for what is not open', () => {
    const one = asked().and(orders.answer('met', undefined, ['task.1']))
    expect(one.state).toMatchObject({ at: 'asking', trigger: 'undecided_obligations' })
    const ids = [asked(), one].map(({ state }) => state.at === 'asking' && gateFor(state).id)
    expect(new Set(ids).size).toBe(2)
    expect(one.and(orders.answer('met', undefined, ['task.1'])).refused).toContain('task.1')
    expect(outcome(one.and(orders.answer('met'), orders.deliver))).toBe('completed')
  })

  test('[STEP-27] and a person denies is a reason for the next attempt, and their word is for that tree only', () => {
    const denied = asked().and(orders.answer('unmet', 'it must round half up', ['task.2']))
    expect(denied.state).toMatchObject({ at: 'proposing', attempt: 2 })
    expect(live(denied.state).failed[0]?.error).toContain('it does task.2')
    expect(live(denied.state).guidance).toEqual(['it must round half up'])
    const next = change(asked().and(orders.answer('unmet')), 11).and(
      orders.measure(acceptance(), { number: 11, obligations: [undecided('task.1')] }),
    )
    expect(next.state).toMatchObject({ at: 'asking' })
    const last = asked({ attempts: 1 }).and(orders.answer('unmet'), orders.deliver)
    expect(outcome(last)).toBe('needs_review')
  })

  test('[VERDICT-4] is not decided by the agent that made the change', () => {
    const told = change(proposing()).and(
      orders.measure(acceptance(), {
        obligations: [obligation('task.1', { self_reported: true })],
      }),
    )
    expect(told.state).toMatchObject({ at: 'asking', trigger: 'undecided_obligations' })
    expect(told.and(orders.answer('met')).state.at).toBe('delivering')
  })
})

describe('an order that asks for what cannot be had', () => {
  test('[READ-14] is a question for a person before anybody is asked for a change', () => {
    const baseline = {
      ...orders.baseline,
      conflicts: ['"a" asks for 3, "b" for 4'],
    } as OrderCommand
    const told = story([orders.start(), orders.base, baseline])
    expect(told.state).toMatchObject({ at: 'asking', trigger: 'conflicting_requirements' })
    if (told.state.at !== 'asking') throw new Error('asking')
    expect(gateFor(told.state).question).toContain('"a" asks for 3, "b" for 4')
    expect(told.and(orders.answer('go_on')).state.at).toBe('briefing')
    expect(outcome(told.and(orders.answer('abort_redesign')))).toBe('failed')
  })
})

describe('a checkout that changed while an agent worked', () => {
  test('[WO-14] is a question for a person, and the answer is kept', () => {
    const propose = { ...orders.propose(), touched: 'file src/a.ts changed' } as OrderCommand
    const told = proposing().and(propose)
    expect(told.state).toMatchObject({ at: 'asking', trigger: 'checkout_touched' })
    if (told.state.at !== 'asking') throw new Error('asking')
    expect(gateFor(told.state).question).toContain('file src/a.ts changed')
    expect(told.and(orders.answer('keep')).state).toMatchObject({
      at: 'compiling',
      attempt: 1,
      proposal: { tree: tree(10) },
    })
    const other = told.and(orders.answer('retry_different_approach'))
    expect(other.state).toMatchObject({ at: 'proposing', proposal: null })
  })
})
