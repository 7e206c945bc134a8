import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Lesson, LessonOutcome } from '../model/lesson.ts'
import { chanceFrom } from './chance.ts'
import { decisionsOf } from './decisions.ts'
import { factor } from './evidence.ts'
import { type Ledger, type LedgerEntry, newLedger, record } from './ledger.ts'
import { planOrder } from './plan-order.ts'
import { policy } from './policy.ts'
import { ours } from './simulation/method-ours.ts'
import { runWorld } from './simulation/run-world.ts'
import { makeWorld } from './simulation/world.ts'
import { standingsOf } from './standings.ts'

const lesson = (more: Partial<Lesson> = {}): Lesson => ({
  id: 'L',
  version: 1,
  errorCode: 'TS2304',
  text: 'Import before use.',
  tokens: 20,
  state: 'candidate',
  ...more,
})
const outcome = (more: Partial<LessonOutcome> = {}): LessonOutcome => ({
  lessonId: 'L',
  version: 1,
  workOrderId: 'wo',
  shortlisted: true,
  probability: 0.5,
  on: true,
  stratum: 's',
  targetFailed: false,
  guardrailFailed: false,
  proposer: 'p',
  model: 'm1',
  promptHash: 'h',
  toolVersion: 't',
  at: '2026-01-01T00:00:00Z',
  iteration: 1,
  ...more,
})
const ledgerOf = (entries: readonly LedgerEntry[]): Ledger => {
  const ledger = newLedger(policy, 'salt')
  for (const entry of entries) expect(record(ledger, entry)).toMatchObject({ ok: true })
  return ledger
}
const told = (ledger: Ledger) => JSON.stringify([standingsOf(ledger), decisionsOf(ledger)])
const only = (ledger: Ledger) => standingsOf(ledger)[0]!

/** Work orders with real effects; every second has the lesson. */
function trial(
  count: number,
  rates: { on: number; off: number; guardrailOn?: number },
  more: Partial<LessonOutcome> = {},
): readonly LedgerEntry[] {
  const chance = chanceFrom('trial', count)
  return Array.from({ length: count }, (_, at) => {
    const on = at % 2 === 0
    const guardrail = on ? (rates.guardrailOn ?? 0.2) : 0.2
    return {
      type: 'outcome',
      outcome: outcome({
        workOrderId: `wo-${at}`,
        on,
        stratum: `s${at % 3}`,
        targetFailed: chance.uniform() < (on ? rates.on : rates.off),
        guardrailFailed: chance.uniform() < guardrail,
        iteration: Math.floor(at / 15),
        ...more,
      }),
    }
  })
}
const admitted = (more: Partial<Lesson> = {}): LedgerEntry => ({
  type: 'lesson',
  lesson: lesson(more),
})
const moved = (event: Extract<LedgerEntry, { type: 'moved' }>['event']): LedgerEntry => ({
  type: 'moved',
  lessonId: 'L',
  version: 1,
  event,
})

