import { describe, expect, test } from 'vitest'
import { chanceFrom } from '../learning/chance.ts'
import { type LedgerEntry, newLedger, record } from '../learning/ledger.ts'
import { policy } from '../learning/policy.ts'
import { driftSummaries } from '../learning/simulation/drift-summary.ts'
import { summarise } from '../learning/simulation/summary.ts'
import { simulateWorld } from '../learning/simulation/simulate.ts'
import { standingsOf } from '../learning/standings.ts'
import { traceOf } from '../learning/trace.ts'
import type { LessonOutcome } from '../model/lesson.ts'
import { lessonEvidenceAsJson, lessonEvidenceLines } from './lesson-evidence.ts'
import { lessonListLines } from './lesson-list.ts'
import { simulationAsJson, simulationMarkdown, simulationPretty } from './lesson-simulation.ts'
import { lessonSvg } from './lesson-svg.ts'
import { oddsOf, verdictWords } from './lesson-words.ts'

const plain = (_: unknown, text: string) => text

function outcomes(count: number, rates: { on: number; off: number }): readonly LessonOutcome[] {
  const chance = chanceFrom('view', count)
  return Array.from({ length: count }, (_, at) => {
    const on = at % 2 === 0
    return {
      lessonId: 'L7',
      version: 2,
      workOrderId: `wo-${at}`,
      shortlisted: true,
      probability: 0.5,
      on,
      stratum: 's',
      targetFailed: chance.uniform() < (on ? rates.on : rates.off),
      guardrailFailed: chance.uniform() < 0.2,
      proposer: 'p',
      model: 'm',
      promptHash: 'h',
      toolVersion: 't',
      at: '2026-01-01',
      iteration: at,
    }
  })
}

function evidence(all: readonly LessonOutcome[]) {
  const ledger = newLedger(policy, 'salt')
  const lesson = {
    id: 'L7',
    version: 2,
    errorCode: 'TS2304',
    text: 'Import before <use>.',
    tokens: 9,
    state: 'candidate',
  } as const
  const entries: readonly LedgerEntry[] = [
    { type: 'lesson', lesson },
    ...all.map((outcome): LedgerEntry => ({ type: 'outcome', outcome })),
  ]
  for (const entry of entries) record(ledger, entry)
  return {
    errorCode: 'TS2304',
    text: lesson.text,
    standing: standingsOf(ledger)[0]!,
    fields: {
      reductionRate: 0,
      rawReductionRate: -0.2,
      applicationsCount: 31,
      consecutiveIterationsActive: 2,
    },
    trace: traceOf(all, policy),
  }
}
const shown = (all: readonly LessonOutcome[]) =>
  lessonEvidenceLines(evidence(all), plain).join('\n')

