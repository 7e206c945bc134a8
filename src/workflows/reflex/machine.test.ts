import { describe, expect, test } from 'vitest'
import {
  begun,
  criteriaOf,
  ended,
  hashOf,
  improve,
  iterationA,
  orders,
  setupOf,
  story,
  working,
} from '../../../test/support/reflex.ts'
import { gateFor } from './gates.ts'
import { reflexMachine } from './machine.ts'

const twoFailsOneWarn = criteriaOf(['a.one.x', 'fail'], ['a.two.x', 'fail'], ['a.three.x', 'warn'])
const warnMissed = { 'a.one.x': 'pass', 'a.two.x': 'pass', 'a.three.x': 'warn' } as const
const onlyWarns = criteriaOf(
  ['a.one.x', 'warn'],
  ['a.two.x', 'warn'],
  ['a.three.x', 'warn'],
  ['a.four.x', 'warn'],
  ['a.five.x', 'warn'],
)
const threeOfFive = {
  'a.one.x': 'pass',
  'a.two.x': 'pass',
  'a.three.x': 'pass',
  'a.four.x': 'warn',
  'a.five.x': 'warn',
} as const
const oneFail = criteriaOf(['a.one.x', 'fail'])
const failing = { 'a.one.x': 'fail' } as const
const passing = { 'a.one.x': 'pass' } as const

describe('the score of an evaluation', () => {
  test('[REFLEX-1] vector 1: 4 of 5 weights pass A at 0.8, and complete B below 0.9 as no_major_issues', () => {
    const run = begun(
      setupOf(twoFailsOneWarn),
      ...iterationA('a', warnMissed),
      orders.prepare(),
      orders.evaluate('a', warnMissed),
    )
    expect(run.events.slice(-4)).toEqual([
      'phase_switched',
      'checks_prepared',
      'evaluation_done',
      'stopped',
    ])
    const state = ended(run.state)
    expect(state.evaluation?.score).toBeCloseTo(0.8)
    expect(state).toMatchObject({
      status: 'completed',
      phase: 'B',
      stop: { code: 'no_major_issues', passed: false },
    })
  })

  test('vector 2: only info rules score 1', () => {
    const info = criteriaOf(['a.one.x', 'info'], ['a.two.x', 'info'])
    const run = begun(setupOf(info), ...iterationA('a', { 'a.one.x': 'fail', 'a.two.x': 'fail' }))
    expect(working(run.state)).toMatchObject({ phase: 'B', lastScore: 1 })
  })

  test('[REFLEX-3] 4.15: a rule that had nothing to ask counts on neither side', () => {
    const run = begun(
      setupOf(twoFailsOneWarn),
      ...iterationA('a', { ...warnMissed, 'a.three.x': 'na' }),
    )
    expect(working(run.state).evaluation).toMatchObject({ score: 1, passed: true })
  })

  test('4.16: failed lists fail rules, warnings list warn rules, info stays in rule_results', () => {
    const mixed = criteriaOf(['a.one.x', 'fail'], ['a.two.x', 'warn'], ['a.three.x', 'info'])
    const run = begun(
      setupOf(mixed),
      ...iterationA('a', { 'a.one.x': 'fail', 'a.two.x': 'fail', 'a.three.x': 'fail' }),
    )
    const { failed, warnings, rule_results } = working(run.state).evaluation ?? {}
    expect(failed?.map(({ id }) => id)).toEqual(['a.one.x'])
    expect(warnings?.map(({ id }) => id)).toEqual(['a.two.x'])
    expect(rule_results?.map(({ verdict }) => verdict)).toEqual(['fail', 'warn', 'warn'])
  })

  test('a rule without a verdict fails', () => {
    expect(working(begun(setupOf(oneFail), ...iterationA('a', {})).state).evaluation?.passed).toBe(
      false,
    )
  })

  test('[REFLEX-6] is bound to the artifact it judged: results for another one are refused', () => {
    const run = begun(
      setupOf(oneFail),
      orders.plan(),
      orders.produce('a'),
      orders.evaluate('b', passing),
    )
    expect(run.refused?.reason).toContain('another artifact')
  })
})

