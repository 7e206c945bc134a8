import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { recordIdOf } from '../../../model/records-sampling.ts'
import { storyOf } from '../lessons/story.ts'
import { deltasFrom } from '../prompt/deltas.ts'
import { live, orders, proposing } from '../sample-order.contract.ts'
import { assignLessons, lastAcceptances } from './assign.ts'
import { applicationRows, attemptRows } from './record-rows.ts'
import { modelOf, recordOrder } from './record.ts'
import { orderAhead } from './sample-lives.contract.ts'
import {
  attempted,
  begun,
  briefed,
  failedAttempt,
  measuredAt,
  openSample,
  orderIdOf,
  played,
  sampleSetup,
} from './sample.contract.ts'

let sample: Awaited<ReturnType<typeof openSample>>
beforeEach(async () => {
  sample = await openSample()
})
afterEach(() => sample.close())

const toolVersion = '1.0.0'
const record = (run: ReturnType<typeof played>) =>
  recordOrder(sample.records, { ...run, toolVersion })

/** Everything in the database, to see that nothing changed. */
async function everything() {
  const { records } = sample
  return JSON.stringify([
    await records.enhancements(),
    await records.applications(),
    await records.failures(),
    await records.attempts({ proposer: 'small', band: '0.3-0.4' }),
    await records.promptVersions('base_proposer'),
    await records.improvements(),
    await records.order(orderIdOf(1)),
  ])
}

describe('the record of an order that a person mended', () => {
  test('[KEPT-15] is the work of no proposer, and says nothing of lessons', async () => {
    const mended = proposing().and(
      orders.attemptFails(),
      orders.attemptFails(),
      orders.attemptFails(),
      orders.answer('manual_intervention'),
      orders.propose(),
      orders.compile(),
      orders.measure(),
      orders.deliver,
    )
    const told = { lessonId: recordIdOf('x'), version: 1, code: 'TS2304', stratum: 's' }
    const coin = { ...told, shortlisted: true, probability: 0.5, on: true }
    const state = live(mended.state)
    if (state.briefing === null) throw new Error('it was briefed')
    const taught = { ...state, briefing: { ...state.briefing, assignments: [coin] } }
    const story = storyOf(mended.entries)
    expect(attemptRows(state.setup, story).map(({ attempt }) => attempt.proposer_name)).toEqual([
      'small',
      'small',
      'large',
    ])
    expect(applicationRows(taught, story, { model: 'm', toolVersion })).toMatchObject([
      { target_failed: null, guardrail_failed: null },
    ])
  })
})

