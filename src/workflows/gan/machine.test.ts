import { describe, expect, test } from 'vitest'
import { implicitItems } from './contract.ts'
import { gateFor } from './gate.ts'
import { ganMachine } from './machine.ts'
import {
  all,
  anItem,
  aProposal,
  at,
  begun,
  ganSetup,
  hashOf,
  live,
  orders,
  sprint,
  sprints,
  story,
  type Story,
  uneven,
} from './sample-run.contract.ts'

const decisionOf = (run: Story) => run.events.at(-1)

describe('a run', () => {
  test('[GAN-5] 0.24: does not start with a pass threshold below 0.60', () => {
    for (const passThreshold of [0, 0.59, 0.5999])
      expect(story([orders.start({ loop: { passThreshold } })]).refused?.reason).toContain(
        'set-up is not valid',
      )
    expect(story([orders.start({ loop: { passThreshold: 0.6 } })]).run?.at).toBe('proposing')
  })

  test('0.23: does not start strict with a single iteration, which could never pass', () => {
    const { refused } = story([orders.start({ loop: { strict: true, maxIterations: 1 } })])
    expect(refused?.reason).toContain('second iteration')
  })

  test('starts once, and does nothing before it starts or after it ended', () => {
    expect(story([orders.propose()]).refused?.reason).toBe('the run has not started')
    expect(story([orders.start(), orders.start()]).refused?.reason).toContain('started already')
    const ended = begun({}, orders.stop)
    for (const order of [orders.propose(), orders.build('x'), orders.fault, orders.stop])
      expect(ended.and(order).refused?.reason).toBe('the run has ended (stopped)')
    expect(() => ganMachine.due({ at: 'nowhere' })).toThrow('has not started')
  })
})

describe('the negotiation', () => {
  test('accepted at once leads to building, with one entry in its history', () => {
    const run = at(begun({}, orders.propose(), orders.accept).state, 'building')
    expect(run.contract).toMatchObject({
      sprint_id: 'sprint-1',
      iteration: 1,
      negotiation_history: [{ round: 1, by: 'builder', answer: 'accept' }],
    })
    expect(run.contract?.created_at).toBe(run.updatedAt)
  })

  test('goes from adjustment to resolution and back to the builder, and tells all of it', () => {
    const smaller = aProposal([anItem('AC-01', { criterion: 'Something smaller' })])
    const adjusted = begun({}, orders.propose(), orders.adjust())
    expect(adjusted.state.at).toBe('resolving')
    const resolved = adjusted.and(orders.resolve('the BRIEF leaves it open', smaller))
    expect(resolved.state.at).toBe('reviewing')
    const { contract } = at(resolved.and(orders.accept).state, 'building')
    expect(contract?.acceptance_checklist[0]?.criterion).toBe('Something smaller')
    expect(contract?.negotiation_history).toMatchObject([
      { answer: 'adjust', proposals: [{ id: 'AC-01', rationale: 'the BRIEF allows it' }] },
      { answer: 'resolve', resolution: 'the BRIEF leaves it open' },
      { answer: 'accept' },
    ])
  })

  test("[GAN-29] 0.16: after the last round the evaluator's word, by the BRIEF, is the contract", () => {
    const run = begun(
      {},
      orders.propose(),
      orders.adjust('AC-01', 1),
      orders.resolve('no', undefined, 1),
      orders.adjust('AC-02', 2),
      orders.resolve('no again', aProposal([anItem('AC-01', { criterion: 'As it was' })]), 2),
    )
    const { contract } = at(run.state, 'building')
    expect(contract?.acceptance_checklist[0]?.criterion).toBe('As it was')
    expect(contract?.negotiation_history.map(({ answer }) => answer)).toEqual([
      'adjust',
      'resolve',
      'adjust',
      'resolve',
    ])
    expect(contract?.negotiation_history.at(-1)?.resolution).toBe('no again')
  })

  test('is skipped where no round is allowed', () => {
    const run = begun({ maxNegotiationRounds: 0 }, orders.propose())
    expect(at(run.state, 'building').contract?.negotiation_history).toEqual([])
  })

  test('AC-SKILL-008: a level that requires a contract never builds without one', () => {
    const early = [[], [orders.propose()], [orders.propose(), orders.adjust()]]
    for (const orderList of early) {
      const run = begun({}, ...orderList)
      const { refused } = run.and(orders.build('site'))
      expect(refused?.reason).toBe('nothing is built without a contract at this level')
      expect(ganMachine.due(run.state)).not.toMatchObject({ step: { do: 'BUILD' } })
    }
    const restarted = begun({}, ...sprints(0.6, 0.61, 0.62), orders.answer('continue'))
    expect(restarted.and(orders.build('site')).refused?.reason).toContain('not building')
  })

  test('0.14, 0.15: without a contract the checklist counts at once, and an evaluator still judges', () => {
    const run = begun({ level: 'minimal', contract: 'none' }, orders.propose())
    expect(at(run.state, 'building').contract?.acceptance_checklist).toHaveLength(
      2 + implicitItems.length,
    )
    const built = run.and(orders.build('site'))
    expect(ganMachine.due(built.state)).toMatchObject({ step: { do: 'EVALUATE' } })
  })

  test('wanted at an optional level it is negotiated like one that is required', () => {
    const run = begun({ level: 'standard', contract: 'wanted' }, orders.propose())
    expect(run.state.at).toBe('reviewing')
    expect(run.and(orders.build('site')).refused?.reason).toContain('not building')
  })

  test('numbers each sprint by its iteration, and keeps every contract', () => {
    const run = live(begun({}, ...sprints(0.5, 0.6), orders.propose(), orders.accept).state)
    expect(run.contracts.map(({ sprint_id: id }) => id)).toEqual([
      'sprint-1',
      'sprint-2',
      'sprint-3',
    ])
  })
})

