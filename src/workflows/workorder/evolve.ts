import { addCost, type Cost } from '../../asking/meter.ts'
import { corrupt, readPayload } from '../../loop/read-payload.ts'
import { evolveBy, withoutPlace } from '../../loop/stages.ts'
import { nothingSpent } from '../../model/caps.ts'
import type { Entry } from '../../model/entry.ts'
import { blockingIn } from './compile-decision.ts'
import { type EventName, payloads } from './events.ts'
import { recordCycle } from './refining/next-refinement.ts'
import { decidedBy } from './people.ts'
import { asidePhase, type OrderLive, type OrderRun } from './state.ts'
import { mostScopePaths, ScopePath } from './order.ts'

/** Paths that a person names in back-ticks may change from now on. */
function amended(setup: OrderRun['setup'], words: string): OrderRun['setup'] {
  const { order } = setup
  // no scope at all means everywhere already
  if (order.files_in_scope.length === 0) return setup
  const named = [...words.matchAll(/`([^`\s]+)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => /[./*]/.test(path) && ScopePath.safeParse(path).success)
  const scope = [...new Set([...order.files_in_scope, ...named])].slice(0, mostScopePaths)
  return { ...setup, order: { ...order, files_in_scope: scope } }
}

const strongestOf = ({ setup, proposer }: OrderRun): string =>
  setup.proposers.toSorted(
    (one, other) => other.complexity_threshold - one.complexity_threshold || other.cost - one.cost,
  )[0]?.name ?? proposer

type Open = Exclude<OrderLive, { at: 'ended' }>

export const evolve = evolveBy<OrderLive, typeof payloads>(payloads, { begin, apply })

function apply(state: Open, entry: Entry, event: Exclude<EventName, 'run_started'>): OrderLive {
  switch (event) {
    case 'based':
      return { ...runOf(state), at: 'measuring-before', ...readPayload(entry, payloads.based) }
    case 'baseline_measured': {
      const { cost, ...baseline } = readPayload(entry, payloads.baseline_measured)
      return { ...spending(runOf(state), cost), at: 'briefing', baseline, failures: [] }
    }
    case 'briefed':
      return briefed(state, entry)
    case 'proposed': {
      const { cost, touched: _, ...proposal } = readPayload(entry, payloads.proposed)
      const { tree: proposed } = proposal
      const fresh = { ...emptyAttempt, byHand: false, proposal: { ...proposal, proposed } }
      return { ...spending(runOf(state), cost), ...fresh, at: 'compiling' }
    }
    case 'compiled':
      return compiled(state, entry)
    case 'cycle_begun':
      return cycleBegun(state, entry)
    case 'refined': {
      const { cost, touched: _, ...refined } = readPayload(entry, payloads.refined)
      const run = spending(withProposal(state, entry), cost)
      const proposal = { ...run.proposal, ...refined }
      return { ...run, at: 'compiling', proposal, failures: [] }
    }
    case 'ready_to_measure':
      return { ...withProposal(state, entry), at: 'measuring' }
    case 'measured':
      return measuredOf(state, entry)
    case 'set_aside':
      return failing(state, asidePhase, readPayload(entry, payloads.set_aside).ref)
    case 'unchanged':
      return unchanged(state, entry)
    case 'delivered':
      return { ...state, delivered: readPayload(entry, payloads.delivered) }
    case 'attempt_failed':
      return attemptFailed(state, entry)
    case 'gate_opened': {
      const { trigger, detail } = readPayload(entry, payloads.gate_opened)
      if (state.at === 'asking') throw corrupt(entry, 'a question is open already')
      const held = { ...state, failures: [] }
      return { ...runOf(state), at: 'asking', trigger, detail, held, asked: state.asked + 1 }
    }
    case 'gate_answered':
      return answered(state, entry)
    case 'phase_error': {
      const { phase, error, cost } = readPayload(entry, payloads.phase_error)
      return failing(spending(state, cost), phase, error)
    }
    case 'ended': {
      const { outcome, reason, cost } = readPayload(entry, payloads.ended)
      const run = cost === undefined ? runOf(state) : spending(runOf(state), cost)
      return { ...run, at: 'ended', outcome, reason }
    }
  }
}

function briefed(state: Open, entry: Entry): OrderLive {
  const { cost, bound, ...briefing } = readPayload(entry, payloads.briefed)
  const run = spending(runOf(state), cost)
  const setup = { ...run.setup, ...bound }
  const { proposer } = briefing
  return { ...run, setup, at: 'proposing', briefing, proposer, failures: [] }
}

function unchanged(state: Open, entry: Entry): OrderLive {
  readPayload(entry, payloads.unchanged)
  const run = withProposal(state, entry)
  const { measured } = state
  if (measured === null) throw corrupt(entry, 'nothing was measured')
  const proposal = { ...run.proposal, tree: measured.tree }
  return { ...run, at: 'delivering', proposal, measured, failures: [] }
}

function measuredOf(state: Open, entry: Entry): OrderLive {
  const { cost, ...measured } = readPayload(entry, payloads.measured)
  const run = spending(withProposal(state, entry), cost)
  const { compiled: said } = state
  return { ...run, at: 'delivering', measured: { ...measured, compiled: said }, failures: [] }
}

/** What an attempt starts without. */
const emptyAttempt = {
  proposal: null,
  firstCompiled: null,
  compiled: null,
  cycles: [],
  cycle: null,
  reviews: [],
  failures: [],
} as const satisfies Partial<OrderRun>

function begin(entry: Entry): OrderLive {
  const { runId, setup } = readPayload(entry, payloads.run_started)
  return {
    at: 'starting',
    runId,
    setup,
    attempt: 1,
    round: 1,
    proposer: setup.proposers[0]?.name ?? '',
    byHand: false,
    base: null,
    baseline: null,
    briefing: null,
    ...emptyAttempt,
    measured: null,
    delivered: null,
    decided: [],
    earlier: null,
    failed: [],
    guidance: [],
    asked: 0,
    spent: nothingSpent,
    startedAt: entry.ts,
    updatedAt: entry.ts,
  }
}

function compiled(state: Open, entry: Entry): OrderLive {
  const { cost, ...said } = readPayload(entry, payloads.compiled)
  const run = { ...spending(runOf(state), cost), failures: [], cycle: null }
  const before = state.compiled === null ? 0 : blockingIn(state.compiled).length
  const after = blockingIn(said).length
  const { cycle } = state
  const history =
    cycle?.by === 'proposer'
      ? [...state.cycles, recordCycle(state.cycles, cycle.strategy, { before, after })]
      : state.cycles
  const { proposal } = state
  if (proposal === null) throw corrupt(entry, 'nothing was proposed')
  const best = said.kept || state.compiled === null ? said : state.compiled
  return {
    ...run,
    at: 'compiling',
    cycles: history,
    reviews: cycle?.by === 'reviewer' ? [...state.reviews, after] : state.reviews,
    firstCompiled: state.firstCompiled ?? said,
    compiled: best,
    proposal: { ...proposal, tree: best.tree },
  }
}

function cycleBegun(state: Open, entry: Entry): OrderLive {
  const cycle = readPayload(entry, payloads.cycle_begun)
  const blocking = state.compiled === null ? 0 : blockingIn(state.compiled).length
  const reviews = cycle.by === 'reviewer' && state.reviews.length === 0 ? [blocking] : state.reviews
  return { ...runOf(state), at: 'refining', cycle, reviews }
}

function attemptFailed(state: Open, entry: Entry): OrderLive {
  const { cost, next, ...failure } = readPayload(entry, payloads.attempt_failed)
  const failed = [...state.failed, failure]
  const run = { ...spending(runOf(state), cost), failed, earlier: earlierOf(state) }
  // a person decides next, with this attempt before their eyes
  if (next === null) return { ...run, at: 'proposing', failures: [] }
  return { ...run, ...emptyAttempt, at: 'proposing', attempt: state.attempt + 1, proposer: next }
}

function earlierOf({ proposal, measured, attempt, earlier }: OrderRun): OrderRun['earlier'] {
  if (proposal === null) return earlier
  const { proposed, tree, how } = proposal
  return { attempt, proposed, tree, goesOn: how !== 'files' && measured?.tree === tree }
}

function answered(state: Open, entry: Entry): OrderLive {
  const { answer } = readPayload(entry, payloads.gate_answered)
  if (state.at !== 'asking') throw corrupt(entry, 'no question was open')
  const words = (answer.feedback ?? '').trim()
  const next = {
    asked: state.asked,
    guidance: words === '' ? state.guidance : [...state.guidance, words],
  }
  // another approach starts from the base
  const earlier = state.earlier === null ? null : { ...state.earlier, goesOn: false }
  const round = state.round + 1
  const anew = { ...runOf(state), ...next, earlier, attempt: 1, round, byHand: false }
  switch (answer.option) {
    case 'met':
    case 'unmet':
      return { ...state.held, ...next, decided: decidedBy(state, answer) }
    case 'retry':
    case 'keep':
    case 'go_on':
      return { ...state.held, ...next }
    case 'retry_different_approach':
      return { ...anew, ...emptyAttempt, at: 'proposing' }
    case 'amend_upstream':
      return { ...anew, ...emptyAttempt, at: 'proposing', setup: amended(state.setup, words) }
    case 'pivot_solution':
      return { ...anew, ...emptyAttempt, at: 'proposing', proposer: strongestOf(state) }
    case 'manual_intervention':
      return { ...anew, failures: [], at: 'proposing', byHand: true }
    default:
      return { ...state, ...next }
  }
}

function withProposal(state: OrderRun, entry: Entry) {
  const { proposal } = state
  if (proposal === null) throw corrupt(entry, 'nothing was proposed')
  return { ...runOf(state), proposal }
}

const failing = (state: Open, phase: string, error: string): Open => ({
  ...state,
  failures: [...state.failures, { phase, error }],
})

const spending = <State extends OrderRun>(state: State, cost: Cost): State => ({
  ...state,
  spent: addCost(state.spent, cost),
})

/** What is true of the run wherever it is. */
const runOf = (state: OrderRun): OrderRun => withoutPlace(state)
