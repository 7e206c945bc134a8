import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runAutoImprovement } from './analyze.ts'
import { plainOrder } from '../workflows/workorder/learning/sample-lives.contract.ts'
import { after, openSample, orderIdOf } from '../workflows/workorder/learning/sample.contract.ts'
import { answerThreshold } from './threshold.ts'

let sample: Awaited<ReturnType<typeof openSample>>
beforeEach(async () => {
  sample = await openSample()
})
afterEach(() => sample.close())

const analyze = (changes: Partial<Parameters<typeof runAutoImprovement>[1]> = {}) =>
  runAutoImprovement(sample.records, { at: after(2_000), trainer: null, ...changes })

describe('success figures', () => {
  test('weigh sampled successes where attempts are no longer all there (decisions 2.11, 2.12)', async () => {
    const at = after(200)
    const failure = (number: number, isSuccess: boolean) =>
      sample.records.addFailure({
        id: orderIdOf(5_000 + number),
        created_at: after(190),
        work_order_id: orderIdOf(1),
        proposer_name: 'small',
        complexity_score: 0.35,
        complexity_band: '0.3-0.4',
        initial_errors: 4,
        final_errors: isSuccess ? 0 : 2,
        refinement_count: isSuccess ? 0 : 3,
        error_codes: isSuccess ? [] : ['TS2304'],
        is_success: isSuccess,
      })
    const attempt = (number: number, success: boolean) =>
      sample.records.recordAttempt({
        id: orderIdOf(6_000 + number),
        created_at: after(190 + number / 1000),
        proposer_name: 'small',
        complexity_band: '0.3-0.4',
        work_order_id: orderIdOf(1),
        was_success: success,
      })
    await sample.records.saveOrder({ ...plainOrder(1), updated_at: after(190) })
    for (let number = 0; number < 10; number += 1) await failure(number, false)
    await failure(10, true)
    for (let number = 0; number < 20; number += 1) await attempt(number, number >= 10)
    await analyze({ at })
    const [whole] = await sample.records.successMetrics({ proposer: 'small' })
    expect(whole).toMatchObject({ total_attempts: 20, successful_attempts: 10, success_rate: 0.5 })
    for (let number = 20; number < 60; number += 1) await attempt(number, true)
    await analyze({ at })
    const [weighed] = await sample.records.successMetrics({ proposer: 'small' })
    expect(weighed).toMatchObject({
      total_attempts: 20,
      successful_attempts: 10,
      failed_attempts: 10,
      avg_final_errors: 1,
      avg_improvement_rate: 0.75,
      top_error_codes: [{ code: 'TS2304', count: 10, rate: 0.5 }],
    })
  })

  test('end an experiment after 30 attempts; a threshold is left to a person', async () => {
    const experiment = (id: number, proposer: string) =>
      sample.records.saveExperiment({
        id: orderIdOf(id),
        proposer_name: proposer,
        current_threshold: 0.3,
        experimental_threshold: 0.4,
        complexity_band: '0.3-0.4',
        started_at: after(1),
      })
    await experiment(7_000, 'small')
    await experiment(7_001, 'large')
    await sample.records.saveOrder(plainOrder(1))
    for (let number = 0; number < 30; number += 1)
      for (const proposer of ['small', 'large'])
        await sample.records.recordAttempt({
          id: orderIdOf(8_000 + number * 2 + (proposer === 'small' ? 0 : 1)),
          created_at: after(2 + number),
          proposer_name: proposer,
          complexity_band: '0.3-0.4',
          work_order_id: orderIdOf(1),
          was_success: proposer === 'small' ? number < 21 : number < 20,
        })
    await analyze({ at: after(60) })
    const rows = await sample.records.experiments()
    expect(rows.find(({ proposer_name: name }) => name === 'small')).toMatchObject({
      status: 'running',
      attempts_count: 30,
      success_rate: 0.7,
    })
    expect(rows.find(({ proposer_name: name }) => name === 'large')).toMatchObject({
      status: 'rejected',
      success_count: 20,
      completed_at: after(60),
    })
    const pending = await sample.records.improvements('pending_approval')
    expect(pending).toMatchObject([
      { improvement_type: 'config_change', proposal_details: { complexity_threshold: 0.4 } },
    ])
    await analyze({ at: after(60 + 24 * 91) })
    expect(await sample.records.experiments()).toHaveLength(1)
    expect(await sample.records.improvements('pending_approval')).toHaveLength(1)
    const word = { by: 'ada', at: after(3_000) }
    expect(await answerThreshold(sample.records, 'large', 'approve', word)).toMatchObject({
      value: null,
    })
    expect(await answerThreshold(sample.records, 'small', 'approve', word)).toMatchObject({
      value: { proposer: 'small', threshold: 0.4 },
    })
    expect(await sample.records.experiments()).toMatchObject([{ status: 'promoted' }])
    await analyze({ at: after(3_001) })
    expect(await sample.records.improvements('pending_approval')).toEqual([])
  })
})
