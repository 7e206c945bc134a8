import { addCost, type Cost } from '../../asking/meter.ts'
import { capReached } from '../../loop/budget.ts'
import { refuse, type Refusal } from '../../loop/machine.ts'
import type { Fact } from '../../model/entry.ts'
import type { GateAnswer } from '../../model/gate.ts'
import { ok, type Result } from '../../model/result.ts'
import { implicitItems, type Proposal, type SprintContract } from './contract.ts'
import type { EventName, Payload } from './events.ts'
import { gateFor } from './gate.ts'
import { decideLoop, otherDimension, type Round } from './loop-decision.ts'
import type { GanCommand, GanLive, GanState } from './state.ts'

type Decision = Result<readonly Fact[], Refusal>
type Commanded<Type extends GanCommand['type']> = Extract<GanCommand, { type: Type }>

/** The rules of the loop between builder and evaluator: the new facts, or why not. */
export function decide(state: GanState, command: GanCommand): Decision {
  if (state.at === 'nowhere')
    return command.type === 'start' ? ok([started(command)]) : refuse('the run has not started')
  if (command.type === 'start') return refuse('the run has started already')
  if (state.at === 'ended') return refuse(`the run has ended (${state.outcome})`)
  switch (command.type) {
    case 'stop':
      return ok([ended(state, 'stopped', command.reason)])
    case 'answer-gate':
      return answer(state, command.answer)
    case 'record-cap':
      return ok([ended(state, 'cap_reached', command.cap)])
    case 'record-failure':
      return ok(failure(state, command))
    case 'record-proposal':
      return state.at === 'proposing'
        ? ok(proposal(state, command))
        : refuse(`the run is ${state.at}, not proposing`)
    case 'record-review':
      return state.at === 'reviewing' || state.at === 'resolving'
        ? ok(review(state, command))
        : refuse(`the run is ${state.at}, not reviewing`)
    case 'record-build':
      return build(state, command)
    case 'adopt-site':
      return state.at === 'evaluating'
        ? ok([fact(state, 'site_edited', { site: command.site })])
        : refuse(`a site edited while the run is ${state.at} is not taken`)
    case 'record-evaluation':
      return evaluation(state, command)
    case 'record-second':
      return second(state, command)
  }
}

export function fact<Name extends EventName>(
  state: GanLive,
  event: Name,
  payload: Payload<Name>,
  status = 'ok',
): Fact {
  return { iteration: state.iteration, phase: null, step: state.at, event, status, payload }
}

const ended = (state: GanLive, outcome: Payload<'ended'>['outcome'], reason: string): Fact =>
  fact(state, 'ended', { outcome, reason }, outcome)

function started({ runId, setup, by }: Commanded<'start'>): Fact {
  const payload: Payload<'run_started'> = { runId, setup, by }
  return { iteration: 1, phase: null, step: 'start', event: 'run_started', status: 'ok', payload }
}

/** The conditions no score outweighs are part of every contract, whoever wrote it. */
const withImplicit = (proposed: Proposal): Proposal => ({
  ...proposed,
  acceptance_checklist: [
    ...proposed.acceptance_checklist.filter(({ implicit }) => !implicit),
    ...implicitItems,
  ],
})

function proposal(
  state: Extract<GanLive, { at: 'proposing' }>,
  { proposal: given, cost }: Commanded<'record-proposal'>,
): readonly Fact[] {
  const whole = withImplicit(given)
  const told = fact(state, 'contract_proposed', { proposal: whole, cost })
  // where nobody wanted a contract, the checklist of the brief is simply taken
  return state.setup.contract === 'none' || state.setup.maxNegotiationRounds === 0
    ? [told, signed(state, whole, [])]
    : [told]
}

function review(
  state: Extract<GanLive, { at: 'reviewing' | 'resolving' }>,
  { negotiation, proposal: given, cost }: Commanded<'record-review'>,
): readonly Fact[] {
  const whole = withImplicit(given)
  const told = fact(state, 'contract_reviewed', { negotiation, proposal: whole, cost })
  const rounds = [...state.rounds, negotiation]
  const settled =
    negotiation.answer === 'accept' ||
    (negotiation.answer === 'resolve' &&
      rounds.filter(({ by }) => by === 'builder').length >= state.setup.maxNegotiationRounds)
  return settled ? [told, signed(state, whole, rounds)] : [told]
}

function signed(
  state: GanLive,
  agreed: Proposal,
  rounds: SprintContract['negotiation_history'],
): Fact {
  const contract: SprintContract = {
    sprint_id: `sprint-${state.iteration}`,
    iteration: state.iteration,
    ...agreed,
    negotiation_history: [...rounds],
    // the time of the event; a machine has no clock
    created_at: '',
  }
  return fact(state, 'contract_signed', { contract })
}

