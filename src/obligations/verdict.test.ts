import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Obligation } from '../model/obligation.ts'
import { decidedByPerson, exitOfVerdict, statusOf, verdictOf } from './verdict.ts'

const obligation = (given: Partial<Obligation> = {}): Obligation => ({
  id: 'task.1',
  statement: 'it is there',
  source: { kind: 'task', text: 'it is there' },
  weight: 'must',
  decided_by: 'check',
  status: 'met',
  reason: '',
  evidence: [{ text: 'line 1' }],
  ...given,
})

const anyObligation = fc.record({
  status: fc.constantFrom('met', 'unmet', 'undecided', 'not_applicable' as const),
  weight: fc.constantFrom('must', 'should' as const),
  hasEvidence: fc.boolean(),
  self_reported: fc.boolean(),
})
const many = fc.array(anyObligation, { maxLength: 8 }).map((all) =>
  all.map(({ hasEvidence, status, weight, self_reported }) =>
    obligation({
      status: status,
      weight: weight,
      self_reported,
      evidence: hasEvidence ? [{ text: 'x' }] : [],
    }),
  ),
)

describe('the verdict', () => {
  test('[VERDICT-1] law 12: one unmet must is never outvoted', () => {
    fc.assert(
      fc.property(many, (all) => {
        const list = [...all, obligation({ status: 'unmet' })]
        expect(verdictOf(list).verdict).toBe('not_accepted')
      }),
    )
  })

  test('[VERDICT-2] law 13: undecided is not met, and where nothing was decided nothing is accepted', () => {
    expect(verdictOf([]).verdict).toBe('undecided')
    expect(verdictOf([obligation({ status: 'not_applicable' })]).verdict).toBe('undecided')
    expect(verdictOf([obligation(), obligation({ status: 'undecided' })]).verdict).toBe('undecided')
    fc.assert(
      fc.property(many, (all) => {
        if (verdictOf(all).verdict !== 'accepted') return
        const musts = all.filter(
          ({ weight, status }) => weight === 'must' && status !== 'not_applicable',
        )
        expect(musts.length).toBeGreaterThan(0)
        expect(musts.every(({ status, evidence }) => status === 'met' && evidence.length > 0)).toBe(
          true,
        )
      }),
    )
  })

  test('[VERDICT-3] a must without evidence is undecided', () => {
    expect(statusOf(obligation({ evidence: [] }))).toBe('undecided')
  })

  test('[VERDICT-4] law 15: the producer decides no must of its own work unless a person allowed it', () => {
    const own = obligation({ self_reported: true })
    expect(verdictOf([own]).verdict).toBe('undecided')
    expect(verdictOf([own], { selfJudgement: true }).verdict).toBe('accepted')
    expect(statusOf({ ...own, status: 'unmet' })).toBe('unmet')
  })

  test('[VERDICT-5] a should changes no verdict', () => {
    expect(
      verdictOf([obligation(), obligation({ weight: 'should', status: 'unmet' })]).verdict,
    ).toBe('accepted')
  })

  test('[VERDICT-6] has an exit code of its own', () => {
    expect(exitOfVerdict).toEqual({ accepted: 0, not_accepted: 1, undecided: 3 })
  })
})

test('what a person decided names them and the version it counts for', () => {
  const open = { ...obligation({ status: 'undecided' }), subject: 'abcdef0123456789' }
  const decided = decidedByPerson(open, { isMet: true, by: 'ana', feedback: 'read it twice' })
  expect(decided).toMatchObject({ status: 'met', decided_by: 'person' })
  expect(decided.reason).toBe('decided by ana for abcdef01: read it twice')
  expect(verdictOf([decided]).verdict).toBe('accepted')
})
