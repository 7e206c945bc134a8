import { addCost } from '../../asking/meter.ts'
import { corrupt, isEventOf, readPayload } from '../../loop/read-payload.ts'
import { foldFacts as foldWith } from '../../loop/stages.ts'
import { nothingSpent } from '../../model/caps.ts'
import type { Entry, Fact } from '../../model/entry.ts'
import { dropOf, itself } from './autonomy.ts'
import { type EventName, payloads } from './events.ts'
import {
  type ImproveLive,
  type ImproveState,
  type Improvement,
  type Iteration,
  lastOf,
} from './state.ts'
import { reaches } from './stop-rule.ts'
import { answered, enter, onLast, runOf, spend } from './transitions.ts'

type Open = Exclude<ImproveLive, { at: 'ended' }>

/** Folds one event into the state. */
export function evolve(state: ImproveState, entry: Entry): ImproveState {
  if (!isEventOf(payloads, entry.event)) throw corrupt(entry, 'nobody knows this event')
  if (state.at === 'nowhere') return begin(entry)
  if (entry.event === 'rolled_back' || entry.event === 'human_scored')
    return { ...remembered(state, entry), updatedAt: entry.ts }
  if (state.at === 'ended') throw corrupt(entry, 'the run had ended')
  return { ...next(state, entry, entry.event), updatedAt: entry.ts }
}

/** The state after facts that are not recorded yet. */
export const foldFacts = (state: ImproveLive, facts: readonly Fact[]): ImproveLive =>
  foldWith(evolve, state, facts)

function begin(entry: Entry): ImproveState {
  if (entry.event !== 'run_started') throw corrupt(entry, 'the run had not started')
  const { runId, setup } = readPayload(entry, payloads.run_started)
  return {
    at: 'preparing',
    runId,
    setup,
    iterations: [],
    improvements: [],
    skipped: [],
    head: null,
    approved: null,
    guidance: [],
    failures: [],
    asked: 0,
    round: 0,
    spent: nothingSpent,
    startedAt: entry.ts,
    updatedAt: entry.ts,
  }
}

function next(state: Open, entry: Entry, event: EventName): ImproveLive {
  switch (event) {
    case 'run_started':
    case 'rolled_back':
    case 'human_scored':
      throw corrupt(entry, 'it has another place')
    case 'prepared':
      return prepared(state, entry)
    case 'built': {
      const { cost, ...built } = readPayload(entry, payloads.built)
      return enter(onLast(state, { built }, cost), 'scoring')
    }
    case 'scored': {
      const { cost, ...scored } = readPayload(entry, payloads.scored)
      const run = onLast(state, { ...scored, endedAt: entry.ts }, cost)
      const last = lastOf(run)
      const isGood = last !== undefined && reaches(last, state.setup.target)
      if (dropOf(run) !== null) return enter(run, 'undoing')
      return enter(run, isGood && state.setup.mode !== 'once' ? 'preparing' : 'analysing')
    }
    case 'analysed': {
      const { cost, by, notes, ...analysed } = readPayload(entry, payloads.analysed)
      return { ...onLast(state, { ...analysed, advised: { by, notes } }, cost), at: 'analysing' }
    }
    case 'autonomously_approved':
      return approvedByItself(state, entry)
    case 'autonomously_rolled_back':
      return takenBack(state, entry)
    case 'applied':
      return applied(state, entry)
    case 'gate_opened': {
      const { trigger, detail } = readPayload(entry, payloads.gate_opened)
      if (state.at === 'asking') throw corrupt(entry, 'a question is open already')
      return {
        ...runOf(state),
        at: 'asking',
        trigger,
        detail,
        held: state.at,
        asked: state.asked + 1,
      }
    }
    case 'gate_answered': {
      const { answer } = readPayload(entry, payloads.gate_answered)
      if (state.at !== 'asking') throw corrupt(entry, 'no question was open')
      return answered(state, answer)
    }
    case 'phase_error': {
      const { phase, error, cost } = readPayload(entry, payloads.phase_error)
      const run = spend(state, cost)
      return { ...state, ...run, failures: [...state.failures, { phase, error }] }
    }
    case 'ended': {
      const { outcome, reason, cost } = readPayload(entry, payloads.ended)
      const run = cost === undefined ? runOf(state) : spend(state, cost)
      return { ...run, at: 'ended', outcome, reason }
    }
  }
}