describe('what is outside the contract', () => {
  const building = begun({}, orders.propose(), orders.accept)

  test('cannot be claimed by the builder', () => {
    const claims = [{ id: 'AC-07', evidence: ['index.html:1'], verified: true }]
    const { refused } = building.and(orders.build('site', { claims }))
    expect(refused?.reason).toBe('AC-07 is not in the contract; it cannot be claimed')
  })

  test('cannot be scored by the evaluator', () => {
    const verdicts = [{ id: 'AC-07', passed: true, score: 1, reason: 'nice', evidence: [] }]
    const { refused } = building.and(orders.build('site'), orders.evaluate(1, { verdicts }))
    expect(refused?.reason).toBe('AC-07 is not in the contract; it cannot be scored')
  })

  test('an evaluation of another site than the one that waits is not taken', () => {
    const { refused } = building.and(
      orders.build('site'),
      orders.evaluate(1, { site: hashOf('other') }),
    )
    expect(refused?.reason).toBe('the evaluation is of another site')
  })
})

describe('the loop', () => {
  test('[GAN-1] vector 11, 0.1, 0.9: three quarters everywhere ends the run as passed', () => {
    const run = begun({}, ...sprint('site', 0.75, uneven(all(0.75))))
    expect(at(run.state, 'ended').outcome).toBe('passed')
  })

  test('[GAN-2] vector 11, 0.1: a must-pass failure sends any score back', () => {
    const judged = {
      ...uneven({ ...all(1), Functionality: 0.5 }),
      mustPassFailures: ['accessibility score 79'],
    }
    expect(judged.overall).toBeGreaterThan(0.75)
    const run = begun({}, ...sprint('site', judged.overall, judged))
    expect(at(run.state, 'proposing').iteration).toBe(2)
  })

  test('[GAN-3] vector 11, 0.2, 0.4: 0.60, 0.61, 0.62 open one gate after the third evaluation with both reasons', () => {
    const run = begun({}, ...sprints(0.6, 0.61, 0.62))
    const asking = at(run.state, 'asking')
    expect(asking).toMatchObject({ iteration: 3, reasons: ['stagnation', 'escalation'] })
    expect(run.events.filter((event) => event === 'gate_opened')).toHaveLength(1)
    expect(gateFor(asking).options.map(({ name }) => name)).toEqual([
      'continue',
      'adjust',
      'force-pass',
      'abort',
    ])
    expect(gateFor(asking).question).toContain('does not move any more, and it has not passed')
  })

  test('0.4: the first small gain moves the focus by itself, a loss counts as one', () => {
    for (const second of [0.62, 0.5]) {
      const weak = { ...uneven(all(second)), scores: { ...all(second), Completeness: 0.25 } }
      const run = begun({}, ...sprints(0.6), ...sprint('two', second, { ...weak, overall: second }))
      expect(at(run.state, 'proposing')).toMatchObject({ iteration: 3, priority: 'Completeness' })
    }
    const gained = begun({}, ...sprints(0.6, 0.7))
    expect(at(gained.state, 'proposing').priority).toBe('Design Quality')
  })

  test('[SCORE-3] 0.4: a gain of exactly the threshold is no stagnation, whatever floats say', () => {
    const run = begun({ loop: { escalationAfter: 5 } }, ...sprints(0.6, 0.65, 0.7))
    expect(at(run.state, 'proposing').iteration).toBe(4)
  })

  test('[GAN-43] 0.2: the escalation comes once; after a word to continue the loop goes on to its limit', () => {
    const third = begun({}, ...sprints(0.4, 0.5, 0.6))
    expect(at(third.state, 'asking').reasons).toEqual(['escalation'])
    const fourth = third.and(orders.answer('continue'), ...sprints(0.68))
    expect(fourth.refused).toBeNull()
    expect(at(fourth.state, 'proposing').iteration).toBe(5)
  })

  test('0.2: the escalation comes though stagnation, or an edit after a failed agent, led to a question before', () => {
    const early = begun({ loop: { escalationAfter: 4 } }, ...sprints(0.5, 0.51, 0.52))
    expect(at(early.state, 'asking').reasons).toEqual(['stagnation'])
    const fourth = early.and(orders.answer('continue'), ...sprints(0.6))
    expect(at(fourth.state, 'asking').reasons).toEqual(['escalation'])
    const edited = begun(
      { loop: { escalationAfter: 1 } },
      orders.propose(),
      orders.accept,
      orders.build('site'),
      orders.fail('EVALUATE', { final: true }),
      orders.edit('mine'),
      orders.evaluate(0.5),
    )
    expect(at(edited.state, 'asking').reasons).toEqual(['escalation'])
  })

  test('0.2, 0.3: at the limit one gate names the limit first, and offers no mere continuing', () => {
    const run = begun(
      { loop: { escalationAfter: 5 } },
      ...sprints(0.3, 0.4, 0.5),
      ...sprints(0.51),
      ...sprints(0.52),
    )
    const asking = at(run.state, 'asking')
    expect(asking.reasons).toEqual(['max_iterations', 'stagnation'])
    expect(gateFor(asking).options.map(({ name }) => name)).toEqual([
      'force-pass',
      'adjust',
      'switch',
      'restart',
      'abort',
    ])
  })

  test('vector 11, 0.23: strict and 0.9 at the first iteration forces a second on a regression-only contract', () => {
    const first = begun({ loop: { strict: true } }, ...sprint('site', 0.9, uneven(all(0.9))))
    expect(at(first.state, 'proposing').iteration).toBe(2)
    const again = aProposal(at(first.state, 'proposing').checklist.slice())
    const second = first.and(orders.propose(again))
    const { contract } = at(second.state, 'building')
    expect(contract?.acceptance_checklist.every(({ carry_forward }) => carry_forward)).toBe(true)
    expect(contract?.negotiation_history).toEqual([])
    const confirmed = second.and(orders.build('site'), orders.evaluate(0.9))
    expect(at(confirmed.state, 'ended').outcome).toBe('passed')
  })

  test('[GAN-5] 0.1: strict wants every dimension, and every condition of the sprint (0.8)', () => {
    const strict = { loop: { strict: true } }
    const weak = uneven({ ...all(1), Originality: 0.5 })
    expect(weak.overall).toBeGreaterThan(0.75)
    const uneasy = begun(strict, ...sprints(0.5), ...sprint('two', weak.overall, weak))
    expect(at(uneasy.state, 'proposing').iteration).toBe(3)
    const unmet = begun(strict, ...sprints(0.5), ...sprint('two', 1, { conditionsMet: false }))
    expect(at(unmet.state, 'proposing').iteration).toBe(3)
    const lax = begun({}, ...sprint('one', 1, { conditionsMet: false }))
    expect(at(lax.state, 'ended').outcome).toBe('passed')
  })

  test('where every item holds and the score is still too low, the sprint is negotiated and built like any other', () => {
    const low = begun({ loop: { passThreshold: 0.9 } }, ...sprint('site', 0.75))
    const next = at(low.state, 'proposing')
    expect(next.checklist.every(({ carry_forward }) => carry_forward)).toBe(true)
    expect(low.and(orders.propose()).state.at).toBe('reviewing')
    const doubted = begun({ projectNumber: 5 }, ...sprint('site', 0.9), orders.again(0.5))
    expect(at(doubted.state, 'proposing').checklist.every((item) => item.carry_forward)).toBe(true)
    expect(doubted.and(orders.propose()).state.at).toBe('reviewing')
    const anew = begun(
      { projectNumber: 5, loop: { maxIterations: 1 } },
      ...sprint('site', 0.9),
      orders.again(0.5),
      orders.answer('switch'),
    )
    expect(anew.and(orders.propose()).state.at).toBe('reviewing')
  })
})

