import { addCost, type Cost } from '../../asking/meter.ts'
import { corrupt, isEventOf, readPayload } from '../../loop/read-payload.ts'
import type { Entry } from '../../model/entry.ts'
import { type EventName, type IntentVersion, payloads } from './events.ts'
import { despiteOf } from './gate.ts'
import { stateFrom } from './kept-state.ts'
import { newRun } from './new-run.ts'
import type { DesignState, Feature, Live } from './state.ts'
import { isBetter } from './termination.ts'
import type { DesignStateName } from './transitions.ts'

/** Folds one recorded event into the state. It holds no rules; an event that cannot follow is corruption. */
export function evolve(state: DesignState, entry: Entry): DesignState {
  if (!isEventOf(payloads, entry.event)) throw corrupt(entry, 'unknown event')
  if (state.at === 'nowhere') return first(entry)
  return { ...apply(state, entry, entry.event), updatedAt: entry.ts }
}

function first(entry: Entry): Live {
  if (entry.event === 'run_started')
    return newRun(null, readPayload(entry, payloads.run_started), entry.ts)
  if (entry.event !== 'adopted') throw corrupt(entry, 'the first event must start a run')
  const { state, intent } = readPayload(entry, payloads.adopted)
  const adopted = stateFrom(state, intent)
  if (!adopted.ok) throw corrupt(entry, adopted.error)
  return adopted.value
}

function apply(state: Live, entry: Entry, event: EventName): Live {
  switch (event) {
    case 'adopted':
      throw corrupt(entry, 'the feature had a history')
    case 'run_started':
      if (state.at !== 'IDLE') throw corrupt(entry, `a run was started in ${state.at}`)
      return newRun(state, readPayload(entry, payloads.run_started), entry.ts)
    case 'contract_breached': {
      const { problem, cost } = readPayload(entry, payloads.contract_breached)
      return { ...paid(state, cost), breaches: [...state.breaches, problem] }
    }
    case 'intent_generated':
      return generated(state, entry)
    case 'intent_edited':
      return edited(state, entry)
    case 'evaluated':
      return evaluated(state, entry)
    case 'revision_prepared':
      return {
        ...moved(state, entry, 'GENERATING', 'revision feedback prepared'),
        at: 'GENERATING',
        given: state.at === 'REVISING' ? state.given : null,
      }
    case 'gate_answered':
      return answered(state, entry)
    case 'frozen':
      if (state.at !== 'FROZEN') throw corrupt(entry, 'nothing was approved')
      return { ...state, seal: readPayload(entry, payloads.frozen).seal }
    case 'failed':
      return failed(state, entry)
    case 'fault': {
      const { code, detail } = readPayload(entry, payloads.fault)
      const failure = { code, detail, at: entry.ts }
      return { ...moved(state, entry, 'FAILED', `fault: ${code}`, detail), at: 'FAILED', failure }
    }
    case 'transition_refused': {
      const refused = readPayload(entry, payloads.transition_refused)
      return {
        ...state,
        refused: [...state.refused, { kind: 'transition', ...refused, at: entry.ts }],
      }
    }
    case 'write_refused': {
      const refused = readPayload(entry, payloads.write_refused)
      return { ...state, refused: [...state.refused, { kind: 'write', ...refused, at: entry.ts }] }
    }
    case 'unfrozen': {
      const { reason, by, archive } = readPayload(entry, payloads.unfrozen)
      const idle = moved(state, entry, 'IDLE', `UNFROZEN by ${by}`, reason)
      return { ...idle, at: 'IDLE', archives: [...state.archives, archive] }
    }
    case 'reset': {
      const { acknowledge, by, archive } = readPayload(entry, payloads.reset)
      const idle = moved(state, entry, 'IDLE', `reset by ${by}`, acknowledge)
      return { ...idle, at: 'IDLE', archives: [...state.archives, archive] }
    }
  }
}

/** The feature after a transition, with the line its history gets. */
function moved(state: Live, entry: Entry, to: DesignStateName, ...why: [string, string?]): Feature {
  const [trigger, detail = ''] = why
  const line = { from: state.at, to, at: entry.ts, trigger, detail }
  return { ...featureOf(state), history: [...state.history, line] }
}

/** What is true of the feature wherever it is. */
function featureOf(state: Live): Feature {
  const { at: _, ...rest } = state
  const {
    given: _given,
    seal: _seal,
    failure: _failure,
    ...feature
  } = {
    given: null,
    seal: null,
    failure: null,
    ...rest,
  }
  return feature
}

const paid = <State extends Live>(state: State, cost: Cost): State => ({
  ...state,
  spent: addCost(state.spent, cost),
})

const together = (known: readonly string[], ...more: readonly string[]) => [
  ...new Set([...known, ...more]),
]

