import { describe, expect, test } from 'vitest'
import { chanceFrom } from '../../../learning/chance.ts'
import { err, ok } from '../../../model/result.ts'
import { type Arm, type Measure, runTrial, type TrialRow } from './trial.ts'

const arms: readonly [Arm, Arm] = [
  { name: 'today', setup: './today' },
  { name: 'shorter prompt', setup: './shorter' },
]
const options = { specs: ['shop', 'blog', 'chat'], repeats: 20, seed: 4 }

/** Scores that depend on arm, spec and repeat alone, b better by `effect`. */
const scores = (effect: number, calls: string[] = []): Measure => {
  return async (arm, spec, repeat) => {
    calls.push(`${arm.name} ${spec} ${repeat}`)
    const { normal } = chanceFrom(arm.name, spec, repeat)
    const overall = 5 + 0.5 * normal() + (arm === arms[1] ? effect : 0)
    return ok({ overall, dimensions: { tests: overall, ux: 6 }, costUsd: 2, seconds: 60 })
  }
}
const resultOf = async (measure: Measure, known?: readonly TrialRow[]) => {
  const rows: TrialRow[] = []
  const result = await runTrial(arms, options, measure, (row) => void rows.push(row), known)
  if (!result.ok) throw new Error(result.error.what)
  return { ...result.value, told: rows }
}

describe('a trial of two set-ups', () => {
  test('ends as soon as it is sure, after every spec was seen', async () => {
    const { rows, overall, endedEarly, perSpec, dimensions } = await resultOf(scores(1))
    expect(overall.verdict).toBe('b better')
    expect(endedEarly).toBe(true)
    expect(rows.length).toBeLessThan(30)
    expect(Object.keys(perSpec)).toEqual(options.specs)
    expect(dimensions['ux']).toMatchObject({ mean: 0, verdict: 'no difference shown', more: null })
  })

  test('does all repeats where it is not sure', async () => {
    const { rows, overall, endedEarly, cost, seconds } = await resultOf(scores(0))
    expect(rows).toHaveLength(60)
    expect(overall.verdict).toBe('no difference shown')
    expect(endedEarly).toBe(false)
    expect(cost).toEqual({ a: 2, b: 2 })
    expect(seconds).toEqual({ a: 60, b: 60 })
  })

  test('lets a coin decide which goes first, the same for the same seed', async () => {
    const calls: string[] = []
    const { rows } = await resultOf(scores(0, calls))
    const firstA = rows.filter(({ first }) => first === 'a').length
    expect(firstA).toBeGreaterThan(20)
    expect(firstA).toBeLessThan(40)
    for (const [at, { first, spec, repeat }] of rows.entries())
      expect(calls[2 * at]).toBe(`${arms[first === 'a' ? 0 : 1].name} ${spec} ${repeat}`)
    expect((await resultOf(scores(0))).rows).toEqual(rows)
  })

  test('goes on where it was killed, measures nothing twice and ends the same', async () => {
    const whole = await resultOf(scores(0.5))
    for (const kept of [0, 1, 5, whole.rows.length]) {
      const calls: string[] = []
      const again = await resultOf(scores(0.5, calls), whole.rows.slice(0, kept))
      expect(again.rows).toEqual(whole.rows)
      expect(again.overall).toEqual(whole.overall)
      expect(calls).toHaveLength(2 * (whole.rows.length - kept))
      expect(again.told).toEqual(whole.rows.slice(kept))
    }
  })

  test('stops at a problem with what it knows told, and refuses scores that are none', async () => {
    const problem = { exit: 5, what: 'The sandbox is gone.' } as const
    const told: TrialRow[] = []
    const failing: Measure = async (arm, spec, repeat) =>
      repeat === 1 ? err(problem) : scores(0)(arm, spec, repeat)
    const result = await runTrial(arms, options, failing, (row) => void told.push(row))
    expect(result).toEqual(err(problem))
    expect(told).toHaveLength(3)
    const odd: Measure = async () =>
      ok({ overall: Number.NaN, dimensions: {}, costUsd: 0, seconds: 0 })
    const refused = await runTrial(arms, options, odd)
    expect(!refused.ok && refused.error.what).toMatch(/scored NaN on shop/)
    const empty = await runTrial(arms, { ...options, specs: [] }, odd)
    expect(!empty.ok && empty.error.what).toBe('There is nothing to compare on.')
  })
})
