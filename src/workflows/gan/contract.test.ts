import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type ContractItem,
  implicitItems,
  isRegressionOnly,
  joined,
  nextChecklist,
  Proposal,
  proposalProblems,
  regressions,
  SprintContract,
  statusOf,
  withoutScore,
} from './contract.ts'
import { dimensions } from './inputs/rubrics.ts'
import { rulesOf, unknownRules } from './item-rules.ts'
import { anItem, aProposal } from './sample-run.contract.ts'

const ids = (items: readonly ContractItem[]) => items.map(({ id }) => id)
const own = (items: readonly ContractItem[]) => items.filter(({ implicit }) => !implicit)
const verdicts = (passed: readonly string[], failed: readonly string[]) => [
  ...passed.map((id) => ({ id, passed: true })),
  ...failed.map((id) => ({ id, passed: false })),
]

describe('what is implicit in every contract', () => {
  const first = joined(aProposal(), []).acceptance_checklist

  test('[GAN-11] 0.13: the must-pass conditions and the four rubrics stand in every contract as implicit clauses', () => {
    expect(first.filter(({ implicit }) => implicit)).toEqual(implicitItems)
    const rubrics = implicitItems.filter(({ rules }) => rules[0]?.startsWith('dimension:'))
    expect(rubrics.map(({ dimension }) => dimension)).toEqual(dimensions)
    expect(implicitItems.length - rubrics.length).toBe(5)
    for (const item of implicitItems) expect(unknownRules(item)).toEqual([])
  })

  test('[GAN-11] 0.13: nobody who proposes can change, drop, fake or duplicate what is implicit', () => {
    const [target] = implicitItems
    const meddled = aProposal([
      anItem('AC-01'),
      { ...target!, criterion: 'Copy may differ a little', rules: [] },
      anItem('AC-99', { implicit: true, criterion: 'A clause nobody agreed on' }),
    ])
    const whole = joined(meddled, []).acceptance_checklist
    expect(whole).toEqual([anItem('AC-01'), ...implicitItems])
    expect(joined(meddled, whole).acceptance_checklist.filter(({ implicit }) => implicit)).toEqual(
      implicitItems,
    )
  })

  test('[GAN-11] 0.13: an implicit clause is decided by what must pass alone, an agreed item by every rule it names', () => {
    const implicit = implicitItems.find(({ rules }) => rules.includes('accessibility'))!
    const agreed = anItem('AC-01', { rules: implicit.rules })
    expect(rulesOf(implicit).size).toBeGreaterThan(0)
    expect(rulesOf(implicit).size).toBeLessThan(rulesOf(agreed).size)
  })
})

