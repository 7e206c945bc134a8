import { addCost, type Cost } from '../../asking/meter.ts'
import { capReached } from '../../loop/budget.ts'
import { refuse, type Refusal } from '../../loop/machine.ts'
import { startedWith } from '../../loop/stages.ts'
import type { Fact } from '../../model/entry.ts'
import { ok, type Result } from '../../model/result.ts'
import { isConfirming } from './confirming.ts'
import { isRegressionOnly, joined, type Proposal, type SprintContract } from './contract.ts'
import { type Evaluation, GanSetup } from './events.ts'
import { ended, fact } from './facts.ts'
import { openCounts } from './owed.ts'
import { decideLoop, otherDimension, type Round } from './loop-decision.ts'
import { answer } from './people.ts'
import type { GanCommand, GanLive, GanState } from './state.ts'

type Decision = Result<readonly Fact[], Refusal>
type Commanded<Type extends GanCommand['type']> = Extract<GanCommand, { type: Type }>

/** The rules of the loop between builder and evaluator: the new facts, or why not. */
export function decide(state: GanState, command: GanCommand): Decision {
  if (state.at === 'nowhere')
    return command.type === 'start'
      ? startedWith(GanSetup, command)
      : refuse('the run has not started')
  if (command.type === 'start') return refuse('the run has started already')
  if (state.at === 'ended') return refuse(`the run has ended (${state.outcome})`)
  switch (command.type) {
    case 'stop':
      return ok([ended(state, 'stopped', command.reason, { by: command.by })])
    case 'fault':
      return ok([ended(state, 'failed', command.detail)])
    case 'answer-gate':
      return answer(state, command)
    case 'record-cap':
      return ok([ended(state, 'cap_reached', command.cap)])
    case 'record-failure':
      return state.at === 'asking'
        ? refuse('the run waits for a person')
        : ok(failure(state, command))
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
      if (state.contract === null) return refuse('a site is judged by a contract; there is none')
      return state.at === 'evaluating' || state.at === 'asking'
        ? ok([fact(state, 'site_edited', { site: command.site, paths: [...command.paths] })])
        : refuse(`a site edited while the run is ${state.at} is not taken`)
    case 'record-evaluation':
      return evaluation(state, command)
    case 'record-second':
      return second(state, command)
  }
}

function proposal(
  state: Extract<GanLive, { at: 'proposing' }>,
  { proposal: given, cost }: Commanded<'record-proposal'>,
): readonly Fact[] {
  const whole = joined(given, state.checklist)
  const event = fact(state, 'contract_proposed', { proposal: whole, cost })
  const nothingToNegotiate =
    state.setup.contract === 'none' ||
    state.setup.maxNegotiationRounds === 0 ||
    (isConfirming(state) && isRegressionOnly(whole.acceptance_checklist))
  return nothingToNegotiate ? [event, signed(state, whole, [])] : [event]
}

function review(
  state: Extract<GanLive, { at: 'reviewing' | 'resolving' }>,
  { negotiation, proposal: given, cost }: Commanded<'record-review'>,
): readonly Fact[] {
  const whole = joined(given, state.checklist)
  const event = fact(state, 'contract_reviewed', { negotiation, proposal: whole, cost })
  const rounds = [...state.rounds, negotiation]
  const asked = rounds.filter(({ by }) => by === 'builder').length
  // after the last round the evaluator's word, by the brief, is the contract
  const settled =
    negotiation.answer === 'accept' ||
    (negotiation.answer === 'resolve' && asked >= state.setup.maxNegotiationRounds)
  return settled ? [event, signed(state, whole, rounds)] : [event]
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
    criteria_version: state.criteriaVersion,
  }
  return fact(state, 'contract_signed', { contract })
}

