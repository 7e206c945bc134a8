import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ComplexityWeights } from '../../../model/workorder-config.ts'
import type { Factor, Factors } from './factors.ts'
import { correlationsOf, tuneWeights, tuningLimits, type TuningSample } from './tune-weights.ts'

const defaults = ComplexityWeights.parse({})
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema names exactly the factors
const names = Object.keys(defaults) as Factor[]
const flat = (value: number): Factors => ({
  codeComplexity: value,
  contextRequirements: value,
  securityImplications: value,
  architecturalImpact: value,
  reasoningDepth: value,
  memoryPressure: value,
  coordinationComplexity: value,
})

/** Samples where exactly one factor goes with failure. */
const telling = (factor: Factor, count = 60, way = 1): readonly TuningSample[] =>
  Array.from({ length: count }, (_, at) => ({
    factors: { ...flat(0.5), [factor]: (at % 2 === 0) === way > 0 ? 0.9 : 0.1 },
    failed: at % 2 === 0,
  }))

const facts = (samples: readonly TuningSample[]) => ({
  samples,
  routingAccuracy: 0.6,
  hoursSinceLast: null,
})

const sum = (weights: ComplexityWeights) =>
  Object.values(weights).reduce((all, each) => all + each, 0)

describe('tuning of weights', () => {
  test('waits for 50 samples, 168 hours and a routing accuracy below 85 %', () => {
    const samples = telling('codeComplexity')
    const reason = (change: object) => {
      const tuned = tuneWeights(defaults, { ...facts(samples), ...change })
      return tuned.type === 'unchanged' ? tuned.reason : 'tuned'
    }
    expect(reason({})).toBe('tuned')
    expect(reason({ samples: samples.slice(0, 49) })).toBe('too-few-samples')
    expect(reason({ samples: samples.slice(0, 50) })).toBe('tuned')
    expect(reason({ hoursSinceLast: 167.9 })).toBe('cooling-down')
    expect(reason({ hoursSinceLast: 168 })).toBe('tuned')
    expect(reason({ routingAccuracy: 0.85 })).toBe('accurate-enough')
    expect(reason({ routingAccuracy: 0.849 })).toBe('tuned')
  })

  test('gives more weight to what foretells failure, less to what foretells success', () => {
    const up = tuneWeights(defaults, facts(telling('reasoningDepth')))
    const down = tuneWeights(defaults, facts(telling('reasoningDepth', 60, -1)))
    if (up.type !== 'tuned' || down.type !== 'tuned') throw new Error('not tuned')
    expect(up.weights.reasoningDepth).toBeGreaterThan(0.13)
    expect(down.weights.reasoningDepth).toBeLessThan(0.07)
    expect(up.correlations.reasoningDepth).toBeCloseTo(1, 9)
    expect(down.correlations.reasoningDepth).toBeCloseTo(-1, 9)
  })

  test('does nothing where no correlation is above 0.3', () => {
    const weak = telling('codeComplexity').map((sample, at) => ({ ...sample, failed: at % 8 < 4 }))
    expect(Math.abs(correlationsOf(weak).codeComplexity)).toBeLessThan(0.3)
    expect(tuneWeights(defaults, facts(weak))).toEqual({
      type: 'unchanged',
      reason: 'no-correlation',
    })
    const same = weak.map((sample) => ({ ...sample, factors: flat(0.1) }))
    expect(correlationsOf(same).codeComplexity).toBe(0)
  })

  test('never leaves its limits, whatever the weights, the data and the rate, also after renormalising', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true })
    const sample = fc.record({
      factors: fc.record({
        codeComplexity: share,
        contextRequirements: share,
        securityImplications: share,
        architecturalImpact: share,
        reasoningDepth: share,
        memoryPressure: share,
        coordinationComplexity: share,
      }),
      failed: fc.boolean(),
    })
    const loud = fc.tuple(fc.subarray(names, { minLength: 1 }), fc.boolean()).map(([chosen, way]) =>
      Array.from({ length: 50 }, (_, at): TuningSample => {
        const high = (at % 2 === 0) === way ? 1 : 0
        const factors = Object.fromEntries(
          names.map((name, nth) => [
            name,
            chosen.includes(name) ? high : nth % 2 === 0 ? 1 - high : 0.5,
          ]),
        )
        return { factors: { ...flat(0), ...factors }, failed: at % 2 === 0 }
      }),
    )
    const many = fc.oneof(fc.array(sample, { minLength: 50, maxLength: 60 }), loud)
    const start = fc
      .array(fc.double({ min: 0.05, max: 0.3, noNaN: true }), { minLength: 7, maxLength: 7 })
      .map((raw) => {
        const total = raw.reduce((all, each) => all + each, 0)
        return Object.fromEntries(names.map((name, at) => [name, (raw[at] ?? 0) / total]))
      })
      .map((raw) => ComplexityWeights.safeParse(raw))
      .filter((read) => read.success)
      .map((read) => read.data)
    const rate = fc.oneof(fc.constant(0.05), fc.double({ min: 0, max: 5, noNaN: true }))
    let tunings = 0
    let atTotal = 0
    fc.assert(
      fc.property(fc.oneof(fc.constant(defaults), start), many, rate, (weights, samples, step) => {
        const tuned = tuneWeights(weights, facts(samples), step)
        if (tuned.type === 'unchanged') return
        tunings += 1
        const changes = names.map((name) => Math.abs(tuned.weights[name] - weights[name]))
        const total = changes.reduce((all, each) => all + each, 0)
        if (total > 0.29) atTotal += 1
        expect(total).toBeLessThanOrEqual(tuningLimits.total + 1e-9)
        for (const change of changes)
          expect(change).toBeLessThanOrEqual(tuningLimits.perWeight + 1e-9)
        for (const name of names) {
          expect(tuned.weights[name]).toBeGreaterThanOrEqual(tuningLimits.least)
          expect(tuned.weights[name]).toBeLessThanOrEqual(tuningLimits.most)
        }
        expect(sum(tuned.weights)).toBeCloseTo(1, 9)
        expect(ComplexityWeights.safeParse(tuned.weights).success).toBe(true)
      }),
      { numRuns: 2_000 },
    )
    // the property is worth something only where the limits are met
    expect(tunings).toBeGreaterThan(200)
    expect(atTotal).toBeGreaterThan(20)
  })

  test('stays within the limits over many tunings one after the other', () => {
    let weights = defaults
    for (let round = 0; round < 40; round += 1) {
      const tuned = tuneWeights(weights, facts(telling(names[round % 2] ?? 'codeComplexity')), 0.5)
      if (tuned.type === 'tuned') weights = tuned.weights
      expect(ComplexityWeights.safeParse(weights).success).toBe(true)
    }
    expect(Math.max(...Object.values(weights))).toBeCloseTo(tuningLimits.most, 3)
  })

  test('starts from no weights that are out of range', () => {
    const wrong = { ...defaults, codeComplexity: 0.6 }
    expect(tuneWeights(wrong, facts(telling('codeComplexity')))).toMatchObject({
      reason: 'weights-out-of-range',
    })
  })
})
