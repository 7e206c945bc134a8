import * as fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { DesignMachine } from '../../../test/support/design.ts'
import { type Walk, walk, wishes } from '../../../test/support/design-walk.ts'
import type { Entry } from '../../model/entry.ts'
import { ok } from '../../model/result.ts'
import { FailureCode, payloads } from './events.ts'
import { designMachine } from './machine.ts'
import { stateFrom } from './kept-state.ts'
import { stateFile } from './kept-state.ts'
import type { DesignState, Live } from './state.ts'
import { DesignStateName, isAllowed } from './transitions.ts'

type Law = (walked: Walk) => void

/** What a journal alone says of the design that is current: nothing here asks the machine. */
function witness() {
  let intent: string | null = null
  let judged: { readonly intent: string; readonly score: number } | null = null
  let threshold = Number.NaN
  let approved: string | null = null
  const take = ({ event, payload }: Entry): void => {
    if (event === 'run_started') {
      const { setup, given } = payloads.run_started.parse(payload)
      ;[intent, judged, approved] = [given?.hash ?? null, null, null]
      threshold = setup.threshold
    }
    if (event === 'intent_generated') intent = payloads.intent_generated.parse(payload).intent.hash
    if (event === 'intent_edited') intent = payloads.intent_edited.parse(payload).intent.hash
    if (event === 'evaluated') judged = payloads.evaluated.parse(payload)
    if (event === 'unfrozen' || event === 'fault' || event === 'failed') approved = null
    if (event === 'gate_answered') {
      const { answer } = payloads.gate_answered.parse(payload)
      const fits = answer.shown === intent && judged?.intent === intent && judged.score >= threshold
      approved = answer.option === 'approve' && fits ? answer.shown : null
    }
  }
  return { take, approved: () => approved }
}

const frozenOnlyAsApproved: Law = ({ steps }) => {
  const { take, approved } = witness()
  for (const { entries, after } of steps) {
    for (const entry of entries) take(entry)
    if (after.at !== 'FROZEN') continue
    expect(approved()).not.toBeNull()
    expect(after.intent?.hash).toBe(approved())
    expect(after.judged).toMatchObject({ intent: approved() })
    expect(after.decision).toMatchObject({ choice: 'approve', intentHash: approved() })
    expect(after.seal?.checksumSHA256 ?? approved()).toBe(approved())
  }
}

const historyIsAPath: Law = ({ steps }) => {
  for (const { after } of steps) {
    const { history } = after
    expect(history[0]).toMatchObject({ from: 'IDLE', to: 'GENERATING' })
    expect(history.at(-1)?.to).toBe(after.at)
    const wrong = history.filter(({ from, to, trigger }, index) => {
      const faulted = from !== 'FAILED' && to === 'FAILED' && trigger.startsWith('fault: ')
      const unfrozen = from === 'FROZEN' && to === 'IDLE' && trigger.startsWith('UNFROZEN by ')
      const isPath = index === 0 || from === history[index - 1]?.to
      return !isPath || !(isAllowed(from, to) || faulted || unfrozen)
    })
    expect(wrong).toEqual([])
  }
}

const iterationsAreCounted: Law = ({ steps }) => {
  for (const { after } of steps) {
    expect(after.iteration).toBe(after.history.filter(({ to }) => to === 'REVISING').length)
    expect(after.iteration).toBeLessThanOrEqual(after.setup.maxIterations)
    if (after.at === 'GENERATING' || after.at === 'EVALUATING' || after.at === 'CANDIDATE')
      expect(after.iteration).toBeLessThan(after.setup.maxIterations)
  }
}

const foldsFromText =
  (machine: DesignMachine): Law =>
  ({ journal, state }) => {
    const text = journal.map((entry) => JSON.stringify(entry)).join('\n')
    const read = text.split('\n').map((line) => JSON.parse(line) as Entry)
    expect(read.reduce(machine.evolve, machine.initial)).toEqual(state)
  }

