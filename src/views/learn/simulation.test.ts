import { expect, describe, test } from 'vitest'
import { driftSummaries } from '../../learning/simulation/drift-summary.ts'
import { simulateWorld } from '../../learning/simulation/simulate.ts'
import { summarise } from '../../learning/simulation/summary.ts'
import { simulationAsJson, simulationMarkdown, simulationPretty } from './simulation.ts'

const plain = (_: unknown, text: string) => text

describe('the simulation', () => {
  test('says that it is one, and shows every method in tables, a plot, Markdown and JSON', () => {
    const methods = ['none', 'ours', 'oracle'] as const
    const order = { kind: 'small-team', orders: 150, methods } as const
    const worlds = [1, 2].map((seed) => simulateWorld({ ...order, seed }))
    const drift = driftSummaries(1, 1)
    const report = {
      ...order,
      seed: 1,
      worlds: 2,
      methods: summarise(order.kind, worlds, methods),
      drift,
    }
    const text = simulationPretty(report, plain)
    expect(text).toContain('not field data')
    for (const method of methods)
      expect(text.split('\n').filter((line) => line.startsWith(method))).toHaveLength(3)
    expect(text).toContain(drift[0]!.scenario)
    expect(simulationMarkdown(report)).toContain('| oracle |')
    expect(simulationMarkdown(report)).toContain(`| ${drift[0]!.scenario} |`)
    expect(simulationAsJson(report)).toMatchObject({ loopwright: 1, world: 'small-team', seed: 1 })
    expect(text).not.toMatch(/NaN|undefined|Infinity/)
  })
})
