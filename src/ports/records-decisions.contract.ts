import { expect, test } from 'vitest'
import { type OpenedRecords, dump } from './records-opened.contract.ts'
import {
  enhancementOf,
  improvementOf,
  iterationOf,
  promptOf,
} from './records-samples-lessons.contract.ts'
import type { NewImprovement } from '../model/records-improvements.ts'
import { at, idOf } from './records-samples.contract.ts'

/** One database answers decimals as texts. */
const numbersOf = (rows: Awaited<ReturnType<OpenedRecords['sql']>>) =>
  rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([key, value]) => [
        key,
        value === null || key === 'id' ? value : Number(value),
      ]),
    ),
  )

export function describeDecisions(open: () => Promise<OpenedRecords>): void {
  test('have one pending improvement for a lesson at most (decision 2.16)', async () => {
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

  test('read prompt_enhancement as prompt_tuning (decision 2.17)', async () => {
    const { records } = await open()
    const proposed = improvementOf('a', { improvement_type: 'prompt_enhancement' })
    await records.proposeImprovement(proposed)
    expect((await records.improvement(proposed.id))?.improvement_type).toBe('prompt_tuning')
  })

  test('[IMPROVE-4] show in their views how scores went and what each improvement came to, and no gain of an easier exam', async () => {
    const { records, sql } = await open()
    await records.saveIteration(iterationOf(1, { overall_score: 6 }))
    await records.saveIteration(iterationOf(2, { overall_score: 9, human_quality_score: 8 }))
    const scores = 'score, previous_score, score_change'
    expect(
      numbersOf(await sql(`select ${scores} from iteration_progress order by iteration_number`)),
    ).toEqual([
      { score: 6, previous_score: null, score_change: null },
      { score: 8, previous_score: 6, score_change: 2 },
    ])
    const between = {
      from_iteration_id: idOf('iteration', 1),
      to_iteration_id: idOf('iteration', 2),
      status: 'applied',
    } as const
    const improved = (name: string, details: NewImprovement['proposal_details']) =>
      records.saveImprovement(improvementOf(name, { ...between, proposal_details: details }))
    await improved('a', {})
    await improved('b', { easier: [] })
    await improved('c', { easier: ['threshold falls from 7 to 4'] })
    const report = await sql(
      `select id, score_before, score_after, score_delta from improvement_impact_report`,
    )
    const of = (name: string) =>
      numbersOf(report.filter(({ id }) => id === idOf('improvement', name)))
    const gain = { score_before: 6, score_after: 8, score_delta: 2 }
    expect(of('a')).toMatchObject([gain])
    expect(of('b')).toMatchObject([gain])
    expect(of('c')).toMatchObject([{ ...gain, score_delta: null }])
  })

  test('change improvement, prompt and lesson together when a person approves, and once', async () => {
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

  test('[RECORD-42] change nothing at all when an approval breaks off in its middle', async () => {
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
}
