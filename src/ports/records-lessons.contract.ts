import { expect, test } from 'vitest'
import type { ApplicationRow } from '../model/records-lessons.ts'
import type { OpenedRecords } from './records-opened.contract.ts'
import { applicationOf, enhancementOf, promptOf } from './records-samples-lessons.contract.ts'
import { at, idOf, orderOf } from './records-samples.contract.ts'

export function describeLessons(open: () => Promise<OpenedRecords>): void {
  test('begin with two lessons: plain quotes and declared names', async () => {
    const { records } = await open()
    const lessons = await records.enhancements({ active: true })
    expect(lessons.map(({ error_code: code, is_active: active }) => [code, active])).toEqual([
      ['TS1443', true],
      ['TS2304', true],
    ])
    expect(lessons[0]?.enhancement_text).toContain('ASCII quotes')
    expect(lessons[1]?.enhancement_text).toContain('Import or declare')
  })

  test('know where the text of a lesson came from', async () => {
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
    expect(await records.enhancement(idOf('enhancement', 'third'))).toMatchObject({
      parent_enhancement_id: idOf('enhancement', 'second'),
      enhancement_version: 3,
    })
    expect((await records.enhancements({ active: false })).length).toBe(0)
    await records.saveEnhancement(enhancementOf('first', { is_active: false, updated_at: at(5) }))
    expect((await records.enhancements({ active: false })).map(({ id }) => id)).toEqual([
      idOf('enhancement', 'first'),
    ])
  })

  test('note by themselves when a lesson was changed past them', async () => {
    const { records, sql } = await open()
    await records.saveEnhancement(enhancementOf('a'))
    await sql(`update prompt_enhancements set improvement_reason = 'by hand'
      where id = '${idOf('enhancement', 'a')}'`)
    const changed = await records.enhancement(idOf('enhancement', 'a'))
    expect(changed?.updated_at).not.toBe(at(0))
    expect(Date.parse(changed?.updated_at ?? '')).toBeGreaterThan(Date.UTC(2020, 0, 1))
  })

  test('log every application, successes included; an outcome is filled in once and never changes (decision 2.14)', async () => {
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
    const told: ApplicationRow[] = []
    await records.eachApplication([idOf('enhancement', 'a')], (row) => told.push(row))
    expect(told).toEqual(log)
    await records.eachApplication([idOf('enhancement', 'b')], (row) => told.push(row))
    expect(told).toHaveLength(3)
    expect(await records.applications({ orderId: idOf('order', 3) })).toHaveLength(1)
    const outcomes = await sql('select outcome from enhancement_applications order by applied_at')
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['failure', 'success', 'success'])
    await records.recordApplications([])
  })

  test('have one prompt of a type in use, and go back to its parent', async () => {
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