function build(state: GanLive, command: Commanded<'record-build'>): Decision {
  if (state.at !== 'building') return refuse(`the run is ${state.at}, not building`)
  if (state.setup.contract === 'required' && state.contract === null)
    return refuse('nothing is built without a contract at this level')
  const { site, claims, notes, cost } = command
  return ok([fact(state, 'site_built', { site, claims: [...claims], notes, cost })])
}

function evaluation(state: GanLive, command: Commanded<'record-evaluation'>): Decision {
  if (state.at !== 'evaluating') return refuse(`the run is ${state.at}, not evaluating`)
  const { evaluation: judged, cost } = command
  if (judged.site !== state.site) return refuse('the evaluation is of another site')
  const outside = judged.verdicts.find(
    ({ id }) => state.contract?.acceptance_checklist.every((item) => item.id !== id) ?? false,
  )
  if (outside) return refuse(`${outside.id} is not in the contract; it can not be scored`)
  const told = fact(state, 'evaluated', { ...judged, cost })
  const first = state.evaluations.length === 0
  // every fifth project is judged twice, once, before anything follows from it
  if (first && state.setup.projectNumber % 5 === 0) return ok([told])
  return ok([told, ...after(state, { overall: judged.overall, judged, cost })])
}

function second(state: GanLive, { overall, cost }: Commanded<'record-second'>): Decision {
  if (state.at !== 'evaluating-again' || state.evaluation === null)
    return refuse(`the run is ${state.at}; nothing is to be judged again`)
  const divergence = Math.abs(overall - state.evaluation.overall)
  const told = fact(state, 'evaluated_again', { overall, divergence, cost })
  const lower = Math.min(overall, state.evaluation.overall)
  const before = { ...state, comparable: state.comparable.slice(0, -1) }
  return ok([told, ...after(before, { overall: lower, judged: state.evaluation, cost })])
}

type Judgement = {
  readonly overall: number
  readonly judged: NonNullable<GanLive['evaluation']>
  readonly cost: Cost
}

/** What follows from a score. */
function after(state: GanLive, { overall, judged, cost }: Judgement): readonly Fact[] {
  const round: Round = {
    iteration: state.iteration,
    overall,
    scores: judged.scores,
    mustPassFailures: judged.mustPassFailures,
    history: [...state.comparable, overall],
    escalated: state.escalated,
  }
  const next = decideLoop(round, state.setup.loop)
  if (next.type === 'passed') return [ended(state, 'passed', `score ${overall.toFixed(2)}`)]
  if (next.type === 'ask') return [fact(state, 'gate_opened', { reasons: [...next.reasons] })]
  const cap = capReached(state.setup.caps, addCost(state.spent, cost))
  if (cap !== null) return [ended(state, 'cap_reached', cap)]
  const priority =
    next.type === 'iterate' && next.switchDimension
      ? otherDimension(judged.scores, state.priority)
      : state.priority
  return [fact(state, 'iteration_advanced', { to: state.iteration + 1, priority })]
}

function answer(state: GanLive, given: GateAnswer): Decision {
  if (state.at !== 'asking') return refuse('no question is open')
  const gate = gateFor(state)
  if (given.gate !== gate.id) return refuse(`the open question is ${gate.id}, not ${given.gate}`)
  if (given.shown !== gate.shown) return refuse('what was shown has changed since; look again')
  if (!gate.options.some(({ name }) => name === given.option))
    return refuse(
      `${given.option} is not an option; choose ${gate.options.map(({ name }) => name).join(', ')}`,
    )
  const told = fact(state, 'gate_answered', { answer: given })
  switch (given.option) {
    case 'force-pass':
      return ok([told, ended(state, 'accepted_by_user', given.feedback ?? 'accepted as it is')])
    case 'abort':
      return ok([told, ended(state, 'aborted', given.feedback ?? 'aborted')])
    default: {
      const scores = state.evaluation?.scores
      const priority = scores ? otherDimension(scores, state.priority) : state.priority
      return ok([told, fact(state, 'iteration_advanced', { to: state.iteration + 1, priority })])
    }
  }
}

const mostRetries = 2

/** An agent may try again twice, told what was wrong; a required phase is never skipped. */
function failure(state: GanLive, command: Commanded<'record-failure'>): readonly Fact[] {
  const { phase, error, final, cost } = command
  const attempt = state.failures.filter((each) => each.phase === phase).length + 1
  const told = fact(state, 'phase_error', { phase, attempt, error, cost }, 'error')
  return final || attempt > mostRetries
    ? [told, ended(state, 'failed', `${phase}: ${error}`)]
    : [told]
}