function build(state: GanLive, command: Commanded<'record-build'>): Decision {
  if (state.setup.contract === 'required' && state.contract === null)
    return refuse('nothing is built without a contract at this level')
  if (state.at !== 'building') return refuse(`the run is ${state.at}, not building`)
  const { type: _, ...payload } = command
  const outside = payload.claims.find(({ id }) => !isContracted(state, id))
  if (outside) return refuse(`${outside.id} is not in the contract; it cannot be claimed`)
  return ok([fact(state, 'site_built', payload)])
}

const isContracted = ({ contract }: GanLive, id: string): boolean =>
  contract?.acceptance_checklist.some((item) => item.id === id) ?? false

function evaluation(state: GanLive, command: Commanded<'record-evaluation'>): Decision {
  if (state.at !== 'evaluating') return refuse(`the run is ${state.at}, not evaluating`)
  const { evaluation: judged, cost } = command
  if (judged.site !== state.site) return refuse('the evaluation is of another site')
  const outside = judged.verdicts.find(({ id }) => !isContracted(state, id))
  if (outside) return refuse(`${outside.id} is not in the contract; it cannot be scored`)
  const event = fact(state, 'evaluated', { ...judged, cost })
  if (isJudgedTwice(state)) return ok([event])
  return ok([
    event,
    ...after(state, { overall: judged.overall, scores: judged.scores, judged, cost }),
  ])
}

/** Every fifth project is judged twice, once, before anything follows from it. */
export const isJudgedTwice = ({ evaluations, setup }: GanLive): boolean =>
  evaluations.length === 0 && setup.projectNumber % 5 === 0

function second(state: GanLive, { overall, scores, cost }: Commanded<'record-second'>): Decision {
  if (state.at !== 'evaluating-again' || state.evaluation === null)
    return refuse(`the run is ${state.at}; nothing is to be judged again`)
  const judged = state.evaluation
  const divergence = Math.round(Math.abs(overall - judged.overall) * 1e6) / 1e6
  const event = fact(state, 'evaluated_again', { overall, scores, divergence, cost })
  const lower = overall < judged.overall ? { overall, scores } : judged
  const before = { ...state, comparable: state.comparable.slice(0, -1) }
  const counts = { overall: lower.overall, scores: lower.scores, judged, cost }
  return ok([event, ...after(before, counts)])
}

type Judgement = {
  readonly overall: number
  readonly scores: Evaluation['scores']
  readonly judged: Evaluation
  readonly cost: Cost
}

/** What follows from a score. */
function after(state: GanLive, { overall, scores, judged, cost }: Judgement): readonly Fact[] {
  const round: Round = {
    iteration: state.iteration - state.cycleStart + 1,
    overall,
    scores,
    mustPassFailures: judged.mustPassFailures,
    ...openCounts(judged),
    conditionsMet: judged.conditionsMet,
    confirmed: state.iteration >= 2,
    history: [...state.comparable, overall],
    escalated: state.escalated,
  }
  const next = decideLoop(round, state.setup.loop)
  if (next.type === 'passed') return [ended(state, 'passed', `score ${overall.toFixed(2)}`)]
  if (next.type === 'ask')
    return [fact(state, 'gate_opened', { reasons: [...next.reasons], detail: '' })]
  const cap = capReached(state.setup.caps, addCost(state.spent, cost))
  if (cap !== null) return [ended(state, 'cap_reached', cap)]
  const priority =
    next.type === 'iterate' && next.switchDimension
      ? otherDimension(scores, state.priority)
      : state.priority
  return [fact(state, 'iteration_advanced', { to: state.iteration + 1, priority })]
}

const mostRetries = 2

/** An agent may try again twice, told what was wrong; then a person is asked, for no phase is skipped. */
function failure(state: GanLive, command: Commanded<'record-failure'>): readonly Fact[] {
  const { phase, error, final, cost } = command
  const attempt = state.failures.filter((each) => each.phase === phase).length + 1
  const event = fact(state, 'phase_error', { phase, attempt, error, cost }, 'error')
  return final || attempt > mostRetries
    ? [
        event,
        fact(state, 'gate_opened', { reasons: ['agent_failure'], detail: `${phase}: ${error}` }),
      ]
    : [event]
}
