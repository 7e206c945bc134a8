import { describe, expect, test } from 'vitest'
import { newLedger, record } from '../ledger.ts'
import { policy } from '../policy.ts'
import { standingsOf } from '../standings.ts'
import { driftTrial } from './drift-summary.ts'
import type { MethodName } from './method.ts'
import { ours } from './method-ours.ts'
import { runWorld } from './run-world.ts'
import { simulateWorld } from './simulate.ts'
import { median, summarise } from './summary.ts'
import { makeWorld, type WorldKind } from './world.ts'

type Run = {
  readonly kind?: WorldKind
  readonly orders: number
  readonly worlds: number
  readonly methods: readonly MethodName[]
}

/** The benchmark on a small budget: seeds from 1 on, as the command does it. */
function summary({ kind = 'main', orders, worlds, methods }: Run) {
  const results = Array.from({ length: worlds }, (_, at) =>
    simulateWorld({ kind, orders, seed: at + 1, methods: [...methods, 'oracle', 'seed-delta'] }),
  )
  const methodSummaries = summarise(kind, results, [...methods, 'oracle', 'seed-delta'])
  return (name: MethodName) => methodSummaries.find(({ method }) => method === name)!
}

let longRuns: ReturnType<typeof summary> | null = null
/** Long enough to promote lessons; looked at from several sides. */
const long = (name: MethodName) =>
  (longRuns ??= summary({
    orders: 2_500,
    worlds: 4,
    methods: ['none', 'ours', 'z-peek', 'ours-no-guardrail', 'ours-no-thompson'],
  }))(name)

describe('the simulated worlds', () => {
  test('depend on their seed only', () => {
    const order = { kind: 'main', orders: 200, seed: 5, methods: ['ours', 'z-peek'] } as const
    expect(JSON.stringify(simulateWorld(order))).toBe(JSON.stringify(simulateWorld(order)))
    const other = simulateWorld({ ...order, seed: 6 })
    expect(JSON.stringify(other)).not.toBe(JSON.stringify(simulateWorld(order)))
  })

  test('are the ones described: 40 lessons, 35.7 % not accepted without any, 18.5 % with perfect knowledge', () => {
    const { lessons, bloat } = makeWorld('main', 1, 100)
    const counts = Object.groupBy(lessons, ({ kind }) => kind)
    expect(Object.entries(counts).map(([kind, all]) => [kind, all.length])).toEqual([
      ['strong', 8],
      ['modest', 8],
      ['null', 14],
      ['harmful', 6],
      ['goodhart', 4],
    ])
    expect(bloat).toBe(0.06)
    for (const { types } of lessons) expect(types.filter(Boolean)).toHaveLength(2)
    expect(Math.abs(long('none').failures - 0.357)).toBeLessThan(0.015)
    expect(Math.abs(long('oracle').failures - 0.185)).toBeLessThan(0.015)
  })
})