describe('the ledger of lessons', () => {
  test('[LEDGER-1] read again gives every assignment and every verdict byte for byte', () => {
    const world = makeWorld('main', 3, 1_200)
    const log: LedgerEntry[] = []
    const live = ours(world, { onEntry: (entry) => log.push(entry) })
    runWorld(world, live)
    const again = newLedger(policy, `world-${world.seed}`)
    const whole = newLedger(policy, `world-${world.seed}`)
    for (const entry of log) record(whole, entry)
    let compared = 0
    let order = ''
    for (const [at, entry] of log.entries()) {
      if (entry.type === 'outcome' && entry.outcome.workOrderId !== order) {
        order = entry.outcome.workOrderId
        const rest = log
          .slice(at, at + 60)
          .flatMap((each) =>
            each.type === 'outcome' && each.outcome.workOrderId === order ? [each.outcome] : [],
          )
        const planned = planOrder(again, {
          workOrderId: order,
          setting: entry.outcome,
          eligible: rest.map(({ lessonId, version }) => ({ lessonId, version })),
        })
        const logged = rest.map(({ lessonId, version, shortlisted, probability, on }) => ({
          lessonId,
          version,
          shortlisted,
          probability,
          on,
        }))
        expect(JSON.stringify(planned)).toBe(JSON.stringify(logged))
        compared += planned.filter(({ shortlisted }) => shortlisted).length
      }
      record(again, entry)
    }
    expect(compared).toBeGreaterThan(3_000)
    expect(log.some(({ type }) => type === 'moved')).toBe(true)
    expect(told(again)).toBe(told(whole))
    expect(JSON.stringify(standingsOf(again).map(({ verdict }) => verdict))).toContain(
      'inconclusive',
    )
  })

  const outcomes = fc.array(
    fc.record({
      on: fc.boolean(),
      shortlisted: fc.boolean(),
      probability: fc.constantFrom(0.2, 0.5, 0.63, 0.8, 0.92),
      targetFailed: fc.boolean(),
      guardrailFailed: fc.boolean(),
      stratum: fc.constantFrom('a', 'b', 'c'),
      model: fc.constantFrom('m1', 'm2'),
      iteration: fc.nat(5),
    }),
    { maxLength: 60 },
  )

  test('is the same whether it was looked at on the way or not', () => {
    fc.assert(
      fc.property(outcomes, fc.nat(60), (all, cut) => {
        const entries: readonly LedgerEntry[] = [
          admitted(),
          ...all.map((each): LedgerEntry => ({
            type: 'outcome',
            outcome: outcome({ ...each, on: each.on && each.shortlisted }),
          })),
        ]
        const looked = newLedger(policy, 'salt')
        entries.forEach((entry, at) => {
          record(looked, entry)
          if (at === cut) {
            told(looked)
            planOrder(looked, {
              workOrderId: 'x',
              setting: outcome(),
              eligible: [{ lessonId: 'L', version: 1 }],
            })
          }
        })
        expect(told(looked)).toBe(told(ledgerOf(entries)))
      }),
    )
  })

  test('says why an entry cannot be taken, and takes nothing of it', () => {
    const ledger = ledgerOf([admitted()])
    const before = told(ledger)
    const wrong: readonly (readonly [LedgerEntry, string])[] = [
      [{ type: 'outcome', outcome: outcome({ lessonId: 'X' }) }, 'lesson X version 1 is not known'],
      [{ type: 'outcome', outcome: outcome({ version: 2 }) }, 'lesson L version 2 is not known'],
      [{ type: 'outcome', outcome: outcome({ probability: 1 }) }, 'probability is 1'],
      [{ type: 'outcome', outcome: outcome({ probability: Number.NaN }) }, 'probability is NaN'],
      [admitted(), 'already known'],
      [moved('approve'), 'cannot be told to approve'],
    ]
    for (const [entry, why] of wrong) {
      const answer = record(ledger, entry)
      expect(!answer.ok && answer.error).toContain(why)
    }
    expect(told(ledger)).toBe(before)
  })

  test('compares with a rate of earlier work orders only', () => {
    for (const targetFailed of [true, false]) {
      const ledger = ledgerOf([admitted(), { type: 'outcome', outcome: outcome({ targetFailed }) }])
      const first = factor({ failed: targetFailed, on: true, probability: 0.5 }, 0.2, -0.3)
      const { products } = [...ledger.lessons.values()][0]!.tally.evidence.benefit
      expect(products[0]).toBeCloseTo(Math.log(first), 12)
    }
  })

  test('counts a work order off the shortlist for the rate, never for the comparison', () => {
    const off = { shortlisted: false, probability: 0, on: false, targetFailed: true }
    const ledger = ledgerOf([
      admitted(),
      ...Array.from({ length: 40 }, (_, at): LedgerEntry => ({
        type: 'outcome',
        outcome: outcome({ ...off, workOrderId: `wo-${at}` }),
      })),
    ])
    const standing = only(ledger)
    expect(standing).toMatchObject({ eligible: 40, shortlisted: 0 })
    expect(standing.evidence.benefit).toBe(0)
    expect(standing.target.without.count).toBe(0)
    expect(ledger.tested).toBe(0)
    record(ledger, { type: 'outcome', outcome: outcome({ targetFailed: true }) })
    const { products } = [...ledger.lessons.values()][0]!.tally.evidence.benefit
    const untold = Math.log(factor({ failed: true, on: true, probability: 0.5 }, 0.2, -0.3))
    expect(Math.abs(products[0]! - untold)).toBeGreaterThan(0.01)
    expect(ledger.tested).toBe(1)
  })

  const promoted = [admitted({ state: 'supported' }), moved('approve')]
  const plan = (ledger: Ledger, model: string) =>
    planOrder(ledger, {
      workOrderId: 'next',
      setting: outcome({ model }),
      eligible: [{ lessonId: 'L', version: 1 }],
    })[0]

  test('[LEDGER-6] tries a promoted lesson again when the model, the prompt or a tool is new', () => {
    const start = [...promoted, ...trial(20, { on: 0.1, off: 0.3 })]
    const quiet = ledgerOf(start)
    expect(only(quiet).rerandomised).toBe(false)
    expect(plan(quiet, 'm1')?.probability).toBe(0.92)
    // the first work order with the new model is on trial already
    expect(plan(quiet, 'm2')?.probability).toBe(0.5)
    for (const change of [{ model: 'm2' }, { promptHash: 'h2' }, { toolVersion: 't2' }]) {
      const changed = ledgerOf([...start, { type: 'outcome', outcome: outcome(change) }])
      expect(only(changed).rerandomised).toBe(true)
      expect(plan(changed, 'm1')?.probability).toBe(0.5)
    }
    const other = ledgerOf([
      ...start,
      { type: 'outcome', outcome: outcome({ proposer: 'new', model: 'x' }) },
    ])
    expect(only(other).rerandomised).toBe(false)
  })

  const due = (entries: readonly LedgerEntry[]) =>
    decisionsOf(ledgerOf(entries)).map(({ event }) => event)

  test('confirms a lesson on trial again when it helps, and demotes it when it harms or shows nothing', () => {
    const changed = [
      ...promoted,
      ...trial(2, { on: 0, off: 0 }),
      ...trial(1, { on: 0, off: 0 }, { model: 'm2' }),
    ]
    const now = { model: 'm2' }
    expect(due([...changed, ...trial(300, { on: 0.1, off: 0.4 }, now)])).toEqual(['confirm'])
    expect(due([...changed, ...trial(300, { on: 0.45, off: 0.2 }, now)])).toEqual(['demote'])
    expect(due([...changed, ...trial(450, { on: 0.2, off: 0.2 }, now)])).toEqual(['demote'])
    expect(due([...changed, ...trial(100, { on: 0.2, off: 0.2 }, now)])).toEqual([])
  })

  test('starts a rewritten text with new evidence and a small part of the old belief', () => {
    const ledger = ledgerOf([
      admitted(),
      ...trial(600, { on: 0.1, off: 0.4 }),
      moved('supersede'),
      admitted({ version: 2, text: 'Import names before their use.' }),
    ])
    const [old, fresh] = standingsOf(ledger)
    expect(old!.evidence.benefit).toBeGreaterThan(Math.log(20))
    expect(fresh).toMatchObject({ version: 2, shortlisted: 0, evidence: { benefit: 0, harm: 0 } })
    expect(fresh!.target.mean).toBeLessThan(-0.1)
    expect(fresh!.target.deviation).toBeGreaterThan(old!.target.deviation * 1.3)
    expect(fresh!.verdict.type).toBe('inconclusive')
  })

  test('decides by rule on support, harm and futility, and asks a person for a promotion', () => {
    expect(due([admitted(), ...trial(300, { on: 0.1, off: 0.4 })])).toEqual(['support'])
    expect(due([admitted(), ...trial(300, { on: 0.4, off: 0.1 })])).toEqual(['find-harmful'])
    expect(due([admitted(), ...trial(600, { on: 0.2, off: 0.2, guardrailOn: 0.5 })])).toEqual([
      'find-harmful',
    ])
    expect(due([admitted(), ...trial(3_000, { on: 0.205, off: 0.2 })])).toEqual(['find-futile'])
    const ready = ledgerOf([
      admitted(),
      ...trial(900, { on: 0.1, off: 0.4, guardrailOn: 0.1 }),
      moved('support'),
    ])
    expect(decisionsOf(ready)).toMatchObject([{ event: 'approve', needsPerson: true }])
  })

  test('decides nothing while the coins do not fall as logged', () => {
    const always = trial(300, { on: 0.1, off: 0.4 }).map((entry): LedgerEntry =>
      entry.type === 'outcome'
        ? { ...entry, outcome: { ...entry.outcome, probability: 0.8 } }
        : entry,
    )
    const ledger = ledgerOf([admitted(), ...always])
    expect(only(ledger).verdict.type).toBe('blocked')
    expect(only(ledger).evidence.most.benefit).toBeGreaterThan(Math.log(20))
    expect(decisionsOf(ledger)).toEqual([])
  })

  test('asks again after a person declined only when the evidence has grown by as much once more', () => {
    const start = [
      admitted(),
      ...trial(150, { on: 0.1, off: 0.4 }),
      moved('support'),
      moved('decline'),
    ]
    expect(due(start)).toEqual([])
    expect(due([...start, ...trial(300, { on: 0.1, off: 0.4 })])).toEqual(['support'])
  })

  test('[LEDGER-12] demotes a promoted lesson that turned harmful, by its holdout alone', () => {
    const turned = trial(4_000, { on: 0.45, off: 0.25 }, { probability: 0.92 }).map(
      (entry, at): LedgerEntry =>
        entry.type === 'outcome'
          ? {
              ...entry,
              outcome: {
                ...entry.outcome,
                on: at % 12 !== 0,
                targetFailed: (at * 0.618_033_988_7) % 1 < (at % 12 === 0 ? 0.25 : 0.45),
              },
            }
          : entry,
    )
    expect(due([...promoted, ...turned])).toEqual(['demote'])
    const sound = turned.map((entry, at): LedgerEntry =>
      entry.type === 'outcome'
        ? {
            ...entry,
            outcome: {
              ...entry.outcome,
              targetFailed: (at * 0.618_033_988_7) % 1 < (at % 12 === 0 ? 0.25 : 0.12),
            },
          }
        : entry,
    )
    expect(due([...promoted, ...sound])).toEqual([])
  })

  test('demotes a promoted lesson that harms the whole, but not for one lucky streak', () => {
    const level = (entries: readonly LedgerEntry[]) =>
      only(ledgerOf(entries)).recent.most.guardrailHarm
    const all = trial(160, { on: 0.1, off: 0.3, guardrailOn: 0.42 })
    const between = all.flatMap((_, end) => {
      const entries = [...promoted, ...all.slice(0, end)]
      const log = level(entries)
      return log >= Math.log(policy.bar) && log < Math.log(policy.promotedBar) ? [due(entries)] : []
    })
    expect(between.length).toBeGreaterThan(3)
    expect(between.flat()).toEqual([])
    expect(due([...promoted, ...trial(600, { on: 0.1, off: 0.3, guardrailOn: 0.5 })])).toEqual([
      'demote',
    ])
  })

  test('restarts a demoted lesson as a candidate whose evidence begins anew', () => {
    const ledger = ledgerOf([
      ...promoted,
      ...trial(300, { on: 0.45, off: 0.2 }),
      moved('demote'),
      moved('restart'),
    ])
    expect(only(ledger)).toMatchObject({
      state: 'candidate',
      shortlisted: 0,
      evidence: { harm: 0 },
    })
    expect(decisionsOf(ledger)).toEqual([])
  })
})
