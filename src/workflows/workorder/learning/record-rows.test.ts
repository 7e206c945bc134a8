import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { recordIdOf } from '../../../model/records-sampling.ts'
import { recordOrder } from './record.ts'
import {
  after,
  attempted,
  begun,
  briefed,
  failedAttempt,
  measuredAt,
  openSample,
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

  test('are logged for every lesson of the order with target and guardrail (decision 2.14)', async () => {
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

  test('are dated by when their outcome was known, so that evidence is folded in that order', async () => {
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

  test('of an order that was stopped, or of which nothing was seen, say nothing', async () => {
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

  test('of an order that failed before it was measured count against lessons for quality, not for rules', async () => {
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
