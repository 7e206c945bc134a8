import { describe, expect, test } from 'vitest'
import { LessonState } from '../model/lesson.ts'
import { promotionMisses } from './decisions.ts'
import { type LessonEvent, move } from './life-cycle.ts'
import { policy } from './policy.ts'
import type { Effect, Standing } from './standing.ts'
import { verdictOf } from './verdict.ts'

const events: readonly LessonEvent[] = [
  'accept',
  'reject',
  'start',
  'support',
  'approve',
  'decline',
  'find-harmful',
  'find-futile',
  'demote',
  'confirm',
  'restart',
  'graduate',
  'retire',
  'supersede',
]

const walk = (...path: readonly LessonEvent[]) =>
  path.reduce<string>((state, event) => {
    const next = move(LessonState.parse(state), event)
    return next.ok ? next.value : `refused: ${next.error}`
  }, 'proposed')

describe('the life of a lesson', () => {
  test('goes from proposed over candidate and supported to promoted', () => {
    expect(walk('accept', 'start', 'support', 'approve')).toBe('promoted')
    expect(walk('accept', 'start', 'support', 'approve', 'demote')).toBe('demoted')
    expect(walk('accept', 'start', 'support', 'approve', 'graduate')).toBe('graduated')
    expect(walk('reject')).toBe('rejected')
    expect(walk('accept', 'start', 'find-harmful')).toBe('retired-harmful')
    expect(walk('accept', 'start', 'find-futile')).toBe('retired-futile')
    expect(walk('accept', 'start', 'support', 'decline')).toBe('candidate')
  })

  test('[LIFE-2] reaches promoted through supported and an approval only', () => {
    const into = LessonState.options.flatMap((state) =>
      events.flatMap((event) => {
        const next = move(state, event)
        return next.ok && next.value === 'promoted' && state !== 'promoted' ? [[state, event]] : []
      }),
    )
    expect(into).toEqual([['supported', 'approve']])
  })

  test('has ends that nothing leaves, and every state can be reached', () => {
    const ends = LessonState.options.filter((state) =>
      events.every((event) => !move(state, event).ok),
    )
    expect(ends.toSorted()).toEqual(
      [
        'graduated',
        'rejected',
        'retired',
        'retired-futile',
        'retired-harmful',
        'superseded',
      ].toSorted(),
    )
    const reached = new Set<string>(['proposed'])
    for (const _ of LessonState.options)
      for (const state of LessonState.options)
        for (const event of events) {
          const next = move(state, event)
          if (reached.has(state) && next.ok) reached.add(next.value)
        }
    expect(reached.size).toBe(LessonState.options.length)
  })

  test('refuses what cannot be in words', () => {
    const refused = move('candidate', 'approve')
    expect(refused).toMatchObject({ ok: false })
    expect(!refused.ok && refused.error).toContain('cannot be told to approve')
    expect(!refused.ok && refused.error).toContain('support')
  })
})

const effect = (mean: number, deviation: number, perArm = 200): Effect => ({
  with: { count: perArm, failed: Math.round(perArm * 0.1) },
  without: { count: perArm, failed: Math.round(perArm * 0.25) },
  measured: mean,
  variance: deviation ** 2,
  mean,
  deviation,
  interval: { low: mean - 2 * deviation, high: mean + 2 * deviation },
  relative: null,
})
const evidence = (benefit: number, harm = -2, guardrailHarm = -2) => ({
  benefit,
  harm,
  guardrailHarm,
  most: { benefit, harm, guardrailHarm },
})
const good: Standing = {
  lessonId: 'L',
  version: 1,
  state: 'supported',
  tokens: 100,
  rerandomised: false,
  eligible: 800,
  shortlisted: 400,
  iterations: 3,
  days: 1,
  evidence: evidence(Math.log(500)),
  recent: evidence(0),
  recentComparisons: 0,
  alwaysValidP: 0.002,
  target: effect(-0.12, 0.03),
  guardrail: effect(-0.03, 0.03),
  sampleRatio: { chance: 0.4, holds: true },
  drift: { level: 0, alarm: 'none' },
  verdict: { type: 'established' },
}

