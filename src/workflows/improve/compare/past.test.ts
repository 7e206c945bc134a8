import { describe, expect, test } from 'vitest'
import type { ImprovementRow, IterationRow } from '../../../model/records-improvements.ts'
import type { Proposal } from '../events.ts'
import { rankedWithEvidence, recordedPast } from './past.ts'

const proposal = (cause: string, more: Partial<Proposal> = {}): Proposal => ({
  type: 'prompt_tuning',
  description: cause,
  cause,
  rationale: '',
  testing_plan: '',
  rollback_plan: '',
  expected_impact: '',
  risks: [],
  estimated_effort_minutes: 1,
  changes: [],
  lesson: null,
  undoes: null,
  ...more,
})

describe('proposals', () => {
  test('against what changes helped with before come first, and say what was measured', () => {
    const past = [
      { id: 'a', kind: 'test_coverage', differences: [1, 2, 1.5] },
      { id: 'b', kind: 'test_coverage', differences: [1.5] },
      { id: 'c', kind: 'readability', differences: [-1, -2] },
    ]
    const ranked = rankedWithEvidence(
      ['readability', 'architecture', 'test_coverage'].map((cause) => proposal(cause)),
      past,
    )
    expect(ranked.map(({ cause, evidence }) => [cause, evidence])).toEqual([
      [
        'test_coverage',
        'measured of 2 changes against test coverage: +1.5 points on average in 4 comparisons',
      ],
      ['architecture', 'nothing was measured of changes against architecture'],
      [
        'readability',
        'measured of 1 change against readability: -1.5 points on average in 2 comparisons',
      ],
    ])
  })

  test('that take something back go before all others', () => {
    const back = proposal('readability', { undoes: 'i1-1' })
    const past = [{ id: 'a', kind: 'test_coverage', differences: [3] }]
    expect(rankedWithEvidence([proposal('test_coverage'), back], past)[0]?.undoes).toBe('i1-1')
  })

  test('are ranked by other runs too: by pairs, or by the next score where they were applied alone', async () => {
    const row = (
      id: string,
      details: Record<string, unknown>,
      more: Partial<ImprovementRow> = {},
    ) =>
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that is looked at
      ({
        id,
        from_iteration_id: `from ${id}`,
        to_iteration_id: `to ${id}`,
        improvement_type: 'prompt_tuning',
        status: 'applied',
        proposal_details: { run: 'other', cause: 'test_fail', ...details },
        ...more,
      }) as unknown as ImprovementRow
    const rows = [
      row('alone', {}),
      row('proved', { differences: [0.5, 0.7] }, { status: 'rejected' }),
      row('own', { run: 'mine' }),
      row('easier', { easier: ['threshold falls'] }),
      row('one', {}, { from_iteration_id: 'same' }),
      row('two', {}, { from_iteration_id: 'same' }),
      row('after a rollback', { baseline: 'to alone' }),
    ]
    const iterations = rows.flatMap(({ from_iteration_id, to_iteration_id }) => [
      { id: from_iteration_id, overall_score: 5, human_quality_score: null },
      { id: to_iteration_id, overall_score: 7, human_quality_score: null },
    ])
    const past = await recordedPast(
      {
        improvements: async () => rows,
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that is looked at
        iterations: async () => iterations as unknown as readonly IterationRow[],
      },
      'mine',
    )
    expect(past).toEqual([
      { id: 'alone', kind: 'test_fail', differences: [2] },
      { id: 'proved', kind: 'test_fail', differences: [0.5, 0.7] },
      { id: 'after a rollback', kind: 'test_fail', differences: [0] },
    ])
  })
})
