import { describe, expect, test } from 'vitest'
import { implicitItems } from '../contract.ts'
import {
  anItem,
  aProposal,
  at,
  begun,
  live,
  orders,
  sprint,
  sprints,
} from '../sample-run.contract.ts'
import { benchOf, done, fails, onward, says } from './sample-bench.contract.ts'

const sharper = aProposal([anItem('AC-01', { criterion: 'Something smaller' })])
const adjust = (id = 'AC-01') =>
  says({
    answer: 'adjust',
    proposals: [{ id, alternative: 'Something smaller', rationale: 'the BRIEF allows it' }],
  })

describe('a negotiation', () => {
  test('accepted at once takes one question to each side', async () => {
    const fake = benchOf()
    const run = await onward(fake, begun({}), { at: 'building' })
    expect(fake.asked.map(({ phase, role }) => `${role} ${phase}`)).toEqual([
      'evaluator PROPOSE',
      'builder REVIEW',
    ])
    expect(at(run.state, 'building').contract?.negotiation_history).toMatchObject([
      { round: 1, by: 'builder', answer: 'accept', proposals: [] },
    ])
  })

  test('with an adjustment shows it to the evaluator, and the resolution to the builder', async () => {
    const fake = benchOf({
      REVIEW: [adjust(), says({ answer: 'accept' })],
      RESOLVE: [says({ proposal: sharper, resolution: 'the BRIEF leaves it open' })],
    })
    const run = await onward(fake, begun({}), { at: 'building' })
    expect(fake.of('RESOLVE')[0]?.input['review']).toMatchObject({
      answer: 'adjust',
      proposals: [{ id: 'AC-01', rationale: 'the BRIEF allows it' }],
    })
    expect(fake.of('REVIEW')[1]?.input['proposal']).toMatchObject({
      acceptance_checklist: [{ id: 'AC-01', criterion: 'Something smaller' }, ...implicitItems],
    })
    const { contract } = at(run.state, 'building')
    expect(contract?.negotiation_history.map(({ round, answer }) => [round, answer])).toEqual([
      [1, 'adjust'],
      [1, 'resolve'],
      [2, 'accept'],
    ])
  })

  test('[GAN-29] 0.16: that finds no agreement ends after its rounds with the word of the evaluator', async () => {
    const fake = benchOf({
      REVIEW: [adjust()],
      RESOLVE: [
        says({ proposal: aProposal(), resolution: 'no' }),
        says({ proposal: sharper, resolution: 'the BRIEF demands the rest' }),
      ],
    })
    const run = await onward(fake, begun({}), { at: 'building' })
    expect(fake.of('REVIEW')).toHaveLength(2)
    const { contract } = at(run.state, 'building')
    expect(contract?.acceptance_checklist[0]?.criterion).toBe('Something smaller')
    expect(contract?.negotiation_history.at(-1)).toMatchObject({
      round: 2,
      answer: 'resolve',
      resolution: 'the BRIEF demands the rest',
    })
  })

  test.each([
    ['names what is not in it', adjust('AC-77'), 'AC-77 is not in the contract'],
    ['adjusts nothing', says({ answer: 'adjust', proposals: [] }), 'at least one proposal'],
    ['says neither', says({ answer: 'maybe' }), 'answer'],
  ])('whose builder %s is asked again, told why', async (_, reply, why) => {
    const fake = benchOf({ REVIEW: [reply, says({ answer: 'accept' })] })
    const reviewing = await onward(fake, begun({}), { at: 'reviewing' })
    expect(await done(fake, reviewing)).toMatchObject({
      type: 'record-failure',
      phase: 'REVIEW',
      final: false,
      error: expect.stringContaining(why),
    })
    const run = await onward(fake, reviewing, { at: 'building' })
    expect(fake.of('REVIEW')[1]).toMatchObject({
      attempt: 2,
      error: expect.stringContaining(why),
      prompt: expect.stringContaining('was not accepted'),
    })
    expect(run.state.at).toBe('building')
  })

  test.each([
    ['AC-01 stands twice', aProposal([anItem('AC-01'), anItem('AC-01')])],
    ['AC-92 is reserved', aProposal([anItem('AC-92')])],
    ['AC-01 names no rule: beauty', aProposal([anItem('AC-01', { rules: ['beauty'] })])],
    ['promises nothing of its own', aProposal([...implicitItems])],
    [
      'AC-01 holds a score that an evaluator must not see',
      aProposal([anItem('AC-01', { criterion: 'Better than before. Score: 0.5' })]),
    ],
    ['priority_dimension', { ...aProposal(), priority_dimension: 'Beauty' }],
  ])('proposed with a problem is refused, told why: %s', async (why, proposal) => {
    const fake = benchOf({ PROPOSE: [says(proposal)] })
    expect(await done(fake, begun({}))).toMatchObject({
      type: 'record-failure',
      phase: 'PROPOSE',
      error: expect.stringContaining(why),
    })
  })

  test('that a builder would fill with an earlier judgement is refused, told why', async () => {
    const told = says({
      answer: 'adjust',
      proposals: [
        { id: 'AC-01', alternative: 'less', rationale: 'as the previous evaluator said' },
      ],
    })
    const fake = benchOf({ REVIEW: [told] })
    const reviewing = await onward(fake, begun({}), { at: 'reviewing' })
    expect(await done(fake, reviewing)).toMatchObject({
      error: expect.stringContaining('an earlier evaluator'),
    })
  })

  test('does not give a waived number to something else; after a restart numbers are free', async () => {
    const waive = orders.answer('adjust', 'waive AC-02')
    const fake = benchOf({ PROPOSE: [says(aProposal([anItem('AC-01'), anItem('AC-02')]))] })
    const waived = begun({}, ...sprints(0.6, 0.61, 0.62), waive)
    expect(await done(fake, waived)).toMatchObject({
      error: expect.stringContaining('AC-02 was waived'),
    })
    const restarted = begun(
      { loop: { maxIterations: 1 } },
      ...sprints(0.5),
      waive,
      ...sprint('two', 0.5),
      orders.answer('restart'),
    )
    expect(await done(fake, restarted)).toMatchObject({ type: 'record-proposal' })
  })
})

