import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { established, strictBar } from './standings.ts'

/** e-BH as it is defined: the largest k for which k of the values reach K/(α·k). */
function bruteForce(values: readonly number[], tested: number, level: number): readonly boolean[] {
  let best = 0
  for (let k = 1; k <= values.length; k += 1)
    if (values.filter((each) => each >= tested / (level * k)).length >= k) best = k
  return values.map((each) => best > 0 && each >= tested / (level * best))
}

describe('many lessons at once', () => {
  test('are established by e-BH: as many of the best as reach K/(α·k) together', () => {
    let some = 0
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.constantFrom(10, 20, 50, 100, 200, 400),
            fc.double({ min: 0.001, max: 2_000, noNaN: true }),
          ),
          { maxLength: 12 },
        ),
        fc.nat(30),
        fc.constantFrom(0.05, 0.1, 0.2),
        (values, more, level) => {
          const tested = values.length + more
          const found = established(values.map(Math.log), tested, level)
          expect(found).toEqual(bruteForce(values, tested, level))
          if (found.includes(true)) some += 1
        },
      ),
      { numRuns: 2_000 },
    )
    expect(some).toBeGreaterThan(100)
  })

  test('count with every lesson that was ever tried, so that the bar rises with them', () => {
    const one = [Math.log(399)]
    expect(established(one, 39, 0.1)).toEqual([true])
    expect(established(one, 40, 0.1)).toEqual([false])
  })

  test('have a strict rule too: levels that add up to at most the whole', () => {
    const levels = Array.from({ length: 20_000 }, (_, at) => 1 / strictBar(at + 1, 0.1))
    const sum = levels.reduce((all, each) => all + each, 0)
    expect(sum).toBeLessThanOrEqual(0.1)
    expect(sum).toBeGreaterThan(0.0999)
    expect(strictBar(1, 0.1)).toBeCloseTo(Math.PI ** 2 / 0.6, 12)
  })
})
