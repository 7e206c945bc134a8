import { describe, expect, test } from 'vitest'
import { chanceFrom } from './chance.ts'
import { countCoin, newRatioBins, sampleRatio } from './sample-ratio.ts'

const flipped = (count: number, logged: (at: number) => number, used = logged) => {
  const bins = newRatioBins()
  const chance = chanceFrom('ratio', count)
  for (let at = 0; at < count; at += 1) countCoin(bins, logged(at), chance.uniform() < used(at))
  return sampleRatio(bins, 0.001)
}

describe('the sample ratio', () => {
  test('holds where coins fall as logged, with one probability or many', () => {
    for (const count of [0, 5, 50, 500, 5_000]) {
      expect(flipped(count, () => 0.5).holds).toBe(true)
      expect(flipped(count, (at) => 0.2 + (at % 7) / 10).holds).toBe(true)
    }
    expect(flipped(3, () => 0.5).chance).toBe(1)
  })

  test('does not hold where another probability was used than logged', () => {
    expect(
      flipped(
        500,
        () => 0.5,
        () => 0.65,
      ).holds,
    ).toBe(false)
    expect(
      flipped(
        500,
        () => 0.92,
        () => 1,
      ).holds,
    ).toBe(false)
    expect(
      flipped(
        100,
        () => 0.5,
        () => 1,
      ).holds,
    ).toBe(false)
    // too many here and too few there do not make it right
    const low = (at: number) => (at % 2 === 0 ? 0.25 : 0.75)
    expect(flipped(600, low, () => 0.5).holds).toBe(false)
  })

  test('is a chi-square of the coins: by hand for one probability', () => {
    const bins = newRatioBins()
    for (let at = 0; at < 100; at += 1) countCoin(bins, 0.5, at < 62)
    // (62 − 50)² / 25 = 5.76 with one degree of freedom
    expect(sampleRatio(bins, 0.001).chance).toBeCloseTo(0.016395, 6)
  })

  test('is rarely broken by luck: about one of a thousand honest lessons', () => {
    let broken = 0
    for (let lesson = 0; lesson < 4_000; lesson += 1) {
      const bins = newRatioBins()
      const chance = chanceFrom('honest', lesson)
      for (let at = 0; at < 200; at += 1) {
        const p = 0.2 + 0.6 * chance.uniform()
        countCoin(bins, p, chance.uniform() < p)
      }
      if (!sampleRatio(bins, 0.001).holds) broken += 1
    }
    expect(broken).toBeLessThanOrEqual(14)
  })
})
