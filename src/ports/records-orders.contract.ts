import { expect, test } from 'vitest'
import { attemptsKept } from '../model/records-outcomes.ts'
import { type OpenedRecords, dump } from './records-opened.contract.ts'
import {
  acceptanceOf,
  at,
  attemptOf,
  experimentOf,
  fullMetrics,
  fullOrder,
  idOf,
  orderOf,
} from './records-samples.contract.ts'

export function describeOrders(open: () => Promise<OpenedRecords>): void {
  test('queue orders of a status: the lowest score first, what was not measured last', async () => {
    const { records } = await open()
    const scores = [6.9, 2.7, null, 10, 5]
    for (const [index, score] of scores.entries())
      await records.saveOrder(
        orderOf(index, {
          status: 'needs_review',
          acceptance_result: score === null ? null : acceptanceOf(score),
        }),
      )
    await records.saveOrder(orderOf('done', { status: 'completed' }))
    const queue = await records.ordersWith('needs_review')
    expect(queue.map((order) => order.acceptance_result?.acceptance_score ?? null)).toEqual([
      2.7,
      5,
      6.9,
      10,
      null,
    ])
    expect(await records.ordersWith('failed')).toEqual([])
  })

  test('find the last measured orders by output type, else in the project, else anywhere (decision 2.7)', async () => {
    const { records } = await open()
    const look = (outputType: string, project: string | null, more = {}) =>
      records.lastMeasured({ outputType, project, ...more })
    expect(await look('code', 'bookshop')).toBeNull()
    const measured = (name: string, type: string, project: string, minutes: number) =>
      records.saveOrder(
        orderOf(name, {
          project_name: project,
          metadata: { expected_output_type: type },
          acceptance_result: acceptanceOf(6, at(minutes)),
        }),
      )
    await measured('old code', 'code', 'other', 1)
    await measured('new code', 'code', 'other', 3)
    await measured('docs', 'docs', 'bookshop', 2)
    await measured('newest', 'config', 'third', 9)
    await records.saveOrder(orderOf('unmeasured', { metadata: { expected_output_type: 'code' } }))
    // saved again much later; it was measured when it was measured
    await records.saveOrder(
      orderOf('old code', {
        updated_at: at(99),
        retry_count: 1,
        project_name: 'other',
        metadata: { expected_output_type: 'code' },
        acceptance_result: acceptanceOf(6, at(1)),
      }),
    )
    const names = async (found: ReturnType<typeof look>) => {
      const answer = await found
      return [answer?.matched, ...(answer?.orders ?? []).map(({ title }) => title)]
    }
    expect(await names(look('code', 'bookshop'))).toEqual(['output-type', 'Order new code'])
    expect(await names(look('code', null, { count: 5 }))).toEqual([
      'output-type',
      'Order new code',
      'Order old code',
    ])
    expect(await names(look('code', null, { except: idOf('order', 'new code') }))).toEqual([
      'output-type',
      'Order old code',
    ])
    expect(await names(look('test', 'bookshop'))).toEqual(['project', 'Order docs'])
    expect(await names(look('test', 'unknown'))).toEqual(['anywhere', 'Order newest'])
    expect(await names(look('test', null))).toEqual(['anywhere', 'Order newest'])
  })
}

export function describeOutcomes(open: () => Promise<OpenedRecords>): void {
  test('take every attempt and keep the latest fifty of a proposer and band (decision 2.11)', async () => {
    const opened = await open()
    const { records } = opened
    await records.saveOrder(fullOrder)
    const shuffled = Array.from({ length: 120 }, (_, index) => (index * 37) % 120)
    for (const index of shuffled) await records.recordAttempt(attemptOf(index))
    await records.recordAttempt(attemptOf(500, { complexity_band: '0.4-0.5' }))
    await records.recordAttempt(attemptOf(501, { proposer_name: 'strong' }))
    const kept = await records.attempts({ proposer: 'cheap', band: '0.3-0.4' })
    expect(kept).toHaveLength(attemptsKept)
    expect(kept.map(({ id }) => id)).toEqual(
      Array.from({ length: attemptsKept }, (_, index) => idOf('attempt', 119 - index)),
    )
    const before = await dump(opened)
    const withoutCounter = (text: string) => text.replaceAll(/"sequence_num":"?\d+"?,?/g, '')
    // an attempt that left the window long ago, told once more
    await records.recordAttempt(attemptOf(3))
    await records.recordAttempt(attemptOf(119))
    expect(withoutCounter(await dump(opened))).toBe(withoutCounter(before))
    expect(await records.attempts({ proposer: 'cheap', band: '0.4-0.5' })).toHaveLength(1)
  })

  test('hold one row of metrics for a proposer, band and window', async () => {
    const { records } = await open()
    await records.saveSuccessMetrics(fullMetrics)
    await records.saveSuccessMetrics({ ...fullMetrics, id: idOf('other'), total_attempts: 20 })
    await records.saveSuccessMetrics({
      ...fullMetrics,
      id: idOf('third'),
      window_start: at(60),
      window_end: at(120),
    })
    const found = await records.successMetrics({ proposer: 'cheap', band: '0.9-1.0' })
    expect(found.map(({ id, total_attempts: total }) => [id, total])).toEqual([
      [idOf('metrics'), 20],
      [idOf('third'), 10],
    ])
    expect(await records.successMetrics({ proposer: 'cheap', band: '0.1-0.2' })).toEqual([])
  })

  test('put completed experiments away after their time', async () => {
    const { records } = await open()
    await records.saveExperiment(experimentOf('old'))
    await records.saveExperiment(experimentOf('new', { completed_at: at(1_000) }))
    await records.saveExperiment(experimentOf('running', { status: 'running', completed_at: null }))
    expect(await records.archiveExperiments(at(500), at(2_000))).toBe(1)
    expect(await records.archiveExperiments(at(500), at(3_000))).toBe(0)
    expect((await records.experiments()).map(({ id }) => id).toSorted()).toEqual(
      [idOf('experiment', 'new'), idOf('experiment', 'running')].toSorted(),
    )
    await expect(
      (async () => records.saveExperiment(experimentOf('low', { experimental_threshold: 0.3 })))(),
    ).rejects.toThrow('above the current threshold')
  })
}
