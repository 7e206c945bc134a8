import { createHash } from 'node:crypto'
import type { Cost } from '../../asking/meter.ts'
import type { Refusal } from '../../loop/machine.ts'
import type { Entry, Fact } from '../../model/entry.ts'
import type { GateAnswer } from '../../model/gate.ts'
import { ContractItem, type Negotiation, type Proposal } from './contract.ts'
import type { Evaluation, GanSetup } from './events.ts'
import { gateFor } from './gate.ts'
import type { Dimension } from './inputs/rubrics.ts'
import { overallOf, type Scores } from './loop-decision.ts'
import { ganMachine } from './machine.ts'
import type { GanCommand, GanLive, GanState } from './state.ts'

/** Runs of the loop for tests: every part has a default that matters to no rule. */

export const hashOf = (word: string): string => createHash('sha256').update(word).digest('hex')

export const weights = {
  'Design Quality': 0.3,
  Originality: 0.25,
  Completeness: 0.25,
  Functionality: 0.2,
} as const satisfies Readonly<Record<Dimension, number>>

export const all = <Value>(value: Value): Record<Dimension, Value> => ({
  'Design Quality': value,
  Originality: value,
  Completeness: value,
  Functionality: value,
})

export type SetupChanges = Partial<Omit<GanSetup, 'loop'>> & {
  readonly loop?: Partial<GanSetup['loop']>
}

export const ganSetup = ({ loop, ...changes }: SetupChanges = {}): GanSetup => ({
  projectId: 'bakery',
  folder: 'bakery',
  artifactDir: '.moai/sprints',
  level: 'thorough',
  contract: 'required',
  profile: 'design',
  loop: {
    maxIterations: 5,
    passThreshold: 0.75,
    escalationAfter: 3,
    improvementThreshold: 0.05,
    strict: false,
    ...loop,
  },
  maxNegotiationRounds: 2,
  weights,
  aggregation: all('min'),
  inputs: {
    brief: hashOf('brief'),
    copy: null,
    tokens: null,
    voice: null,
    visual: null,
    audience: null,
  },
  projectNumber: 1,
  baseline: null,
  caps: { iterations: 5, wall_time_s: 3_600, tokens: 1_000_000, cost_usd: 20 },
  agents: {},
  promptsSha256: hashOf('prompts'),
  ...changes,
})

/** An item that a judge decides, unless told. */
export const anItem = (id: string, changes: Partial<ContractItem> = {}): ContractItem =>
  ContractItem.parse({
    id,
    criterion: `The promise of ${id} is kept`,
    verification: `Look for ${id}`,
    status: 'pending',
    dimension: 'Originality',
    ...changes,
  })

export const aProposal = (
  items: readonly ContractItem[] = [anItem('AC-01'), anItem('AC-02')],
  changes: Partial<Proposal> = {},
): Proposal => ({
  priority_dimension: 'Design Quality',
  acceptance_checklist: [...items],
  test_scenarios: [],
  pass_conditions: all(0.75),
  ...changes,
})

export type Judging = Partial<Evaluation> & {
  /** The items that fail; all others pass. */
  readonly failing?: readonly string[]
  readonly cost?: Cost
}

/** An evaluation of the site that is waiting for one. */
const evaluationOf = (state: GanLive, overall: number, changes: Judging): Evaluation => {
  const { failing = [], cost: _, ...rest } = changes
  const scores: Scores = rest.scores ?? all(overall)
  const items = state.contract?.acceptance_checklist ?? []
  return {
    site: state.site ?? hashOf('no site'),
    overall,
    verdicts: items.map(({ id }) => ({
      id,
      passed: !failing.includes(id),
      score: failing.includes(id) ? 0.25 : 1,
      reason: `the reason for ${id}`,
      evidence: [`the evidence for ${id}`],
    })),
    mustPassFailures: [],
    caps: [],
    regressions: [],
    feedback: failing.map((id) => ({ id, text: `mend ${id}` })),
    findings: failing.length,
    report: hashOf(`report of iteration ${state.iteration}`),
    screenshots: [],
    conditionsMet: true,
    accessibility: 100,
    limitation: null,
    ...rest,
    scores: { ...scores },
  }
}

/** A command, or what makes one of the state it is given to. */
export type Order = GanCommand | ((state: GanLive) => GanCommand)

const free: Cost = { ms: 0 }

const told = (
  by: Negotiation['by'],
  answer: Negotiation['answer'],
  changes: Partial<Negotiation> = {},
): Negotiation => ({ round: 1, by, answer, proposals: [], ...changes })

const proposalIn = (state: GanLive): Proposal =>
  state.at === 'reviewing' || state.at === 'resolving' ? state.proposal : aProposal()