// whole worlds take their time on a machine that is busy
describe('the rules for lessons', () => {
  test('[LSIM-3] have less regret than floors on deltas in at least 95 of 100 worlds of 1,000 work orders', () => {
    const found = summary({ orders: 1_000, worlds: 5, methods: ['ours'] })
    expect(found('ours').betterThanSeed).toBe(1)
    expect(found('ours').regret!).toBeLessThan(found('seed-delta').regret! - 20)
  })

  test('[LSIM-3] leave at most 29.5 % not accepted after 2,500 work orders, with few false promotions', () => {
    const own = long('ours')
    expect(own.failures).toBeLessThanOrEqual(0.295)
    expect(own.falsePromotions).toBeLessThanOrEqual(0.01)
    expect(own.falseWithGoodhart).toBeLessThanOrEqual(0.03)
    expect(own.promoted).toBeGreaterThan(2)
    expect(own.power.strong).toBeGreaterThan(0.3)
    // and who peeks promotes many that do nothing
    expect(long('z-peek').falseWithGoodhart).toBeGreaterThan(0.2)
    // what is said of an effect is about right
    expect(own.coverage!).toBeGreaterThan(0.93)
    expect(own.exaggeration!).toBeLessThan(1.3)
    expect(own.harmfulPerOrder).toBeLessThan(long('z-peek').harmfulPerOrder / 2)
  })

  test('[LSIM-3] promote nothing in a world where no lesson does anything', () => {
    const found = summary({ kind: 'null', orders: 1_500, worlds: 4, methods: ['ours', 'z-peek'] })
    expect(found('ours').promoted).toBe(0)
    expect(found('z-peek').promoted).toBeGreaterThan(2)
  })

  test('retire at most one in twenty of the lessons that do nothing, however often one looks', () => {
    const retired = Array.from({ length: 10 }, (_, seed) =>
      simulateWorld({ kind: 'null', orders: 400, seed: seed + 1, methods: ['ours'] }),
    ).flatMap(({ runs }) => runs.ours?.retirements ?? [])
    expect(retired.length).toBeLessThanOrEqual(10 * 40 * 0.05)
  })

  test('call a comparison of a lesson with itself inconclusive, with how many more it needs', () => {
    const world = makeWorld('null', 2, 600)
    const ledger = newLedger(policy, `world-${world.seed}`)
    runWorld(world, ours(world, { onEntry: (entry) => record(ledger, entry) }))
    const verdicts = standingsOf(ledger).map(({ verdict }) => verdict)
    const unclear = verdicts.filter(({ type }) => type === 'inconclusive')
    expect(unclear.length).toBeGreaterThanOrEqual(38)
    expect(verdicts.some(({ type }) => type === 'established')).toBe(false)
    for (const each of unclear)
      expect(each.type === 'inconclusive' && (each.needsAbout ?? 0) > 0).toBe(true)
  })

  test('need the guardrail against lessons that only look good, and the shortlist against regret', () => {
    expect(long('ours-no-guardrail').goodhartPromoted).toBeGreaterThan(
      long('ours').goodhartPromoted + 0.1,
    )
    expect(long('ours-no-thompson').regret!).toBeGreaterThan(long('ours').regret! + 20)
  })

  test('serve a small team too, with a softer and a stricter bar', () => {
    const methods = ['ours', 'ours-soft', 'ours-strict'] as const
    const found = summary({ kind: 'small-team', orders: 600, worlds: 6, methods })
    expect(found('ours').regret!).toBeLessThan(found('seed-delta').regret!)
    expect(found('ours-soft').promoted).toBeGreaterThanOrEqual(found('ours').promoted)
    expect(found('ours-soft').falsePromotions).toBeLessThanOrEqual(0.05)
  })

  const drifting = { without: 0.25, before: 0.12, changeAt: 300, most: 3_000 }
  const delays = (more: { after: number; isKnown: boolean }, count: number) =>
    Array.from({ length: count }, (_, seed) => driftTrial({ seed, ...drifting, ...more }))

  test('catch a promoted lesson that turned harmful: soon after a known change, later after an unknown one', () => {
    const known = delays({ after: 0.45, isKnown: true }, 20)
    const unknown = delays({ after: 0.45, isKnown: false }, 20)
    const caught = (all: typeof known) => all.flatMap(({ demoted }) => demoted ?? [])
    expect(caught(known)).toHaveLength(20)
    expect(caught(unknown)).toHaveLength(20)
    expect(median(caught(known))!).toBeLessThan(250)
    expect(median(caught(unknown))!).toBeLessThan(1_200)
    expect(median(caught(unknown))!).toBeGreaterThan(median(caught(known))!)
    const looks = unknown.flatMap(({ look }) => look ?? [])
    expect(median(looks)!).toBeLessThan(median(caught(unknown))!)
  })

  test('rarely demote a lesson that goes on helping', () => {
    const sound = delays({ after: 0.12, isKnown: false }, 20)
    expect(sound.filter(({ demoted }) => demoted !== null).length).toBeLessThanOrEqual(2)
  })
})
