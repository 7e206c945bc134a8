import { expect, test } from 'vitest'
import { ImprovementRow, IterationLogRow, IterationRow } from '../model/records-improvements.ts'
import { ApplicationRow, EnhancementRow, PromptVersionRow } from '../model/records-lessons.ts'
import { OrderRow } from '../model/records-orders.ts'
import {
  AttemptRow,
  ExperimentRow,
  FailureRow,
  SuccessMetricsRow,
} from '../model/records-outcomes.ts'
import { type OpenedRecords, saveAll, dump } from './records-opened.contract.ts'
import {
  applicationOf,
  fullEnhancement,
  fullIteration,
  fullLog,
  improvementOf,
  promptOf,
} from './records-samples-lessons.contract.ts'
import {
  at,
  attemptOf,
  experimentOf,
  failureOf,
  fullMetrics,
  fullOrder,
  idOf,
  orderOf,
} from './records-samples.contract.ts'

export function describeRows(open: () => Promise<OpenedRecords>): void {
  test('give back every field as it was saved, also to those who open them later', async () => {
    const opened = await open()
    await saveAll(opened.records)
    for (const records of [opened.records, await opened.again()]) {
      expect(await records.order(idOf('order', 'full'))).toEqual(OrderRow.parse(fullOrder))
      expect(await records.failures()).toEqual([FailureRow.parse(failureOf(1))])
      expect(await records.attempts({ proposer: 'cheap', band: '0.3-0.4' })).toEqual([
        AttemptRow.parse(attemptOf(1)),
      ])
      expect(await records.successMetrics({ proposer: 'cheap' })).toEqual([
        SuccessMetricsRow.parse(fullMetrics),
      ])
      expect(await records.experiments()).toEqual([ExperimentRow.parse(experimentOf(1))])
      expect(await records.enhancement(idOf('enhancement', 'full'))).toEqual(
        EnhancementRow.parse(fullEnhancement),
      )
      expect(await records.applications()).toEqual([
        ApplicationRow.parse(applicationOf('parent', 'full')),
      ])
      expect(await records.activePrompt('base_proposer')).toEqual({
        ...PromptVersionRow.parse(promptOf(1)),
        is_active: true,
        activated_at: at(1),
      })
      expect(await records.iteration(idOf('iteration', 1))).toEqual(
        IterationRow.parse(fullIteration),
      )
      expect(await records.iterationLogs(fullLog.iteration_id)).toEqual([
        IterationLogRow.parse(fullLog),
      ])
      expect(await records.improvement(idOf('improvement', 'parent'))).toEqual(
        ImprovementRow.parse(improvementOf('parent')),
      )
    }
  })

  test('do not change when the same is saved again', async () => {
    const opened = await open()
    await saveAll(opened.records)
    const before = await dump(opened)
    await saveAll(opened.records)
    await saveAll(await opened.again())
    expect(await dump(opened)).toBe(before)
    // the comparison sees a change
    await opened.records.saveOrder({ ...fullOrder, retry_count: 3 })
    expect(await dump(opened)).not.toBe(before)
  })

  test('take the newer state of a row, and keep when it was created', async () => {
    const { records } = await open()
    await records.saveOrder(orderOf(1))
    await records.saveOrder(
      orderOf(1, {
        created_at: at(9),
        updated_at: at(9),
        status: 'needs_rework',
        metadata: { a: 1 },
      }),
    )
    expect(await records.order(idOf('order', 1))).toMatchObject({
      created_at: at(0),
      updated_at: at(9),
      status: 'needs_rework',
      metadata: { a: 1 },
    })
  })

  test('answer null for what is not there, and for what is no id at all', async () => {
    const { records } = await open()
    expect(await records.order(idOf('order', 'none'))).toBeNull()
    expect(await records.order("x' or '1'='1")).toBeNull()
    expect(await records.enhancement('')).toBeNull()
    expect(await records.applications({ orderId: 'x' })).toEqual([])
    expect(await records.improvement('x')).toBeNull()
    expect(await records.rollBackPrompt('x', at(0))).toMatchObject({ ok: false })
    expect(await records.rejectImprovement({ id: 'x', by: 'ada', at: at(0) })).toMatchObject({
      ok: false,
    })
    expect(await records.activePrompt('nothing')).toBeNull()
  })

  test('know an id and a moment in any spelling, and keep as many digits as a column has', async () => {
    const { records } = await open()
    await records.saveOrder({
      ...orderOf(1),
      id: idOf('order', 1).toUpperCase(),
      created_at: '2026-03-01T02:00:00+02:00',
      complexity_score: 0.12345,
    })
    const saved = await records.order(idOf('order', 1).toUpperCase())
    expect(saved).toMatchObject({
      id: idOf('order', 1),
      created_at: at(0),
      complexity_score: 0.123,
    })
  })

  test('are guarded by the database itself: ranges, words, references and uniqueness', async () => {
    const opened = await open()
    await saveAll(opened.records)
    const { sql } = opened
    const refused = [
      'update proposer_failures set complexity_score = 1.001',
      'update proposer_failures set final_errors = -1',
      "update proposer_failures set failure_category = 'bad_luck'",
      'update proposer_failures set error_codes = null',
      `update proposer_failures set work_order_id = '${idOf('nobody')}'`,
      'update prompt_enhancements set reduction_rate = -0.1',
      'update prompt_enhancements set reduction_rate = 1.001',
      'update prompt_enhancements set raw_reduction_rate = 1.5',
      `update prompt_enhancements set parent_enhancement_id = '${idOf('nobody')}'`,
      'update threshold_experiments set experimental_threshold = current_threshold',
      "update threshold_experiments set status = 'done'",
      "update work_orders set status = 'done'",
      "update work_orders set risk_level = 'huge'",
      "update work_orders set metadata = 'no json'",
      "update test_iterations set status = 'paused'",
      'update test_iterations set architecture_score = 11',
      'update test_iterations set human_quality_score = 0',
      'update test_iterations set moose_files_modified = true',
      "update moose_improvements set status = 'maybe'",
      "update moose_improvements set improvement_type = 'prompt_enhancement'",
      'update enhancement_applications set probability = 1.1',
      'update enhancement_applications set shortlisted = false',
      'delete from work_orders',
    ]
    for (const text of refused) await expect(sql(text), text).rejects.toThrow()
    const again = (table: string, changes: Readonly<Record<string, string>>, columns: string) =>
      `insert into ${table} (${columns}) select ${columns
        .split(', ')
        .map((column) => changes[column] ?? column)
        .join(', ')} from ${table}`
    const id = `'${idOf('another')}'`
    await expect(
      sql(
        again(
          'proposer_success_metrics',
          { id },
          'id, proposer_name, complexity_band, window_start, window_end',
        ),
      ),
    ).rejects.toThrow()
    const prompt = 'id, created_at, prompt_type, version_number, prompt_template, is_active'
    await expect(
      sql(again('prompt_versions', { id, is_active: 'false' }, prompt)),
    ).rejects.toThrow()
    await expect(
      sql(again('prompt_versions', { id, version_number: '2' }, prompt)),
    ).rejects.toThrow()
    await sql(again('prompt_versions', { id, version_number: '2', is_active: 'false' }, prompt))
  })

  test('answer questions about what is inside JSON and lists', async () => {
    const opened = await open()
    await saveAll(opened.records)
    const score = await opened.sql(
      `select id from work_orders where cast(acceptance_result ->> 'acceptance_score' as numeric) < 7
       and acceptance_result -> 'dimension_scores' ->> 'test_coverage' is not null
       and metadata ->> 'expected_output_type' = 'code'`,
    )
    expect(score).toHaveLength(1)
    await opened.records.addFailure(failureOf(2, { error_codes: ['TS1443'] }))
    const { records } = opened
    expect((await records.failures({ code: 'TS2304' })).map(({ id }) => id)).toEqual([
      idOf('failure', 1),
    ])
    expect(await records.failures({ code: 'TS9999' })).toEqual([])
  })
}
