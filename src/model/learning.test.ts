import { describe, expect, test } from 'vitest'
import { learn, type Learning, type Observation, statusFor } from './learning.ts'

const at = '2026-09-14T10:00:00Z'
const seen = (over: Partial<Observation> = {}): Observation => ({
  category: 'Design Quality',
  observation: 'the first page breaks contrast-text',
  critical: false,
  evidence: { project_id: 'landing', score_before: 0.5, score_after: 1, context: '' },
  ...over,
})
const times = (count: number, observation = seen()): readonly Learning[] =>
  Array.from({ length: count }).reduce<readonly Learning[]>(
    (known) => learn(known, [observation], at),
    [],
  )

describe('learnings', () => {
  test('what is seen 1, 3, 5 and 10 times is an observation, a heuristic, a rule, and sure', () => {
    expect([1, 2, 3, 4, 5, 9, 10].map((count) => times(count)[0]?.status)).toEqual([
      'observation',
      'observation',
      'heuristic',
      'heuristic',
      'rule',
      'rule',
      'high-confidence',
    ])
    expect(statusFor(10)).toBe('high-confidence')
    expect(times(4)).toHaveLength(1)
    expect(times(4)[0]?.evidence).toHaveLength(4)
  })

  test('one critical failure is an anti-pattern, and stays one', () => {
    const [once] = learn([], [seen({ critical: true })], at)
    expect(once?.status).toBe('anti-pattern')
    const [again] = learn(once === undefined ? [] : [once], [seen()], at)
    expect(again).toMatchObject({ status: 'anti-pattern', count: 2 })
  })

  test('confidence grows with evidence that agrees and halves in ninety days', () => {
    const [few, many] = [times(2)[0]?.confidence ?? 0, times(9)[0]?.confidence ?? 0]
    expect(many).toBeGreaterThan(few)
    const mixed = learn(
      times(4),
      [seen({ evidence: { ...seen().evidence, score_after: 0.2 } })],
      at,
    )
    expect(mixed[0]?.confidence).toBeLessThan(times(5)[0]?.confidence ?? 0)
  })

  test('numbers count up within a day, whatever else is known', () => {
    const two = learn(times(1), [seen({ observation: 'another' })], at)
    expect(two.map(({ id }) => id)).toEqual(['LEARN-20260914-001', 'LEARN-20260914-002'])
    const later = learn(two, [seen({ observation: 'a third' })], '2026-09-15T10:00:00Z')
    expect(later.at(-1)?.id).toBe('LEARN-20260915-001')
  })
})