describe('the evidence of a lesson', () => {
  test('[LVIEW-1] is told in words: the verdict first, what was tried, what it does, what is missing', () => {
    const text = shown(outcomes(400, { on: 0.1, off: 0.35 }))
    expect(text).toContain('L7 version 2 (TS2304) · candidate')
    expect(text).toContain('It helps. The evidence holds')
    expect(text).toContain('A coin gave it to 200 of those and kept it from 200')
    expect(text).toContain('Share of failures avoided')
    expect(text).toContain('What a promotion still needs')
    expect(text).toContain('the word of a person')
  })

  test('[LVIEW-2] says "inconclusive" and how many more, and what is not there yet', () => {
    const text = shown(outcomes(60, { on: 0.2, off: 0.22 }))
    expect(text).toMatch(/Inconclusive: .* about \d+ more comparisons are needed/)
    expect(shown([])).toContain('nothing to compare yet')
  })

  test('[LVIEW-3] shows the floors beside it, with a raw rate where the rate was held at 0', () => {
    const text = shown(outcomes(60, { on: 0.2, off: 0.2 }))
    expect(text).toContain('✗ reduction_rate 0.00 (raw -0.20), floor 0.70')
    expect(text).toContain('✓ applications_count 31, floor 30')
    expect(text).toContain('✗ consecutive_iterations_active 2, floor 3')
  })

  test('[LVIEW-4] plots evidence against the bar; in signs of every terminal where asked', () => {
    const lesson = evidence(outcomes(400, { on: 0.1, off: 0.35 }))
    const lines = lessonEvidenceLines(lesson, plain, { width: 76, plain: true })
    const bar = lines.findIndex((line) => line.includes('20 to 1 |'))
    expect(bar).toBeGreaterThan(0)
    // the benefit ends above the bar, the harm below it
    const highest = lines.findIndex((line) => /\|.*\*/.test(line))
    expect(highest).toBeLessThan(bar)
    expect(lines.slice(bar).some((line) => /\|.*o/.test(line))).toBe(true)
    const plotted = lines.slice(highest, bar + 8).join('')
    expect(plotted).toMatch(/^[ -~]+$/)
    expect(Math.max(...lines.slice(highest, bar + 8).map((line) => line.length))).toBeLessThan(90)
  })

  test('[LVIEW-5] is a picture that reads aloud and lets no text out of its place', () => {
    const { trace } = evidence(outcomes(300, { on: 0.1, off: 0.35 }))
    const svg = lessonSvg('<b>&"', trace, 20)
    expect(svg).toContain('&lt;b&gt;&amp;')
    expect(svg).not.toContain('<b>')
    expect(svg).toMatch(/<desc[^>]*>After 300 comparisons: that it helps/)
    expect(svg.match(/<polyline class="(benefit|harm|whole|effect)"/g)).toHaveLength(4)
    expect(svg).not.toMatch(/NaN|Infinity|undefined/)
    expect(lessonSvg('none', [], 20)).toContain('Nothing was compared yet')
  })

  test('[LVIEW-6] is one row of a table with the others', () => {
    const { standing } = evidence(outcomes(400, { on: 0.1, off: 0.35 }))
    const base = { errorCode: 'TS2304', text: 't', reductionRate: 0.71, applicationsCount: 200 }
    const lines = lessonListLines([
      { ...base, name: 'L7', state: 'candidate', standing },
      { ...base, name: 'L8', state: 'queued', standing: null },
    ])
    expect(lines[2]).toContain('200/200')
    expect(lines[2]).toContain('established')
    expect(lines[3]).toContain('queued')
    expect(lessonListLines([])).toEqual(['no lessons yet'])
  })

  test('[LVIEW-7] speaks of odds', () => {
    expect(oddsOf(Math.log(20))).toBe('20.0 to 1 for')
    expect(oddsOf(-Math.log(150))).toBe('150 to 1 against')
    expect(oddsOf(0)).toBe('1 to 1')
    expect(oddsOf(50)).toBe('more than 1,000,000 to 1 for')
    expect(verdictWords({ type: 'blocked', chance: 0.0004 })).toContain('0.0004')
    expect(JSON.stringify(lessonEvidenceAsJson(evidence([])))).toContain('"loopwright":1')
  })

  test('[LVIEW-8] follows the lesson comparison by comparison, and ends where the lesson stands', () => {
    const all = outcomes(700, { on: 0.2, off: 0.3 })
    const { standing, trace } = evidence(all)
    expect(trace.length).toBeLessThanOrEqual(201)
    expect(trace.at(-1)!.comparisons).toBe(700)
    expect(trace.at(-1)!.benefit).toBeCloseTo(standing.evidence.benefit / Math.LN10, 9)
    expect(trace.at(-1)!.effect).toBeCloseTo(standing.target.mean, 9)
  })
})

describe('the simulation', () => {
  test('[LVIEW-9] says that it is one, and shows every method in tables, a plot, Markdown and JSON', () => {
    const methods = ['none', 'ours', 'oracle'] as const
    const order = { kind: 'small-team', orders: 150, methods } as const
    const worlds = [1, 2].map((seed) => simulateWorld({ ...order, seed }))
    const drift = driftSummaries(1, 1)
    const report = {
      ...order,
      seed: 1,
      worlds: 2,
      methods: summarise(order.kind, worlds, methods),
      drift,
    }
    const text = simulationPretty(report, plain)
    expect(text).toContain('not field data')
    for (const method of methods)
      expect(text.split('\n').filter((line) => line.startsWith(method))).toHaveLength(3)
    expect(text).toContain(drift[0]!.scenario)
    expect(simulationMarkdown(report)).toContain('| oracle |')
    expect(simulationMarkdown(report)).toContain(`| ${drift[0]!.scenario} |`)
    expect(simulationAsJson(report)).toMatchObject({ loopwright: 1, world: 'small-team', seed: 1 })
    expect(text).not.toMatch(/NaN|undefined|Infinity/)
  })
})