describe('the contract of the next sprint', () => {
  const before = joined(
    aProposal([
      anItem('AC-01', { status: 'pending', score: 1, rubric_anchor: 1, evidence: 'seen' }),
      anItem('AC-02'),
    ]),
    [],
  ).acceptance_checklist
  const next = nextChecklist(before, verdicts(['AC-01', 'AC-90'], ['AC-02']))

  test('0.17: failed items are refined, passed ones are carried for regressions only', () => {
    expect(own(next)).toMatchObject([
      { id: 'AC-01', status: 'passed', carry_forward: true },
      { id: 'AC-02', status: 'refined', carry_forward: false },
    ])
    expect(next.find(({ id }) => id === 'AC-90')).toMatchObject({ carry_forward: true })
  })

  test('0.17: an item that was not judged has not passed', () => {
    expect(nextChecklist(before, []).every(({ status }) => status === 'refined')).toBe(true)
  })

  test('0.20: it says where a criterion stands, and nothing of what it scored or why', () => {
    for (const item of next) expect(item).toEqual(withoutScore(item))
    const scored = anItem('AC-02', { score: 1, rubric_anchor: 1, evidence: 'trust me' })
    const [refined] = own(joined(aProposal([scored]), next).acceptance_checklist).slice(1)
    expect(refined).toEqual(withoutScore(refined!))
  })

  test('0.17: a proposal sharpens what failed and adds what a gap revealed', () => {
    const sharper = anItem('AC-02', { criterion: 'The hero says what it costs', status: 'passed' })
    const whole = joined(aProposal([sharper, anItem('AC-03')]), next).acceptance_checklist
    expect(own(whole)).toMatchObject([
      { id: 'AC-01', status: 'passed', carry_forward: true },
      { id: 'AC-02', status: 'refined', criterion: 'The hero says what it costs' },
      { id: 'AC-03', status: 'new', carry_forward: false },
    ])
  })

  test('[GAN-11] 0.17: what passed cannot be rewritten, claimed as carried or smuggled in as passed', () => {
    const meddled = aProposal([
      anItem('AC-01', { criterion: 'Anything goes' }),
      anItem('AC-02', { carry_forward: true }),
      anItem('AC-03', { carry_forward: true, status: 'passed' }),
    ])
    expect(own(joined(meddled, next).acceptance_checklist)).toMatchObject([
      { id: 'AC-01', criterion: 'The promise of AC-01 is kept', carry_forward: true },
      { id: 'AC-02', status: 'refined', carry_forward: false },
      { id: 'AC-03', status: 'new', carry_forward: false },
    ])
    expect(
      own(joined(aProposal([anItem('AC-01', { carry_forward: true })]), []).acceptance_checklist),
    ).toMatchObject([{ id: 'AC-01', status: 'pending', carry_forward: false }])
  })

  test('[GAN-11] 0.17: what a proposal drops or renumbers stays in the contract under its own number', () => {
    expect(ids(own(joined(aProposal([anItem('AC-03')]), next).acceptance_checklist))).toEqual([
      'AC-01',
      'AC-02',
      'AC-03',
    ])
  })

  test('[GAN-11] 0.17: whatever is proposed, nothing agreed on is lost and every number stands once', () => {
    const item = fc
      .record({
        number: fc.integer({ min: 1, max: 89 }),
        implicit: fc.boolean(),
        carry_forward: fc.boolean(),
      })
      .map(({ number, ...rest }) => anItem(`AC-${String(number).padStart(2, '0')}`, rest))
    const list = fc.uniqueArray(item, { selector: ({ id }) => id, minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(list, list, fc.array(fc.boolean()), (one, other, passed) => {
        const start = joined(aProposal(one), []).acceptance_checklist
        const judged = start.map(({ id }, index) => ({ id, passed: passed[index] ?? false }))
        const checklist = nextChecklist(start, judged)
        const whole = joined(aProposal(other), checklist).acceptance_checklist
        expect(new Set(ids(whole)).size).toBe(whole.length)
        expect(ids(whole)).toEqual(expect.arrayContaining(ids(start)))
        for (const each of checklist.filter(({ carry_forward }) => carry_forward))
          expect(whole).toContainEqual(each)
      }),
      { numRuns: 100, seed: 20_260_101 },
    )
  })

  test('0.23: it is regression-only where all of it is carried, and never where it is empty', () => {
    expect(isRegressionOnly(nextChecklist(before, verdicts(ids(before), [])))).toBe(true)
    expect(isRegressionOnly(next)).toBe(false)
    expect(isRegressionOnly([])).toBe(false)
  })

  test('0.11: only a carried item that fails is a regression', () => {
    const judged = verdicts([], ['AC-01', 'AC-02'])
    expect(ids(regressions(next, judged))).toEqual(['AC-01'])
    expect(regressions(next, verdicts(['AC-01'], ['AC-02']))).toEqual([])
  })
})

describe('a proposal', () => {
  test.each([
    ['duplicates a number', aProposal([anItem('AC-01'), anItem('AC-01')]), 'AC-01 stands twice'],
    ['uses a reserved number', aProposal([anItem('AC-90')]), 'AC-90 is reserved'],
    ['uses a number behind the reserved ones', aProposal([anItem('AC-100')]), 'AC-100 is reserved'],
    [
      'promises nothing of its own',
      aProposal([anItem('AC-01', { implicit: true })]),
      'promises nothing of its own',
    ],
  ])('that %s is refused, told why', (_, proposal, why) => {
    expect(proposalProblems(proposal).join()).toContain(why)
  })

  test('with numbers of its own has no problem', () => {
    expect(proposalProblems(aProposal([anItem('AC-01'), anItem('AC-89')]))).toEqual([])
  })

  test.each([
    ['a number of another form', { acceptance_checklist: [{ ...anItem('AC-01'), id: '1' }] }],
    ['a dimension nobody knows', { priority_dimension: 'Beauty' }],
    [
      'a condition above 1',
      { pass_conditions: { ...aProposal().pass_conditions, Originality: 1.2 } },
    ],
    ['an empty criterion', { acceptance_checklist: [{ ...anItem('AC-01'), criterion: '  ' }] }],
    ['no item', { acceptance_checklist: [] }],
  ])('with %s breaks the schema', (_, changes) => {
    expect(Proposal.safeParse({ ...aProposal(), ...changes }).success).toBe(false)
  })
})

test.each([
  [1, 'passed'],
  [0.75, 'passed'],
  [0.74, 'refined'],
  [0.5, 'refined'],
  [0.49, 'failed'],
  [0, 'failed'],
])('a score of %d leaves an item %s', (score, status) => {
  expect(statusOf(score)).toBe(status)
})

test('[GAN-110] 0.18: a contract has every field of the published form, and may have more', () => {
  const published = {
    sprint_id: 'sprint-1',
    iteration: 1,
    priority_dimension: 'Design Quality',
    acceptance_checklist: [anItem('AC-01')],
    test_scenarios: [
      {
        id: 'TS-01',
        description: 'Mobile viewport renders without horizontal scroll',
        tool: 'Playwright',
        command: 'playwright test --viewport 375x667',
      },
    ],
    pass_conditions: {
      'Design Quality': 0.75,
      Originality: 0.7,
      Completeness: 0.8,
      Functionality: 0.75,
    },
    negotiation_history: [],
    created_at: '2026-01-01T00:00:00.000Z',
  }
  expect(SprintContract.parse(published)).toMatchObject(published)
  for (const field of Object.keys(published))
    expect(SprintContract.safeParse({ ...published, [field]: undefined }).success).toBe(false)
})

describe('rules of an item', () => {
  test('are named by id, by family or by dimension; a name that means none is told', () => {
    expect([...rulesOf(anItem('AC-01', { rules: ['copy/missing-section'] }))]).toEqual([
      'copy/missing-section',
    ])
    const family = rulesOf(anItem('AC-01', { rules: ['copy'] }))
    expect(family.size).toBeGreaterThan(1)
    expect([...family].every((id) => id.startsWith('copy/'))).toBe(true)
    expect(rulesOf(anItem('AC-01', { rules: ['dimension:Originality'] })).size).toBeGreaterThan(0)
    expect(
      unknownRules({ rules: ['copy', 'copy/nothing', 'dimension:Beauty', 'constructor'] }),
    ).toEqual(['copy/nothing', 'dimension:Beauty', 'constructor'])
  })
})
