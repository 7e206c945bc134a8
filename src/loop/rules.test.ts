import { describe, expect, test } from 'vitest'
import { nothingSpent } from '../model/caps.ts'
import { capReached, openLedger } from './budget.ts'
import { reaches, score } from './score.ts'
import { countStagnation, stagnates } from './stagnation.ts'
import { firstStop } from './stop.ts'

const weighed = (...pairs: readonly (readonly [number, 'pass' | 'fail' | 'warn' | 'na'])[]) =>
  pairs.map(([weight, verdict]) => ({ rule: { weight }, verdict }))

describe('a score', () => {
  test('[SCORE-1] is the passed weight over the active weight', () => {
    expect(score(weighed([2, 'pass'], [2, 'pass'], [1, 'fail']))).toBe(0.8)
  })
  test('[SCORE-1] is 1 when nothing is weighed', () => {
    expect(score([])).toBe(1)
    expect(score(weighed([0, 'fail'], [2, 'na']))).toBe(1)
  })
  test('[SCORE-3] reaches a threshold despite the error of floats, and not otherwise', () => {
    expect(reaches(0.1 + 0.7, 0.8)).toBe(true)
    expect(reaches(0.7999, 0.8)).toBe(false)
  })
})

describe('stagnation', () => {
  test('[SCORE-3] 4.10: 0.80 to 0.82 is progress, though floats say 0.0199999', () => {
    expect(0.82 - 0.8).toBeLessThan(0.02)
    expect(stagnates(0.8, 0.82)).toBe(false)
    expect(stagnates(0.8, 0.81)).toBe(true)
    expect(stagnates(0.8, 0.5)).toBe(true)
  })
  test('[STAGNATION-2] counts in a row, starts at the second score, and clears with progress', () => {
    expect(countStagnation({ count: 5, lastScore: null }, 0.1, true)).toBe(0)
    expect(countStagnation({ count: 1, lastScore: 0.5 }, 0.5, true)).toBe(2)
    expect(countStagnation({ count: 1, lastScore: 0.5 }, 0.5, false)).toBe(1)
    expect(countStagnation({ count: 1, lastScore: 0.5 }, 0.9, true)).toBe(0)
  })
})

test('[STOP-1] the first stop rule that holds is the reason', () => {
  const rules = [
    { reason: 'done', holds: (n: number) => n > 10 },
    { reason: 'limit', holds: (n: number) => n > 5 },
  ] as const
  expect(firstStop(rules, 11)).toBe('done')
  expect(firstStop(rules, 7)).toBe('limit')
  expect(firstStop(rules, 1)).toBeNull()
})

describe('a budget', () => {
  const caps = { iterations: 4, wall_time_s: 10, tokens: 100, cost_usd: 1 } as const
  test('[CAP-1] is used up at its cap, and never when it says unlimited', () => {
    expect(capReached(caps, { ...nothingSpent, activeMs: 9_999 })).toBeNull()
    expect(capReached(caps, { ...nothingSpent, activeMs: 10_000 })).toBe('wall_time_s')
    expect(
      capReached({ ...caps, tokens: 'unlimited' }, { ...nothingSpent, tokens: 1e9 }),
    ).toBeNull()
  })
  test('[CAP-2] reserves before a call, so that two calls at once cannot pass it together', () => {
    const ledger = openLedger(caps, nothingSpent)
    expect(ledger.reserve({ tokens: 60, costUsd: 0 }).ok).toBe(true)
    expect(ledger.reserve({ tokens: 60, costUsd: 0 })).toEqual({ ok: false, error: 'tokens' })
    ledger.settle({ tokens: 60, costUsd: 0 }, { tokens: 10, costUsd: 0 })
    expect(ledger.reserve({ tokens: 60, costUsd: 0 }).ok).toBe(true)
    expect(ledger.reserve({ tokens: 0, costUsd: 2 })).toEqual({ ok: false, error: 'cost_usd' })
  })
})
