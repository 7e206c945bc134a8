import type { Refusal } from '../../src/loop/machine.ts'
import type { Entry, Fact } from '../../src/model/entry.ts'
import type { Result } from '../../src/model/result.ts'
import { Criteria, type Rule } from '../../src/model/rule.ts'
import type { RuleResult } from '../../src/workflows/reflex/contracts.ts'
import type { Setup } from '../../src/workflows/reflex/events.ts'
import { confirmationGate, confirmations, shownHash } from '../../src/workflows/reflex/gates.ts'
import { reflexMachine } from '../../src/workflows/reflex/machine.ts'
import type { ReflexCommand, ReflexState } from '../../src/workflows/reflex/state.ts'

export const hashOf = (letter: string): string => letter.repeat(64).slice(0, 64)

type RuleSketch = readonly [id: string, severity: Rule['severity']]

export const rulesOf = (...sketches: readonly RuleSketch[]) =>
  sketches.map(([id, severity]) => ({
    id,
    severity,
    description: id,
    phase: id.startsWith('a') ? 'A' : 'B',
    check: `check ${id}`,
  }))

export const criteriaOf = (...sketches: readonly RuleSketch[]): Criteria =>
  Criteria.parse({
    name: 'test',
    version: 1,
    phase: {
      A: { threshold: 0.8, active_levels: ['A'] },
      B: { threshold: 0.9, active_levels: ['A', 'B'] },
    },
    rules: rulesOf(...sketches),
  })

export function setupOf(criteria: Criteria, changes: Partial<Setup> = {}): Setup {
  return {
    task_alias: 'a-task',
    task: { prompt: 'a task', ideal_result: '', type: 'other' },
    criteria,
    max_iterations: 4,
    max_completed_phase_seconds: null,
    caps: { iterations: 4, wall_time_s: 3600, tokens: 1_000_000, cost_usd: 20 },
    options: {
      require_threshold: false,
      stagnation_includes_blockers: false,
      produce: 'every',
      fixers: true,
    },
    agents: {},
    prompts_sha256: hashOf('0'),
    ...changes,
  }
}

export const confirmedBy = (by: string, setup: Setup) =>
  confirmations.map((name) => ({
    gate: confirmationGate(name, setup, 1).id,
    option: 'confirm',
    by,
    at: '2026-01-01T00:00:00Z',
    shown: shownHash(name, setup),
  }))

/** Commands with defaults that matter to no rule, so that a test says only what it is about. */
export const orders = {
  plan: (ms = 0): ReflexCommand => ({
    type: 'record-plan',
    plan: ['one', 'two', 'three'],
    cost: { ms },
  }),
  produce: (artifact: string, ms = 0): ReflexCommand => ({
    type: 'record-production',
    artifact: hashOf(artifact),
    kept: false,
    checks: [],
    cost: { ms },
  }),
  prepare: (ms = 0): ReflexCommand => ({ type: 'record-checks', checks: [], cost: { ms } }),
  evaluate: (
    artifact: string,
    verdicts: Readonly<Record<string, RuleResult['verdict']>>,
    ms = 0,
  ): ReflexCommand => ({
    type: 'record-evaluation',
    artifact: hashOf(artifact),
    results: Object.entries(verdicts).map(([id, verdict]) => ({
      id,
      verdict,
      details: `${id} ${verdict}`,
    })),
    cost: { ms },
  }),
  critique: (rule: string, ms = 0): ReflexCommand => ({
    type: 'record-critique',
    issues: [{ rule_id: rule, problem: 'p', fix_instruction: 'f', expected_effect: 'e' }],
    cost: { ms },
  }),
  refine: (artifact: string, ms = 0): ReflexCommand => ({
    type: 'record-refinement',
    artifact: hashOf(artifact),
    fixedByMachine: [],
    cost: { ms },
  }),
  fail: (
    phase: 'PLAN' | 'PRODUCE' | 'PREPARE' | 'EVALUATE',
    error = 'broken',
    final = false,
  ): ReflexCommand => ({
    type: 'record-failure',
    failures: [{ phase, error }],
    final,
    cost: { ms: 0 },
  }),
}

type Told = {
  readonly state: ReflexState
  readonly entries: readonly Entry[]
  readonly refused: Refusal | null
}

/** Stamps facts as a journal would. */
export function stamp(facts: readonly Fact[], before: number): readonly Entry[] {
  return facts.map((fact, index) => ({
    ...fact,
    ts: `2026-01-01T00:00:${String(Math.min(59, before)).padStart(2, '0')}Z`,
    run_id: 'a-task-20260101-000000',
    v: 1,
    n: before + index + 1,
    hash: 'x',
  }))
}

export function take(told: Told, command: ReflexCommand): Told {
  const decided: Result<readonly Fact[], Refusal> = reflexMachine.decide(told.state, command)
  if (!decided.ok) return { ...told, refused: decided.error }
  const entries = stamp(decided.value, told.entries.length)
  return {
    state: entries.reduce(reflexMachine.evolve, told.state),
    entries: [...told.entries, ...entries],
    refused: null,
  }
}

export function begun(setup: Setup, ...commands: readonly ReflexCommand[]) {
  const start: ReflexCommand = {
    type: 'start',
    runId: 'a-task-20260101-000000',
    setup,
    confirmed: confirmedBy('ada', setup),
  }
  return story([start, ...commands])
}

export function story(commands: readonly ReflexCommand[]) {
  const told = commands.reduce(take, { state: reflexMachine.initial, entries: [], refused: null })
  return {
    ...told,
    events: told.entries.map(({ event }) => event),
    then: (...more: readonly ReflexCommand[]) => story([...commands, ...more]),
  }
}

/** One whole iteration of phase A that ends in the given verdicts. */
export const iterationA = (
  artifact: string,
  verdicts: Readonly<Record<string, RuleResult['verdict']>>,
  ms = 0,
) => [orders.plan(ms), orders.produce(artifact, ms), orders.evaluate(artifact, verdicts, ms)]

export const improve = (rule: string, artifact: string) => [
  orders.critique(rule),
  orders.refine(artifact),
]

export function ended(state: ReflexState): Extract<ReflexState, { at: 'ended' }> {
  if (state.at !== 'ended') throw new Error(`the run is ${state.at}`)
  return state
}
export function working(state: ReflexState): Extract<ReflexState, { at: 'working' }> {
  if (state.at !== 'working') throw new Error(`the run is ${state.at}`)
  return state
}