describe('a promotion', () => {
  test('[LIFE-5] needs every condition, each by itself', () => {
    expect(promotionMisses(good, policy)).toEqual([])
    const lacking: readonly Partial<Standing>[] = [
      { target: effect(-0.12, 0.03, 29) },
      { iterations: 2, days: 2 },
      { verdict: { type: 'supported', needsAbout: 100 } },
      { guardrail: effect(0, 0.03) },
      { tokens: policy.lessonTokens + 1 },
      { sampleRatio: { chance: 0.0001, holds: false } },
    ]
    for (const each of lacking)
      expect(promotionMisses({ ...good, ...each }, policy)).toHaveLength(1)
    expect(promotionMisses({ ...good, iterations: 1, days: 3 }, policy)).toEqual([])
  })

  test('may ask for the softer bar, where a team says so', () => {
    const supported: Standing = {
      ...good,
      evidence: evidence(Math.log(20)),
      verdict: { type: 'supported', needsAbout: 100 },
    }
    expect(promotionMisses(supported, policy)).toHaveLength(1)
    const soft = { ...policy, promotionBar: 'supported' } as const
    expect(promotionMisses(supported, soft)).toEqual([])
    expect(
      promotionMisses({ ...supported, evidence: evidence(Math.log(19.9)) }, soft),
    ).toHaveLength(1)
  })
})

describe('a verdict', () => {
  const known = {
    evidence: evidence(0),
    products: { benefit: [0, 0, 0, 0], harm: [0, 0, 0, 0] },
    sampleRatio: { chance: 0.5, holds: true },
    target: effect(-0.05, 0.05, 50),
    isEstablished: false,
    establishedBar: Math.log(400),
  }
  const of = (more: Partial<typeof known>) => verdictOf({ ...known, ...more }, policy)

  test('[LIFE-7] is "inconclusive" with about how many more are needed, and never nothing', () => {
    const verdict = of({})
    expect(verdict.type).toBe('inconclusive')
    expect(verdict.type === 'inconclusive' && verdict.needsAbout! > 10).toBe(true)
    const nothing = {
      ...effect(0, 0.08, 0),
      with: { count: 0, failed: 0 },
      without: { count: 0, failed: 0 },
    }
    expect(of({ target: nothing })).toEqual({
      type: 'inconclusive',
      needsAbout: policy.futile.least,
    })
  })

  test('needs fewer more for a larger effect, and what it says is about right', () => {
    const needs = (mean: number, failed: readonly [number, number]) => {
      const target = {
        ...effect(mean, 0.05, 100),
        with: { count: 100, failed: failed[0] },
        without: { count: 100, failed: failed[1] },
      }
      const verdict = of({ target })
      return verdict.type === 'inconclusive' ? verdict.needsAbout! : Number.NaN
    }
    expect(needs(-0.25, [25, 50])).toBeLessThan(needs(-0.15, [15, 30]))
    expect(needs(-0.15, [15, 30])).toBeLessThan(needs(-0.1, [10, 20]))
    // the medians of long runs are 88, 176 and 290
    expect(needs(-0.25, [25, 50])).toBeGreaterThan(50)
    expect(needs(-0.25, [25, 50])).toBeLessThan(160)
    expect(needs(-0.15, [15, 30])).toBeGreaterThan(110)
    expect(needs(-0.15, [15, 30])).toBeLessThan(300)
  })

  test('puts a broken coin before all else, and harm before benefit', () => {
    const bar = Math.log(20)
    const broken = { chance: 0.0002, holds: false }
    expect(of({ sampleRatio: broken, evidence: evidence(9, 9, 9) })).toEqual({
      type: 'blocked',
      chance: 0.0002,
    })
    expect(of({ evidence: evidence(9, bar) })).toEqual({ type: 'harmful', on: 'target' })
    expect(of({ evidence: evidence(9, 0, bar) })).toEqual({ type: 'harmful', on: 'guardrail' })
    expect(of({ evidence: evidence(9), isEstablished: true })).toEqual({ type: 'established' })
    expect(of({ evidence: evidence(bar - 0.01), isEstablished: true }).type).toBe('inconclusive')
    expect(of({ evidence: evidence(bar) }).type).toBe('supported')
    expect(of({ evidence: evidence(bar - 0.01) }).type).toBe('inconclusive')
  })

  test('is "futile" after four hundred that leave less than one chance in ten for two points', () => {
    expect(of({ target: effect(0.01, 0.02, 200) }).type).toBe('futile')
    expect(of({ target: effect(0.01, 0.02, 199) }).type).toBe('inconclusive')
    expect(of({ target: effect(-0.01, 0.02, 200) }).type).toBe('inconclusive')
  })
})
