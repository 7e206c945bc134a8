import { describe, expect, test } from 'vitest'
import {
  decideLoop,
  isGoodEnough,
  overallOf,
  otherDimension,
  reduced,
  type LoopSettings,
  type Round,
  type Scores,
} from './loop-decision.ts'

const weights = { 'Design Quality': 0.3, Originality: 0.25, Completeness: 0.25, Functionality: 0.2 }
const settings: LoopSettings = {
  maxIterations: 5,
  passThreshold: 0.75,
  escalationAfter: 3,
  improvementThreshold: 0.05,
  strict: false,
}
const all = (score: number): Scores => ({
  'Design Quality': score,
  Originality: score,
  Completeness: score,
  Functionality: score,
})
const round = (over: Partial<Round> = {}): Round => {
  const scores = over.scores ?? all(0.5)
  const overall = over.overall ?? overallOf(scores, weights)
  return {
    iteration: 1,
    overall,
    scores,
    mustPassFailures: [],
    conditionsMet: true,
    confirmed: (over.iteration ?? 1) >= 2,
    history: [overall],
    escalated: false,
    ...over,
  }
}

describe('the loop decision', () => {
  test('[GAN-1] vector 11, 0.9: three quarters everywhere is a pass, whatever floats say', () => {
    expect(overallOf(all(0.75), weights)).toBeCloseTo(0.75, 12)
    expect(decideLoop(round({ scores: all(0.75) }), settings)).toEqual({ type: 'passed' })
  })

  test('[GAN-2] vector 11, 0.1: a must-pass failure fails whatever the score is', () => {
    const scores = { ...all(1), Functionality: 0.5 }
    const failing = round({ scores, mustPassFailures: ['accessibility score 79'] })
    expect(failing.overall).toBeGreaterThan(0.75)
    expect(isGoodEnough(failing, settings)).toBe(false)
    expect(decideLoop(failing, settings).type).toBe('iterate')
  })

  test('[GAN-3] vector 11, 0.2, 0.4: 0.60, 0.61, 0.62 open one gate at the third with both reasons', () => {
    const third = round({ iteration: 3, overall: 0.62, history: [0.6, 0.61, 0.62] })
    expect(decideLoop(third, settings)).toEqual({
      type: 'ask',
      reasons: ['stagnation', 'escalation'],
    })
    const second = round({ iteration: 2, overall: 0.61, history: [0.6, 0.61] })
    expect(decideLoop(second, settings)).toEqual({ type: 'iterate', switchDimension: true })
  })

  test('0.3: at the limit the gate names it first', () => {
    const last = round({ iteration: 5, overall: 0.62, history: [0.6, 0.61, 0.62], escalated: true })
    expect(decideLoop(last, settings)).toEqual({
      type: 'ask',
      reasons: ['max_iterations', 'stagnation'],
    })
  })

  test('[GAN-5] 0.1, 0.23: strict wants every dimension and a second iteration', () => {
    const strict = { ...settings, strict: true }
    const good = round({ scores: all(1), overall: 0.9 })
    expect(decideLoop(good, strict)).toEqual({ type: 'confirm' })
    const again = round({ iteration: 2, scores: all(1), overall: 0.9 })
    expect(decideLoop(again, strict)).toEqual({ type: 'passed' })
    const uneven = round({ iteration: 2, scores: { ...all(1), Originality: 0.5 } })
    expect(decideLoop(uneven, strict).type).toBe('iterate')
    expect(decideLoop(uneven, settings).type).toBe('passed')
  })

  test('[GAN-43] 0.2: a person is asked once at the escalation, and not again before the limit', () => {
    const third = round({ iteration: 3, overall: 0.7, history: [0.5, 0.6, 0.7] })
    expect(decideLoop(third, settings)).toEqual({ type: 'ask', reasons: ['escalation'] })
    const fourth = round({ iteration: 4, overall: 0.6, history: [0.4, 0.5, 0.6], escalated: true })
    expect(decideLoop(fourth, settings)).toEqual({ type: 'iterate', switchDimension: false })
  })

  test('0.4: a small gain moves the focus to the weakest other dimension', () => {
    expect(otherDimension({ ...all(0.75), Originality: 0.25 }, 'Design Quality')).toBe(
      'Originality',
    )
    expect(otherDimension({ ...all(0.75), Originality: 0.25 }, 'Originality')).toBe(
      'Design Quality',
    )
  })

  test('[GAN-8] 0.11: a regression costs its dimension one step, never below zero', () => {
    expect(
      reduced({ ...all(1), Completeness: 0 }, ['Functionality', 'Functionality', 'Completeness']),
    ).toEqual({
      ...all(1),
      Functionality: 0.75,
      Completeness: 0,
    })
  })
})
