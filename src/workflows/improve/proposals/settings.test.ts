import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { editFiles } from '../edits.ts'
import { macroDimensions } from '../scoring/score.ts'
import type { OrderLog } from '../events.ts'
import type { Iteration } from '../state.ts'
import { settingsFor } from './settings.ts'

const order = (status: string, more: Partial<OrderLog> = {}) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that is looked at
  ({ status, failureClass: null, proposer: 'small', reason: '', ...more }) as unknown as OrderLog

const iteration = (orders: readonly OrderLog[], weak: Readonly<Record<string, number>> = {}) => {
  const dimensions = macroDimensions.map((name) => [name, { score: weak[name] ?? 9 }])
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that is looked at
  return {
    built: { orders },
    score: { dimensions: Object.fromEntries(dimensions) },
  } as unknown as Iteration
}

const yaml = `# ours
caps: { cost_usd: 2 }
agents:
  quick: { kind: command, command: [a], timeout_s: 60 }
  good: { kind: command, command: [b] }
workflows:
  workorder:
    mutation_seconds: 0
    proposers:
      - { name: small, agent: quick, complexity_threshold: 0.5, cost: 1 }
      - { name: large, agent: good, complexity_threshold: 1, cost: 9 }
`
const offered = (...of: Parameters<typeof iteration>) =>
  settingsFor(iteration(...of), new Map([['loopwright.yaml', yaml]])).map((each) => {
    const files = editFiles(each.changes, () => yaml)
    const text = files.ok ? (files.value[0]?.after ?? '') : files.error
    return { said: each.description, why: each.rationale, after: parse(text) as object, text }
  })

describe('settings are proposed where something measured speaks for them', () => {
  test('and nothing where nothing does', () => {
    expect(offered([order('completed')])).toEqual([])
    expect(settingsFor(iteration([order('completed')], { test_coverage: 2 }), new Map())).toEqual(
      [],
    )
  })

  test('a name that orders broke becomes a contract of every order, once', () => {
    const reason = 'it breaks price of src/price.js, tax of src/tax.js'
    const lost = order('failed', {
      failureClass: 'contract_violation',
      reason,
      errors: ['it breaks price of src/price.js'],
    })
    const [contract, ...more] = offered([lost])
    expect(more).toEqual([])
    expect(contract).toMatchObject({
      said: 'Hold every work order to price of src/price.js, in loopwright.yaml',
      why: '2 attempts of work orders broke price of src/price.js, which others use',
      after: { workflows: { workorder: { contracts: [{ path: 'src/price.js', name: 'price' }] } } },
    })
    const files = new Map([['loopwright.yaml', contract?.text ?? '']])
    expect(settingsFor(iteration([lost]), files)[0]?.description).toContain('tax of src/tax.js')
  })

  test('a budget and a time-out that orders ran into are doubled', () => {
    const [budget, time, ...more] = offered([
      order('cap_reached', { failureClass: 'budget_exceeded', reason: 'cost_usd' }),
      order('failed', { failureClass: 'timeout', proposer: 'small' }),
      ...['a', 'b', 'c'].map(() => order('completed')),
    ])
    expect(budget).toMatchObject({
      said: 'Set caps.cost_usd to 4 in loopwright.yaml (2 now)',
      why: '1 work order of 5 ended at the cap cost_usd',
      after: { caps: { cost_usd: 4 } },
    })
    expect(budget?.text).toContain('# ours')
    expect(time?.after).toMatchObject({ agents: { quick: { timeout_s: 120 } } })
    expect(more).toEqual([])
  })

  test('a proposer that fails at half of its orders gets simpler ones', () => {
    const [routing, ...more] = offered([
      order('needs_review'),
      order('failed'),
      order('completed'),
      order('failed', { proposer: 'large' }),
      order('failed', { proposer: 'large' }),
    ])
    expect(routing).toMatchObject({
      said: 'Set workflows.workorder.proposers.0.complexity_threshold to 0.4 in loopwright.yaml (0.5 now)',
      why: 'small did not complete 2 of its 3 work orders',
    })
    expect(more).toEqual([])
  })

  test('a gate that lets weak work pass asks for more, never for less', () => {
    const [planted, gate, ...more] = offered([order('completed')], { test_coverage: 4 })
    expect(planted?.after).toMatchObject({ workflows: { workorder: { mutation_seconds: 30 } } })
    expect(gate).toMatchObject({
      said: 'Set workflows.workorder.threshold to 8 in loopwright.yaml (7 now)',
      why: 'all 1 work orders passed their gate, and test coverage scores 4 of 10',
    })
    expect(more).toEqual([])
  })
})
