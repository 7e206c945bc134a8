import { addCost, type Cost } from '../../asking/meter.ts'
import { corrupt, readPayload } from '../../loop/read-payload.ts'
import { evolveBy, withoutPlace } from '../../loop/stages.ts'
import { nothingSpent } from '../../model/caps.ts'
import type { Entry } from '../../model/entry.ts'
import type { Obligation } from '../../model/obligation.ts'
import { nextChecklist } from './contract.ts'
import { isJudgedTwice } from './decide.ts'
import { type EventName, payloads } from './events.ts'
import { unmetOf } from './owed.ts'
import { isLastIteration, waivedIn } from './people.ts'
import type { Evaluated, GanLive, GanRun } from './state.ts'

type Open = Exclude<GanLive, { at: 'ended' }>

export const evolve = evolveBy<GanLive, typeof payloads>(payloads, { begin, apply })

function apply(state: Open, entry: Entry, event: Exclude<EventName, 'run_started'>): GanLive {
  switch (event) {
    case 'contract_proposed': {
      const { proposal, cost } = readPayload(entry, payloads.contract_proposed)
      return {
        ...spending(runOf(state), cost),
        at: 'reviewing',
        proposal,
        rounds: [],
        failures: [],
      }
    }
    case 'contract_reviewed':
      return reviewed(state, entry)
    case 'contract_signed': {
      const { contract } = readPayload(entry, payloads.contract_signed)
      const dated = { ...contract, created_at: entry.ts }
      const contracts = [...state.contracts, dated]
      return { ...runOf(state), at: 'building', contract: dated, contracts, failures: [] }
    }
    case 'site_built': {
      const { site, paths, claims, cost } = readPayload(entry, payloads.site_built)
      const run = { ...spending(runOf(state), cost), claims, failures: [] }
      return { ...run, at: 'evaluating', ...withSite(state, site, paths) }
    }
    case 'site_edited': {
      const { site, paths } = readPayload(entry, payloads.site_edited)
      return { ...runOf(state), claims: [], at: 'evaluating', ...withSite(state, site, paths) }
    }
    case 'evaluated':
      return evaluated(state, entry)
    case 'evaluated_again':
      return evaluatedAgain(state, entry)
    case 'iteration_advanced': {
      const { to, priority } = readPayload(entry, payloads.iteration_advanced)
      return { ...runOf(state), at: 'proposing', iteration: to, priority, failures: [] }
    }
    case 'gate_opened':
      return asking(state, entry)
    case 'gate_answered':
      return answered(state, entry)
    case 'phase_error': {
      const { phase, error, cost } = readPayload(entry, payloads.phase_error)
      return { ...spending(state, cost), failures: [...state.failures, { phase, error }] }
    }
    case 'ended': {
      const { outcome, reason } = readPayload(entry, payloads.ended)
      return { ...runOf(state), at: 'ended', outcome, reason }
    }
  }
}

function begin(entry: Entry): GanLive {
  const { runId, setup } = readPayload(entry, payloads.run_started)
  return {
    at: 'proposing',
    runId,
    setup,
    iteration: 1,
    priority: 'Design Quality',
    checklist: [],
    contract: null,
    contracts: [],
    site: null,
    sites: [],
    paths: [],
    claims: [],
    evaluation: null,
    evaluations: [],
    comparable: [],
    second: null,
    escalated: false,
    cycleStart: 1,
    approach: 0,
    criteriaVersion: 1,
    guidance: [],
    failures: [],
    asked: 0,
    retried: 0,
    spent: nothingSpent,
    startedAt: entry.ts,
    updatedAt: entry.ts,
  }
}

function reviewed(state: Open, entry: Entry): GanLive {
  const { negotiation, proposal, cost } = readPayload(entry, payloads.contract_reviewed)
  if (state.at !== 'reviewing' && state.at !== 'resolving')
    throw corrupt(entry, `a review while ${state.at}`)
  const at = negotiation.by === 'builder' ? 'resolving' : 'reviewing'
  const rounds = [...state.rounds, negotiation]
  return { ...spending(state, cost), at, proposal, rounds, failures: [] }
}

