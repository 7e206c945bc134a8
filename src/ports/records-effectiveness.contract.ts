import { expect, test } from 'vitest'
import { countApplications, reductionRates } from '../model/records-effectiveness.ts'
import { ApplicationRow } from '../model/records-lessons.ts'
import type { OpenedRecords } from './records-opened.contract.ts'
import { applicationOf, enhancementOf, iterationOf } from './records-samples-lessons.contract.ts'
import { at, idOf, orderOf } from './records-samples.contract.ts'
import type { Records } from './records.ts'

export function describeEffectiveness(open: () => Promise<OpenedRecords>): void {
  test('count what lessons did as one who reads every application would', async () => {
    const { records } = await open()
    const rows = await scattered(records)
    const figures = await records.effectiveness()
    const counted = countApplications()
    for (const row of rows)
      if (row.enhancement_version === 1)
        counted.count(row, `${row.complexity_band} ${row.proposer_name} ${row.output_type}`)
    expect(await records.effectiveness(counted)).toEqual(figures)
    for (const lesson of ['a', 'b', 'unused']) {
      const id = idOf('enhancement', lesson)
      const figure = figures.find(({ enhancement_id: each }) => each === id)
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

  test('keep the figures with the lessons: harm as the raw rate, the other never below zero (decision 2.9)', async () => {
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

  test('count the completed iterations up to now that a lesson was in use for (decision 2.15)', async () => {
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
    const figures = await records.effectiveness()
    const streak = (name: string) =>
      figures.find(({ enhancement_id: id }) => id === idOf('enhancement', name))
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
