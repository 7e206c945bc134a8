import { describe, expect, test } from 'vitest'
import { chanceFrom } from './chance.ts'
import { logEvidence } from './evidence.ts'
import { addDifference, comparePaired, newPaired, type Pair, verdictOf } from './paired.ts'

const pairsOf = (differences: readonly number[]): readonly Pair[] =>
  differences.map((each) => ({ spec: 'shop', a: 5, b: 5 + each }))

type Noise = (chance: ReturnType<typeof chanceFrom>) => number
const normal: Noise = ({ normal: draw }) => 0.8 * draw()
/** Scores of a judge in halves, and now and then a build that breaks on either side. */
const broken: Noise = ({ uniform, normal: draw }) =>
  uniform() < 0.1 ? (uniform() < 0.5 ? -6 : 6) : Math.round(draw() * 2) / 2

/** The look at which a verdict is first given, or null. */
function firstVerdict(seed: number, delta: number, noise: Noise, looks = 500) {
  const chance = chanceFrom('paired', seed, delta)
  const paired = newPaired()
  for (let look = 1; look <= looks; look += 1) {
    addDifference(paired, delta + noise(chance))
    const verdict = verdictOf(paired)
    if (verdict !== 'no difference shown') return { look, verdict }
  }
  return null
}
const worlds = (count: number, delta: number, noise: Noise) =>
  Array.from({ length: count }, (_, seed) => firstVerdict(seed, delta, noise))
const medianLook = (all: readonly ({ look: number } | null)[]) =>
  all.map((each) => each?.look ?? Infinity).sort((x, y) => x - y)[all.length >> 1]

describe('the comparison of two set-ups by pairs', () => {
  test('bets fairly: a difference and its opposite gain and lose the same', () => {
    for (const difference of [0, 0.01, 0.5, 1, 4, 10]) {
      const paired = newPaired()
      addDifference(paired, difference)
      for (const [at, log] of paired.better.products.entries())
        expect(Math.exp(log) + Math.exp(paired.worse.products[at]!)).toBeCloseTo(2, 12)
    }
  })

  test('[IMPROVE-5] says better or worse of two that are alike with a chance of 5 % at most over 500 looks', () => {
    for (const noise of [normal, broken]) {
      const wrong = worlds(1_000, 0, noise).filter((each) => each !== null)
      expect(wrong.length / 1_000).toBeLessThanOrEqual(0.05)
    }
  })

  test('finds a difference of 0.3, 0.5 and 1 point in noise of 0.8 after about 60, 23 and 9 pairs', () => {
    const looks = [0.3, 0.5, 1].map((delta) => {
      const all = worlds(200, delta, normal)
      expect(all.filter((each) => each?.verdict === 'a better').length).toBeLessThanOrEqual(5)
      return medianLook(all)!
    })
    expect(looks[0]).toBeLessThanOrEqual(70)
    expect(looks[1]).toBeLessThanOrEqual(26)
    expect(looks[2]).toBeLessThanOrEqual(10)
  })

  test('gives the evidence of the looks, whatever the order of the pairs', () => {
    const chance = chanceFrom('looks')
    const differences = Array.from({ length: 30 }, () => 0.4 + normal(chance))
    const paired = newPaired()
    for (const each of differences) addDifference(paired, each)
    const { eBetter, eWorse, verdict } = comparePaired(pairsOf(differences))
    expect(Math.log(eBetter)).toBeCloseTo(logEvidence(paired.better), 8)
    expect(verdict).toBe(verdictOf(paired))
    expect(comparePaired(pairsOf(differences.toReversed())).eBetter).toBeCloseTo(eBetter, 6)
    const swapped = comparePaired(
      pairsOf(differences).map(({ spec, a, b }) => ({ spec, a: b, b: a })),
    )
    expect(swapped.eBetter).toBeCloseTo(eWorse, 8)
  })

  test('gives an interval that holds the true difference at every look in 95 % of all trials', () => {
    const held = Array.from({ length: 60 }, (_, seed) => {
      const chance = chanceFrom('cover', seed)
      const differences = Array.from({ length: 40 }, () => 0.5 + normal(chance))
      return [6, 10, 20, 40].every((look) => {
        const { low, high, mean } = comparePaired(pairsOf(differences.slice(0, look)))
        expect(low).toBeLessThanOrEqual(mean)
        expect(high).toBeGreaterThanOrEqual(mean)
        return low <= 0.5 && 0.5 <= high
      })
    })
    expect(held.filter(Boolean).length).toBeGreaterThanOrEqual(57)
  })

  test('excludes no difference exactly when it gives a verdict', () => {
    for (let seed = 0; seed < 20; seed += 1) {
      const chance = chanceFrom('agree', seed)
      const differences = Array.from({ length: 15 }, () => 0.7 + normal(chance))
      const { verdict, low } = comparePaired(pairsOf(differences))
      expect(verdict === 'b better').toBe(low > 0)
    }
  })

  test('is not sure before six pairs, however large the difference, nor before as many as are asked for', () => {
    expect(comparePaired([])).toMatchObject({ pairs: 0, mean: 0, low: -10, high: 10, more: null })
    const clear = [3, 3, 3, 3, 3, 3]
    expect(comparePaired(pairsOf(clear.slice(1))).verdict).toBe('no difference shown')
    expect(comparePaired(pairsOf(clear))).toMatchObject({ verdict: 'b better', more: null })
    expect(comparePaired(pairsOf(clear.map((each) => -each))).verdict).toBe('a better')
    const asked = comparePaired(pairsOf(clear), { least: 10 })
    expect(asked).toMatchObject({ verdict: 'no difference shown', more: 4 })
  })

  test('says about how many more pairs it needs, and nothing where no plan would do', () => {
    const differences = [0.9, -0.5, 1.2, 0.4, -0.2, 1, 0.8, -0.6, 0.7, 1.1]
    const { more } = comparePaired(pairsOf(differences))
    expect(more).toBeGreaterThan(3)
    expect(more).toBeLessThan(80)
    expect(comparePaired(pairsOf([0, 0, 0, 0])).more).toBeNull()
    expect(comparePaired(pairsOf([0.5, -0.5, 0.6, -0.59])).more).toBeNull()
  })

  test('does not call better what is mostly a little better and sometimes breaks', () => {
    const differences = Array.from({ length: 60 }, (_, at) => (at % 10 === 0 ? -6 : 0.3))
    expect(comparePaired(pairsOf(differences)).verdict).toBe('no difference shown')
  })

  test('stays finite over a thousand clear pairs', () => {
    const { eBetter, eWorse } = comparePaired(pairsOf(Array.from({ length: 1_500 }, () => 4)))
    expect(Number.isFinite(eBetter)).toBe(true)
    expect(eWorse).toBe(0)
  })
})
