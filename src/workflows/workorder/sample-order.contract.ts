import type { Cost } from '../../asking/meter.ts'
import { Caps } from '../../model/caps.ts'
import type { Entry } from '../../model/entry.ts'
import type { Obligation } from '../../model/obligation.ts'
import { EscalationLimits } from '../../model/workorder-config.ts'
import type { AcceptanceResult } from '../../checks/acceptance/acceptance-result.ts'
import type { OrderSetup } from './events.ts'
import { gateFor } from './gate.ts'
import { orderMachine } from './machine.ts'
import { Order } from './order.ts'
import type { CompilerError, ContractViolation } from './refining/records.ts'
import type { OrderCommand, OrderLive, OrderState } from './state.ts'

/** A tree or commit that is known by a number. */
export const tree = (number: number): string => String(number).padStart(40, '0')
export const hash = (letter: string): string => letter.repeat(64).slice(0, 64)
export const cost: Cost = { ms: 1 }

export const anOrder = (given: Partial<Order> = {}): Order =>
  Order.parse({ title: 'Round prices', description: 'Round every price to cents.', ...given })

export const orderSetup = (given: Partial<OrderSetup> = {}): OrderSetup => ({
  orderId: '6c9a1a52-0c0e-8b1e-9a57-000000000001',
  order: anOrder(),
  project: 'shop',
  base: null,
  complexity: { score: 0.2, band: '0.2-0.3', strongest: false, why: 'low' },
  proposers: [
    { name: 'small', agent: 'small', complexity_threshold: 0.4, cost: 1 },
    { name: 'large', agent: 'large', complexity_threshold: 0.9, cost: 5 },
  ],
  attempts: 3,
  escalation: EscalationLimits.parse({}),
  threshold: 7,
  mostGuidelines: 5,
  mutationSeconds: 0,
  commands: {},
  parent: null,
  feedback: null,
  startFrom: null,
  plan: null,
  caps: Caps.parse({}),
  agents: {},
  promptsSha256: hash('a'),
  ...given,
})

export const acceptance = (
  scores: readonly [number, number, number, number, number] = [10, 10, 10, 10, 10],
  given: Partial<AcceptanceResult> = {},
): AcceptanceResult => ({
  dimension_scores: {
    architecture: scores[0],
    readability: scores[1],
    completeness: scores[2],
    test_coverage: scores[3],
    build_success: scores[4],
  },
  acceptance_score:
    Math.round(
      scores[0] * 2.5 + scores[1] * 1.5 + scores[2] * 2.5 + scores[3] * 2 + scores[4] * 1.5,
    ) / 10,
  build_passed: scores[4] > 0,
  tests_passed: scores[3] > 0,
  lint_errors: 0,
  todo_count: 0,
  test_coverage_percent: scores[3] * 10,
  timestamp: '2026-02-18T12:00:00.000Z',
  ...given,
})

export const errorsOf = (count: number): CompilerError[] =>
  Array.from({ length: count }, (_, index) => ({
    code: 'TS2322',
    message: `number ${index}`,
    path: 'src/price.ts',
    line: index + 1,
    column: 1,
  }))

/** Something that was asked; met by default. */
export const obligation = (id: string, given: Partial<Obligation> = {}): Obligation => ({
  id,
  statement: `it does ${id}`,
  source: { kind: 'task', text: `It does ${id}.` },
  weight: 'must',
  decided_by: 'check',
  status: 'met',
  reason: 'it was seen',
  evidence: [{ text: 'it was seen' }],
  ...given,
})

export const undecided = (id: string, given: Partial<Obligation> = {}): Obligation =>
  obligation(id, { status: 'undecided', reason: 'no check can read it', evidence: [], ...given })

const counts = { files: 1, added: 2, deleted: 0 }

