import { expect, test } from 'vitest'
import { look, measure, shareOf } from '../../../bench/openapi-defects.ts'
import { applyAll } from '../apply-fixes.ts'

test('[OAS-22] at least nine planted defects in ten are reported by their rule at their place, and nothing on clean documents; [OAS-17] a fix leaves fewer findings and breaks no other rule', async () => {
  const repairs: (() => Promise<void>)[] = []
  const { trials, falseAlarms, cleanArtifacts } = await measure({
    redocly: async () => [],
    seeds: [1],
    spoiled: 1,
    onSeen({ id, rule }, { artifact, prompt }, seen) {
      const own = seen.filter((each) => each.rule === rule)
      const fixes = own.flatMap(({ finding: { fix } }) => (fix ? [fix] : []))
      if (fixes.length === 0) return
      repairs.push(async () => {
        const after = await look(applyAll(artifact, fixes), prompt)
        expect(after.filter((each) => each.rule === rule).length, id).toBeLessThan(own.length)
        const known = new Set(seen.map((each) => each.rule))
        expect([id, after.filter((each) => !known.has(each.rule))]).toEqual([id, []])
      })
    },
  })
  expect(new Set(trials.map(({ defect }) => defect)).size).toBeGreaterThanOrEqual(60)
  expect(cleanArtifacts).toBeGreaterThanOrEqual(13)
  expect(falseAlarms).toEqual([])
  expect(shareOf(trials, ({ exact }) => exact)).toBeGreaterThanOrEqual(0.9)
  expect(repairs.length).toBeGreaterThan(4)
  for (const repair of repairs) await repair()
})
