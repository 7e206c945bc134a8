import { createHash } from 'node:crypto'
import type { Refusal } from '../../src/loop/machine.ts'
import type { Entry, Fact } from '../../src/model/entry.ts'
import type { GateAnswer } from '../../src/model/gate.ts'
import type {
  DesignSetup,
  DimensionScores,
  FaultCode,
  IntentVersion,
  Judged,
} from '../../src/workflows/design/events.ts'
import { approvalGate } from '../../src/workflows/design/gate.ts'
import { designMachine } from '../../src/workflows/design/machine.ts'
import type { At, DesignCommand, DesignState, Live } from '../../src/workflows/design/state.ts'
import type { DesignStateName } from '../../src/workflows/design/transitions.ts'

export const hashOf = (word: string): string => createHash('sha256').update(word).digest('hex')

export const intentOf = (word: string): IntentVersion => ({
  hash: hashOf(word),
  text: hashOf(`text of ${word}`),
})

export const dimensionsOf = (score: number): DimensionScores => ({
  completeness: score,
  coherence: score,
  clarity: score,
  frameworkAgnosticism: score,
  dataModelIntegrity: score,
})

export const judgedOf = (word: string, score: number, changes: Partial<Judged> = {}): Judged => ({
  intent: hashOf(word),
  inputHash: hashOf(`input of ${word}`),
  score,
  dimensions: dimensionsOf(score),
  critique: hashOf(`critique of ${word}`),
  preview: { sha256: hashOf(`preview of ${word}`), by: 'local' },
  ...changes,
})

const prompt = (role: string) => ({
  path: `templates/prompts/design-${role}-v1.0.0.txt`,
  version: '1.0.0',
  sha256: hashOf(`prompt of the ${role}`),
})

export const designSetup = (changes: Partial<DesignSetup> = {}): DesignSetup => ({
  featureId: 'a-feature',
  requirements: { path: 'requirements.md', sha256: hashOf('requirements') },
  threshold: 80,
  maxIterations: 10,
  agentTimeoutMs: 300_000,
  stagnationCount: 3,
  strictTermination: false,
  strictDeterminism: false,
  contractRetries: 1,
  fixers: true,
  caps: { iterations: 10, wall_time_s: 3_600, tokens: 1_000_000, cost_usd: 20 },
  rubricVersion: '1',
  agents: {
    generator: { kind: 'test', model: 'writer' },
    critic: { kind: 'test', model: 'reader' },
  },
  models: { generator: 'test/writer', critic: 'test/reader' },
  temperature: { generator: 0, critic: 0 },
  promptTemplates: { generator: prompt('generator'), critic: prompt('critic') },
  ...changes,
})

/** A command, or what makes one of the state it is given to. */
export type Order = DesignCommand | ((state: Live) => DesignCommand)

const cost = { ms: 0 }

/** A person's word at the open gate, having seen what it shows. */
const answer =
  (option: string, feedback?: string, changes: Partial<GateAnswer> = {}): Order =>
  (state) => {
    const gate =
      state.at === 'CANDIDATE' ? approvalGate(state) : { id: 'approval-1', shown: hashOf('none') }
    const { id, shown } = gate
    return {
      type: 'answer-gate',
      answer: {
        gate: id,
        option,
        by: 'ada',
        at: '2026-01-02T03:04:05.000Z',
        shown,
        ...(feedback === undefined ? {} : { feedback }),
        ...changes,
      },
    }
  }