describe('a run in phase A', () => {
  test('[REFLEX-7] 4.1: never completes as no_major_issues, though nothing blocks', () => {
    const run = begun(setupOf(onlyWarns), ...iterationA('a', threeOfFive))
    expect(working(run.state).step).toBe('CRITIQUE')
  })

  test('4.2 and vector 3: with only warns failing it is refined, and stagnates after two flat scores', () => {
    const run = begun(
      setupOf(onlyWarns),
      ...iterationA('a', threeOfFive),
      ...improve('a.four.x', 'b'),
      ...iterationA('b', threeOfFive),
      ...improve('a.four.x', 'c'),
      ...iterationA('c', threeOfFive),
    )
    expect(ended(run.state)).toMatchObject({
      status: 'stopped',
      iteration: 3,
      stop: { code: 'stagnation' },
    })
  })

  test('[REFLEX-9] 4.6: blockers keep stagnation from counting, unless the option says otherwise', () => {
    const flat = [
      ...iterationA('a', failing),
      ...improve('a.one.x', 'b'),
      ...iterationA('b', failing),
      ...improve('a.one.x', 'c'),
      ...iterationA('c', failing),
    ]
    expect(working(begun(setupOf(oneFail), ...flat).state).stagnation).toBe(0)
    const strict = setupOf(oneFail, {
      options: { ...setupOf(oneFail).options, stagnation_includes_blockers: true },
    })
    expect(ended(begun(strict, ...flat).state).stop.code).toBe('stagnation')
  })

  test('4.7: progress of 0.02 and more clears the count', () => {
    const better = { ...threeOfFive, 'a.four.x': 'na' } as const
    const run = begun(
      setupOf(onlyWarns, { max_iterations: 9 }),
      ...iterationA('a', threeOfFive),
      ...improve('a.four.x', 'b'),
      ...iterationA('b', threeOfFive),
      ...improve('a.four.x', 'c'),
      ...iterationA('c', better),
    )
    expect(working(run.state).stagnation).toBe(0)
  })

  test('4.8: the first evaluation of a phase is no stagnation, however low', () => {
    const run = begun(
      setupOf(onlyWarns),
      ...iterationA('a', {
        'a.one.x': 'warn',
        'a.two.x': 'warn',
        'a.three.x': 'warn',
        'a.four.x': 'warn',
        'a.five.x': 'warn',
      }),
    )
    expect(working(run.state)).toMatchObject({ stagnation: 0, lastScore: 0 })
  })

  test('passing at the iteration limit is followed by B in the same iteration', () => {
    const run = begun(setupOf(oneFail, { max_iterations: 1 }), ...iterationA('a', passing))
    expect(working(run.state)).toMatchObject({ phase: 'B', step: 'PREPARE', iteration: 1 })
  })
})

describe('a run in phase B', () => {
  const strictB = criteriaOf(['a.one.x', 'fail'], ['b.two.x', 'fail'], ['b.three.x', 'warn'])
  const inB = [...iterationA('a', passing), orders.prepare()]

  test('completes as threshold_reached when it passes', () => {
    const run = begun(
      setupOf(strictB),
      ...inB,
      orders.evaluate('a', { 'a.one.x': 'pass', 'b.two.x': 'pass', 'b.three.x': 'pass' }),
    )
    expect(ended(run.state)).toMatchObject({
      status: 'completed',
      stop: { code: 'threshold_reached', passed: true },
    })
  })

  test('4.9: measures progress from its own first score', () => {
    const run = begun(
      setupOf(strictB),
      ...inB,
      orders.evaluate('a', { 'a.one.x': 'pass', 'b.two.x': 'fail', 'b.three.x': 'warn' }),
    )
    expect(working(run.state)).toMatchObject({ stagnation: 0, step: 'CRITIQUE', phaseScore: 0.4 })
  })

  test('4.5: with require_threshold, having no blocker is not enough', () => {
    const options = { ...setupOf(strictB).options, require_threshold: true }
    const run = begun(
      setupOf(strictB, { options }),
      ...inB,
      orders.evaluate('a', { 'a.one.x': 'pass', 'b.two.x': 'pass', 'b.three.x': 'warn' }),
    )
    expect(working(run.state).step).toBe('CRITIQUE')
  })
})