describe('every fifth project', () => {
  const fifth = (first: number) => begun({ projectNumber: 5 }, ...sprint('site', first))

  test('[GAN-48] 0.22: is judged twice before anything follows, once', () => {
    expect(ganMachine.due(fifth(0.9).state)).toMatchObject({ step: { do: 'EVALUATE_AGAIN' } })
    const later = fifth(0.5).and(orders.again(0.5), ...sprint('two', 0.6))
    expect(later.refused).toBeNull()
    expect(at(later.state, 'proposing').iteration).toBe(3)
    for (const projectNumber of [1, 2, 3, 4, 6, 10].filter((each) => each % 5 !== 0))
      expect(begun({ projectNumber }, ...sprint('site', 0.9)).state.at).toBe('ended')
    expect(begun({ projectNumber: 10 }, ...sprint('site', 0.9)).state.at).toBe('evaluating-again')
  })

  test.each([
    [0.9, 0.6],
    [0.6, 0.9],
  ])(
    '[GAN-48] 0.22: of %d and %d the lower score counts, and how far they lie apart is kept',
    (one, other) => {
      const run = fifth(one).and(orders.again(other))
      const state = at(run.state, 'proposing')
      expect(state.comparable).toEqual([0.6])
      expect(state.second).toMatchObject({ overall: other, divergence: 0.3, iteration: 1 })
    },
  )

  test('[GAN-48] 0.22: it passes where both do', () => {
    expect(at(fifth(0.8).and(orders.again(0.85)).state, 'ended').reason).toBe('score 0.80')
  })

  test('0.22: a gate tells the score that counts', () => {
    const run = begun(
      { projectNumber: 5, loop: { maxIterations: 1 } },
      ...sprint('site', 0.9),
      orders.again(0.55),
    )
    expect(gateFor(at(run.state, 'asking')).question).toContain('scores 0.55, and 0.75 is asked')
  })

  test('a second judgement that nobody waits for is not taken', () => {
    expect(begun({}, orders.propose()).and(orders.again(1)).refused?.reason).toContain(
      'nothing is to be judged again',
    )
  })
})

