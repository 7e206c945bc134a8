import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Entry } from '../../model/entry.ts'
import { implicitItems } from './contract.ts'
import { payloads } from './events.ts'
import { projectRun, ganFiles, sprintFile } from './files.ts'
import { emptyLog, withRun, CalibrationLog } from './calibration.ts'
import { gateFor } from './gate.ts'
import { ganMachine } from './machine.ts'
import {
  anItem,
  aProposal,
  type GanMachine,
  ganSetup,
  hashOf,
  orders,
  type Order,
  take,
  type Told,
  untold,
} from './sample-run.contract.ts'
import type { GanCommand, GanLive, GanState } from './state.ts'

const kinds = [
  'start',
  'propose',
  'accept',
  'adjust',
  'resolve',
  'build',
  'evaluate',
  'again',
  'edit',
  'fail',
  'answer',
  'stop',
  'fault',
  'cap',
] as const
type Kind = (typeof kinds)[number]

/** What somebody wants, before it is known where the run is. */
type Wish = { readonly kind: Kind | 'due'; readonly pick: number; readonly odd: boolean }

const wishes = fc.array(
  fc.record<Wish>({
    kind: fc.oneof(
      { weight: 14, arbitrary: fc.constant('due' as const) },
      { weight: 1, arbitrary: fc.constantFrom(...kinds) },
    ),
    pick: fc.nat(10_000),
    odd: fc.integer({ min: 0, max: 19 }).map((dice) => dice === 0),
  }),
  { minLength: 10, maxLength: 90, size: 'max' },
)

const of = <Value>(values: readonly Value[], pick: number): Value => values[pick % values.length]!

/** What leads on from where the run is. */
function dueIn(state: GanLive, pick: number): Kind {
  switch (state.at) {
    case 'proposing':
      return of(['propose', 'propose', 'propose', 'fail'], pick)
    case 'reviewing':
      return of(['accept', 'accept', 'adjust', 'fail'], pick)
    case 'resolving':
      return of(['resolve', 'resolve', 'fail'], pick)
    case 'building':
      return of(['build', 'build', 'build', 'fail'], pick)
    case 'evaluating':
      return of(['evaluate', 'evaluate', 'evaluate', 'edit', 'fail'], pick)
    case 'evaluating-again':
      return of(['again', 'again', 'fail'], pick)
    case 'asking':
      return of(['answer', 'answer', 'answer', 'answer', 'edit'], pick)
    case 'ended':
      return 'start'
  }
}

const options = ['continue', 'adjust', 'force-pass', 'switch', 'restart', 'abort', 'retry', 'stop']
const scores = [0, 0.25, 0.5, 0.55, 0.6, 0.62, 0.7, 0.75, 0.9, 1]
const words = ['less blue', 'waive AC-01', 'waive AC-90', ' ']
const phases = ['PROPOSE', 'REVIEW', 'RESOLVE', 'BUILD', 'EVALUATE']
const items = ['AC-01', 'AC-02', 'AC-03', 'AC-04']

/** An answer that is offered, mostly: an end only now and then, or walks would be short. */
function answerFor(state: GanLive, { pick, odd }: Wish): Order {
  const said = of(words, pick)
  if (state.at !== 'asking' || odd) return orders.answer(of(options, pick), said)
  const offered = gateFor(state).options.map(({ name }) => name)
  const lasting = offered.filter((name) => !['force-pass', 'abort', 'stop'].includes(name))
  return orders.answer(of(pick % 7 === 0 ? offered : lasting, pick), said)
}