describe('the order of stop reasons', () => {
  test('[REFLEX-16] 4.3 and 4.4, vector 4: at the limit the run ends evaluated and is not refined', () => {
    const run = begun(setupOf(oneFail, { max_iterations: 1 }), ...iterationA('a', failing))
    expect(ended(run.state)).toMatchObject({
      status: 'stopped',
      stop: { code: 'iteration_limit' },
      artifact: hashOf('a'),
      judged: hashOf('a'),
    })
    expect(run.events).not.toContain('critique_done')
  })

  const limited = { max_iterations: 1, max_completed_phase_seconds: 1 }
  test('[REFLEX-19] budget comes before the limit, and after stagnation', () => {
    const spent = begun(
      setupOf(oneFail, limited),
      orders.plan(),
      orders.produce('a'),
      orders.evaluate('a', failing, 5_000),
    )
    expect(ended(spent.state).stop).toMatchObject({
      code: 'budget_exceeded',
      detail: {
        completed_phase_seconds: 5,
        max_completed_phase_seconds: 1,
        overshoot_seconds: 4,
        last_completed_step: 'EVALUATE',
        cap: 'completed_phase_seconds',
      },
    })
    const stagnant = begun(
      setupOf(onlyWarns, { max_completed_phase_seconds: 3 }),
      ...iterationA('a', threeOfFive),
      ...improve('a.four.x', 'b'),
      ...iterationA('b', threeOfFive),
      ...improve('a.four.x', 'c'),
      orders.plan(),
      orders.produce('c'),
      orders.evaluate('c', threeOfFive, 9_000),
    )
    expect(ended(stagnant.state).stop.code).toBe('stagnation')
  })

  test('[DESIGN-51] completion comes before budget', () => {
    const run = begun(
      setupOf(oneFail, limited),
      ...iterationA('a', passing),
      orders.prepare(),
      orders.evaluate('a', passing, 9_000),
    )
    expect(ended(run.state).stop.code).toBe('threshold_reached')
  })

  test('[REFLEX-19] a user stop comes after completion and before everything else', () => {
    const stop = (command: ReturnType<typeof orders.evaluate>) => ({
      ...command,
      userStop: { reason: 'enough', by: 'ada' },
    })
    const limit = begun(
      setupOf(oneFail, { max_iterations: 1 }),
      orders.plan(),
      orders.produce('a'),
      stop(orders.evaluate('a', failing)),
    )
    expect(ended(limit.state).stop).toMatchObject({
      code: 'user_stop',
      reason: 'enough',
      detail: { by: 'ada' },
    })
    const done = begun(
      setupOf(oneFail),
      ...iterationA('a', passing),
      orders.prepare(),
      stop(orders.evaluate('a', passing)),
    )
    expect(ended(done.state).stop).toMatchObject({
      code: 'threshold_reached',
      reason: 'threshold_reached',
    })
  })

  test('the budget counts completed phases and is looked at after each', () => {
    const run = begun(
      setupOf(oneFail, { max_completed_phase_seconds: 2 }),
      orders.plan(1_500),
      orders.produce('a', 1_000),
    )
    expect(ended(run.state)).toMatchObject({
      step: 'PRODUCE_PREPARE',
      stop: { code: 'budget_exceeded' },
      evaluation: null,
    })
    const failedTry = begun(setupOf(oneFail, { max_completed_phase_seconds: 9 }), {
      ...orders.fail('PLAN'),
      cost: { ms: 4_000 },
    } as never)
    expect(working(failedTry.state)).toMatchObject({ completedMs: 0, pendingMs: 4_000 })
    expect(working(failedTry.then(orders.plan(1_000)).state).completedMs).toBe(5_000)
  })

  test('[CAP-1] caps on tokens, money and wall time end the run as budget_exceeded', () => {
    const caps = { iterations: 4, wall_time_s: 3600, tokens: 100, cost_usd: 1 }
    const tokens = begun(setupOf(oneFail, { caps }), {
      type: 'record-plan',
      plan: ['a'],
      cost: { ms: 0, tokens: 100 },
    })
    expect(ended(tokens.state).stop).toMatchObject({
      code: 'budget_exceeded',
      detail: { cap: 'tokens' },
    })
    const money = begun(setupOf(oneFail, { caps }), {
      type: 'record-plan',
      plan: ['a'],
      cost: { ms: 0, cost_usd: 1.5 },
    })
    expect(ended(money.state).stop.detail).toMatchObject({ cap: 'cost_usd' })
    const wall = begun(setupOf(oneFail, { caps }), {
      type: 'record-cap',
      cap: 'wall_time_s',
      cost: { ms: 0 },
    })
    expect(ended(wall.state).stop).toMatchObject({
      code: 'budget_exceeded',
      detail: { cap: 'wall_time_s' },
    })
  })
})

