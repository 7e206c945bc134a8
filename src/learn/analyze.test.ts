import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Records } from '../ports/records.ts'
import { runAutoImprovement } from './analyze.ts'
import {
  live,
  plainOrder,
  sampleLesson,
  tried,
} from '../workflows/workorder/learning/sample-lives.contract.ts'
import { after, openSample, orderIdOf } from '../workflows/workorder/learning/sample.contract.ts'
import { showLessons } from './show.ts'

let sample: Awaited<ReturnType<typeof openSample>>
beforeEach(async () => {
  sample = await openSample()
})
afterEach(() => sample.close())

const analyze = (changes: Partial<Parameters<typeof runAutoImprovement>[1]> = {}) =>
  runAutoImprovement(sample.records, { at: after(2_000), trainer: null, ...changes })

/** Everything a look may change. */
const everything = async (records: Records) =>
  JSON.stringify([
    await records.enhancements(),
    await records.improvements(),
    await records.promptVersions('base_proposer'),
    await records.successMetrics({ proposer: 'small' }),
    await records.experiments(),
  ])

/** A lesson that helps with its own error, and so overall. */
const strong = { with: 0.08, without: 0.4, guardrailWith: 0.1, guardrailWithout: 0.3 }

const stageOf = async (code: string) => {
  const rows = await sample.records.enhancements()
  return rows.filter((row) => row.error_code === code).map((row) => [row.stage, row.is_active])
}