const stateFileIsTheState: Law = ({ steps }) => {
  // every one costs a whole parse, and neighbours hardly differ
  for (const { after } of steps.filter((_, index) => index % 9 === 0)) {
    const file: unknown = JSON.parse(JSON.stringify(stateFile(after)))
    const read = stateFrom(file, after.intent)
    expect(read.ok ? JSON.stringify(stateFile(read.value)) : read.error).toBe(JSON.stringify(file))
    // but for the texts, which stay on the machine that made them
    const { texts, intents } = after
    if (read.ok) expect({ ...read.value, texts, intents }).toEqual(after)
  }
}

const setupStays: Law = ({ steps }) => {
  for (const { before, after, entries } of steps)
    if (!entries.some(({ event }) => event === 'run_started')) {
      expect(after.setup).toEqual(before.setup)
      expect(after.runId).toBe(before.runId)
    }
}

const gatesAreAnsweredOnce: Law = ({ steps }) => {
  const answered = new Set<string>()
  for (const { entries, before } of steps)
    for (const { event, payload } of entries) {
      if (event !== 'gate_answered') continue
      const { gate, by } = payloads.gate_answered.parse(payload).answer
      expect(before.at).toBe('CANDIDATE')
      expect(answered.has(gate)).toBe(false)
      expect(by.trim()).not.toBe('')
      answered.add(gate)
    }
}

const refusalsChangeNothing: Law = ({ steps }) => {
  const rest = (state: Live) => ({ ...state, refused: [], updatedAt: '' })
  for (const { before, after, entries } of steps) {
    if (entries.length === 0) expect(after).toBe(before)
    if (entries.every(({ event }) => event.endsWith('_refused')))
      expect(rest(after)).toEqual(rest(before))
  }
}

const costsAreKept: Law = ({ steps }) => {
  let sum = 0
  for (const { entries, after } of steps) {
    for (const { event, payload } of entries) {
      if (event === 'run_started') sum = 0
      sum += (payload['cost'] as { tokens?: number } | undefined)?.tokens ?? 0
    }
    expect(after.spent.tokens).toBe(sum)
  }
}

const laws = (machine: DesignMachine): Readonly<Record<string, Law>> => ({
  'FROZEN only with a recorded approval of that very hash, judged at or above the threshold':
    frozenOnlyAsApproved,
  'the history is a path of allowed transitions, faults and unfreezing': historyIsAPath,
  'iterations are the entries into REVISING, and none begins beyond the limit':
    iterationsAreCounted,
  'the journal read from its text folds to the same state': foldsFromText(machine),
  'state.json read back is the state, and writes the same file': stateFileIsTheState,
  'threshold and set-up never change within a run': setupStays,
  'each gate is answered once, by somebody, while it is open': gatesAreAnsweredOnce,
  'what is refused changes nothing but the list of violations': refusalsChangeNothing,
  'what was spent is the sum of what was recorded': costsAreKept,
})

const settings = { numRuns: 120, seed: 20_260_101 }

/** The smallest thing that breaks a law, or null. */
function broken(machine: DesignMachine, law: Law): string | null {
  const { failed, errorInstance } = fc.check(
    fc.property(wishes, (wanted) => law(walk(machine, wanted))),
    { ...settings, endOnFailure: true },
  )
  return failed ? String(errorInstance) : null
}

describe('any sequence of commands, wise and foolish', () => {
  let walks: readonly Walk[] = []
  beforeAll(() => {
    walks = fc.sample(wishes, settings).map((wanted) => walk(designMachine, wanted))
  })

  test.each(Object.entries(laws(designMachine)))('keeps the law: %s', (_, law) => {
    walks.forEach(law)
  })

  test('reaches every state, every event, every reason to fail and hundreds of steps', () => {
    const reached = {
      states: new Set<string>(),
      events: new Set<string>(),
      codes: new Set<string>(),
    }
    let longest = 0
    for (const { steps } of walks) {
      longest = Math.max(longest, steps.length)
      for (const { after, entries } of steps) {
        reached.states.add(after.at)
        if (after.at === 'FAILED') reached.codes.add(after.failure.code)
        for (const { event } of entries) reached.events.add(event)
      }
    }
    expect(longest).toBeGreaterThan(250)
    expect([...reached.states].toSorted()).toEqual(DesignStateName.options.toSorted())
    expect([...reached.events].toSorted()).toEqual(Object.keys(payloads).toSorted())
    expect([...reached.codes].toSorted()).toEqual(FailureCode.options.toSorted())
  })
})

