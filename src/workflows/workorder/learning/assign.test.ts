import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { NewEnhancement } from '../../../model/records-lessons.ts'
import { recordIdOf } from '../../../model/records-sampling.ts'
import { firstTemplate, lessonPlace } from '../prompt/template.ts'
import type { Taught } from '../steps/bench.ts'
import { standingsOf } from '../../../learning/standings.ts'
import type { Records } from '../../../ports/records.ts'
import { runAutoImprovement } from '../../../learn/analyze.ts'
import { assignLessons, drawLessons, lastAcceptances } from './assign.ts'
import { learnedFrom, lessonsIn } from './lesson-ledger.ts'
import { timelineOf } from './timeline.contract.ts'
import { newLedger, record } from '../../../learning/ledger.ts'
import { policy } from '../../../learning/policy.ts'
import { movesIn } from '../../../learning/moves.ts'
import { saltOf } from './prompt.ts'
import { live, orderAhead, plainOrder } from './sample-lives.contract.ts'
import { after, openSample, orderIdOf, scored } from './sample.contract.ts'

let sample: Awaited<ReturnType<typeof openSample>>
beforeEach(async () => {
  sample = await openSample()
})
afterEach(() => sample.close())

const lesson = (code: string, changes: Partial<NewEnhancement> = {}): NewEnhancement => ({
  id: recordIdOf('test lesson', code, changes.enhancement_version ?? 1),
  created_at: after(-10),
  updated_at: after(-10),
  error_code: code,
  enhancement_text: `Do not make the error ${code}, please.`,
  stage: 'candidate',
  token_count: 10,
  ...changes,
})

/** Draws for all orders again, as a stranger with nothing but the database. */
async function replay(records: Records, templates: readonly Taught['template'][]) {
  const lessons = lessonsIn(await records.enhancements())
  const told = [
    ...timelineOf({
      lessons,
      moves: movesIn(await records.improvements()),
      applications: await records.applications(),
    }),
  ]
  const ledger = newLedger(policy, await saltOf(records))
  let next = 0
  const foldUntil = (at: string) => {
    for (; next < told.length && (told[next]?.at ?? '') <= at; next += 1) {
      const entry = told[next]?.entry
      if (entry !== undefined) record(ledger, entry)
    }
  }
  const coins = templates.map((template, number) => {
    const ahead = orderAhead(number)
    foldUntil(ahead.at)
    return drawLessons({ ledger, lessons }, ahead, template).assignments
  })
  foldUntil('~')
  return { coins, ledger, lessons }
}

describe('the last acceptances', () => {
  test('are those of the same output type, else of the project, else of all (decision 2.7)', async () => {
    const { records } = sample
    const measured = (number: number, type: string, project: string, score: number) =>
      records.saveOrder({
        ...plainOrder(number),
        project_name: project,
        metadata: { expected_output_type: type },
        acceptance_result: { ...scored(score), timestamp: after(number) },
      })
    const of = async (type: string, project: string) => {
      const { last, before } = await lastAcceptances(records, {
        orderId: orderIdOf(99),
        outputType: type,
        project,
      })
      return [last?.acceptance_score ?? null, before?.acceptance_score ?? null]
    }
    expect(await of('code', 'shop')).toEqual([null, null])
    await measured(1, 'docs', 'other', 3)
    expect(await of('code', 'shop')).toEqual([3, null])
    await measured(2, 'docs', 'shop', 4)
    expect(await of('code', 'shop')).toEqual([4, null])
    await measured(3, 'code', 'other', 5)
    await measured(4, 'code', 'other', 6)
    expect(await of('code', 'shop')).toEqual([6, 5])
  })

  test('leave out the order that is about to run, and take unknown coverage as none', async () => {
    const { records } = sample
    await records.saveOrder({
      ...plainOrder(1),
      acceptance_result: { ...scored(5), test_coverage_percent: null, more: 'kept' },
    })
    const wanted = { outputType: 'code', project: 'shop' }
    const own = await lastAcceptances(records, { ...wanted, orderId: orderIdOf(1) })
    expect(own).toEqual({ last: null, before: null })
    const other = await lastAcceptances(records, { ...wanted, orderId: orderIdOf(2) })
    expect(other.last).toEqual({ ...scored(5), test_coverage_percent: 0 })
  })
})

describe('the first prompt', () => {
  test('is written and put in use once, whoever comes first', async () => {
    const one = await assignLessons(sample.records, orderAhead(1))
    const two = await assignLessons(await sample.reopen(), orderAhead(2))
    expect(one.template).toEqual(two.template)
    expect(one.template).toMatchObject({ number: 1, text: firstTemplate })
    const versions = await sample.records.promptVersions('base_proposer')
    expect(versions.map(({ is_active: active }) => active)).toEqual([true])
  })
})