describe('a phase that fails', () => {
  test('[REFLEX-22] is tried once more with the error attached, then ends the run', () => {
    const once = begun(setupOf(oneFail), orders.fail('PLAN', 'no JSON'))
    expect(working(once.state)).toMatchObject({
      step: 'PLAN',
      failures: { PLAN: { attempt: 1, error: 'no JSON' } },
    })
    const twice = once.then(orders.fail('PLAN', 'still no JSON'))
    expect(twice.events.slice(-2)).toEqual(['phase_error', 'failed'])
    expect(ended(twice.state)).toMatchObject({ status: 'failed', stop: { code: 'phase_error' } })
  })

  test('starts with a clean count once it succeeds', () => {
    const run = begun(setupOf(oneFail), orders.fail('PLAN'), orders.plan(), orders.fail('PREPARE'))
    expect(working(run.state).failures).toEqual({ PREPARE: { attempt: 1, error: 'broken' } })
  })

  test('ends the run at once when trying again cannot help', () => {
    expect(
      ended(begun(setupOf(oneFail), orders.fail('PLAN', 'command not found', true)).state).status,
    ).toBe('failed')
  })
})

describe('a stop by a person', () => {
  test('4.19: keeps the words and the code', () => {
    const run = begun(setupOf(oneFail), { type: 'stop', reason: 'going home' })
    expect(ended(run.state)).toMatchObject({
      status: 'stopped',
      stop: { reason: 'going home', code: 'user_stop' },
    })
  })

  test('vector 5: after REFINE leaves an artifact that was not judged', () => {
    const run = begun(setupOf(oneFail), ...iterationA('a', failing), ...improve('a.one.x', 'b'), {
      type: 'stop',
      reason: 'user_stop',
    })
    const state = ended(run.state)
    expect(state.artifact).toBe(hashOf('b'))
    expect(state.judged).toBe(hashOf('a'))
  })

  test('4.20: completion, too, is told by `stopped` with its status', () => {
    const run = begun(
      setupOf(oneFail),
      ...iterationA('a', passing),
      orders.prepare(),
      orders.evaluate('a', passing),
    )
    expect(run.entries.at(-1)).toMatchObject({
      event: 'stopped',
      status: 'completed',
      payload: { status: 'completed' },
    })
  })

  test('[REFLEX-28] 4.24: nothing is taken after the end', () => {
    const over = begun(setupOf(oneFail), { type: 'stop', reason: 'x' }).then(orders.plan())
    expect(over.refused?.reason).toContain('ended')
  })
})