const { decide, evolve } = designMachine
const live = (state: DesignState): state is Live => state.at !== 'nowhere'
const bug = (changes: Partial<DesignMachine>): DesignMachine => ({ ...designMachine, ...changes })
const folded = (change: (next: Live, entry: Entry, before: DesignState) => Live): DesignMachine =>
  bug({
    evolve: (state, entry) => {
      const next = evolve(state, entry)
      return live(next) ? change(next, entry, state) : next
    },
  })

/** One mistake for each law, of the kind that people make. */
const mistakes: Readonly<Record<string, readonly [law: number, machine: DesignMachine]>> = {
  'an approval of whatever was shown': [
    0,
    bug({
      decide: (state, command) =>
        command.type === 'answer-gate' && state.at === 'CANDIDATE'
          ? decide({ ...state, judged: { ...state.judged, intent: command.answer.shown } }, command)
          : decide(state, command),
    }),
  ],
  'a threshold that is ignored': [
    0,
    bug({
      decide: (state, command) =>
        decide(
          state.at === 'EVALUATING'
            ? { ...state, setup: { ...state.setup, threshold: 60 } }
            : state,
          command,
        ),
    }),
  ],
  'a way from EVALUATING back to GENERATING': [
    1,
    folded((next, entry) =>
      entry.event === 'evaluated' && next.at === 'REVISING'
        ? { ...next, at: 'GENERATING', given: null, iteration: next.iteration - 1 }
        : next,
    ),
  ],
  'iterations that are counted twice': [
    2,
    folded((next, entry, before) =>
      entry.event === 'revision_prepared' && before.at === 'REVISING'
        ? { ...next, iteration: next.iteration + 1 }
        : next,
    ),
  ],
  'a value that JSON cannot say': [
    3,
    bug({
      decide: (state, command) => {
        const decided = decide(state, command)
        return decided.ok
          ? ok(
              decided.value.map((fact) =>
                fact.event === 'evaluated'
                  ? { ...fact, payload: { ...fact.payload, score: -0 } }
                  : fact,
              ),
            )
          : decided
      },
    }),
  ],
  'something that state.json does not tell': [
    4,
    folded((next, entry) =>
      entry.event === 'contract_breached' ? Object.assign({}, next, { hunch: 1 }) : next,
    ),
  ],
  'a threshold that sinks with the tries': [
    5,
    folded((next, entry) =>
      entry.event === 'revision_prepared'
        ? { ...next, setup: { ...next.setup, threshold: 70 } }
        : next,
    ),
  ],
  'a gate that keeps its name': [
    6,
    folded((next) => (next.at === 'CANDIDATE' ? { ...next, asked: 1 } : next)),
  ],
  'a refusal that counts as a breach': [
    7,
    folded((next, entry) =>
      entry.event === 'transition_refused' ? { ...next, breaches: ['refused'] } : next,
    ),
  ],
  'costs that a failure hides': [
    8,
    folded((next, entry, before) =>
      entry.event === 'contract_breached' && live(before) ? { ...next, spent: before.spent } : next,
    ),
  ],
}

describe('the laws of any sequence', () => {
  test('[SIM-3] each has a mistake that breaks it', () => {
    const noticed = new Set(Object.values(mistakes).map(([law]) => law))
    expect(noticed).toEqual(new Set(Object.keys(laws(designMachine)).map((_, index) => index)))
  })

  test.each(Object.entries(mistakes))('[SIM-3] notice %s', (_, [index, machine]) => {
    const law = Object.values(laws(machine))[index]
    if (law === undefined) throw new Error(`there is no law ${index}`)
    expect(broken(machine, law)).not.toBeNull()
  })
})