export const orders = {
  start: (changes: SetupChanges = {}): GanCommand => ({
    type: 'start',
    runId: 'bakery-1',
    setup: ganSetup(changes),
    by: 'ada',
  }),
  propose: (proposal = aProposal(), cost = free): GanCommand => ({
    type: 'record-proposal',
    proposal,
    cost,
  }),
  accept: ((state) => ({
    type: 'record-review',
    negotiation: told('builder', 'accept'),
    proposal: proposalIn(state),
    cost: free,
  })) as Order,
  adjust:
    (id = 'AC-01', round = 1): Order =>
    (state) => ({
      type: 'record-review',
      negotiation: told('builder', 'adjust', {
        round,
        proposals: [{ id, alternative: 'something smaller', rationale: 'the BRIEF allows it' }],
      }),
      proposal: proposalIn(state),
      cost: free,
    }),
  resolve:
    (resolution = 'the BRIEF asks for it', proposal?: Proposal, round = 1): Order =>
    (state) => ({
      type: 'record-review',
      negotiation: told('evaluator', 'resolve', { round, resolution }),
      proposal: proposal ?? proposalIn(state),
      cost: free,
    }),
  build: (
    word: string,
    changes: Partial<Extract<GanCommand, { type: 'record-build' }>> = {},
  ): GanCommand => ({
    type: 'record-build',
    site: hashOf(word),
    paths: ['index.html'],
    source: 'built',
    claims: [],
    fixed: [],
    notes: '',
    cost: free,
    ...changes,
  }),
  evaluate:
    (overall: number, changes: Judging = {}): Order =>
    (state) => ({
      type: 'record-evaluation',
      evaluation: evaluationOf(state, overall, changes),
      cost: changes.cost ?? free,
    }),
  again: (overall: number, scores: Scores = all(overall)): GanCommand => ({
    type: 'record-second',
    overall,
    scores: { ...scores },
    cost: free,
  }),
  edit: (word: string): GanCommand => ({
    type: 'adopt-site',
    site: hashOf(word),
    paths: ['index.html'],
  }),
  fail: (phase: string, changes: { error?: string; final?: boolean } = {}): GanCommand => ({
    type: 'record-failure',
    phase,
    error: 'the builder is unavailable',
    final: false,
    cost: free,
    ...changes,
  }),
  answer:
    (option: string, feedback?: string, changes: Partial<GateAnswer> = {}): Order =>
    (state) => {
      const gate = state.at === 'asking' ? gateFor(state) : { id: 'escalation-1', shown: '' }
      return {
        type: 'answer-gate',
        answer: {
          gate: gate.id,
          option,
          by: 'ada',
          at: '2026-01-02T03:04:05.000Z',
          shown: gate.shown,
          ...(feedback === undefined ? {} : { feedback }),
          ...changes,
        },
      }
    },
  stop: { type: 'stop', reason: 'enough', by: 'ada' } as GanCommand,
  fault: { type: 'fault', detail: 'the agent changed' } as GanCommand,
  cap: { type: 'record-cap', cap: 'tokens', cost: free } as GanCommand,
}

/** A sprint up to its score: the proposal is accepted at once. */
export const sprint = (word: string, overall: number, changes: Judging = {}): readonly Order[] => [
  orders.propose(),
  orders.accept,
  orders.build(word),
  orders.evaluate(overall, changes),
]

/** Sprints one after the other, the items of the contract failing in each. */
export const sprints = (...scores: readonly number[]): readonly Order[] =>
  scores.flatMap((score, index) =>
    sprint(`site ${index + 1} of ${scores.length}`, score, { failing: ['AC-01'] }),
  )

/** Scores whose weighted mean is their own. */
export const uneven = (scores: Scores): Pick<Evaluation, 'overall' | 'scores'> => ({
  overall: overallOf(scores, weights),
  scores: { ...scores },
})

export type GanMachine = typeof ganMachine
export type Told = {
  readonly state: GanState
  readonly entries: readonly Entry[]
  readonly refused: Refusal | null
}
export const untold: Told = { state: ganMachine.initial, entries: [], refused: null }

/** Stamps facts as a journal would. */
const stamp = (facts: readonly Fact[], before: number): readonly Entry[] =>
  facts.map((fact, index) => ({
    ...fact,
    ts: new Date(1_767_225_600_000 + before * 1_000).toISOString(),
    run_id: 'bakery-1',
    v: 1,
    n: before + index + 1,
    hash: 'x',
  }))

export function take(before: Told, order: Order, machine: GanMachine = ganMachine): Told {
  const command = typeof order === 'function' ? order(live(before.state)) : order
  const decided = machine.decide(before.state, command)
  if (!decided.ok) return { ...before, refused: decided.error }
  const entries = stamp(decided.value, before.entries.length)
  return {
    state: entries.reduce(machine.evolve, before.state),
    entries: [...before.entries, ...entries],
    refused: null,
  }
}

const telling = (done: Told) => ({
  ...done,
  run: done.state.at === 'nowhere' ? null : done.state,
  events: done.entries.map(({ event }) => event),
  and: (...more: readonly Order[]): Story =>
    telling(more.reduce<Told>((before, order) => take(before, order), done)),
})
export type Story = Told & {
  readonly run: GanLive | null
  readonly events: readonly string[]
  and(...more: readonly Order[]): Story
}

export const story = (given: readonly Order[]): Story => telling(untold).and(...given)

/** A run that has started, and what happened then; every order must be taken. */
export function begun(setup: SetupChanges, ...more: readonly Order[]): Story {
  let run = story([orders.start(setup)])
  for (const [index, order] of more.entries()) {
    run = run.and(order)
    if (run.refused !== null) throw new Error(`order ${index} is refused: ${run.refused.reason}`)
  }
  return run
}

export function live(state: GanState): GanLive {
  if (state.at === 'nowhere') throw new Error('the run has not begun')
  return state
}

export type At<
  Name extends GanState['at'],
  State extends GanState = GanState,
> = State extends GanState ? (Name extends State['at'] ? State : never) : never
export function at<Name extends GanState['at']>(state: GanState, name: Name): At<Name> {
  if (state.at !== name) throw new Error(`the run is ${state.at}, not ${name}`)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the line above looked
  return state as At<Name>
}
