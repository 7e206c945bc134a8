import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  OrderBudget,
  RoutingConfig,
  ThresholdTrial,
  type ProposerConfig,
} from '../../../model/workorder-config.ts'
import { budgetState, chooseProposer, nextTry } from './choose-proposer.ts'
import { onTrial, trialVerdict, type ThresholdExperiment } from './threshold-trial.ts'

const proposer = (name: string, complexity_threshold: number, cost: number, active = true) =>
  ({ name, agent: name, complexity_threshold, cost, active }) satisfies ProposerConfig

const small = proposer('small', 0.3, 1)
const middle = proposer('middle', 0.6, 5)
const large = proposer('large', 0.9, 20)
const team = [large, small, middle]
const normal = { score: 0.2, strongest: false, budget: 'normal' } as const
const chosen = (...parts: Parameters<typeof chooseProposer>) => {
  const route = chooseProposer(...parts)
  return route.type === 'proposer' ? [route.proposer.name, route.reason] : route.reason
}

describe('who is asked', () => {
  test('[ROUTE-1] the cheapest active proposer whose threshold covers the score', () => {
    expect(chosen(team, normal)).toEqual(['small', 'cheapest_able'])
    expect(chosen(team, { ...normal, score: 0.3 })).toEqual(['small', 'cheapest_able'])
    expect(chosen(team, { ...normal, score: 0.301 })).toEqual(['middle', 'cheapest_able'])
    const off = [{ ...middle, active: false }, small, large]
    expect(chosen(off, { ...normal, score: 0.5 })).toEqual(['large', 'cheapest_able'])
    expect(chosen([...team, proposer('bargain', 1, 0.5)], { ...normal, score: 0.8 })).toEqual([
      'bargain',
      'cheapest_able',
    ])
  })

  test('[ROUTE-1] the one with the highest threshold where none covers it, and nobody where none is active', () => {
    expect(chosen(team, { ...normal, score: 0.95 })).toEqual(['large', 'highest_threshold'])
    expect(chosen([], normal)).toBe('no_active_proposer')
    expect(chosen([{ ...small, active: false }], normal)).toBe('no_active_proposer')
  })

  test('[ROUTE-3] the strongest for hard-stop keywords, however easy the order looks', () => {
    expect(chosen(team, { ...normal, strongest: true })).toEqual(['large', 'hard_stop'])
  })

  test('[WOBUG-18] by what the budget allows: warning, only the cheapest, nothing', () => {
    const budget = OrderBudget.parse({})
    expect(
      [0, 19.99, 20, 49.99, 50, 99.99, 100, NaN].map((usd) => budgetState(usd, budget)),
    ).toEqual(
      'normal normal warning warning hard_cap_exceeded hard_cap_exceeded emergency_kill emergency_kill'.split(
        ' ',
      ),
    )
    const asked = { ...normal, score: 0.8 }
    expect(chooseProposer(team, { ...asked, budget: 'warning' })).toMatchObject({
      proposer: { name: 'large' },
      warning: true,
    })
    expect(chosen(team, { ...asked, budget: 'hard_cap_exceeded' })).toEqual([
      'small',
      'hard_cap_exceeded',
    ])
    expect(chosen(team, { ...asked, budget: 'emergency_kill' })).toBe('emergency_kill')
    const both = { ...asked, strongest: true, budget: 'hard_cap_exceeded' } as const
    expect(chosen(team, both)).toBe('hard_stop_above_hard_cap')
    expect(chosen([large], both)).toEqual(['large', 'hard_cap_exceeded'])
  })

  test('[ROUTE-1] the same for the same proposers in any order, never an inactive one, never a dearer able one', () => {
    const anyone = fc.record({
      name: fc.string({ minLength: 1, maxLength: 3 }),
      agent: fc.constant('a'),
      complexity_threshold: fc.constantFrom(0, 0.2, 0.5, 0.9, 1),
      cost: fc.constantFrom(0, 1, 2),
      active: fc.boolean(),
    })
    const list = fc.uniqueArray(anyone, { selector: ({ name }) => name, maxLength: 6 })
    const asked = fc.record({
      score: fc.constantFrom(0, 0.2, 0.4, 0.9, 1),
      strongest: fc.boolean(),
      budget: fc.constantFrom('normal', 'warning', 'hard_cap_exceeded', 'emergency_kill'),
    })
    fc.assert(
      fc.property(list, asked, (proposers, one) => {
        const route = chooseProposer(proposers, one)
        expect(chooseProposer(proposers.toReversed(), one)).toEqual(route)
        if (route.type === 'stopped') return
        expect(route.proposer.active).toBe(true)
        if (route.reason !== 'cheapest_able') return
        const able = proposers.filter(
          (each) => each.active && each.complexity_threshold >= one.score,
        )
        expect(route.proposer.cost).toBe(Math.min(...able.map(({ cost }) => cost)))
      }),
    )
  })

  test('[WO-12] after a failure: the same again, then a stronger one, then a person', () => {
    expect(nextTry({ attempt: 1, proposer: 'small' }, team)).toEqual({
      type: 'retry',
      proposer: 'small',
      change: 'same',
    })
    expect(nextTry({ attempt: 2, proposer: 'small' }, team)).toEqual({
      type: 'retry',
      proposer: 'middle',
      change: 'stronger',
    })
    expect(nextTry({ attempt: 2, proposer: 'large' }, team)).toMatchObject({ proposer: 'large' })
    for (const attempt of [3, 4, 99])
      expect(nextTry({ attempt, proposer: 'small' }, team)).toEqual({ type: 'escalate' })
  })
})

