import type { z } from 'zod'
import { addCost, type Cost } from '../../asking/meter.ts'
import { nothingSpent } from '../../model/caps.ts'
import type { Entry } from '../../model/entry.ts'
import { nextChecklist } from './contract.ts'
import { type EventName, payloads } from './events.ts'
import type { GanLive, GanRun, GanState } from './state.ts'

/** Folds one recorded event into the state. It holds no rules; an event that can't follow is corruption. */
export function evolve(state: GanState, entry: Entry): GanState {
  if (!isEventName(entry.event)) throw corrupt(entry, 'unknown event')
  if (state.at === 'nowhere') {
    if (entry.event !== 'run_started') throw corrupt(entry, 'the first event must start the run')
    return begin(entry)
  }
  if (state.at === 'ended') throw corrupt(entry, 'the run had ended')
  return { ...apply(state, entry, entry.event), updatedAt: entry.ts }
}

type Open = Exclude<GanLive, { at: 'ended' }>

function apply(state: Open, entry: Entry, event: EventName): GanLive {
  switch (event) {
    case 'run_started':
      throw corrupt(entry, 'the run had started')
    case 'contract_proposed': {
      const { proposal, cost } = read(entry, payloads.contract_proposed)
      return { ...paid(state, cost), at: 'reviewing', proposal, rounds: [] }
    }
    case 'contract_reviewed': {
      const { negotiation, proposal, cost } = read(entry, payloads.contract_reviewed)
      if (state.at !== 'reviewing' && state.at !== 'resolving')
        throw corrupt(entry, `a review while ${state.at}`)
      const at = negotiation.by === 'builder' ? 'resolving' : 'reviewing'
      return { ...paid(state, cost), at, proposal, rounds: [...state.rounds, negotiation] }
    }
    case 'contract_signed': {
      const { contract } = read(entry, payloads.contract_signed)
      const dated = { ...contract, created_at: entry.ts }
      return {
        ...runOf(state),
        at: 'building',
        contract: dated,
        contracts: [...state.contracts, dated],
      }
    }
    case 'site_built': {
      const { site, cost } = read(entry, payloads.site_built)
      return { ...paid(runOf(state), cost), at: 'evaluating', ...withSite(state, site) }
    }
    case 'site_edited':
      return {
        ...runOf(state),
        at: 'evaluating',
        ...withSite(state, read(entry, payloads.site_edited).site),
      }
    case 'evaluated':
      return evaluated(state, entry)
    case 'evaluated_again': {
      const { overall, divergence, cost } = read(entry, payloads.evaluated_again)
      // the lower of two scores is the one that counts
      const lower = Math.min(overall, state.comparable.at(-1) ?? overall)
      const comparable = [...state.comparable.slice(0, -1), lower]
      return { ...paid(state, cost), second: { overall, divergence }, comparable }
    }
    case 'iteration_advanced': {
      const { to, priority } = read(entry, payloads.iteration_advanced)
      return { ...runOf(state), at: 'proposing', iteration: to, priority, failures: [] }
    }
    case 'gate_opened': {
      const { reasons } = read(entry, payloads.gate_opened)
      return { ...runOf(state), at: 'asking', reasons, asked: state.asked + 1, escalated: true }
    }
    case 'gate_answered':
      return answered(state, entry)
    case 'phase_error': {
      const { phase, error, cost } = read(entry, payloads.phase_error)
      return { ...paid(state, cost), failures: [...state.failures, { phase, error }] }
    }
    case 'ended': {
      const { outcome, reason } = read(entry, payloads.ended)
      return { ...runOf(state), at: 'ended', outcome, reason }
    }
  }
}

function begin(entry: Entry): GanLive {
  const { runId, setup } = read(entry, payloads.run_started)
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
    evaluation: null,
    evaluations: [],
    comparable: [],
    second: null,
    escalated: false,
    guidance: [],
    failures: [],
    asked: 0,
    spent: nothingSpent,
    startedAt: entry.ts,
    updatedAt: entry.ts,
  }
}

function evaluated(state: Open, entry: Entry): GanLive {
  const { cost, ...evaluation } = read(entry, payloads.evaluated)
  const first = state.evaluations.length === 0
  const items = state.contract?.acceptance_checklist ?? []
  const next = {
    ...paid(state, cost),
    evaluation,
    evaluations: [...state.evaluations, evaluation],
    comparable: [...state.comparable, evaluation.overall],
    checklist: nextChecklist(items, evaluation.verdicts),
    failures: [],
  }
  return first && state.setup.projectNumber % 5 === 0
    ? { ...runOf(next), at: 'evaluating-again', site: evaluation.site }
    : { ...runOf(next), at: 'evaluating', site: evaluation.site }
}

function answered(state: Open, entry: Entry): GanLive {
  const { answer } = read(entry, payloads.gate_answered)
  const words = (answer.feedback ?? '').trim()
  const changed = answer.option === 'adjust' || answer.option === 'restart'
  return {
    ...state,
    guidance: words === '' ? state.guidance : [...state.guidance, words],
    // scores under other criteria say nothing about progress
    comparable: changed ? [] : state.comparable,
  }
}

const withSite = (state: GanRun, site: string) => ({
  site,
  sites: state.sites.includes(site) ? state.sites : [...state.sites, site],
})

const paid = <State extends GanRun>(state: State, cost: Cost): State => ({
  ...state,
  spent: addCost(state.spent, cost),
})

/** What is true of the run wherever it is. */
function runOf(state: GanRun): GanRun {
  const { runId, setup, iteration, priority, checklist, contract, contracts, site, sites } = state
  const { evaluation, evaluations, comparable, second, escalated, guidance, failures } = state
  const { asked, spent, startedAt, updatedAt } = state
  return {
    ...{ runId, setup, iteration, priority, checklist, contract, contracts, site, sites },
    ...{ evaluation, evaluations, comparable, second, escalated, guidance, failures },
    ...{ asked, spent, startedAt, updatedAt },
  }
}

function read<Value>(entry: Entry, schema: z.ZodType<Value>): Value {
  const parsed = schema.safeParse(entry.payload)
  if (parsed.success) return parsed.data
  throw corrupt(entry, parsed.error.issues[0]?.message ?? 'bad payload')
}

const isEventName = (name: string): name is EventName => Object.hasOwn(payloads, name)

const corrupt = (entry: Entry, why: string) =>
  new Error(`corrupt history: event ${entry.n} (${entry.event}): ${why}`)