describe('an agent that fails', () => {
  const building = begun({}, orders.propose(), orders.accept)
  const failed = building.and(orders.fail('BUILD', { error: 'no index.html' }))

  test('[GAN-52] may try again twice, told what was wrong; the third failure asks a person', () => {
    expect(at(failed.state, 'building').failures).toEqual([
      { phase: 'BUILD', error: 'no index.html' },
    ])
    const third = failed.and(orders.fail('BUILD'), orders.fail('BUILD', { error: 'still none' }))
    const asking = at(third.state, 'asking')
    expect(asking.reasons).toEqual(['agent_failure'])
    const gate = gateFor(asking)
    expect(gate.options.map(({ name }) => name)).toEqual(['retry', 'stop'])
    expect(gate.question).toContain('BUILD: still none')
    expect(third.and(orders.fail('BUILD')).refused?.reason).toBe('the run waits for a person')
  })

  test('[GAN-52] that cannot be helped by trying again asks a person at once', () => {
    const run = building.and(orders.fail('BUILD', { final: true }))
    expect(at(run.state, 'asking').reasons).toEqual(['agent_failure'])
  })

  test('and is retried goes on at the same place, with nothing lost and its tries anew', () => {
    const asking = building.and(orders.fail('BUILD', { final: true }))
    const retried = asking.and(orders.answer('retry', 'the key was wrong'))
    const before = at(building.state, 'building')
    expect(at(retried.state, 'building')).toEqual({
      ...before,
      asked: 1,
      retried: 1,
      guidance: ['the key was wrong'],
      updatedAt: retried.entries.at(-1)?.ts,
    })
    const twice = retried.and(orders.fail('BUILD'), orders.fail('BUILD'))
    expect(twice.state.at).toBe('building')
    expect(decisionOf(twice.and(orders.fail('BUILD')))).toBe('gate_opened')
  })

  test.each([
    ['proposing', []],
    ['reviewing', [orders.propose()]],
    ['resolving', [orders.propose(), orders.adjust()]],
    ['evaluating', [orders.propose(), orders.accept, orders.build('site')]],
  ] as const)('is retried where it failed while %s', (where, way) => {
    const run = begun({}, ...way, orders.fail('X', { final: true }), orders.answer('retry'))
    expect(run.state.at).toBe(where)
  })

  test('and is stopped ends the run with nothing accepted', () => {
    const run = building.and(orders.fail('BUILD', { final: true }), orders.answer('stop'))
    expect(at(run.state, 'ended').outcome).toBe('stopped')
    expect(ganMachine.due(run.state)).toMatchObject({ ending: { outcome: 'not-accepted' } })
  })

  test('does not use up the one escalation of the loop', () => {
    const run = building.and(
      orders.fail('BUILD', { final: true }),
      orders.answer('retry'),
      orders.build('one'),
      orders.evaluate(0.4, { failing: ['AC-01'] }),
      ...sprints(0.5, 0.6),
    )
    expect(at(run.state, 'asking').reasons).toEqual(['escalation'])
  })

  test('[GAN-52] counts failures of one phase only, and forgets them once it succeeded', () => {
    const run = failed.and(orders.fail('BUILD'), orders.build('site'), orders.fail('EVALUATE'))
    expect(at(run.state, 'evaluating').failures).toHaveLength(1)
  })
})

