import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { keepsSuccess, recordIdOf } from '../model/records-sampling.ts'
import { storyOf } from '../workflows/workorder/lessons/story.ts'
import { deltasFrom } from '../workflows/workorder/prompt/deltas.ts'
import { live, orders, proposing } from '../workflows/workorder/sample-order.contract.ts'
import { assignLessons, lastAcceptances } from './learn-assign.ts'
import { applicationRows, attemptRows } from './learn-record-rows.ts'
import { modelOf, recordOrder } from './learn-record.ts'
import { orderAhead } from './learn-sample-lives.contract.ts'
import {
  after,
  attempted,
  begun,
  briefed,
  failedAttempt,
  measuredAt,
  openSample,
  orderIdOf,
  played,
  sampleSetup,
} from './learn-sample.contract.ts'

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
  test('[KEPT-1] has what acceptance measured, and completed or needs_review by its score (checklist 4.5)', async () => {
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

  test('[KEPT-2] says needs_rework while an attempt that failed waits for the next, and escalated or failed after (decision 2.18)', async () => {
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

  test('[KEPT-3] is the same however often it is written, and counts a use of the prompt once', async () => {
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

  test('[KEPT-4] written at every rest comes to the same as written once at the end', async () => {
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

describe('attempts', () => {
  /** An order whose success is kept, or not, among the failures. */
  const numberWhere = (kept: boolean): number => {
    let number = 1
    while (keepsSuccess(orderIdOf(number)) !== kept) number += 1
    return number
  }

  test('[KEPT-5] are all recorded; of proposer_failures every failure and one success in ten, by the order (decision 2.11)', async () => {
    const counts = async () => {
      const attempts = await sample.records.attempts({ proposer: 'small', band: '0.3-0.4' })
      const failures = await sample.records.failures()
      return [attempts.length, failures.length]
    }
    const run = (number: number) =>
      played(
        [...begun(sampleSetup(number)), briefed(), ...attempted([]), ...measuredAt(8, [])],
        number,
      )
    await record(run(numberWhere(false)))
    expect(await counts()).toEqual([1, 0])
    await record(run(numberWhere(true)))
    expect(await counts()).toEqual([2, 1])
    const failing = played(
      [...begun(sampleSetup(500)), briefed(), ...attempted(['TS2304']), failedAttempt('small')],
      500,
    )
    await record(failing)
    expect(await counts()).toEqual([3, 2])
  })

  test('[KEPT-6] tell errors before and after the sanitizer and after refinement apart', async () => {
    const number = 1
    const sanitizer = {
      changes_made: ['curly quotes'],
      functions_triggered: ['fixSmartQuotes'],
      telemetry: {
        functions_triggered: 1,
        pre_size: 9,
        post_size: 9,
        pre_hash: 'x',
        post_hash: 'y',
      },
      pre_errors: 4,
      post_errors: 2,
      tried: [],
    }
    const [proposed, first] = attempted(['TS2304', 'TS1005'], { errorsBefore: 4, sanitizer })
    const [, second] = attempted(['TS2304'])
    const run = played(
      [
        ...begun(sampleSetup(number)),
        briefed(),
        ...(proposed && first ? [proposed, first] : []),
        ['cycle_begun', { cycle: 1, strategy: 'syntax_imports', by: 'proposer' }],
        [
          'refined',
          {
            tree: 'b'.repeat(40),
            paths: [],
            counts: { files: 1, added: 1, deleted: 0 },
            cost: { ms: 1 },
          },
        ],
        ...(second ? [second] : []),
        failedAttempt(null),
      ],
      1,
    )
    await record(run)
    expect(await sample.records.failures()).toMatchObject([
      {
        raw_errors: 4,
        initial_errors: 2,
        final_errors: 1,
        refinement_count: 1,
        refinement_success: true,
        error_codes: ['TS1005', 'TS2304'],
        error_samples: [{ code: 'TS2304', line: 1, column: 2 }, { code: 'TS1005' }],
        sanitizer_changes: ['curly quotes'],
        sanitizer_functions_triggered: 1,
        failure_category: 'import_error',
        complexity_band: '0.3-0.4',
        is_success: false,
      },
    ])
  })

  test('[KEPT-7] that nobody answered are failures too', async () => {
    await record(played([...begun(sampleSetup(1)), briefed(), failedAttempt('small')], 1))
    expect(await sample.records.failures()).toMatchObject([{ final_errors: 0, is_success: false }])
  })

  test('[KEPT-8] of orders with a complexity of 1 are in the last band (decision 2.13)', async () => {
    const complexity = { score: 1, band: '0.9-1.0', strongest: true, why: '' }
    const setup = sampleSetup(1, { complexity })
    await record(
      played([...begun(setup), briefed(), ...attempted(['TS1005']), failedAttempt(null)], 1),
    )
    expect(await sample.records.failures({ band: '0.9-1.0' })).toHaveLength(1)
  })
})

describe('applications', () => {
  const assignment = (lessonId: string, code: string) => ({
    lessonId,
    version: 1,
    code,
    shortlisted: true,
    probability: 0.5,
    on: true,
    stratum: 's',
  })

  /** The two first lessons, which are against TS1443 and TS2304. */
  async function assigned() {
    const lessons = await sample.records.enhancements()
    return lessons.map((row) => assignment(row.id, row.error_code))
  }

  const outcomes = async () =>
    (await sample.records.applications()).map((row) => [row.target_failed, row.guardrail_failed])

  test('[KEPT-9] are logged for every lesson of the order with target and guardrail (decision 2.14)', async () => {
    const run = played(
      [
        ...begun(sampleSetup(1)),
        briefed({ assignments: await assigned() }),
        ...attempted(['TS2304']),
        failedAttempt('small'),
        ...attempted(['TS1443']),
        ...measuredAt(5, ['TS1443']),
      ],
      1,
    )
    await record(run)
    const rows = await sample.records.applications()
    const byCode = new Map(
      (await sample.records.enhancements()).map((row) => [row.id, row.error_code]),
    )
    expect(rows).toHaveLength(2)
    // the first look at the first attempt counts, not what came up later
    for (const row of rows)
      expect([byCode.get(row.enhancement_id), row.target_failed, row.guardrail_failed]).toEqual([
        byCode.get(row.enhancement_id),
        byCode.get(row.enhancement_id) === 'TS2304',
        true,
      ])
    expect(rows[0]).toMatchObject({
      is_on: true,
      probability: 0.5,
      proposer_name: 'small',
      output_type: 'code',
      model: 'model one',
      tool_version: toolVersion,
    })
  })

  test('[KEPT-14] are dated by when their outcome was known, so that evidence is folded in that order', async () => {
    const run = played(
      [
        ...begun(sampleSetup(1)),
        briefed({ assignments: await assigned() }),
        ...attempted([]),
        ...measuredAt(8, []),
      ],
      1,
    )
    await record({ ...run, entries: run.entries.slice(0, -1) })
    expect(await sample.records.applications()).toEqual([])
    await record(run)
    const rows = await sample.records.applications()
    expect(rows.map((row) => row.applied_at)).toEqual([
      run.entries.at(-1)?.ts,
      run.entries.at(-1)?.ts,
    ])
  })

  test('[KEPT-10] of an order that was stopped, or of which nothing was seen, say nothing', async () => {
    const assignments = await assigned()
    const stopped = played(
      [
        ...begun(sampleSetup(1)),
        briefed({ assignments }),
        ...attempted(['TS2304']),
        ['ended', { outcome: 'stopped', reason: 'enough' }],
      ],
      1,
    )
    await record(stopped)
    expect(await outcomes()).toEqual([
      [null, null],
      [null, null],
    ])
    const unseen = played(
      [
        ...begun(sampleSetup(2)),
        briefed({ assignments }),
        ['ended', { outcome: 'failed', reason: '' }],
      ],
      2,
    )
    await record(unseen)
    expect((await outcomes()).slice(2)).toEqual([
      [null, null],
      [null, null],
    ])
  })

  test('[KEPT-11] of an order that failed before it was measured count against lessons for quality, not for rules', async () => {
    const add = (code: string) =>
      sample.records.saveEnhancement({
        id: recordIdOf('own', code),
        created_at: after(0),
        updated_at: after(0),
        error_code: code,
        enhancement_text: 'text',
        stage: 'candidate',
      })
    await add('TEST_COVERAGE_LOW')
    await add('INTEGRITY_TEST_REMOVED')
    const assignments = ['TEST_COVERAGE_LOW', 'INTEGRITY_TEST_REMOVED'].map((code) =>
      assignment(recordIdOf('own', code), code),
    )
    const run = played(
      [
        ...begun(sampleSetup(1)),
        briefed({ assignments }),
        ...attempted(['TS2304']),
        ['ended', { outcome: 'failed', reason: 'gave up' }],
      ],
      1,
    )
    await record(run)
    const of = async (code: string) =>
      (await sample.records.applications({ enhancementId: recordIdOf('own', code) })).map((row) => [
        row.target_failed,
        row.guardrail_failed,
      ])
    expect(await of('TEST_COVERAGE_LOW')).toEqual([[true, true]])
    expect(await of('INTEGRITY_TEST_REMOVED')).toEqual([[false, true]])
  })
})

describe('what the next order is told', () => {
  test('[KEPT-12] are deltas of the one before, and none once every dimension is at 7 (decisions 2.5, 2.6; checklist 4.5)', async () => {
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
  test('[KEPT-13] is told by its agent: another model is another setting', () => {
    const setup = sampleSetup(1)
    expect(modelOf(setup, 'small')).toBe('model one')
    const other = { ...setup, agents: { default: { kind: 'command', command: ['agent', '-x'] } } }
    expect(modelOf(other, 'small')).toBe('command ["agent","-x"]')
    expect(modelOf({ ...setup, agents: {} }, 'small')).toBe('default')
  })
})