function orderFor(state: GanLive, wish: Wish): Order {
  const { pick, odd } = wish
  const kind = wish.kind === 'due' ? dueIn(state, pick) : wish.kind
  const cost = { ms: pick % 7, tokens: pick % 50 }
  const list = items.slice(0, 1 + (pick % items.length)).map((id) => anItem(id))
  const failing = items.filter((_, index) => (pick >> index) % 2 === 1)
  switch (kind) {
    case 'start':
      return setupFor(pick)
    case 'propose':
      return orders.propose(aProposal(odd ? [...list, ...implicitItems] : list), cost)
    case 'accept':
      return orders.accept
    case 'adjust':
      return orders.adjust()
    case 'resolve':
      return orders.resolve()
    case 'build': {
      const claims = odd ? [{ id: 'AC-77', evidence: [], verified: false }] : []
      return orders.build(`site ${pick % 5}`, { claims, cost, paths: [`page-${pick % 3}.html`] })
    }
    case 'evaluate':
      return orders.evaluate(of(scores, pick), {
        failing,
        cost,
        ...(odd ? { site: hashOf('another') } : {}),
        ...(pick % 11 === 0 ? { mustPassFailures: ['copy'] } : {}),
      })
    case 'again':
      return orders.again(of(scores, pick + 3))
    case 'edit':
      return orders.edit(`edit ${pick % 4}`)
    case 'fail':
      return orders.fail(of(phases, pick), { final: pick % 5 === 0 })
    case 'answer':
      return answerFor(state, wish)
    case 'stop':
    case 'fault':
    case 'cap':
      // ends are rare, or no walk would be long
      return pick % 2 === 0 ? orders[kind] : orders.fail('BUILD')
  }
}

const setupFor = (pick: number): GanCommand =>
  orders.start({
    contract: of(['required', 'required', 'wanted', 'none'] as const, pick),
    maxNegotiationRounds: pick % 4,
    projectNumber: 1 + (pick % 6),
    loop: {
      maxIterations: 2 + (pick % 4),
      escalationAfter: 1 + (pick % 4),
      strict: pick % 3 === 0,
      passThreshold: of([0.6, 0.75, 0.95], pick),
    },
    caps: { ...ganSetup().caps, tokens: pick % 9 === 0 ? 400 : 1_000_000 },
  })

type Step = {
  readonly before: GanState
  readonly after: GanLive
  readonly entries: readonly Entry[]
  readonly refused: string | null
}
type Walk = { readonly steps: readonly Step[]; readonly told: Told }

function walk(machine: GanMachine, [first, ...wanted]: readonly Wish[]): Walk {
  let told = take(untold, setupFor(first?.pick ?? 0), machine)
  const steps: Step[] = []
  for (const wish of wanted) {
    const { state } = told
    if (state.at === 'nowhere') throw new Error('the run has not begun')
    const next = take({ ...told, refused: null }, orderFor(state, wish), machine)
    if (next.state.at === 'nowhere') throw new Error('the run is gone')
    const entries = next.entries.slice(told.entries.length)
    steps.push({ before: state, after: next.state, entries, refused: next.refused?.reason ?? null })
    told = next
  }
  return { steps, told }
}

type Law = (walked: Walk, machine: GanMachine) => void