describe('costs and ends', () => {
  test('[DESIGN-51] a cap that is used up ends the run before another iteration, but not before a pass', () => {
    const caps = { ...ganSetup().caps, tokens: 100 }
    const cost = { ms: 0, tokens: 100 }
    const low = begun({ caps }, ...sprint('site', 0.5, { cost }))
    expect(at(low.state, 'ended')).toMatchObject({ outcome: 'cap_reached', reason: 'tokens' })
    expect(ganMachine.due(low.state)).toEqual({
      type: 'ended',
      ending: { outcome: 'cap-reached', reason: 'tokens' },
    })
    const good = begun({ caps }, ...sprint('site', 0.9, { cost }))
    expect(at(good.state, 'ended').outcome).toBe('passed')
    const slow = begun({}, ...sprint('site', 0.5, { cost: { ms: 3_600_000 } }))
    expect(at(slow.state, 'ended').reason).toBe('wall_time_s')
  })

  test('[CAP-1] a cap inside a step, a stop and a fault end the run wherever it is', () => {
    const ways = [
      [],
      [orders.propose()],
      [orders.propose(), orders.adjust()],
      [orders.propose(), orders.accept],
      [orders.propose(), orders.accept, orders.build('site')],
      sprints(0.6, 0.61, 0.62),
    ]
    for (const way of ways) {
      const run = begun({}, ...way)
      expect(at(run.and(orders.cap).state, 'ended').outcome).toBe('cap_reached')
      expect(at(run.and(orders.stop).state, 'ended')).toMatchObject({
        outcome: 'stopped',
        reason: 'enough',
      })
      expect(ganMachine.due(run.and(orders.fault).state)).toEqual({
        type: 'ended',
        ending: { outcome: 'failed', reason: 'the agent changed' },
      })
    }
  })

  test('what every step used adds up, failures included', () => {
    const run = begun(
      {},
      orders.propose(aProposal(), { ms: 5, tokens: 10, calls: 1 }),
      { ...orders.fail('REVIEW'), cost: { ms: 1, tokens: 3, calls: 1 } } as typeof orders.stop,
      orders.accept,
      orders.build('site', { cost: { ms: 7, tokens: 20, cost_usd: 0.5, calls: 1 } }),
    )
    expect(live(run.state).spent).toEqual({ activeMs: 13, tokens: 33, costUsd: 0.5, calls: 3 })
  })
})

describe('a site edited by hand', () => {
  test('[GAN-60] is judged in its iteration, without the claims of the builder', () => {
    const claims = [{ id: 'AC-01', evidence: ['index.html:1'], verified: true }]
    const run = begun({}, orders.propose(), orders.accept, orders.build('site', { claims }))
    const edited = at(run.and(orders.edit('mine')).state, 'evaluating')
    expect(edited).toMatchObject({ site: hashOf('mine'), claims: [], iteration: 1 })
    expect(edited.sites).toEqual([hashOf('site'), hashOf('mine')])
  })

  test('at a gate answers nothing: at the limit the question comes again with what it scored', () => {
    const run = begun({ loop: { maxIterations: 1 } }, ...sprints(0.5))
    const again = run.and(orders.edit('mine'), orders.evaluate(0.6))
    expect(at(again.state, 'asking')).toMatchObject({ iteration: 1, asked: 2 })
    expect(gateFor(at(again.state, 'asking')).id).toBe('escalation-2')
    const good = run.and(orders.edit('mine'), orders.evaluate(0.8))
    expect(at(good.state, 'ended').outcome).toBe('passed')
  })

  test('is not taken where there is no contract to judge it by, or while another is built', () => {
    const failed = begun({}, orders.fail('PROPOSE', { final: true }))
    expect(failed.and(orders.edit('mine')).refused?.reason).toContain('contract')
    const building = begun({}, orders.propose(), orders.accept)
    expect(building.and(orders.edit('mine')).refused?.reason).toContain('building')
  })
})