describe('lessons of an order', () => {
  test('are drawn for every lesson that is eligible by proposer, complexity and output type', async () => {
    const { records } = sample
    await records.saveEnhancement(lesson('ALL'))
    await records.saveEnhancement(lesson('HARD', { target_complexity_min: 0.8 }))
    await records.saveEnhancement(lesson('EASY', { target_complexity_max: 0.3 }))
    await records.saveEnhancement(lesson('OTHER', { target_proposer_names: ['large'] }))
    await records.saveEnhancement(lesson('DOCS', { target_output_types: ['docs'] }))
    await records.saveEnhancement(lesson('MINE', { target_proposer_names: ['small'] }))
    await records.saveEnhancement(lesson('QUEUED', { stage: 'queued', is_active: false }))
    await records.saveEnhancement(lesson('OFF', { is_active: false }))
    const { assignments } = await assignLessons(records, orderAhead(1))
    expect(assignments.map(({ code }) => code).toSorted()).toEqual([
      'ALL',
      'MINE',
      'TS1443',
      'TS2304',
    ])
  })

  test('never take more places than there are, and say so for each that got none', async () => {
    const { records } = sample
    for (let each = 0; each < 12; each += 1) await records.saveEnhancement(lesson(`CODE${each}`))
    for (const slots of [0, 1, 3, 5]) {
      const { assignments, taught } = await assignLessons(records, orderAhead(slots, { slots }))
      const chosen = assignments.filter(({ shortlisted }) => shortlisted)
      expect(assignments).toHaveLength(14)
      expect(chosen).toHaveLength(slots)
      expect(taught.map(({ id }) => id)).toEqual(
        assignments.filter(({ on }) => on).map(({ lessonId }) => lessonId),
      )
      const rest = assignments.filter(({ shortlisted }) => !shortlisted)
      expect(rest.every(({ on, probability }) => !on && probability === 0)).toBe(true)
    }
  })

  test('[COIN-8] that are promoted stand in the template with a holdout of 8 % (decision 2.19)', async () => {
    const { records } = sample
    const promoted = lesson('PROMOTED', { stage: 'promoted', is_active: false })
    await records.saveEnhancement(promoted)
    const first = await assignLessons(records, orderAhead(0))
    const next = recordIdOf('second prompt')
    await records.savePromptVersion({
      id: next,
      created_at: after(0),
      prompt_type: 'base_proposer',
      version_number: 2,
      prompt_template: `${firstTemplate}\n${lessonPlace(promoted.id)}`,
      parent_version_id: first.template.id,
    })
    await records.activatePrompt(next, after(0))
    await records.proposeImprovement({
      id: recordIdOf('approval'),
      improvement_type: 'prompt_tuning',
      description: 'promote',
      proposed_at: after(-2),
      proposal_details: { event: 'support', lesson_id: promoted.id },
      status: 'applied',
    })
    await records.proposeImprovement({
      id: recordIdOf('approval', 2),
      improvement_type: 'prompt_tuning',
      description: 'promote',
      proposed_at: after(-1),
      approved_at: after(-1),
      proposal_details: { event: 'approve', enhancement_id: promoted.id },
      status: 'approved',
    })
    const seen = []
    for (let number = 1; number <= 300; number += 1)
      seen.push(await assignLessons(records, orderAhead(number, { slots: 0 })))
    const own = seen.map(({ assignments }) => assignments.find(({ code }) => code === 'PROMOTED'))
    expect(new Set(own.map((each) => each?.probability))).toEqual(new Set([0.92]))
    const on = seen.filter((each) => each.promoted[promoted.id] === promoted.enhancement_text)
    expect(on.length).toBe(own.filter((each) => each?.on).length)
    expect(on.length).toBeGreaterThan(255)
    expect(on.length).toBeLessThan(295)
    expect(seen.every(({ taught }) => taught.every(({ code }) => code !== 'PROMOTED'))).toBe(true)
    // another model puts it on trial again, once the proposer was seen with the first one
    const known = seen[0]?.assignments[0]
    if (known === undefined) throw new Error('no assignment')
    await records.saveOrder(plainOrder(1))
    await records.recordApplications([
      {
        enhancement_id: known.lessonId,
        enhancement_version: 1,
        work_order_id: orderIdOf(1),
        applied_at: after(301),
        probability: 0.92,
        is_on: true,
        shortlisted: true,
        complexity_band: '0.3-0.4',
        proposer_name: 'small',
        output_type: 'code',
        target_failed: false,
        guardrail_failed: false,
        model: 'model one',
        prompt_hash: first.template.sha256,
        tool_version: '1.0.0',
      },
    ])
    const chance = async (changes: Partial<Parameters<typeof assignLessons>[1]>) =>
      (await assignLessons(records, orderAhead(400, changes))).assignments.find(
        ({ code }) => code === 'PROMOTED',
      )?.probability
    expect(await chance({})).toBe(0.92)
    expect(await chance({ model: 'model two' })).toBe(0.5)
    expect(await chance({ toolVersion: '2.0.0' })).toBe(0.5)
    // a place for a lesson does not make it another prompt: nothing is tried anew because of it
    expect(seen[0]?.template.sha256).toBe(first.template.sha256)
  })

  test('are the same again for the same order and records, in another process too', async () => {
    await live(sample.records, { from: 0, count: 40, target: () => 0.3 })
    const ahead = orderAhead(200)
    const one = await assignLessons(sample.records, ahead)
    expect(await assignLessons(sample.records, ahead)).toEqual(one)
    expect(await assignLessons(await sample.reopen(), ahead)).toEqual(one)
    const others = []
    for (let number = 201; number < 221; number += 1)
      others.push((await assignLessons(sample.records, orderAhead(number))).assignments)
    expect(new Set(others.map((each) => JSON.stringify(each))).size).toBeGreaterThan(3)
  })

  test('[LEDGER-1] are reproduced byte for byte from the database, order by order', async () => {
    const { records } = sample
    for (const code of ['A1', 'B1', 'C1', 'D1', 'E1', 'F1', 'G1'])
      await records.saveEnhancement(lesson(code))
    const lived = await live(records, {
      from: 0,
      count: 120,
      target: (on, code) => (on && code === 'A1' ? 0.05 : 0.35),
    })
    const other = await sample.reopen()
    const { coins } = await replay(
      other,
      lived.map(({ template }) => template),
    )
    expect(JSON.stringify(coins)).toBe(JSON.stringify(lived.map(({ assignments }) => assignments)))
    // and what the fold in steps came to is what the fold at once comes to
    const once = await learnedFrom(other)
    const steps = await learnedFrom(records)
    const all = (learned: typeof once) =>
      JSON.stringify([...learned.ledger.lessons].map(([key, kept]) => [key, kept.tally.evidence]))
    expect(all(steps)).toBe(all(once))
  })

  test('[LEDGER-1] and every verdict are reproduced when lessons were retired and written in between', async () => {
    const { records } = sample
    const harmful = lesson('HARM1', { target_output_types: ['code'] })
    for (const each of [harmful, lesson('A1'), lesson('B1')]) await records.saveEnhancement(each)
    const target = (on: boolean, code: string) => (code === 'HARM1' ? (on ? 0.95 : 0.05) : 0.3)
    const first = await live(records, { from: 0, count: 60, target })
    for (let number = 50; number < 54; number += 1)
      await records.saveOrder({
        ...plainOrder(number, 'needs_review'),
        metadata: { codes: ['COMPLETENESS_TODO'] },
      })
    const report = await runAutoImprovement(records, { at: after(59.75), trainer: null })
    expect(report.moved.map(({ stage }) => stage)).toEqual(['retired-harmful'])
    expect(report.added.map(({ code }) => code)).toContain('COMPLETENESS_TODO')
    const second = await live(records, { from: 60, count: 40, target })
    expect(second.flatMap(({ assignments }) => assignments).map(({ code }) => code)).not.toContain(
      'HARM1',
    )
    const lived = [...first, ...second]
    const other = await sample.reopen()
    const replayed = await replay(
      other,
      lived.map(({ template }) => template),
    )
    expect(JSON.stringify(replayed.coins)).toBe(
      JSON.stringify(lived.map(({ assignments }) => assignments)),
    )
    const verdicts = (learned: Pick<typeof replayed, 'ledger'>) =>
      JSON.stringify(standingsOf(learned.ledger))
    expect(verdicts(replayed)).toBe(verdicts(await learnedFrom(records)))
  })

  test('are drawn from the whole past even where an outcome arrives late', async () => {
    const { records } = sample
    await live(records, { from: 10, count: 10, target: () => 0.4 })
    await learnedFrom(records)
    await live(records, { from: 0, count: 5, target: () => 0.4 })
    const late = await learnedFrom(records)
    const fresh = await learnedFrom(await sample.reopen())
    const tallies = ({ ledger }: typeof late) =>
      JSON.stringify(
        [...ledger.lessons.values()].map(({ tally }) => [tally.eligible, tally.evidence]),
      )
    expect(tallies(late)).toBe(tallies(fresh))
  })

  test('come from the catalogue where an error of three orders has no lesson yet', async () => {
    const { records } = sample
    const seen = (number: number) =>
      records.saveOrder({
        ...plainOrder(number, 'needs_review'),
        metadata: { codes: ['COMPLETENESS_TODO', 'TS2304'] },
      })
    await seen(1)
    await seen(2)
    const codes = async () =>
      (await assignLessons(records, orderAhead(9))).assignments.map(({ code }) => code).toSorted()
    expect(await codes()).toEqual(['TS1443', 'TS2304'])
    await seen(3)
    expect(await codes()).toEqual(['COMPLETENESS_TODO', 'TS1443', 'TS2304'])
    expect(await codes()).toEqual(['COMPLETENESS_TODO', 'TS1443', 'TS2304'])
    const [added] = (await records.enhancements()).filter(
      ({ error_code: code }) => code === 'COMPLETENESS_TODO',
    )
    expect(added).toMatchObject({ origin: 'catalogue', stage: 'candidate', is_active: true })
  })
})