/** The feature with one more version of its intent. */
const withIntent = (state: Live, intent: IntentVersion) => ({
  intent,
  texts: together(state.texts, intent.text),
  intents: together(state.intents, intent.text),
})

function generated(state: Live, entry: Entry): Live {
  const { intent, source, notes = [], model, cost } = readPayload(entry, payloads.intent_generated)
  return {
    ...moved(paid(state, cost), entry, 'EVALUATING', `intent ${source}`, intent.hash.slice(0, 12)),
    at: 'EVALUATING',
    ...withIntent(state, intent),
    pending: [],
    breaches: [],
    notes,
    reported: reporting(state, 'generator', model),
  }
}

const reporting = (state: Live, role: 'generator' | 'critic', model: string | undefined) =>
  model === undefined || state.reported[role] !== undefined
    ? state.reported
    : { ...state.reported, [role]: model }

/** Whatever was derived from the old intent does not hold for the edited one. */
function edited(state: Live, entry: Entry): Live {
  const { intent, to } = readPayload(entry, payloads.intent_edited)
  const version = withIntent(state, intent)
  if (to === 'EVALUATING' && state.at === 'EVALUATING') return { ...state, ...version }
  if (to === 'GENERATING' && state.at === 'GENERATING')
    return { ...state, ...version, given: intent }
  if (state.at === 'REVISING') return { ...state, ...version, given: intent }
  return {
    ...revising(state, entry, 'intent.json was edited by hand'),
    ...version,
    given: intent,
  }
}

/** The one place where iterations are counted: entering REVISING. */
function revising(state: Live, entry: Entry, ...why: [string, string?]) {
  return {
    ...moved(state, entry, 'REVISING', ...why),
    at: 'REVISING',
    iteration: state.iteration + 1,
    given: null,
  } as const
}

function evaluated(state: Live, entry: Entry): Live {
  const { to, cost, model, ...judged } = readPayload(entry, payloads.evaluated)
  if (state.at !== 'EVALUATING') throw corrupt(entry, `an evaluation in ${state.at}`)
  const { iteration } = state
  const { score } = judged
  const after = {
    ...paid(state, cost),
    judged,
    best: state.best === null || isBetter(judged, state.best) ? judged : state.best,
    texts: together(state.texts, judged.critique, judged.preview.sha256),
    scores: [...state.scores, { iteration, score }],
    dimensions: [...state.dimensions, { iteration, scores: judged.dimensions }],
    evaluations: [...state.evaluations, { iteration, inputHash: judged.inputHash, score }],
    reported: reporting(state, 'critic', model),
  }
  const message = `score ${score}, threshold ${state.setup.threshold}`
  if (to === 'CANDIDATE')
    return {
      ...moved(after, entry, 'CANDIDATE', 'threshold met', message),
      at: 'CANDIDATE',
      intent: state.intent,
      judged,
      asked: state.asked + 1,
    }
  const trigger = score < state.setup.threshold ? 'below the threshold' : 'obligations unmet'
  return to === 'REVISING' ? revising(after, entry, trigger, message) : after
}

const choice = (option: string) => (option === 'approve' || option === 'reject' ? option : 'abort')

function answered(state: Live, entry: Entry): Live {
  const { answer } = readPayload(entry, payloads.gate_answered)
  if (state.at !== 'CANDIDATE') throw corrupt(entry, `an answer in ${state.at}`)
  const { option, by, at, shown, feedback = '' } = answer
  const despite = choice(option) === 'approve' ? despiteOf(answer) : null
  const chosen = choice(option)
  const decision = {
    choice: chosen,
    by,
    at,
    intentHash: shown,
    ...(chosen === 'approve' && feedback !== '' ? { rationale: feedback } : {}),
    ...(despite === null ? {} : { despite }),
  } as const
  const decided: Live = { ...state, decision }
  if (chosen === 'approve')
    return {
      ...moved(decided, entry, 'FROZEN', `approved by ${by}`, shown.slice(0, 12)),
      at: 'FROZEN',
      judged: state.judged,
      decision,
      seal: null,
    }
  if (chosen === 'abort') return decided
  const rejections = [...state.rejections, { feedback, by, at }]
  const pending = [...state.pending, feedback]
  return { ...revising(decided, entry, `rejected by ${by}`, feedback), rejections, pending }
}

function failed(state: Live, entry: Entry): Live {
  const { code, detail, cost, by } = readPayload(entry, payloads.failed)
  const before = cost === undefined ? state : paid(state, cost)
  const trigger = by === undefined ? code : `${code} by ${by}`
  return {
    ...moved(before, entry, 'FAILED', trigger, detail),
    at: 'FAILED',
    failure: { code, detail, at: entry.ts },
    abort: code === 'aborted' ? { reason: detail, at: entry.ts } : state.abort,
  }
}