/** Commands with defaults that matter to no rule, so that a test says only what it is about. */
export const orders = {
  start: (
    changes: Partial<DesignSetup> = {},
    more: { runId?: string; given?: IntentVersion; feedback?: string } = {},
  ): DesignCommand => ({
    type: 'start',
    runId: 'run-1',
    setup: designSetup(changes),
    by: 'ada',
    ...more,
  }),
  generate: (word: string, ms = 0): DesignCommand => ({
    type: 'record-intent',
    intent: intentOf(word),
    source: 'generated',
    fixed: [],
    cost: { ms },
  }),
  breach: (problem = 'not an intent'): DesignCommand => ({
    type: 'record-breach',
    code: 'schema_invalid',
    problem,
    cost,
  }),
  fail: (
    code: Extract<DesignCommand, { type: 'record-failure' }>['code'] = 'agent_timeout',
    detail = 'the generator did not answer within 300 s',
  ): DesignCommand => ({ type: 'record-failure', code, detail, cost }),
  evaluate: (
    word: string,
    score: number,
    changes: Partial<Judged> & { cost?: { ms: number; tokens?: number } } = {},
  ): DesignCommand => {
    const { cost: spent = cost, ...judged } = changes
    return { type: 'record-evaluation', judged: judgedOf(word, score, judged), cost: spent }
  },
  revise: { type: 'record-revision', findings: 1 } as DesignCommand,
  edit: (word: string): DesignCommand => ({
    type: 'adopt-edit',
    intent: intentOf(word),
    by: 'hand',
  }),
  approve: answer('approve'),
  reject: (feedback = 'more contrast') => answer('reject', feedback),
  abort: (reason = 'not needed any more') => answer('abort', reason),
  answer,
  freeze: ((state: Live) => ({
    type: 'record-freeze',
    seal: {
      checksumSHA256: state.intent?.hash ?? '',
      marker: hashOf('marker'),
      preview: state.judged?.preview.sha256 ?? '',
    },
  })) as Order,
  fault: (
    code: FaultCode = 'integrity_violation',
    detail = 'expected a, found b',
  ): DesignCommand => ({
    type: 'fault',
    code,
    detail,
  }),
  stop: { type: 'stop', reason: 'enough', by: 'ada' } as DesignCommand,
  reset: ((state: Live) => ({
    type: 'reset',
    acknowledge: 'looked into it',
    by: 'ada',
    archive: { runId: state.runId, text: hashOf(`archive of ${state.runId}`) },
  })) as Order,
  unfreeze: ((state: Live) => ({
    type: 'unfreeze',
    reason: 'the price is missing',
    by: 'ada',
    archive: { runId: state.runId, text: hashOf(`archive of ${state.runId}`) },
  })) as Order,
  attempt: (to: DesignStateName, trigger = 'asked'): DesignCommand => ({
    type: 'attempt',
    to,
    trigger,
    by: 'eve',
  }),
}

/** One attempt, from a state that generates to what its score leads to. */
export const judged = (word: string, score: number): readonly Order[] => [
  orders.generate(word),
  orders.evaluate(word, score),
]

/** Attempts one after the other, with the revisions between them. */
export const attempts = (...scores: readonly number[]): readonly Order[] =>
  scores.flatMap((score, index) => [
    ...(index === 0 ? [] : [orders.revise]),
    ...judged(`attempt ${index + 1}`, score),
  ])

type Told = {
  readonly state: DesignState
  readonly entries: readonly Entry[]
  readonly refused: Refusal | null
}

/** Stamps facts as a journal would. */
const stamp = (facts: readonly Fact[], before: number): readonly Entry[] =>
  facts.map((fact, index) => ({
    ...fact,
    ts: new Date(1_767_225_600_000 + before * 1_000).toISOString(),
    run_id: 'a-feature',
    v: 1,
    n: before + index + 1,
    hash: 'x',
  }))

export type DesignMachine = typeof designMachine

export function take(told: Told, order: Order, machine: DesignMachine = designMachine): Told {
  const command =
    typeof order === 'function'
      ? order(live(told.state)) // an order that looks at a state needs one
      : order
  const decided = machine.decide(told.state, command)
  if (!decided.ok) return { ...told, refused: decided.error }
  const entries = stamp(decided.value, told.entries.length)
  return {
    state: entries.reduce(machine.evolve, told.state),
    entries: [...told.entries, ...entries],
    refused: null,
  }
}

export const untold: Told = { state: designMachine.initial, entries: [], refused: null }

export function story(given: readonly Order[]) {
  const told = given.reduce<Told>((before, order) => take(before, order), untold)
  return {
    ...told,
    events: told.entries.map(({ event }) => event),
    and: (...more: readonly Order[]) => story([...given, ...more]),
  }
}

export const begun = (setup: Partial<DesignSetup>, ...more: readonly Order[]) =>
  story([orders.start(setup), ...more])

export function live(state: DesignState): Live {
  if (state.at === 'nowhere') throw new Error('the feature has not begun')
  return state
}

export function at<Name extends DesignStateName>(state: DesignState, name: Name): At<Name> {
  if (state.at !== name) throw new Error(`the feature is ${state.at}, not ${name}`)
  return state as At<Name>
}

/** A short way into each state. */
export const ways: Readonly<Record<DesignStateName, readonly Order[]>> = {
  IDLE: [orders.start(), orders.stop, orders.reset],
  GENERATING: [orders.start()],
  EVALUATING: [orders.start(), orders.generate('one')],
  CANDIDATE: [orders.start(), ...judged('one', 85)],
  REVISING: [orders.start(), ...judged('one', 60)],
  FROZEN: [orders.start(), ...judged('one', 85), orders.approve, orders.freeze],
  FAILED: [orders.start(), orders.fail()],
}