describe('a look at all lessons', () => {
  test('puts a lesson at .70/30/3 with evidence before a person, once (vector 13, decision 2.16)', async () => {
    const lesson = sampleLesson('TODO_LEFT')
    await sample.records.saveEnhancement(lesson)
    await tried(sample.records, { lesson, count: 160, ...strong })
    const report = await analyze()
    expect(report.proposed).toMatchObject([{ id: lesson.id, isNew: true }])
    const pending = await sample.records.improvements('pending_approval')
    expect(pending).toMatchObject([
      {
        improvement_type: 'prompt_tuning',
        proposal_details: {
          enhancement_id: lesson.id,
          effectiveness_data: { applications_count: expect.any(Number) },
        },
      },
    ])
    const again = await analyze({ at: after(2_200) })
    expect(again.proposed).toMatchObject([{ id: lesson.id, isNew: false }])
    expect(await sample.records.improvements('pending_approval')).toHaveLength(1)
    // nobody but a person takes it into the prompt
    expect(await sample.records.promptVersions('base_proposer')).toHaveLength(1)
    expect(await stageOf('TODO_LEFT')).toEqual([['supported', true]])
  })

  test.for([
    ['a rate below .70', { with: 0.15, without: 0.4, count: 260 }, 'a reduction rate of 0.7', 0.7],
    ['too few days', { ...strong, with: 0.04, without: 0.7, count: 47 }, '3 days', 0],
  ] as const)('says what a promotion lacks: %s', async ([, world, lack, least]) => {
    const lesson = sampleLesson('TODO_LEFT')
    await sample.records.saveEnhancement(lesson)
    await tried(sample.records, { lesson, ...world })
    const report = await analyze({ leastRate: least })
    expect(report.proposed).toEqual([])
    expect(report.waiting.flatMap(({ lacks }) => lacks).join()).toContain(lack)
    expect(await sample.records.improvements('pending_approval')).toEqual([])
  })

  test('asks about a lesson that is proven though its rate is below .70: the floor stands beside the evidence', async () => {
    const lesson = sampleLesson('TODO_LEFT')
    await sample.records.saveEnhancement(lesson)
    await tried(sample.records, { lesson, ...strong, with: 0.15, without: 0.4, count: 260 })
    const report = await analyze()
    expect(report.waiting).toEqual([])
    expect(report.proposed).toMatchObject([{ id: lesson.id, isNew: true }])
    const row = await sample.records.enhancement(lesson.id)
    expect(row?.reduction_rate).toBeLessThan(0.7)
  })

  test('counts completed iterations where there are any, days where there are none (decision 2.15)', async () => {
    const lesson = sampleLesson('TODO_LEFT')
    await sample.records.saveEnhancement(lesson)
    await tried(sample.records, { lesson, count: 160, ...strong })
    const iteration = (number: number) =>
      sample.records.saveIteration({
        id: orderIdOf(9_000 + number),
        iteration_number: number,
        project_name: 'shop',
        started_at: after(number * 10),
        completed_at: after(number * 10 + 5),
        status: 'completed',
      })
    await iteration(1)
    await iteration(2)
    expect((await analyze()).waiting[0]?.lacks).toEqual(['3 iterations in a row (now 2)'])
    await iteration(3)
    expect((await analyze()).proposed).toHaveLength(1)
  })

  test('[LEDGER-12] retires a lesson that harms, on its target or overall', async () => {
    const [target, overall] = [sampleLesson('HARMS_TARGET'), sampleLesson('HARMS_ALL')]
    await sample.records.saveEnhancement(target)
    await sample.records.saveEnhancement(overall)
    await tried(sample.records, { lesson: target, count: 120, with: 0.6, without: 0.2 })
    await tried(sample.records, {
      lesson: overall,
      count: 200,
      with: 0.1,
      without: 0.3,
      guardrailWith: 0.7,
      guardrailWithout: 0.25,
    })
    await analyze()
    expect(await stageOf('HARMS_TARGET')).toEqual([['retired-harmful', false]])
    expect(await stageOf('HARMS_ALL')).toEqual([['retired-harmful', false]])
  })

  test('withdraws a proposal when harm comes up before anybody answered', async () => {
    const lesson = sampleLesson('TODO_LEFT')
    await sample.records.saveEnhancement(lesson)
    await tried(sample.records, { lesson, count: 160, ...strong })
    await analyze()
    expect(await sample.records.improvements('pending_approval')).toHaveLength(1)
    const harm = { with: 0.3, without: 0.3, guardrailWith: 0.9, guardrailWithout: 0.05 }
    await tried(sample.records, { lesson, from: 200, count: 160, ...harm })
    await analyze({ at: after(2_100) })
    expect(await stageOf('TODO_LEFT')).toEqual([['retired-harmful', false]])
    expect(await sample.records.improvements('pending_approval')).toEqual([])
    const again = await everything(sample.records)
    await analyze({ at: after(2_200) })
    expect(await everything(sample.records)).toBe(again)
  })

  test('keeps a lesson whose rate is below zero until the evidence finds it harmful (decision 2.9)', async () => {
    const [worse, few, on] = ['WORSE', 'FEW', 'ON'].map((code) => sampleLesson(code))
    if (!worse || !few || !on) throw new Error('three lessons')
    for (const lesson of [worse, few, on]) await sample.records.saveEnhancement(lesson)
    await tried(sample.records, { lesson: worse, count: 40, with: 0.6, without: 0.3 })
    await tried(sample.records, { lesson: few, count: 16, with: 0.9, without: 0.15 })
    await tried(sample.records, { lesson: on, count: 40, with: 0.2, without: 0.3 })
    await analyze()
    const rows = new Map(
      (await sample.records.enhancements()).map((row) => [row.error_code, row] as const),
    )
    expect(rows.get('WORSE')).toMatchObject({
      is_active: true,
      stage: 'candidate',
      reduction_rate: 0,
    })
    expect(rows.get('WORSE')?.raw_reduction_rate).toBeLessThan(0)
    expect(rows.get('FEW')).toMatchObject({ is_active: true, reduction_rate: 0 })
    expect(rows.get('FEW')?.applications_count).toBeLessThan(10)
    expect(rows.get('ON')).toMatchObject({ is_active: true })
    await tried(sample.records, { lesson: worse, from: 200, count: 120, with: 0.6, without: 0.2 })
    await analyze({ at: after(2_100) })
    expect(await stageOf('WORSE')).toEqual([['retired-harmful', false]])
  })

  test('knows no rate with fewer than five in an arm, or where nothing failed without it (decisions 2.9, 2.10)', async () => {
    const [thin, clean] = [sampleLesson('THIN'), sampleLesson('CLEAN')]
    await sample.records.saveEnhancement(thin)
    await sample.records.saveEnhancement(clean)
    await tried(sample.records, { lesson: thin, count: 7, with: 0.5, without: 0.5 })
    await tried(sample.records, { lesson: clean, count: 40, with: 0.3, without: 0 })
    await analyze()
    const rates = (await sample.records.enhancements())
      .filter(({ error_code: code }) => code === 'THIN' || code === 'CLEAN')
      .map((row) => [row.reduction_rate, row.raw_reduction_rate])
    expect(rates).toEqual([
      [null, null],
      [null, null],
    ])
  })

  test('done twice in a row changes nothing the second time', async () => {
    const lesson = sampleLesson('COMPLETENESS_TODO')
    await sample.records.saveEnhancement(lesson)
    await tried(sample.records, { lesson, count: 240, with: 0.45, without: 0.45 })
    for (let number = 0; number < 4; number += 1)
      await sample.records.saveOrder({
        ...plainOrder(number + 1_900, 'needs_review'),
        metadata: { codes: ['TS2322', 'LINT_ERRORS'] },
      })
    await analyze()
    const once = await everything(sample.records)
    const second = await analyze()
    expect(await everything(sample.records)).toBe(once)
    expect([second.moved, second.added]).toEqual([[], []])
    await analyze({ at: after(2_001) })
    expect(await everything(sample.records)).toBe(once)
  })

  test('in a dry run says the same and changes nothing', async () => {
    const lesson = sampleLesson('HARMS_TARGET')
    await sample.records.saveEnhancement(lesson)
    await tried(sample.records, { lesson, count: 120, with: 0.6, without: 0.2 })
    const before = await everything(sample.records)
    const dry = await analyze({ dryRun: true })
    expect(await everything(sample.records)).toBe(before)
    const wet = await analyze()
    expect({ ...wet, dryRun: true }).toEqual(dry)
    expect(wet.moved).toHaveLength(1)
  })

  test('of lessons that do nothing says "inconclusive", through the whole pipeline', async () => {
    for (const code of ['A1', 'B1', 'C1', 'D1'])
      await sample.records.saveEnhancement(sampleLesson(code))
    await live(sample.records, { from: 0, count: 150, target: () => 0.3 })
    const report = await analyze({ at: after(160) })
    expect(report.proposed).toEqual([])
    expect(report.waiting).toEqual([])
    const shown = await showLessons(sample.records)
    const verdicts = shown.map(({ standing }) => standing?.verdict.type)
    expect(new Set(verdicts)).toEqual(new Set(['inconclusive']))
    for (const { standing } of shown)
      if (standing?.verdict.type === 'inconclusive') expect(standing.verdict.needsAbout).not.toBe(0)
  })

  test('mends a lesson that a crash left behind what was written down', async () => {
    const lesson = sampleLesson('HARMS_TARGET')
    await sample.records.saveEnhancement(lesson)
    await tried(sample.records, { lesson, count: 120, with: 0.6, without: 0.2 })
    await analyze()
    // the move was written, the lesson was not
    const [row] = (await sample.records.enhancements()).filter(({ id }) => id === lesson.id)
    if (row === undefined) throw new Error('lesson')
    await sample.records.saveEnhancement({ ...row, stage: 'candidate', is_active: true })
    await analyze({ at: after(2_100) })
    expect(await stageOf('HARMS_TARGET')).toEqual([['retired-harmful', false]])
  })
})
