import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Entry } from '../../src/model/entry.ts'
import { Criteria } from '../../src/model/rule.ts'
import { CritiqueOutput, PlanOutput, PrepareOutput } from '../../src/workflows/reflex/contracts.ts'
import { Setup } from '../../src/workflows/reflex/events.ts'
import { reflexMachine } from '../../src/workflows/reflex/machine.ts'
import type { ReflexCommand, ReflexState } from '../../src/workflows/reflex/state.ts'
import { confirmedBy, hashOf, setupOf, stamp } from '../support/reflex.ts'
import { fuzz, nastyText } from './fuzz.ts'

const ids = ['a.x.one', 'a.x.two', 'b.x.three'] as const
const number = fc.oneof(
  fc.constantFrom(0, 5e-324, 0.1, 1, 2, 1_000),
  fc.constantFrom(1e15, 1e308, Number.MAX_VALUE),
)

const criteria = fc
  .array(
    fc.record({
      severity: fc.constantFrom('fail', 'warn', 'info'),
      weight: fc.option(number, { nil: undefined }),
    }),
    { minLength: 3, maxLength: 3 },
  )
  .map((rules) => ({
    name: 'n',
    version: 1,
    phase: {
      A: { threshold: 0.8, active_levels: ['A'] },
      B: { threshold: 0.9, active_levels: ['A', 'B'] },
    },
    rules: rules.map((rule, index) => ({
      id: ids[index],
      description: 'd',
      phase: index < 2 ? 'A' : 'B',
      check: 'c',
      ...rule,
    })),
  }))

const cost = fc.record({
  ms: fc.constantFrom(0, 1, 1e6),
  tokens: fc.constantFrom(0, 2 ** 53 - 1),
  cost_usd: fc.constantFrom(0, 0.1, Number.MAX_SAFE_INTEGER),
  calls: fc.constantFrom(1, 2),
})
const text = nastyText.map((each) => `x${each}`.slice(0, 300))
const results = fc.tuple(
  ...ids.map((id) =>
    fc.record({
      id: fc.constant(id),
      verdict: fc.constantFrom('pass', 'fail', 'warn', 'na'),
      details: text,
    }),
  ),
)
const hash = fc.constantFrom('a', 'b', 'c').map(hashOf)

/** What a run can be told, in words that passed the schemas at the wall. */
const usual = fc.oneof(
  fc
    .record({
      type: fc.constant('record-plan'),
      plan: fc.array(text, { minLength: 3, maxLength: 5 }),
      cost,
    })
    .filter(({ plan }) => PlanOutput.safeParse({ plan }).success),
  fc.record({
    type: fc.constant('record-production'),
    artifact: hash,
    kept: fc.boolean(),
    checks: fc.constant([]),
    cost,
  }),
  fc
    .record({ type: fc.constant('record-checks'), search: text, cost })
    .map(({ search, cost: used, type }) => ({
      type,
      cost: used,
      checks: PrepareOutput.parse({ checks: [{ rule_id: ids[0], type: 'content', search }] })
        .checks,
    })),
  fc.record({ type: fc.constant('record-evaluation'), artifact: hash, results, cost }),
  fc
    .record({ type: fc.constant('record-critique'), problem: text, cost })
    .map(({ problem, cost: used, type }) => ({
      type,
      cost: used,
      issues: CritiqueOutput.parse({
        issues: [{ rule_id: ids[0], problem, fix_instruction: 'f', expected_effect: 'e' }],
      }).issues,
    })),
  fc.record({
    type: fc.constant('record-refinement'),
    artifact: hash,
    fixedByMachine: fc.constant([]),
    cost,
  }),
)
const rare = fc.oneof(
  fc.record({
    type: fc.constant('record-failure'),
    failures: fc.constantFrom(
      [{ phase: 'PLAN', error: 'e' }],
      [{ phase: 'EVALUATE', error: '\ud800' }],
    ),
    final: fc.boolean(),
    cost,
  }),
  fc.record({ type: fc.constant('record-cap'), cap: fc.constant('tokens'), cost }),
  fc.record({ type: fc.constant('adopt-artifact'), artifact: hash }),
  fc.record({ type: fc.constant('stop'), reason: text }),
)
const orders = fc.oneof(
  { arbitrary: usual, weight: 60 },
  { arbitrary: rare, weight: 1 },
) as fc.Arbitrary<ReflexCommand>

/** The order that fits where the run is, made of a random one. */
function fitting(state: ReflexState, order: ReflexCommand): ReflexCommand {
  if (order.type === 'record-evaluation' && state.at === 'working' && state.artifact !== null)
    return { ...order, artifact: state.artifact }
  return order
}

describe('what a run records', () => {
  test('is folded from the disk to the very state it had in memory, for every order that passed the wall', async () => {
    const seen = new Map<string, number>()
    let refused = 0
    await fuzz(
      400,
      fc.tuple(criteria, fc.array(orders, { minLength: 30, maxLength: 90, size: 'max' })),
      ([given, commands]) => {
        const parsed = Criteria.safeParse(given)
        if (!parsed.success) return void (refused += 1)
        const setup = Setup.parse(
          setupOf(parsed.data, {
            caps: {
              iterations: 4,
              wall_time_s: 'unlimited',
              tokens: 'unlimited',
              cost_usd: 'unlimited',
            },
          }),
        )
        let memory: ReflexState = reflexMachine.initial
        let disk: ReflexState = reflexMachine.initial
        let count = 0
        const start: ReflexCommand = {
          type: 'start',
          runId: 'r-1',
          setup,
          confirmed: confirmedBy('ada', setup),
        }
        for (const order of [start, ...commands]) {
          const decided = reflexMachine.decide(memory, fitting(memory, order))
          if (!decided.ok) continue
          const entries = stamp(decided.value, count)
          count += entries.length
          for (const entry of entries) seen.set(entry.event, (seen.get(entry.event) ?? 0) + 1)
          memory = entries.reduce(reflexMachine.evolve, memory)
          disk = entries
            .map((entry) => JSON.parse(JSON.stringify(entry)) as Entry)
            .reduce(reflexMachine.evolve, disk)
          expect(JSON.stringify(disk)).toBe(JSON.stringify(memory))
          // a number that is none would be written as null
          if (memory.at !== 'nowhere')
            expect(Number.isFinite(memory.lastScore) && Number.isFinite(memory.spent.costUsd)).toBe(
              true,
            )
        }
      },
    )
    expect(refused).toBeGreaterThan(20)
    for (const event of [
      'plan_created',
      'artifact_created',
      'checks_prepared',
      'evaluation_done',
      'critique_done',
      'refinement_done',
      'phase_switched',
      'iteration_advanced',
      'phase_error',
      'stopped',
      'failed',
    ])
      expect(seen.get(event) ?? 0, event).toBeGreaterThan(0)
  })
})