describe('the record of an order', () => {
  test('has what acceptance measured, and completed or needs_review by its score (checklist 4.5)', async () => {
    const good = played(
      [...begun(sampleSetup(1)), briefed(), ...attempted([]), ...measuredAt(8, [])],
      1,
    )
    const weak = played(
      [
        ...begun(sampleSetup(2)),
        briefed(),
        ...attempted([]),
        ...measuredAt(5, ['READABILITY_LOW']),
      ],
      2,
    )
    await record(good)
    await record(weak)
    expect(await sample.records.order(orderIdOf(1))).toMatchObject({
      status: 'completed',
      acceptance_result: { acceptance_score: 8, dimension_scores: { architecture: 8 } },
      github_branch: 'order/sample',
      retry_count: 0,
      metadata: { expected_output_type: 'code', codes: [], outcome: 'completed' },
    })
    const [queued, ...others] = await sample.records.ordersWith('needs_review')
    expect(others).toEqual([])
    expect(queued).toMatchObject({
      id: orderIdOf(2),
      acceptance_result: { acceptance_score: 5 },
      metadata: { codes: ['READABILITY_LOW'] },
    })
  })

  test('says needs_rework while an attempt that failed waits for the next, and escalated or failed after (decision 2.18)', async () => {
    const opening = [...begun(sampleSetup(1)), briefed(), ...attempted(['TS2304'])] as const
    const status = async (run: ReturnType<typeof played>) => {
      await record(run)
      const order = await sample.records.order(orderIdOf(1))
      return [order?.status, order?.retry_count, order?.metadata['failure_class']]
    }
    expect(await status(played(begun(sampleSetup(1)).slice(0, 1), 1))).toEqual([
      'pending',
      0,
      undefined,
    ])
    expect(await status(played(opening, 1))).toEqual(['in_progress', 0, undefined])
    const again = [...opening, failedAttempt('small')] as const
    expect(await status(played(again, 1))).toEqual(['needs_rework', 1, 'compile_error'])
    const over = [
      ...again,
      ...attempted(['TS2304']),
      failedAttempt(null),
      ['gate_opened', { trigger: 'proposer_exhausted', detail: 'three attempts' }],
    ] as const
    expect(await status(played(over, 1))).toEqual(['escalated', 2, 'compile_error'])
    const ended = (outcome: 'failed' | 'cap_reached' | 'stopped') =>
      status(played([...again, ['ended', { outcome, reason: outcome }]], 1))
    expect((await ended('failed'))[0]).toBe('failed')
    expect((await ended('cap_reached'))[0]).toBe('failed')
    expect((await sample.records.order(orderIdOf(1)))?.metadata['reason']).toBe('cap_reached')
    expect((await ended('stopped'))[0]).toBe('cancelled')
  })

  test('is the same however often it is written, and counts a use of the prompt once', async () => {
    const { template, assignments } = await assignLessons(sample.records, orderAhead(1))
    const told = briefed({ template: { ...template }, assignments: [...assignments] })
    const run = played([...begun(sampleSetup(1)), told, ...attempted([]), ...measuredAt(8, [])], 1)
    await record(run)
    const once = await everything()
    await record(run)
    await record(run)
    expect(await everything()).toBe(once)
    const [prompt] = await sample.records.promptVersions('base_proposer')
    expect(prompt).toMatchObject({ usage_count: 1, avg_success_rate: 1 })
  })

  test('counts a use of the prompt from the first rest on, escalated or not, and a success when it is one', async () => {
    const { template } = await assignLessons(sample.records, orderAhead(1))
    const told = (number: number) =>
      [...begun(sampleSetup(number)), briefed({ template: { ...template } })] as const
    const prompt = async () => (await sample.records.promptVersions('base_proposer'))[0]
    const asked = ['gate_opened', { trigger: 'proposer_exhausted', detail: 'three' }] as const
    await record(played([...told(1), ...attempted(['TS2304']), failedAttempt(null), asked], 1))
    expect(await prompt()).toMatchObject({ usage_count: 1, avg_success_rate: 0 })
    await record(played([...told(2), ...attempted([])], 2))
    expect(await prompt()).toMatchObject({ usage_count: 2, avg_success_rate: 0 })
    await record(played([...told(2), ...attempted([]), ...measuredAt(8, [])], 2))
    expect(await prompt()).toMatchObject({ usage_count: 2, avg_success_rate: 0.5 })
  })

  test('written at every rest comes to the same as written once at the end', async () => {
    const { template, assignments } = await assignLessons(sample.records, orderAhead(1))
    const told = [
      ...begun(sampleSetup(1)),
      briefed({ template: { ...template }, assignments: [...assignments] }),
      ...attempted(['TS2304']),
      failedAttempt('small'),
      ...attempted([]),
      ...measuredAt(8, []),
    ] as const
    for (let length = 1; length <= told.length; length += 1)
      await record(played(told.slice(0, length), 1))
    const stepwise = await everything()
    await sample.close()
    sample = await openSample()
    await assignLessons(sample.records, orderAhead(1))
    await record(played(told, 1))
    expect(await everything()).toBe(stepwise)
  })
})

describe('what the next order is told', () => {
  test('[DELTA-1] are deltas of the one before, and none once every dimension is at 7 (decisions 2.5, 2.6; checklist 4.5)', async () => {
    const run = async (number: number, score: number) =>
      record(
        played(
          [
            ...begun(sampleSetup(number)),
            briefed(),
            ...attempted([]),
            ...measuredAt(score, [], number),
          ],
          number,
        ),
      )
    const deltas = async () => {
      const { last, before } = await lastAcceptances(sample.records, {
        orderId: orderIdOf(99),
        outputType: 'code',
        project: 'shop',
      })
      return deltasFrom(last, before).map(({ dimension }) => dimension)
    }
    expect(await deltas()).toEqual([])
    await run(1, 5)
    expect(await deltas()).toHaveLength(4)
    await run(2, 9)
    expect(await deltas()).toEqual([])
    // a fall of two is told even above 7
    await run(3, 7)
    expect(await deltas()).toHaveLength(4)
  })
})

describe('what a proposer works with', () => {
  test('is told by its agent: another model is another setting', () => {
    const setup = sampleSetup(1)
    expect(modelOf(setup, 'small')).toBe('model one')
    const other = { ...setup, agents: { default: { kind: 'command', command: ['agent', '-x'] } } }
    expect(modelOf(other, 'small')).toBe('command ["agent","-x"]')
    expect(modelOf({ ...setup, agents: {} }, 'small')).toBe('default')
  })
})