const laws: Readonly<Record<string, Law>> = {
  'the journal read from its text folds to the same state': ({ told }, machine) => {
    const text = told.entries.map((entry) => JSON.stringify(entry)).join('\n')
    const read = text.split('\n').map((line) => JSON.parse(line) as Entry)
    expect(read.reduce(machine.evolve, machine.initial)).toEqual(told.state)
  },
  'something is due in every state: a step, a gate with two options or more, or the end': (
    { steps },
    machine,
  ) => {
    for (const { after } of steps) {
      const due = machine.due(after)
      if (due.type === 'gate') expect(due.gate.options.length).toBeGreaterThanOrEqual(2)
      expect(due.type === 'ended').toBe(after.at === 'ended')
      expect(due.type === 'gate').toBe(after.at === 'asking')
    }
  },
  'what has ended stays ended': ({ steps }) => {
    for (const { before, after } of steps) if (before.at === 'ended') expect(after).toBe(before)
  },
  'a command is recorded or refused with a reason, and what is refused changes nothing': ({
    steps,
  }) => {
    for (const { before, after, entries, refused } of steps) {
      expect(entries.length === 0).toBe(refused !== null)
      if (refused === null) continue
      expect(refused.trim()).not.toBe('')
      expect(after).toBe(before)
    }
  },
  'no iteration begins that nobody granted': ({ steps }) => {
    let granted = Number.NaN
    for (const { before, after, entries } of steps) {
      if (Number.isNaN(granted)) granted = after.setup.loop.maxIterations
      const anew = entries.some(
        ({ event, payload }) =>
          event === 'gate_answered' &&
          before.at === 'asking' &&
          before.reasons.includes('max_iterations') &&
          ['adjust', 'switch', 'restart'].includes(
            payloads.gate_answered.parse(payload).answer.option,
          ),
      )
      if (anew && before.at === 'asking')
        granted = before.iteration + after.setup.loop.maxIterations
      expect(after.iteration).toBeLessThanOrEqual(granted)
    }
  },
  'it passes only with a score at the threshold, no must-pass failure, and strict not before the second iteration':
    ({ steps }) => {
      for (const { after } of steps) {
        if (after.at !== 'ended' || after.outcome !== 'passed') continue
        const { loop } = after.setup
        expect(after.comparable.at(-1)).toBeGreaterThanOrEqual(loop.passThreshold)
        expect(after.evaluation?.mustPassFailures).toEqual([])
        if (loop.strict) expect(after.iteration).toBeGreaterThanOrEqual(2)
      }
    },
  'nobody but a person accepts what has not passed, and at an open gate': ({ steps }) => {
    for (const { before, after, entries } of steps) {
      if (after.at !== 'ended' || after.outcome !== 'accepted_by_user' || entries.length === 0)
        continue
      expect(before.at).toBe('asking')
      expect(entries.map(({ event }) => event)).toEqual(['gate_answered', 'ended'])
    }
  },
  'nothing is built or judged without a contract of what it was built by': ({ steps }) => {
    for (const { after } of steps)
      if (after.at === 'building' || after.at === 'evaluating') {
        expect(after.contract).not.toBeNull()
        expect(
          after.contract?.acceptance_checklist.filter(({ implicit }) => implicit),
        ).toHaveLength(implicitItems.length)
      }
  },
  'what was spent is the sum of what was recorded': ({ steps, told }) => {
    const tokens = told.entries.reduce(
      (sum, { payload }) =>
        sum + ((payload['cost'] as { tokens?: number } | undefined)?.tokens ?? 0),
      0,
    )
    const last = steps.at(-1)?.after
    if (last) expect(last.spent.tokens).toBe(tokens)
  },
  'each gate is answered once, by somebody, with an option it offered': ({ steps }) => {
    const answered = new Set<string>()
    for (const { before, entries } of steps)
      for (const { event, payload } of entries) {
        if (event !== 'gate_answered') continue
        const { gate, by, option } = payloads.gate_answered.parse(payload).answer
        if (before.at !== 'asking') throw new Error('nobody was asked')
        expect(gateFor(before).options.map(({ name }) => name)).toContain(option)
        expect(answered.has(gate)).toBe(false)
        expect(by.trim()).not.toBe('')
        answered.add(gate)
      }
  },
  'files, log and gate can be written of every state': ({ steps }) => {
    const blobs = { put: async () => '', get: async () => null }
    for (const { after } of steps.filter((_, index) => index % 9 === 0)) {
      const paths = projectRun(ganFiles('sprints', after.runId), after, blobs).map((f) => f.path)
      expect(new Set(paths).size).toBe(paths.length)
      const log = withRun(emptyLog, after)
      expect(CalibrationLog.parse(JSON.parse(JSON.stringify(log)))).toEqual(log)
      for (const { iteration } of after.contracts)
        expect(sprintFile(after, iteration)).not.toBeNull()
    }
  },
}

const samples = fc.sample(wishes, { numRuns: 70, seed: 20_260_101 })

/** Every walk of the machine as it is, made once: folding is what costs. */
const walks = samples.map((wanted) => walk(ganMachine, wanted))

/** What breaks a law, or null. */
function broken(machine: GanMachine, law: Law): string | null {
  for (const wanted of samples)
    try {
      law(walk(machine, wanted), machine)
    } catch (problem) {
      return String(problem)
    }
  return null
}

describe('any sequence of commands, wise and foolish', () => {
  test.each(Object.entries(laws))('keeps the law: %s', (_, law) => {
    for (const walked of walks) law(walked, ganMachine)
  })

  test('reaches every state, every event, every outcome and every reason to ask', () => {
    const all = walks.flatMap(({ steps }) => steps)
    const reached = {
      states: new Set(all.map(({ after }) => after.at)),
      events: new Set(walks.flatMap(({ told: { entries } }) => entries.map(({ event }) => event))),
      outcomes: new Set(all.map(({ after }) => (after.at === 'ended' ? after.outcome : 'none'))),
      reasons: new Set(all.flatMap(({ after }) => (after.at === 'asking' ? after.reasons : []))),
    }
    expect(reached.states.size).toBe(8)
    expect([...reached.events].toSorted()).toEqual(Object.keys(payloads).toSorted())
    expect(reached.outcomes.size).toBe(6)
    expect(reached.reasons.size).toBe(4)
    expect(Math.max(...all.map(({ after }) => after.iteration))).toBeGreaterThan(8)
  })
})