function evaluated(state: Open, entry: Entry): GanLive {
  const { cost, ...evaluation } = readPayload(entry, payloads.evaluated)
  const { iteration, contract } = state
  const judged: Evaluated = { ...evaluation, iteration, at: entry.ts, contract }
  const next: GanRun = {
    ...spending(runOf(state), cost),
    evaluation: judged,
    evaluations: [...state.evaluations, judged],
    comparable: [...state.comparable, evaluation.overall],
    checklist: nextChecklist(contract?.acceptance_checklist ?? [], evaluation.verdicts),
    failures: [],
  }
  const at = isJudgedTwice(state) ? 'evaluating-again' : 'evaluating'
  return { ...next, at, site: evaluation.site }
}

/** The lower of two scores is the one that counts. */
function evaluatedAgain(state: Open, entry: Entry): GanLive {
  const { cost, ...again } = readPayload(entry, payloads.evaluated_again)
  const lower = Math.min(again.overall, state.comparable.at(-1) ?? again.overall)
  const comparable = [...state.comparable.slice(0, -1), lower]
  const second = { iteration: state.iteration, ...again }
  return { ...spending(state, cost), second, comparable, failures: [] }
}

function asking(state: Open, entry: Entry): GanLive {
  const { reasons, detail } = readPayload(entry, payloads.gate_opened)
  if (state.at === 'asking') throw corrupt(entry, 'a question is open already')
  return {
    ...runOf(state),
    at: 'asking',
    reasons,
    detail,
    held: { ...state, failures: [] },
    asked: state.asked + 1,
    // a question for another reason does not stand for this one
    escalated: state.escalated || reasons.includes('escalation'),
  }
}

function answered(state: Open, entry: Entry): GanLive {
  const { answer, obligations } = readPayload(entry, payloads.gate_answered)
  if (state.at !== 'asking') throw corrupt(entry, 'no question was open')
  const words = (answer.feedback ?? '').trim()
  const next = { ...state, guidance: words === '' ? state.guidance : [...state.guidance, words] }
  const last = state.comparable.slice(-1)
  const anew = { cycleStart: state.iteration + 1, escalated: false, comparable: [] }
  switch (answer.option) {
    case 'retry':
      return {
        ...state.held,
        asked: state.asked,
        guidance: next.guidance,
        retried: state.retried + 1,
      }
    case 'continue':
      // what led to the question was answered; only new rounds may lead to it again
      return { ...next, comparable: last }
    case 'adjust': {
      const waived = waivedIn(words)
      const checklist = next.checklist.filter(({ id, implicit }) => implicit || !waived.has(id))
      // scores under other criteria say nothing about progress
      const version = { criteriaVersion: state.criteriaVersion + 1, checklist, comparable: [] }
      return { ...next, ...version, ...(isLastIteration(state) ? anew : {}) }
    }
    case 'met':
    case 'unmet':
      return withDecisions(next, obligations ?? [])
    case 'switch':
      return { ...next, ...anew, approach: state.approach + 1, site: null }
    case 'restart':
      return { ...next, ...anew, site: null, checklist: [], contract: null }
    default:
      return next
  }
}

/** Lays a person's decisions over the evaluation; the question stays open under another name. */
function withDecisions(
  state: Extract<GanLive, { at: 'asking' }>,
  obligations: readonly Obligation[],
): GanLive {
  if (state.evaluation === null) return state
  const judged = { ...state.evaluation, obligations: [...obligations] }
  const unmet = unmetOf(judged)
  const known = new Set(judged.feedback.map(({ id }) => id))
  const feedback = unmet
    .filter(({ id }) => !known.has(id))
    .map(({ id, statement, reason }) => ({ id, text: `${statement}: ${reason}` }))
  const evaluation = { ...judged, feedback: [...judged.feedback, ...feedback] }
  return {
    ...state,
    evaluation,
    evaluations: [...state.evaluations.slice(0, -1), evaluation],
    reasons: unmet.length > 0 ? ['max_iterations'] : state.reasons,
    asked: state.asked + 1,
  }
}

const withSite = (state: GanRun, site: string, paths: readonly string[]) => ({
  site,
  sites: state.sites.includes(site) ? state.sites : [...state.sites, site],
  paths: [...new Set([...state.paths, ...paths])],
})

const spending = <State extends GanRun>(state: State, cost: Cost): State => ({
  ...state,
  spent: addCost(state.spent, cost),
})

/** What is true of the run wherever it is. */
const runOf = (state: GanRun): GanRun => withoutPlace(state, 'proposal', 'rounds')