describe('a checklist without negotiation', () => {
  test('0.14, 0.15: without a contract it comes from the BRIEF, and nobody is asked for it', async () => {
    const fake = benchOf()
    const run = await onward(fake, begun({ level: 'minimal', contract: 'none' }), {
      at: 'building',
    })
    expect(fake.asked).toEqual([])
    const items = at(run.state, 'building').contract?.acceptance_checklist ?? []
    expect(items.map(({ criterion }) => criterion)).toEqual(
      expect.arrayContaining(['Prices is present', 'It smells of bread']),
    )
    expect(items.slice(-implicitItems.length)).toEqual(implicitItems)
    const judged = await onward(fake, run)
    expect(fake.of('JUDGE').length).toBeGreaterThan(0)
    expect(live(judged.state).evaluations).not.toEqual([])
  })

  test('0.23: to confirm a pass it is the old one, carried, and neither side is asked', async () => {
    const fake = benchOf()
    const first = begun({ loop: { strict: true } }, ...sprint('site', 0.9))
    const run = await onward(fake, first, { at: 'building', iteration: 2 })
    expect(fake.asked).toEqual([])
    const items = at(run.state, 'building').contract?.acceptance_checklist ?? []
    expect(items.every(({ carry_forward, status }) => carry_forward && status === 'passed')).toBe(
      true,
    )
  })

  test('where the score is too low though every item holds, the evaluator is asked for gaps', async () => {
    const fake = benchOf()
    const low = begun({ loop: { passThreshold: 0.9 } }, ...sprint('site', 0.75))
    const run = await onward(fake, low, { at: 'reviewing', iteration: 2 })
    expect(fake.of('PROPOSE')).toHaveLength(1)
    expect(run.state.at).toBe('reviewing')
  })
})

describe('an agent that does not answer', () => {
  test('is asked again for what passes by; what cannot be helped asks a person at once', async () => {
    const later = benchOf({
      PROPOSE: [fails({ type: 'unavailable', reason: 'busy', retryable: true })],
    })
    expect(await done(later, begun({}))).toMatchObject({ type: 'record-failure', final: false })
    const never = benchOf({
      PROPOSE: [fails({ type: 'unavailable', reason: 'no key', retryable: false })],
    })
    const run = await onward(never, begun({}))
    expect(at(run.state, 'asking').detail).toContain('no key')
    expect(never.asked).toHaveLength(1)
  })

  test('given another chance is really asked again, not taken at its old word', async () => {
    const fake = benchOf({
      PROPOSE: [says('no'), says('no'), says('no'), says(aProposal())],
    })
    const stuck = await onward(fake, begun({}))
    expect(at(stuck.state, 'asking').reasons).toEqual(['agent_failure'])
    expect(fake.of('PROPOSE')).toHaveLength(3)
    const retried = await onward(fake, stuck.and(orders.answer('retry')), { at: 'building' })
    expect(fake.of('PROPOSE')).toHaveLength(4)
    expect(retried.state.at).toBe('building')
  })

  test('[STORE-2] a step that died after its answer takes the answer that was kept', async () => {
    const fake = benchOf()
    const [one, other] = [await done(fake, begun({})), await done(fake, begun({}))]
    expect(other).toEqual(one)
    expect(fake.asked).toHaveLength(1)
  })
})