const { decide, evolve } = ganMachine
const bug = (changes: Partial<GanMachine>): GanMachine => ({ ...ganMachine, ...changes })
const folded = (change: (next: GanLive, entry: Entry, before: GanState) => GanLive): GanMachine =>
  bug({
    evolve: (state, entry) => {
      const next = evolve(state, entry)
      return next.at === 'nowhere' ? next : change(next, entry, state)
    },
  })
const told = (change: (state: GanLive, command: GanCommand) => GanLive): GanMachine =>
  bug({
    decide: (state, command) =>
      decide(state.at === 'nowhere' ? state : change(state, command), command),
  })

/** One mistake for each law, of the kind that people make. */
const mistakes: Readonly<Record<string, readonly [law: number, machine: GanMachine]>> = {
  'a value that only memory has': [
    0,
    folded((next, entry) =>
      entry.event === 'site_edited' ? { ...next, startedAt: String(Math.random()) } : next,
    ),
  ],
  'a gate without a way on': [
    1,
    bug({
      due: (state) => {
        const due = ganMachine.due(state)
        return due.type === 'gate'
          ? { ...due, gate: { ...due.gate, options: due.gate.options.slice(0, 1) } }
          : due
      },
    }),
  ],
  'an end that can be stopped again': [
    2,
    bug({
      evolve: (state, entry) =>
        state.at === 'ended' ? { ...state, updatedAt: entry.ts } : evolve(state, entry),
      decide: (state, command) =>
        state.at === 'ended' && command.type === 'record-failure'
          ? decide({ ...state, at: 'building' }, command)
          : decide(state, command),
    }),
  ],
  'a refusal that nobody hears of': [
    3,
    bug({
      decide: (state, command) => {
        const decided = decide(state, command)
        return decided.ok || state.at === 'nowhere' ? decided : { ok: true, value: [] }
      },
    }),
  ],
  'a count of iterations that begins anew at every word': [
    4,
    folded((next, entry) =>
      entry.event === 'gate_answered' ? { ...next, cycleStart: next.iteration + 1 } : next,
    ),
  ],
  'strictness that nobody asks for': [
    5,
    told((state) => ({
      ...state,
      setup: { ...state.setup, loop: { ...state.setup.loop, strict: false } },
    })),
  ],
  'an acceptance without a gate': [
    6,
    bug({
      decide: (state, command) => {
        const decided = decide(state, command)
        if (!decided.ok || command.type !== 'stop') return decided
        const value = decided.value.map((fact) => ({
          ...fact,
          payload: { ...fact.payload, outcome: 'accepted_by_user' },
        }))
        return { ok: true, value }
      },
    }),
  ],
  'a restart that builds at once': [
    7,
    folded((next, entry) =>
      entry.event === 'iteration_advanced' && next.at === 'proposing' && next.contract === null
        ? { ...next, at: 'building' }
        : next,
    ),
  ],
  'costs that a failure hides': [
    8,
    folded((next, entry, before) =>
      entry.event === 'contract_proposed' && before.at !== 'nowhere'
        ? { ...next, spent: before.spent }
        : next,
    ),
  ],
  'a gate that keeps its name': [
    9,
    folded((next) => (next.at === 'asking' ? { ...next, asked: 1 } : next)),
  ],
  'a contract that is signed twice': [
    10,
    folded((next, entry) =>
      entry.event === 'contract_signed'
        ? { ...next, contracts: [...next.contracts, ...next.contracts.slice(-1)] }
        : next,
    ),
  ],
}

describe('the laws of any sequence', () => {
  test('[SIM-3] each has a mistake that breaks it', () => {
    const noticed = new Set(Object.values(mistakes).map(([law]) => law))
    expect(noticed).toEqual(new Set(Object.keys(laws).map((_, index) => index)))
  })

  test.each(Object.entries(mistakes))('[SIM-3] notice %s', (_, [index, machine]) => {
    const law = Object.values(laws)[index]
    if (law === undefined) throw new Error(`there is no law ${index}`)
    expect(broken(machine, law)).not.toBeNull()
  })
})
