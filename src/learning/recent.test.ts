import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addRecent, addStratum, fade, newRecent, recentDifference } from './tally.ts'

const rates = { target: 0.2, guardrail: 0.3 }
type Seen = {
  readonly on: boolean
  readonly shortlisted: boolean
  readonly targetFailed: boolean
  readonly guardrailFailed: boolean
  readonly stratum: number
}

function folded(all: readonly Seen[], halfLife: number) {
  const recent = newRecent()
  addStratum(recent)
  addStratum(recent)
  for (const each of all) {
    if (each.shortlisted) fade(recent, halfLife)
    addRecent(recent, each.stratum, { ...each, on: each.on && each.shortlisted }, rates)
  }
  return recent
}

/** The same difference from the weights themselves: half as much after each half-life of comparisons. */
function direct(all: readonly Seen[], halfLife: number): number | null {
  const compared = all.filter(({ shortlisted }) => shortlisted).length
  let [weights, differences, before] = [0, 0, 0]
  const arms = [0, 1].map(() => ({ n1: 0, f1: 0, n0: 0, f0: 0 }))
  for (const each of all) {
    if (each.shortlisted) before += 1
    const weight = 0.5 ** ((compared - before) / halfLife)
    const arm = arms[each.stratum]!
    const failed = each.targetFailed ? weight : 0
    if (each.on && each.shortlisted) {
      arm.n1 += weight
      arm.f1 += failed
    } else {
      arm.n0 += weight
      arm.f0 += failed
    }
  }
  for (const { n1, f1, n0, f0 } of arms) {
    if (n1 === 0 || n0 === 0) continue
    const weight = (n1 * n0) / (n1 + n0)
    weights += weight
    differences += weight * (f1 / n1 - f0 / n0)
  }
  return weights === 0 ? null : differences / weights
}

const seen = fc.record({
  on: fc.boolean(),
  shortlisted: fc.boolean(),
  targetFailed: fc.boolean(),
  guardrailFailed: fc.boolean(),
  stratum: fc.constantFrom(0, 1),
})

describe('what the shortlist goes by', () => {
  test('is the recent past: half of it is forgotten after a half-life of comparisons', () => {
    fc.assert(
      fc.property(
        fc.array(seen, { maxLength: 80 }),
        // short half-lives pass the point where all weights are made lighter
        fc.constantFrom(1, 3, 200),
        (all, halfLife) => {
          const { mean, variance } = recentDifference(folded(all, halfLife), 'target')
          const expected = direct(all, halfLife)
          if (expected === null) expect(variance).toBe(Infinity)
          else expect(mean).toBeCloseTo(expected, 6)
        },
      ),
      { numRuns: 300 },
    )
  })

  test('is surer with more comparisons, and never surer than the half-life allows', () => {
    const make = (count: number): readonly Seen[] =>
      Array.from({ length: count }, (_, at) => ({
        on: at % 2 === 0,
        shortlisted: true,
        targetFailed: at % 5 === 0,
        guardrailFailed: false,
        stratum: 0,
      }))
    const variance = (count: number) =>
      recentDifference(folded(make(count), 200), 'target').variance
    expect(variance(400)).toBeLessThan(variance(100))
    // equal weights to begin with: p·q/50 on each side of a hundred, p near 0.2
    expect(variance(100) / (2 * (0.16 / 50))).toBeGreaterThan(0.9)
    expect(variance(100) / (2 * (0.16 / 50))).toBeLessThan(1.1)
    // at last as sure as about 577 equal ones
    expect(variance(6_000) / (2 * (0.16 / 288.5))).toBeGreaterThan(0.9)
    expect(variance(6_000) / (2 * (0.16 / 288.5))).toBeLessThan(1.1)
  })
})
