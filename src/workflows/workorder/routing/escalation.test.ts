import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EscalationLimits } from '../../../model/workorder-config.ts'
import {
  escalationFor,
  escalationReasons,
  Escalation,
  needsNoPerson,
  triggerOf,
  TriggerType,
  type OrderFacts,
} from './escalation.ts'

const limits = EscalationLimits.parse({})
const calm: OrderFacts = {
  retryCount: 0,
  status: 'in_progress',
  escalated: false,
  estimatedCost: 10,
  actualCost: 10,
  processingHours: 1,
  hardFailures: 0,
  riskLevel: 'medium',
}

describe('escalation', () => {
  test('is due after three tries, a failure, double the cost or a day', () => {
    expect(escalationReasons(calm, limits)).toEqual([])
    for (const change of [
      { retryCount: 3 },
      { status: 'failed' },
      { actualCost: 20.1 },
      { processingHours: 24.1 },
    ])
      expect(escalationReasons({ ...calm, ...change }, limits)).toHaveLength(1)
    for (const change of [
      { retryCount: 2 },
      { status: 'failed', escalated: true },
      { actualCost: 20 },
      { processingHours: 24 },
      { estimatedCost: 0 },
    ])
      expect(escalationReasons({ ...calm, ...change }, limits)).toEqual([])
  })

  test('names the kind of trouble', () => {
    expect(triggerOf({ ...calm, hardFailures: 4 }, limits)).toBe('sentinel_hard_failure')
    expect(triggerOf({ ...calm, hardFailures: 3, retryCount: 3 }, limits)).toBe(
      'proposer_exhausted',
    )
    expect(triggerOf({ ...calm, estimatedCost: 40, actualCost: 50.01 }, limits)).toBe(
      'budget_overrun',
    )
    expect(triggerOf(calm, limits, 'contract_violation')).toBe('contract_violation')
    expect(triggerOf(calm, limits)).toBe('technical_blocker')
  })

  test('offers what fits the trouble, with cost and chance', () => {
    const ids = (change: Partial<OrderFacts>, trigger: TriggerType) =>
      escalationFor({ facts: { ...calm, ...change }, trigger, limits }).options.map(({ id }) => id)
    expect(ids({}, 'technical_blocker')).toEqual(['A', 'manual'])
    expect(ids({}, 'proposer_exhausted')).toEqual(['A', 'B', 'manual'])
    expect(ids({}, 'contract_violation')).toEqual(['A', 'B', 'C', 'manual'])
    expect(ids({}, 'conflicting_requirements')).toEqual(['A', 'C', 'manual'])
    expect(ids({ actualCost: 20.01 }, 'budget_overrun')).toEqual(['A', 'D', 'manual'])
    expect(ids({ retryCount: 4 }, 'technical_blocker')).toEqual(['A', 'D', 'manual'])
    const all = escalationFor({
      facts: { ...calm, actualCost: 30 },
      trigger: 'contract_violation',
      limits,
    })
    expect(all.options).toMatchObject([
      { name: 'retry_different_approach', cost_usd: 45, success_probability: 0.65 },
      { name: 'pivot_solution', cost_usd: 60, success_probability: 0.75 },
      { name: 'amend_upstream', cost_usd: 36, success_probability: 0.8 },
      { name: 'abort_redesign', cost_usd: 90, success_probability: 0.9 },
      { name: 'manual_intervention' },
    ])
  })

  test('recommends the most chance for the money, and says how sure that is', () => {
    const of = (change: Partial<OrderFacts>, trigger: TriggerType = 'contract_violation') =>
      escalationFor({ facts: { ...calm, ...change }, trigger, limits })
    expect(of({})).toMatchObject({ recommended: 'C', confidence: 0.8 })
    expect(of({ riskLevel: 'high' }).confidence).toBe(0.72)
    expect(of({ riskLevel: 'low' }).confidence).toBe(0.88)
    expect(of({ retryCount: 4 }).confidence).toBe(0.64)
    // below a dollar only the chance counts
    expect(of({ actualCost: 0.01, estimatedCost: 0.01, retryCount: 4 }).recommended).toBe('D')
    expect(of({ actualCost: 500 }, 'technical_blocker').recommended).toBe('manual')
  })

  test('keeps its figures in range for any order', () => {
    const amount = fc.double({ min: 0, max: 1e6, noNaN: true })
    const facts = fc.record({
      retryCount: fc.nat(10),
      status: fc.constantFrom('failed', 'in_progress'),
      escalated: fc.boolean(),
      estimatedCost: amount,
      actualCost: amount,
      processingHours: amount,
      hardFailures: fc.nat(10),
      riskLevel: fc.constantFrom('low', 'medium', 'high'),
    })
    fc.assert(
      fc.property(facts, fc.constantFrom(...TriggerType.options), (given, trigger) => {
        const question = escalationFor({ facts: given, trigger, limits })
        expect(Escalation.safeParse(question).success).toBe(true)
        const worth = (id: string) => {
          const found = question.options.find((each) => each.id === id)
          return (found?.success_probability ?? 0) / Math.max(1, found?.cost_usd ?? 1)
        }
        for (const { id } of question.options)
          expect(worth(question.recommended)).toBeGreaterThanOrEqual(worth(id))
      }),
    )
  })

  test('needs no person only where it is cheap, certain and nothing risky is in it', () => {
    const sure: Escalation = {
      trigger_type: 'technical_blocker',
      reasons: [],
      options: [
        { id: 'A', name: 'retry_different_approach', cost_usd: 50, success_probability: 0.95 },
        { id: 'manual', name: 'manual_intervention', cost_usd: 50, success_probability: 0.5 },
      ],
      recommended: 'A',
      confidence: 0.95,
    }
    expect(needsNoPerson(sure, { hardStop: false })).toBe(true)
    expect(needsNoPerson(sure, { hardStop: true })).toBe(false)
    expect(needsNoPerson({ ...sure, confidence: 0.94 }, { hardStop: false })).toBe(false)
    const dear = sure.options.map((each) => ({ ...each, cost_usd: 50.01 }))
    expect(needsNoPerson({ ...sure, options: dear }, { hardStop: false })).toBe(false)
  })
})
