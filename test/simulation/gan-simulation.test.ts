import { describe, expect, test } from 'vitest'
import { runAt } from './levels.ts'
import type { Script, Sitting } from './script.ts'

const sitting = (more: Partial<Sitting>): Sitting => ({
  does: ['work'],
  death: null,
  fault: null,
  first: 'nothing',
  ...more,
})

const tell = (seed: number, ...sittings: readonly Sitting[]) => {
  const script: Script = { seed, sittings }
  return runAt('gan-app', script)
}

describe('a loop of a page', () => {
  test('is taken up where it was, wherever in it the process dies', async () => {
    const crashed = new Set<string>()
    for (let seed = 15; seed <= 26; seed += 1) {
      const how = (['before', 'within', 'after'] as const)[seed % 3] ?? 'before'
      // at a step, or somewhere between two
      const where = seed % 2 === 0 ? { at: 1 + (seed % 8), counts: 'work' } : { at: 40 + 4 * seed }
      const historyResult = await tell(
        seed,
        sitting({ death: { ...where, how, powerCut: seed % 4 === 0 } }),
      )
      expect(historyResult.violations).toEqual([])
      for (const step of historyResult.crashedIn) crashed.add(step)
    }
    expect([...crashed]).toEqual(expect.arrayContaining(['PROPOSE', 'BUILD', 'EVALUATE']))
  })

  test('has a number of its own, whoever starts another at the same moment or dies starting it', async () => {
    const started: number[] = []
    for (let seed = 4; seed <= 6; seed += 1) {
      // between the start that is recorded and the log that counts it
      const at = seed % 2 === 0 ? 28 : 32
      const death = seed <= 4 ? null : ({ at, how: 'after', powerCut: seed % 4 === 0 } as const)
      const historyResult = await tell(seed, sitting({ does: ['work', 'work'], death }))
      expect(historyResult.violations).toEqual([])
      started.push(historyResult.events.filter((event) => event === 'run_started').length)
    }
    expect(Math.max(...started)).toBe(2)
  })

  test('judges a site that a person edited before anybody is asked about it again', async () => {
    let judged = 0
    for (let seed = 1; seed <= 3; seed += 1) {
      const edit = sitting({ first: 'edit-artifact' })
      const { events, violations } = await tell(seed, sitting({}), edit, edit)
      expect(violations).toEqual([])
      const edited = events.flatMap((event, index) => (event === 'site_edited' ? [index] : []))
      for (const index of edited) {
        const next = events
          .slice(index + 1)
          .find((event) => event === 'evaluated' || event === 'gate_answered')
        if (next === 'evaluated') judged += 1
      }
    }
    expect(judged).toBeGreaterThan(0)
  })
})
