import { describe, expect, test } from 'vitest'
import { simulateImprovement, summaryAsJson, summaryLines } from './simulate.ts'
import { makeWorld } from './world.ts'

const options = { worlds: 60, seed: 9_000, iterations: 60 }
const summary = simulateImprovement(options)
const rule = (world: 'mixed' | 'null', name: string, of = summary) =>
  of.worlds.find((each) => each.world === world)!.rules.find((each) => each.rule === name)!

describe('the simulation of rules for improvements', () => {
  test('depends on its seed only', () => {
    const few = { ...options, worlds: 3 }
    expect(simulateImprovement(few)).toEqual(simulateImprovement(few))
    expect(simulateImprovement({ ...few, seed: 1 }).worlds).not.toEqual(
      simulateImprovement(few).worlds,
    )
  })

  test('has worlds where a quarter helps, a quarter harms and half does nothing, or none does anything', () => {
    const world = { proposals: 24, noise: 0.8, accidents: 0.05 }
    const effects = makeWorld('mixed', 1, world).proposals.map(({ effect }) => effect)
    expect(effects.filter((effect) => effect > 0).toSorted((x, y) => x - y)).toEqual([
      0.3, 0.3, 0.5, 0.5, 1, 1,
    ])
    expect(effects.filter((effect) => effect < 0)).toHaveLength(6)
    expect(makeWorld('null', 1, world).proposals.every(({ effect }) => effect === 0)).toBe(true)
  })

  test('keeps at most a third of what the rules of the source keep wrongly, at the same budget', () => {
    for (const source of ['source', 'source, careful'])
      for (const ours of ['ours', 'ours, one by one'])
        expect(rule('mixed', ours).wrongKeeps).toBeLessThan(rule('mixed', source).wrongKeeps / 3)
    expect(rule('mixed', 'ours').harmfulKeeps).toBeLessThan(0.1)
    expect(rule('mixed', 'ours').gain).toBeGreaterThan(0.7)
  })

  test('keeps at most 3 % of the proposals of a world where none does anything', () => {
    expect(rule('null', 'ours').wrongShare).toBeLessThanOrEqual(0.03)
    expect(rule('null', 'ours, one by one').wrongShare).toBeLessThanOrEqual(0.03)
    expect(rule('null', 'source').wrongShare).toBeGreaterThan(0.3)
  })

  test('gains more with more proposals on trial at once than with one', () => {
    expect(rule('mixed', 'ours').gain).toBeGreaterThan(2 * rule('mixed', 'ours, one by one').gain)
  })

  test('accounts for every point: what was gained, missed and lost to harm', () => {
    for (const each of summary.worlds[0]!.rules)
      expect(each.gain + each.missedGain).toBeLessThanOrEqual(3.6 + 1e-9)
    expect(rule('mixed', 'source').rightKeeps + rule('mixed', 'source').wrongKeeps).toBeCloseTo(
      rule('mixed', 'source').kept,
    )
  })

  test('says that it is one, in lines and in JSON', () => {
    const lines = summaryLines(summary)
    expect(lines[0]).toMatch(/^60 simulated worlds \(not field data\)/)
    expect(lines.filter((line) => line.startsWith('ours, one by one'))).toHaveLength(2)
    expect(lines.join('\n')).not.toMatch(/NaN|undefined|Infinity/)
    expect(JSON.parse(JSON.stringify(summaryAsJson(summary)))).toMatchObject({
      simulation: 'improve',
      options: { iterations: 60, atOnce: 6 },
    })
    expect(summaryLines(simulateImprovement({ ...options, worlds: 0 })).join()).not.toMatch(/NaN/)
  })
})
