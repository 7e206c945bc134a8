import { describe, expect, test } from 'vitest'
import { reductionRates } from '../model/records-effectiveness.ts'
import { ImprovementRow, IterationLogRow, IterationRow } from '../model/records-improvements.ts'
import { ApplicationRow, EnhancementRow, PromptVersionRow } from '../model/records-lessons.ts'
import { OrderRow } from '../model/records-orders.ts'
import {
  AttemptRow,
  attemptsKept,
  ExperimentRow,
  FailureRow,
  SuccessMetricsRow,
} from '../model/records-outcomes.ts'
import {
  acceptanceOf,
  applicationOf,
  at,
  attemptOf,
  enhancementOf,
  experimentOf,
  failureOf,
  fullEnhancement,
  fullIteration,
  fullLog,
  fullMetrics,
  fullOrder,
  idOf,
  improvementOf,
  iterationOf,
  orderOf,
  promptOf,
} from './records-samples.contract.ts'
import type { Records } from './records.ts'

type Rows = readonly Readonly<Record<string, unknown>>[]

export type OpenedRecords = {
  readonly records: Records
  /** The same database, opened once more. */
  again(): Promise<Records>
  /** Someone who goes past the records. Fails where the database refuses. */
  sql(text: string): Promise<Rows>
}

const tables = [
  'work_orders',
  'proposer_failures',
  'prompt_enhancements',
  'proposer_success_metrics',
  'proposer_attempts',
  'prompt_versions',
  'threshold_experiments',
  'test_iterations',
  'iteration_work_order_logs',
  'moose_improvements',
  'enhancement_applications',
  'enhancement_activations',
] as const

/** One row of everything, with a value in every field. */
async function saveAll(records: Records): Promise<void> {
  await records.saveOrder(fullOrder)
  await records.addFailure(failureOf(1))
  await records.recordAttempt(attemptOf(1))
  await records.saveSuccessMetrics(fullMetrics)
  await records.saveExperiment(experimentOf(1))
  await records.saveEnhancement(enhancementOf('parent'))
  await records.saveEnhancement(fullEnhancement)
  await records.recordApplications([applicationOf('parent', 'full')])
  await records.savePromptVersion(promptOf(1))
  await records.activatePrompt(idOf('prompt', 1), at(1))
  await records.saveIteration(fullIteration)
  await records.logIterationOrder(fullLog)
  await records.proposeImprovement(improvementOf('parent'))
}

async function dump({ sql }: OpenedRecords): Promise<string> {
  const rows: [string, Rows][] = []
  for (const table of tables) rows.push([table, await sql(`select * from ${table} order by 1, 2`)])
  return JSON.stringify(rows)
}

/** What all records promise, whatever database they are kept in. */
export function describeRecords(name: string, open: () => Promise<OpenedRecords>): void {
  describe(`records in ${name}`, () => {
    describeRows(open)
    describeOrders(open)
    describeOutcomes(open)
    describeLessons(open)
    describeEffectiveness(open)
    describeDecisions(open)
  })
}

