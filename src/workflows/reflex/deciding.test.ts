import { describe, expect, test } from 'vitest'
import {
  begun,
  criteriaOf,
  ended,
  hashOf,
  iterationA,
  orders,
  setupOf,
} from '../../../test/support/reflex.ts'
import type { Obligation } from '../../model/obligation.ts'
import { gateFor } from './gates.ts'
import type { ReflexCommand, ReflexState } from './state.ts'

const oneFail = criteriaOf(['a.one.x', 'fail'])
const passing = { 'a.one.x': 'pass' } as const

const obligation = (id: string, status: Obligation['status']): Obligation => ({
  id,
  statement: `the work has ${id}`,
  source: { kind: 'task', text: `it has ${id}` },
  weight: 'must',
  decided_by: 'judge',
  status,
  reason: 'because',
  evidence: status === 'met' ? [{ text: 'line 1' }] : [],
  subject: hashOf('a'),
})

const judged = (artifact: string, obligations: readonly Obligation[]): ReflexCommand => ({
  ...(orders.evaluate(artifact, passing) as Extract<ReflexCommand, { type: 'record-evaluation' }>),
  obligations,
})

/** A run that would complete, had everything been decided. */
const run = (obligations: readonly Obligation[], limit = 4) =>
  begun(
    setupOf(oneFail, { max_iterations: limit }),
    orders.plan(),
    orders.produce('a'),
    judged('a', obligations),
    orders.prepare(),
    judged('a', obligations),
  )

function deciding(state: ReflexState): Extract<ReflexState, { at: 'deciding' }> {
  if (state.at !== 'deciding') throw new Error(`it is ${state.at}`)
  return state
}

const answer = (
  state: ReflexState,
  option: string,
  only?: readonly string[],
): Extract<ReflexCommand, { type: 'answer-gate' }> => {
  const { id, shown } = gateFor(deciding(state))
  return {
    type: 'answer-gate',
    answer: { gate: id, option, by: 'ada', at: 'now', shown },
    ...(only === undefined ? {} : { only }),
  }
}

describe('a run with undecided obligations', () => {
  const met = obligation('task.1', 'met')
  const open = [obligation('task.2', 'undecided'), obligation('task.3', 'undecided')]
  const parked = run([met, ...open])

  test('[STEP-26] waits for a person instead of completing', () => {
    expect(deciding(parked.state).completes).toBe('threshold_reached')
    expect(gateFor(deciding(parked.state)).question).toContain('2 obligations')
    expect(run([met]).state).toMatchObject({ at: 'ended', status: 'completed' })
  })

  test('[STEP-26] is completed once a person decided them, one by one or all at once', () => {
    const all = parked.then(answer(parked.state, 'met'))
    expect(ended(all.state).stop).toMatchObject({ code: 'threshold_reached', passed: true })
    const one = parked.then(answer(parked.state, 'met', ['task.2']))
    expect(deciding(one.state).asked).toBe(2)
    const both = one.then(answer(one.state, 'met', ['task.3']))
    expect(ended(both.state).obligations?.map(({ decided_by }) => decided_by)).toEqual([
      'judge',
      'person',
      'person',
      'check',
    ])
  })

  test('[STEP-26] refuses a decision about something else, or about what was shown before', () => {
    expect(parked.then(answer(parked.state, 'met', ['task.1'])).refused).not.toBeNull()
    const stale = answer(parked.state, 'met')
    const one = parked.then(answer(parked.state, 'met', ['task.2']))
    expect(one.then(stale).refused).not.toBeNull()
    expect(parked.then(orders.plan()).refused).not.toBeNull()
  })

  test('[STEP-27] goes on refining what a person finds unmet', () => {
    const refined = parked.then(answer(parked.state, 'unmet', ['task.2']))
    expect(refined.state).toMatchObject({
      at: 'working',
      step: 'CRITIQUE',
      evaluation: { passed: false, failed: [{ id: 'task.2', severity: 'fail' }] },
    })
    const last = run([met, ...open], 1)
    expect(ended(last.then(answer(last.state, 'unmet')).state).stop).toMatchObject({
      code: 'iteration_limit',
      passed: false,
    })
  })

  test('[STEP-26] waits also where nothing was decided at all, and never accepts by itself', () => {
    const nothing = run([])
    expect(gateFor(deciding(nothing.state)).question).toContain('Nothing was asked')
    const accepted = nothing.then(answer(nothing.state, 'met'))
    expect(ended(accepted.state).stop.passed).toBe(true)
    const self = run([{ ...met, self_reported: true }])
    expect(self.state.at).toBe('deciding')
  })

  test('[VERDICT-1] law 12: an unmet demand keeps a run with the full score from passing', () => {
    const unmet = begun(
      setupOf(oneFail),
      orders.plan(),
      orders.produce('a'),
      judged('a', [obligation('task.2', 'unmet')]),
    )
    expect(unmet.state).toMatchObject({
      at: 'working',
      phase: 'A',
      evaluation: { score: 1, passed: false, failed: [{ id: 'task.2' }] },
    })
  })

  test('[STEP-28] is stopped where a whole iteration changed nothing', () => {
    const failing = { 'a.one.x': 'fail' } as const
    const again = begun(
      setupOf(oneFail),
      ...iterationA('a', failing),
      orders.critique('a.one.x'),
      orders.refine('a'),
      ...iterationA('a', failing),
    )
    expect(ended(again.state).stop).toMatchObject({ code: 'stagnation', passed: false })
  })
})