describe('a trial of a threshold', () => {
  const begun: ThresholdExperiment = {
    proposer_name: small.name,
    current_threshold: small.complexity_threshold,
    experimental_threshold: 0.4,
    attempts_count: 0,
    success_count: 0,
    status: 'running',
  }
  const after = (success_count: number, attempts_count: number) =>
    trialVerdict({ ...begun, success_count, attempts_count }, ThresholdTrial.parse({}))
  const trusted = (score: number, trial: ThresholdExperiment = begun) =>
    onTrial([small, middle], [trial], score).map((each) => each.complexity_threshold)

  test('is given orders between both thresholds and needs thirty of them', () => {
    const [usual, other] = [small.complexity_threshold, middle.complexity_threshold]
    expect([0.3, 0.301, 0.4, 0.401].map((score) => trusted(score))).toEqual([
      [usual, other],
      [0.4, other],
      [0.4, other],
      [usual, other],
    ])
    expect(after(29, 29)).toEqual({ type: 'running', left: 1 })
    expect(after(21, 30)).toEqual({ type: 'ask-a-person', success_rate: 0.7 })
    expect(after(20, 30)).toEqual({ type: 'reject', success_rate: 0.667 })
  })

  test('[ROUTE-11] raises a threshold only when a person agrees', () => {
    expect(after(30, 30)).toEqual({ type: 'ask-a-person', success_rate: 1 })
    for (const status of ['paused', 'rejected'] as const)
      expect(trusted(0.35, { ...begun, status })[0]).toBe(small.complexity_threshold)
  })
})

describe('the configuration', () => {
  test('has a default for everything and refuses what cannot be', () => {
    expect(RoutingConfig.parse({}).budget).toEqual({
      soft_usd: 20,
      hard_usd: 50,
      emergency_usd: 100,
    })
    const issue = (value: unknown) => {
      const read = RoutingConfig.safeParse(value)
      return read.success
        ? 'fine'
        : `${read.error.issues[0]?.path.join('.')}: ${read.error.issues[0]?.message}`
    }
    expect(issue({ proposers: [small, { ...small, cost: 2 }] })).toContain('proposers.1.name')
    expect(issue({ proposers: [{ ...small, complexity_threshold: 1.5 }] })).toContain('from 0 to 1')
    expect(issue({ weights: { codeComplexity: 0.3 } })).toContain('must add up to 1')
    expect(issue({ weights: { codeComplexity: 0.4, reasoningDepth: 0.05 } })).toContain(
      '0.05 to 0.3',
    )
    expect(issue({ weights: { codeComplexity: 0.25, reasoningDepth: 0.05 } })).toBe('fine')
    expect(issue({ budget: { soft_usd: 60 } })).toContain('must rise')
    expect(issue({ trial: { min_attempts: 29 } })).toContain('at least 30')
    expect(issue({ unknown: 1 })).not.toBe('fine')
  })
})