function describeRows(open: () => Promise<OpenedRecords>): void {
  test('[RECORD-1] give back every field as it was saved, also to those who open them later', async () => {
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
      expect(await records.iterationLogs(idOf('iteration', 1))).toEqual([
        IterationLogRow.parse(fullLog),
      ])
      expect(await records.improvement(idOf('improvement', 'parent'))).toEqual(
        ImprovementRow.parse(improvementOf('parent')),
      )
    }
  })

  test('[RECORD-2] do not change when the same is saved again', async () => {
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

  test('[RECORD-3] take the newer state of a row, and keep when it was created', async () => {
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

  test('[RECORD-4] answer null for what is not there, and for what is no id at all', async () => {
    const { records } = await open()
    expect(await records.order(idOf('order', 'none'))).toBeNull()
    expect(await records.order("x' or '1'='1")).toBeNull()
    expect(await records.enhancement('')).toBeNull()
    expect(await records.applications({ orderId: 'x' })).toEqual([])
    expect(await records.iterationLogs('x')).toEqual([])
    expect(await records.lineage('x')).toEqual([])
    expect(await records.improvement('x')).toBeNull()
    expect(await records.rollBackPrompt('x', at(0))).toMatchObject({ ok: false })
    expect(await records.rejectImprovement({ id: 'x', by: 'ada', at: at(0) })).toMatchObject({
      ok: false,
    })
    expect(await records.activePrompt('nothing')).toBeNull()
  })

  test('[RECORD-5] know an id and a moment in any spelling, and keep as many digits as a column has', async () => {
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

  test('[RECORD-6] are guarded by the database itself: ranges, words, references and uniqueness', async () => {
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

  test('[RECORD-7] answer questions about what is inside JSON and lists', async () => {
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

function describeOrders(open: () => Promise<OpenedRecords>): void {
  test('[RECORD-8] queue orders of a status: the lowest score first, what was not measured last', async () => {
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

  test('[RECORD-9] find the last measured orders by output type, else in the project, else anywhere (decision 2.7)', async () => {
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

function describeOutcomes(open: () => Promise<OpenedRecords>): void {
  test('[RECORD-10] take every attempt and keep the latest fifty of a proposer and band (decision 2.11)', async () => {
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

  test('[RECORD-11] count how often errors occur, a sampled success for ten (decision 2.12)', async () => {
    const { records } = await open()
    await records.saveOrder(fullOrder)
    const outcome = (name: string, success: boolean, codes: readonly string[]) =>
      records.addFailure(failureOf(name, { is_success: success, error_codes: [...codes] }))
    await outcome('a', false, ['TS2304', 'TS2304', 'TS1005'])
    await outcome('b', false, ['TS2304'])
    await outcome('c', true, ['TS1443'])
    await outcome('d', true, [])
    expect(await records.errorFrequencies()).toEqual([
      { code: 'TS1443', count: 10, rate: 10 / 22 },
      { code: 'TS2304', count: 2, rate: 2 / 22 },
      { code: 'TS1005', count: 1, rate: 1 / 22 },
    ])
    expect(await records.errorFrequencies({ proposer: 'strong' })).toEqual([])
    expect(await records.errorFrequencies({ since: at(2) })).toEqual([])
    expect(await records.errorFrequencies({ since: at(1), band: '0.3-0.4' })).toHaveLength(3)
  })

  test('[RECORD-12] hold one row of metrics for a proposer, band and window', async () => {
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

  test('[RECORD-13] put completed experiments away after their time', async () => {
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

function describeLessons(open: () => Promise<OpenedRecords>): void {
  test('[RECORD-14] begin with two lessons: plain quotes and declared names', async () => {
    const { records } = await open()
    const lessons = await records.enhancements({ active: true })
    expect(lessons.map(({ error_code: code, is_active: active }) => [code, active])).toEqual([
      ['TS1443', true],
      ['TS2304', true],
    ])
    expect(lessons[0]?.enhancement_text).toContain('ASCII quotes')
    expect(lessons[1]?.enhancement_text).toContain('Import or declare')
  })

  test('[RECORD-15] know where the text of a lesson came from', async () => {
    const { records } = await open()
    await records.saveEnhancement(enhancementOf('first'))
    for (const [parent, child, version] of [
      ['first', 'second', 2],
      ['second', 'third', 3],
    ] as const)
      await records.saveEnhancement(
        enhancementOf(child, {
          parent_enhancement_id: idOf('enhancement', parent),
          enhancement_version: version,
        }),
      )
    const family = await records.lineage(idOf('enhancement', 'third'))
    expect(family.map(({ enhancement_version: version }) => version)).toEqual([1, 2, 3])
    expect(await records.lineage(idOf('nobody'))).toEqual([])
    expect((await records.enhancements({ active: false })).length).toBe(0)
    await records.saveEnhancement(enhancementOf('first', { is_active: false, updated_at: at(5) }))
    expect((await records.enhancements({ active: false })).map(({ id }) => id)).toEqual([
      idOf('enhancement', 'first'),
    ])
  })

  test('[RECORD-16] note by themselves when a lesson was changed past them', async () => {
    const { records, sql } = await open()
    await records.saveEnhancement(enhancementOf('a'))
    await sql(`update prompt_enhancements set improvement_reason = 'by hand'
      where id = '${idOf('enhancement', 'a')}'`)
    const changed = await records.enhancement(idOf('enhancement', 'a'))
    expect(changed?.updated_at).not.toBe(at(0))
    expect(Date.parse(changed?.updated_at ?? '')).toBeGreaterThan(Date.UTC(2020, 0, 1))
  })

  test('[RECORD-17] log every application, successes included; an outcome is filled in once and never changes (decision 2.14)', async () => {
    const { records, sql } = await open()
    await records.saveEnhancement(enhancementOf('a'))
    for (const name of [1, 2, 3]) await records.saveOrder(orderOf(name))
    const unknown = { target_failed: null, guardrail_failed: null }
    await records.recordApplications([
      applicationOf('a', 2, { applied_at: at(2), ...unknown }),
      applicationOf('a', 1, { applied_at: at(1), target_failed: true }),
      applicationOf('a', 3, { applied_at: at(3), is_on: false, shortlisted: false }),
    ])
    await records.recordApplications([
      applicationOf('a', 2, { applied_at: at(7), is_on: false, target_failed: false }),
      applicationOf('a', 1, { target_failed: false }),
    ])
    const log = await records.applications({ enhancementId: idOf('enhancement', 'a') })
    expect(log.map((row) => [row.applied_at, row.is_on, row.target_failed])).toEqual([
      [at(1), true, true],
      [at(2), true, false],
      [at(3), false, false],
    ])
    expect(await records.applications({ orderId: idOf('order', 3) })).toHaveLength(1)
    const outcomes = await sql('select outcome from enhancement_applications order by applied_at')
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['failure', 'success', 'success'])
    await records.recordApplications([])
  })

  test('[RECORD-18] have one prompt of a type in use, and go back to its parent', async () => {
    const { records } = await open()
    for (const number of [1, 2, 3]) await records.savePromptVersion(promptOf(number))
    await records.savePromptVersion(
      promptOf(9, { prompt_type: 'refinement_cycle_1', parent_version_id: null }),
    )
    expect(await records.activePrompt('base_proposer')).toBeNull()
    await records.activatePrompt(idOf('prompt', 9), at(1))
    for (const number of [1, 2]) await records.activatePrompt(idOf('prompt', number), at(number))
    const inUse = async () => (await records.activePrompt('base_proposer'))?.version_number
    expect(await inUse()).toBe(2)
    const roll = () => records.rollBackPrompt(idOf('prompt', 2), at(5))
    expect(await roll()).toMatchObject({
      ok: true,
      value: { version_number: 1, activated_at: at(5) },
    })
    expect(await roll()).toMatchObject({ ok: true, value: { version_number: 1 } })
    expect(await inUse()).toBe(1)
    const versions = await records.promptVersions('base_proposer')
    expect(versions.map((version) => [version.is_active, version.deactivated_at])).toEqual([
      [true, null],
      [false, at(5)],
      [false, null],
    ])
    expect(await records.rollBackPrompt(idOf('prompt', 1), at(6))).toEqual({
      ok: false,
      error: { type: 'no-parent' },
    })
    expect(await records.rollBackPrompt(idOf('prompt', 3), at(6))).toEqual({
      ok: false,
      error: { type: 'not-active', active: idOf('prompt', 1) },
    })
    expect(await records.activatePrompt(idOf('nobody'), at(6))).toEqual({
      ok: false,
      error: { type: 'unknown' },
    })
    await records.savePromptUse(idOf('prompt', 1), { usage_count: 8, avg_success_rate: 0.875 })
    expect(await records.activePrompt('base_proposer')).toMatchObject({
      usage_count: 8,
      avg_success_rate: 0.875,
    })
    expect((await records.activePrompt('refinement_cycle_1'))?.version_number).toBe(9)
  })
}

function describeEffectiveness(open: () => Promise<OpenedRecords>): void {
  test('[RECORD-19] count what lessons did as one who reads every application would', async () => {
    const { records } = await open()
    const rows = await scattered(records)
    const found = await records.effectiveness()
    for (const lesson of ['a', 'b', 'unused']) {
      const id = idOf('enhancement', lesson)
      const figure = found.find(({ enhancement_id: each }) => each === id)
      const own = rows.filter((row) => row.enhancement_id === id && row.enhancement_version === 1)
      const used = own.filter(({ is_on: on }) => on)
      expect(figure).toMatchObject({
        enhancement_version: 1,
        applications_count: used.length,
        success_count: used.filter(({ target_failed: failed }) => failed === false).length,
        failure_count: used.filter(({ target_failed: failed }) => failed === true).length,
        consecutive_iterations_active: 0,
      })
      const compared = own.filter(
        (row) => row.shortlisted && row.target_failed !== null && row.guardrail_failed !== null,
      )
      const strata = new Set(
        own.map((row) => [row.complexity_band, row.proposer_name, row.output_type].join('|')),
      )
      expect(figure?.strata).toHaveLength(strata.size)
      for (const stratum of figure?.strata ?? []) {
        const here = compared.filter(
          (row) =>
            row.complexity_band === stratum.complexity_band &&
            row.proposer_name === stratum.proposer_name &&
            row.output_type === stratum.output_type,
        )
        for (const [arm, on] of [
          ['with', true],
          ['without', false],
        ] as const) {
          const those = here.filter((row) => row.is_on === on)
          expect(stratum[arm]).toEqual({
            count: those.length,
            target_failed: those.filter(({ target_failed: failed }) => failed).length,
            guardrail_failed: those.filter(({ guardrail_failed: failed }) => failed).length,
          })
        }
      }
      expect(figure?.raw_reduction_rate).toBe(
        reductionRates(figure?.strata ?? []).raw_reduction_rate,
      )
    }
  })

  test('[RECORD-20] keep the figures with the lessons: harm as the raw rate, the other never below zero (decision 2.9)', async () => {
    const { records } = await open()
    await records.saveEnhancement(enhancementOf('harm'))
    for (let name = 0; name < 20; name += 1) await records.saveOrder(orderOf(name))
    await records.recordApplications(
      Array.from({ length: 20 }, (_, index) =>
        applicationOf('harm', index, {
          is_on: index < 10,
          target_failed: index < 10 ? index < 6 : index < 14,
        }),
      ),
    )
    const figures = await records.effectiveness()
    await records.keepEffectiveness(figures, at(50))
    await records.keepEffectiveness([], at(60))
    expect(await records.enhancement(idOf('enhancement', 'harm'))).toMatchObject({
      applications_count: 10,
      success_count: 4,
      failure_count: 6,
      reduction_rate: 0,
      raw_reduction_rate: -0.5,
      last_effectiveness_check: at(50),
      updated_at: at(50),
    })
  })

  test('[RECORD-21] count the completed iterations up to now that a lesson was in use for (decision 2.15)', async () => {
    const { records } = await open()
    for (const number of [1, 2, 3, 4, 5])
      await records.saveIteration(iterationOf(number, number === 4 ? { status: 'failed' } : {}))
    await records.saveIteration(iterationOf(6, { status: 'running', completed_at: null }))
    await records.saveEnhancement(enhancementOf('always'))
    await records.saveEnhancement(enhancementOf('since third', { updated_at: at(300) }))
    await records.saveEnhancement(enhancementOf('during fifth', { updated_at: at(520) }))
    await records.saveEnhancement(enhancementOf('never', { is_active: false }))
    await records.saveEnhancement(enhancementOf('paused in third'))
    const paused = (active: boolean, minutes: number) =>
      records.saveEnhancement(
        enhancementOf('paused in third', { is_active: active, updated_at: at(minutes) }),
      )
    await paused(false, 310)
    await paused(true, 340)
    await records.saveEnhancement(enhancementOf('ended'))
    await records.saveEnhancement(enhancementOf('ended', { is_active: false, updated_at: at(460) }))
    const found = await records.effectiveness()
    const streak = (name: string) =>
      found.find(({ enhancement_id: id }) => id === idOf('enhancement', name))
        ?.consecutive_iterations_active
    expect({
      always: streak('always'),
      sinceThird: streak('since third'),
      duringFifth: streak('during fifth'),
      never: streak('never'),
      paused: streak('paused in third'),
      ended: streak('ended'),
    }).toEqual({ always: 4, sinceThird: 2, duringFifth: 0, never: 0, paused: 1, ended: 0 })
  })
}

/** Applications of two lessons over all kinds of orders, among them older versions and unmeasured ones. */
async function scattered(records: Records): Promise<readonly ApplicationRow[]> {
  for (const lesson of ['a', 'b', 'unused']) await records.saveEnhancement(enhancementOf(lesson))
  let chance = 7
  const pick = (sides: number) => {
    chance = (chance * 48_271) % 2_147_483_647
    return chance % sides
  }
  const rows: ApplicationRow[] = []
  for (let name = 0; name < 150; name += 1) {
    await records.saveOrder(orderOf(name))
    for (const lesson of ['a', 'b']) {
      const shortlisted = pick(4) > 0
      rows.push(
        ApplicationRow.parse(
          applicationOf(lesson, name, {
            enhancement_version: pick(8) === 0 ? 2 : 1,
            complexity_band: pick(2) === 0 ? '0.1-0.2' : '0.9-1.0',
            proposer_name: pick(2) === 0 ? 'cheap' : 'strong',
            output_type: pick(2) === 0 ? 'code' : 'docs',
            shortlisted,
            is_on: shortlisted && pick(2) === 0,
            target_failed: pick(9) === 0 ? null : pick(3) === 0,
            guardrail_failed: pick(9) === 0 ? null : pick(3) === 0,
          }),
        ),
      )
    }
  }
  await records.recordApplications(rows)
  return rows
}

function describeDecisions(open: () => Promise<OpenedRecords>): void {
  test('[RECORD-22] have one pending improvement for a lesson at most (decision 2.16)', async () => {
    const { records, sql } = await open()
    const first = improvementOf('a')
    const details = { enhancement_id: idOf('enhancement', 'a') }
    const second = improvementOf('b', { proposal_details: details })
    expect(await records.proposeImprovement(first)).toMatchObject({ ok: true })
    expect(await records.proposeImprovement(first)).toMatchObject({ ok: true })
    expect(await records.proposeImprovement(second)).toEqual({
      ok: false,
      error: { type: 'pending', id: first.id },
    })
    await expect(
      sql(`insert into moose_improvements (id, improvement_type, description, files_changed, proposed_at, proposal_details)
        select '${idOf('x')}', improvement_type, description, files_changed, proposed_at, proposal_details
        from moose_improvements`),
    ).rejects.toThrow()
    for (const name of ['free', 'too'])
      expect(
        await records.proposeImprovement(improvementOf(name, { proposal_details: {} })),
      ).toMatchObject({ ok: true })
    await records.rejectImprovement({ id: first.id, by: 'ada', at: at(6), reason: 'not yet' })
    expect(await records.proposeImprovement(second)).toMatchObject({ ok: true })
    expect((await records.improvements('pending_approval')).map(({ id }) => id)).toContain(
      second.id,
    )
    expect(await records.improvements()).toHaveLength(4)
  })

  test('[RECORD-23] read prompt_enhancement as prompt_tuning (decision 2.17)', async () => {
    const { records } = await open()
    const proposed = improvementOf('a', { improvement_type: 'prompt_enhancement' })
    await records.proposeImprovement(proposed)
    expect((await records.improvement(proposed.id))?.improvement_type).toBe('prompt_tuning')
  })

  test('[RECORD-24] change improvement, prompt and lesson together when a person approves, and once', async () => {
    const opened = await open()
    const { records } = opened
    await records.saveEnhancement(enhancementOf('a'))
    await records.savePromptVersion(promptOf(1))
    await records.activatePrompt(idOf('prompt', 1), at(1))
    await records.proposeImprovement(improvementOf('a'))
    const approval = {
      id: idOf('improvement', 'a'),
      by: 'ada',
      at: at(9),
      reason: 'it holds',
      prompt: promptOf(2),
      enhancement: enhancementOf('a', { is_active: false, stage: 'promoted', updated_at: at(9) }),
    } as const
    const approve = () => records.approveImprovement(approval)
    expect(await approve()).toMatchObject({
      ok: true,
      value: {
        status: 'approved',
        approved_by: 'ada',
        approved_at: at(9),
        decision_reason: 'it holds',
      },
    })
    const after = await dump(opened)
    expect(await approve()).toMatchObject({ ok: true, value: { status: 'approved' } })
    expect(await dump(opened)).toBe(after)
    expect((await records.activePrompt('base_proposer'))?.version_number).toBe(2)
    expect(await records.enhancement(idOf('enhancement', 'a'))).toMatchObject({
      is_active: false,
      stage: 'promoted',
    })
    const decision = { id: approval.id, by: 'bob', at: at(10) }
    const decided = { ok: false, error: { type: 'decided', status: 'approved', by: 'ada' } }
    expect(await records.rejectImprovement(decision)).toEqual(decided)
    expect(await records.approveImprovement(decision)).toEqual(decided)
    expect(await records.approveImprovement({ ...decision, id: idOf('nobody') })).toEqual({
      ok: false,
      error: { type: 'unknown' },
    })
  })

  test('[RECORD-25] change nothing at all when an approval breaks off in its middle', async () => {
    const opened = await open()
    const { records } = opened
    await records.saveEnhancement(enhancementOf('a'))
    await records.savePromptVersion(promptOf(1))
    await records.activatePrompt(idOf('prompt', 1), at(1))
    await records.proposeImprovement(improvementOf('a'))
    const before = await dump(opened)
    const approval = { id: idOf('improvement', 'a'), by: 'ada', at: at(9) }
    const orphan = enhancementOf('a', { parent_enhancement_id: idOf('nobody') })
    await expect(
      records.approveImprovement({ ...approval, prompt: promptOf(2), enhancement: orphan }),
    ).rejects.toThrow()
    expect(await dump(opened)).toBe(before)
    const taken = promptOf(2, { version_number: 1 })
    expect(await records.approveImprovement({ ...approval, prompt: taken })).toEqual({
      ok: false,
      error: { type: 'number-taken', by: idOf('prompt', 1) },
    })
    expect(await dump(opened)).toBe(before)
  })

  test('[RECORD-26] say what an improvement did once it was carried out', async () => {
    const { records } = await open()
    for (const [number, score] of [
      [1, 6.5],
      [2, 7.25],
    ] as const)
      await records.saveIteration(iterationOf(number, { overall_score: score }))
    const improvement = improvementOf('a', {
      improvement_type: 'code_change',
      from_iteration_id: idOf('iteration', 1),
    })
    await records.proposeImprovement(improvement)
    const carried = {
      id: improvement.id,
      toIterationId: idOf('iteration', 2),
      commit: 'fff',
      actualImpact: 'better',
    }
    expect(await records.applyImprovement(carried)).toEqual({
      ok: false,
      error: { type: 'not-approved', status: 'pending_approval' },
    })
    await records.approveImprovement({ id: improvement.id, by: 'ada', at: at(9) })
    expect(await records.applyImprovement(carried)).toMatchObject({
      ok: true,
      value: { status: 'applied', git_commit_hash: 'fff', actual_impact: 'better' },
    })
    expect(await records.applyImprovement({ id: improvement.id })).toMatchObject({
      ok: true,
      value: { status: 'applied', git_commit_hash: 'fff' },
    })
    const [impact] = await records.improvementImpact()
    expect(impact).toMatchObject({ from_iteration: 1, to_iteration: 2, score_before: 6.5 })
    expect(impact?.score_after).toBeCloseTo(7.3, 5)
    expect(impact?.score_delta).toBeCloseTo(0.8, 5)
  })

  test('[RECORD-27] show progress by the score of a person where there is one (decision 2.20)', async () => {
    const { records } = await open()
    await records.saveIteration(
      iterationOf(1, { overall_score: 6, total_work_orders: 4, work_orders_succeeded: 3 }),
    )
    await records.saveIteration(iterationOf(2, { overall_score: 6.5, human_quality_score: 8 }))
    await records.saveIteration(
      iterationOf(3, { id: idOf('foreign'), project_name: 'other', overall_score: 1 }),
    )
    const progress = await records.iterationProgress('bookshop')
    expect(
      progress.map((row) => [row.score, row.previous_score, row.score_change, row.success_rate]),
    ).toEqual([
      [6, null, null, 0.75],
      [8, 6, 2, null],
    ])
    expect(await records.iterationProgress()).toHaveLength(3)
    expect((await records.iterations('other')).map(({ id }) => id)).toEqual([idOf('foreign')])
  })
}