describe('an artifact', () => {
  test('that REFINE replaced is named in the event by its full hash', () => {
    const run = begun(setupOf(oneFail), ...iterationA('a', failing), ...improve('a.one.x', 'b'))
    expect(run.entries.find(({ event }) => event === 'refinement_done')?.payload).toMatchObject({
      previous_artifact_hash: hashOf('a'),
      artifact_hash: hashOf('b'),
    })
  })

  test('[REFLEX-30] 4.26: edited by hand before CRITIQUE or REFINE is evaluated again first', () => {
    const run = begun(setupOf(oneFail), ...iterationA('a', failing), {
      type: 'adopt-artifact',
      artifact: hashOf('e'),
    })
    expect(working(run.state)).toMatchObject({ step: 'EVALUATE', artifact: hashOf('e') })
    const later = begun(setupOf(oneFail), ...iterationA('a', failing), orders.critique('a.one.x'), {
      type: 'adopt-artifact',
      artifact: hashOf('e'),
    })
    expect(working(later.state).step).toBe('EVALUATE')
  })

  test('[REFLEX-31] 4.11: that scored best is remembered when a later one is worse', () => {
    const run = begun(
      setupOf(onlyWarns),
      ...iterationA('a', threeOfFive),
      ...improve('a.four.x', 'b'),
      ...iterationA('b', { ...threeOfFive, 'a.one.x': 'warn' }),
    )
    expect(working(run.state).best).toMatchObject({ hash: hashOf('a'), score: 0.6 })
  })

  test('keeps every version in order', () => {
    const run = begun(
      setupOf(oneFail),
      ...iterationA('a', failing),
      ...improve('a.one.x', 'b'),
      orders.plan(),
      orders.produce('c'),
    )
    expect(working(run.state).versions).toEqual([hashOf('a'), hashOf('b'), hashOf('c')])
  })
})

describe('a run that was not confirmed', () => {
  const setup = setupOf(oneFail)
  const parked = story([{ type: 'start', runId: 'r', setup, confirmed: [] }])
  const openGate = (told: typeof parked) => {
    if (told.state.at !== 'confirming') throw new Error(told.state.at)
    return gateFor(told.state)
  }
  const answer = (told: typeof parked, option: string) => {
    const { id, shown } = openGate(told)
    return {
      type: 'answer-gate',
      answer: { gate: id, option, by: 'ada', at: 'now', shown },
    } as const
  }

  test('[GATE-1] waits for both confirmations, criteria first, and does no work before', () => {
    expect(reflexMachine.due(parked.state)).toMatchObject({
      type: 'gate',
      gate: { id: 'criteria-1' },
    })
    expect(parked.then(orders.plan()).refused?.reason).toContain('confirm')
    const half = parked.then(answer(parked, 'confirm'))
    expect(openGate(half).id).toBe('max_iterations-1')
    const both = half.then(answer(half, 'confirm'))
    expect(reflexMachine.due(both.state)).toMatchObject({ type: 'step', step: { do: 'PLAN' } })
  })

  test('[GATE-2] asks for both again after a change', () => {
    const half = parked.then(answer(parked, 'confirm'))
    const changed = half.then({ ...answer(half, 'change'), setup: { ...setup, max_iterations: 9 } })
    expect(openGate(changed)).toMatchObject({ id: 'criteria-2' })
    expect(changed.state).toMatchObject({ setup: { max_iterations: 9 } })
  })

  test('[GATE-3] has no default: an unknown option, a change without content and a stale view are refused', () => {
    expect(parked.then(answer(parked, 'maybe')).refused).not.toBeNull()
    expect(parked.then(answer(parked, 'change')).refused?.reason).toContain('what to change')
    const { answer: seen } = answer(parked, 'confirm')
    expect(
      parked.then({ type: 'answer-gate', answer: { ...seen, shown: 'older' } }).refused?.reason,
    ).toContain('changed')
    expect(openGate(parked).options.map(({ name }) => name)).toEqual([
      'confirm',
      'change',
      'cancel',
    ])
  })

  test('[GATE-4] records who answered, when, and what they saw', () => {
    const half = parked.then(answer(parked, 'confirm'))
    expect(half.entries.at(-1)).toMatchObject({
      event: 'gate_answered',
      payload: { answer: { by: 'ada', at: 'now', shown: openGate(parked).shown } },
    })
  })

  test('ends when cancelled', () => {
    expect(ended(parked.then(answer(parked, 'cancel')).state).stop.code).toBe('user_stop')
  })
})