/** A new iteration, with nothing built yet. */
function prepared(state: Open, entry: Entry): ImproveLive {
  const { cost, version, prints, startedAt } = readPayload(entry, payloads.prepared)
  const iteration: Iteration = {
    number: state.iterations.length + 1,
    version,
    prints,
    startedAt,
    endedAt: null,
    built: null,
    score: null,
    obligations: [],
    changed: [],
    human: null,
    analysis: null,
    proposals: [],
    spent: addCost(nothingSpent, cost),
  }
  return enter({ ...spend(state, cost), iterations: [...state.iterations, iteration] }, 'building')
}

function applied(state: Open, entry: Entry): ImproveLive {
  const { results, head, cost } = readPayload(entry, payloads.applied)
  const run = spend(state, cost)
  const last = lastOf(run)
  const { by: approvedBy, at: approvedAt } = run.approved ?? { by: '', at: '' }
  const improvements = results.flatMap((result): readonly Improvement[] => {
    const proposal = last?.proposals.find(({ id }) => id === result.id)
    return proposal === undefined
      ? []
      : [{ ...result, proposal, from: last?.number ?? 1, approvedBy, approvedAt, rolledBack: null }]
  })
  const undone = new Map(
    improvements
      .filter(({ status }) => status === 'applied')
      .flatMap(({ proposal, commit }) =>
        proposal.undoes === null ? [] : [[proposal.undoes, commit ?? head]],
      ),
  )
  const before = run.improvements.map((each) => {
    const commit = undone.get(each.id)
    return commit === undefined
      ? each
      : {
          ...each,
          rolledBack: {
            by: approvedBy,
            reason: 'by a later improvement',
            commit,
            at: entry.ts,
            after: run.iterations.length,
          },
        }
  })
  return enter({ ...run, head, improvements: [...before, ...improvements] }, 'preparing')
}

function approvedByItself(state: Open, entry: Entry): ImproveLive {
  const { ids } = readPayload(entry, payloads.autonomously_approved)
  const approved = { ids, by: itself, at: entry.ts, prove: state.setup.prove === true }
  return { ...runOf(state), approved, at: 'applying' }
}

/** What lowered the score is gone, and the run goes on where it was. */
function takenBack(state: Open, entry: Entry): ImproveLive {
  const {
    improvements: ids,
    reason,
    head,
    cost,
  } = readPayload(entry, payloads.autonomously_rolled_back)
  const after = state.iterations.length
  const improvements = state.improvements.map((each) =>
    ids.includes(each.id)
      ? { ...each, rolledBack: { by: itself, reason, commit: head, at: entry.ts, after } }
      : each,
  )
  const run = { ...spend(state, cost), improvements, head }
  const last = lastOf(run)
  const isGood = last !== undefined && reaches(last, run.setup.target)
  return enter(run, isGood ? 'preparing' : 'analysing')
}

/** What people add to a run at any time. */
function remembered(state: ImproveLive, entry: Entry): ImproveLive {
  if (entry.event === 'human_scored') {
    const { iteration, score, by } = readPayload(entry, payloads.human_scored)
    const iterations = state.iterations.map((each) =>
      each.number === iteration ? { ...each, human: { score, by } } : each,
    )
    return { ...state, iterations }
  }
  const { improvement, commit, by, reason } = readPayload(entry, payloads.rolled_back)
  const rolledBack = { by, reason, commit, at: entry.ts, after: state.iterations.length }
  const improvements = state.improvements.map((each) =>
    each.id === improvement ? { ...each, rolledBack } : each,
  )
  return { ...state, improvements, head: commit }
}