/** What can happen to a run, in short. */
export const orders = {
  start: (given: Partial<OrderSetup> = {}): OrderCommand => ({
    type: 'start',
    runId: 'wo1-round-prices',
    setup: orderSetup(given),
    by: 'ada',
  }),
  base: { type: 'record-base', base: tree(1) } as const satisfies OrderCommand,
  baseline: {
    type: 'record-baseline',
    measurement: hash('b'),
    build: 'passed',
    tests: 'passed',
    compilerErrors: 0,
    notes: [],
    cost,
  } satisfies OrderCommand,
  brief: (proposer = 'small'): OrderCommand => ({
    type: 'record-briefing',
    prompt: hash('c'),
    template: { id: 't', number: 1, sha256: hash('d') },
    guidelines: [],
    assignments: [],
    proposer,
    why: 'the cheapest that is trusted with it',
    cost,
  }),
  propose: (number = 10, spent: Cost = cost): OrderCommand => ({
    type: 'record-proposal',
    tree: tree(number),
    paths: ['src/price.ts'],
    counts,
    how: 'files',
    notes: '',
    cost: spent,
  }),
  compile: (
    errors = 0,
    given: { number?: number; errors?: CompilerError[]; violations?: ContractViolation[] } = {},
  ): OrderCommand => ({
    type: 'record-compiled',
    tree: tree(given.number ?? 10),
    errorsBefore: errors,
    errors: given.errors ?? errorsOf(errors),
    codes: errors === 0 ? [] : ['TS2322'],
    sanitizer: null,
    violations: given.violations ?? [],
    cost,
  }),
  refine: (number: number): OrderCommand => ({
    type: 'record-refined',
    tree: tree(number),
    paths: ['src/price.ts'],
    counts,
    cost,
  }),
  measure: (
    result: AcceptanceResult = acceptance(),
    given: {
      number?: number
      objections?: readonly string[]
      obligations?: readonly Obligation[]
      problems?: readonly string[]
    } = {},
  ): OrderCommand => ({
    type: 'record-measured',
    tree: tree(given.number ?? 10),
    acceptance: result,
    report: hash('e'),
    objections: (given.objections ?? []).map((message) => ({
      rule: 'integrity/test-skipped',
      path: 'src/price.test.ts',
      line: 1,
      message,
    })),
    warnings: 0,
    notes: [],
    codes: [],
    mutation: null,
    obligations: [
      ...(given.obligations ?? [obligation('task.1')]),
      ...(given.objections ?? []).map((reason) =>
        obligation('rule.integrity/test-skipped', { status: 'unmet', reason }),
      ),
    ],
    ...(given.problems === undefined ? {} : { problems: [...given.problems] }),
    cost,
  }),
  deliver: {
    type: 'record-delivered',
    commit: tree(99),
    branch: 'loopwright/wo1-round-prices',
    patch: hash('f'),
  } satisfies OrderCommand,
  fail: (phase = 'PROPOSE', final = false): OrderCommand => ({
    type: 'record-failure',
    phase,
    error: 'it did not answer',
    final,
    cost,
  }),
  attemptFails: (given: { askPerson?: boolean; breaks?: boolean } = {}): OrderCommand => ({
    type: 'record-attempt-failed',
    error: 'nothing was changed',
    failure_class: given.breaks ? 'contract_violation' : 'orchestration_error',
    failure_category: 'unknown_failure',
    ...(given.askPerson ? { askPerson: true } : {}),
    cost,
  }),
  stop: { type: 'stop', reason: 'enough', by: 'ada' } satisfies OrderCommand,
  answer:
    (option: string, feedback?: string, only?: readonly string[]) =>
    (state: OrderLive): OrderCommand => {
      const gate = state.at === 'asking' ? gateFor(state) : { id: 'none', shown: '' }
      return {
        type: 'answer-gate',
        answer: {
          gate: gate.id,
          shown: gate.shown,
          option,
          by: 'ada',
          at: '2026-02-18T12:00:00.000Z',
          ...(feedback === undefined ? {} : { feedback }),
          ...(only === undefined ? {} : { change: { only } }),
        },
      }
    },
}

type Given = OrderCommand | ((state: OrderLive) => OrderCommand)

export type Story = {
  readonly state: OrderState
  readonly entries: readonly Entry[]
  readonly refused: string | null
  and(...commands: readonly Given[]): Story
}

/** Tells a run command by command; the first refusal ends it. */
export function story(commands: readonly Given[], entries: readonly Entry[] = []): Story {
  let state = entries.reduce(orderMachine.evolve, orderMachine.initial)
  const all = [...entries]
  for (const given of commands) {
    const command = typeof given === 'function' ? given(live(state)) : given
    const decided = orderMachine.decide(state, command)
    if (!decided.ok) return storyOf(state, all, decided.error.reason)
    for (const fact of decided.value) {
      const entry: Entry = {
        ...fact,
        ts: new Date(Date.UTC(2026, 1, 18, 12, 0, all.length)).toISOString(),
        run_id: 'wo1-round-prices',
        v: 1,
        n: all.length + 1,
        hash: '',
      }
      all.push(entry)
      state = orderMachine.evolve(state, entry)
    }
  }
  return storyOf(state, all, null)
}

const storyOf = (state: OrderState, entries: readonly Entry[], refused: string | null): Story => ({
  state,
  entries,
  refused,
  and: (...commands) => story(commands, entries),
})

export function live(state: OrderState): OrderLive {
  if (state.at === 'nowhere') throw new Error('the run has not started')
  return state
}

/** A run whose proposer is about to be asked. */
export const proposing = (given: Partial<OrderSetup> = {}): Story =>
  story([orders.start(given), orders.base, orders.baseline, orders.brief()])
