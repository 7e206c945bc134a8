import { capReached } from '../../loop/budget.ts'
import { refuse, type Refusal } from '../../loop/machine.ts'
import { startedWith, wrongAnswer } from '../../loop/stages.ts'
import type { Fact } from '../../model/entry.ts'
import { counted } from '../../model/counted.ts'
import { type GateAnswer, onlyIn } from '../../model/gate.ts'
import { ok, type Result } from '../../model/result.ts'
import { whyAPerson } from './autonomy.ts'
import { ImproveSetup, type Payload } from './events.ts'
import { foldFacts } from './evolve.ts'
import { ended, fact } from './facts.ts'
import { type Asking, gateFor, needsWords } from './gate.ts'
import { easedFor } from './impact.ts'
import {
  type ImproveCommand,
  type ImproveLive,
  type ImproveState,
  type ImproveWorking,
  type Iteration,
  lastOf,
  scoreOf,
  type Working,
} from './state.ts'
import { inARow, notYet, reaches } from './stop-rule.ts'

type Decision = Result<readonly Fact[], Refusal>
type Commanded<Type extends ImproveCommand['type']> = Extract<ImproveCommand, { type: Type }>
type Open = Exclude<ImproveLive, { at: 'ended' }>

/** The rules of a run: the new facts, or why not. What follows from them is decided with them. */
export function decide(state: ImproveState, command: ImproveCommand): Decision {
  if (state.at === 'nowhere')
    return command.type === 'start'
      ? startedWith(ImproveSetup, command, 'PREPARE')
      : refuse('the run has not started')
  if (command.type === 'start') return refuse('the run has started already')
  const recorded = state.at === 'ended' ? afterwards(state, command) : record(state, command)
  if (!recorded.ok || recorded.value.length === 0) return recorded
  return ok([...recorded.value, ...following(foldFacts(state, recorded.value))])
}

/** What people may still say of a run that is over. */
function afterwards(state: ImproveLive, command: ImproveCommand): Decision {
  if (command.type === 'record-rolled-back') return rollBack(state, command)
  if (command.type === 'record-human-score') return humanScore(state, command)
  return refuse(`the run has ended (${state.at === 'ended' ? state.outcome : state.at})`)
}

function record(state: Open, command: Exclude<ImproveCommand, { type: 'start' }>): Decision {
  switch (command.type) {
    case 'stop':
      return ok([ended(state, 'stopped', command.reason, { by: command.by })])
    case 'record-cap':
      return ok([ended(state, 'cap_reached', command.cap, { cost: command.cost })])
    case 'answer-gate':
      return answer(state, command.answer)
    case 'record-rolled-back':
      return rollBack(state, command)
    case 'record-human-score':
      return humanScore(state, command)
    case 'record-failure':
      return state.at === 'asking'
        ? refuse('the run waits for a person')
        : ok(failure(state, command))
    case 'record-prepared':
      return at(state, 'preparing', 'prepared', command)
    case 'record-built':
      return at(state, 'building', 'built', command)
    case 'record-scored':
      return at(state, 'scoring', 'scored', command)
    case 'record-undone':
      return at(state, 'undoing', 'autonomously_rolled_back', command)
    case 'record-analysed':
      return at(state, 'analysing', 'analysed', command)
    case 'record-applied':
      return at(state, 'applying', 'applied', command)
  }
}

type Step = 'prepared' | 'built' | 'scored' | 'autonomously_rolled_back' | 'analysed' | 'applied'

/** What a step recorded counts only in that step. */
function at<Name extends Step>(
  state: Open,
  where: Working,
  event: Name,
  command: { readonly type: string } & Payload<Name>,
): Decision {
  const { type: _, ...payload } = command
  if (state.at !== where) return refuse(`the run is ${state.at}, not ${where}`)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only its type was taken off
  return ok([fact(state, event, payload as unknown as Payload<Name>)])
}

function rollBack(state: ImproveLive, command: Commanded<'record-rolled-back'>): Decision {
  const { type: _, ...payload } = command
  if (state.at !== 'ended' && state.at !== 'asking')
    return refuse('an iteration is under way; roll back when it waits for a person or is over')
  const improvement = state.improvements.find(({ id }) => id === payload.improvement)
  if (improvement === undefined || improvement.status !== 'applied')
    return refuse(`${payload.improvement} was not applied`)
  if (improvement.rolledBack !== null)
    return refuse(`${payload.improvement} is rolled back already`)
  return ok([fact(state, 'rolled_back', payload)])
}

function humanScore(state: ImproveLive, command: Commanded<'record-human-score'>): Decision {
  const { type: _, ...payload } = command
  const iteration = state.iterations.find(({ number }) => number === payload.iteration)
  if (iteration === undefined || iteration.score === null)
    return refuse(`iteration ${payload.iteration} was not scored`)
  return ok([fact(state, 'human_scored', payload)])
}

const mostAttempts = 3

function failure(state: ImproveWorking, command: Commanded<'record-failure'>): readonly Fact[] {
  const { phase, error, final, cost } = command
  const attempt = state.failures.filter((each) => each.phase === phase).length + 1
  return [
    fact(state, 'phase_error', { phase, attempt, error, cost }, 'error'),
    ...(final || attempt >= mostAttempts
      ? [fact(state, 'gate_opened', { trigger: 'blocked', detail: error })]
      : []),
  ]
}

/** What a person decides. */
function answer(state: ImproveLive, given: GateAnswer): Decision {
  if (state.at !== 'asking') return refuse('no question is open')
  const wrong = wrongAnswer(gateFor(state), given, needsWords)
  if (wrong !== null) return refuse(wrong)
  const unknown = unknownIn(state, given)
  if (unknown !== null) return refuse(unknown)
  // whoever wants to see more has decided nothing
  if (given.option === 'view') return ok([])
  const said = fact(state, 'gate_answered', { answer: given })
  return given.option === 'exit'
    ? ok([
        said,
        ended(state, 'stopped', given.feedback ?? 'ended at the question', { by: given.by }),
      ])
    : ok([said])
}

function unknownIn(state: Asking, given: GateAnswer): string | null {
  const known = (lastOf(state)?.proposals ?? []).map(({ id }) => id)
  const unknown = (onlyIn(given) ?? []).find((id) => !known.includes(id))
  return unknown === undefined
    ? null
    : `there is no proposal ${unknown}; choose among ${known.join(', ')}`
}

/** What must happen now whatever was recorded: an end, a question, or nothing. */
function following(state: ImproveLive): readonly Fact[] {
  // what did harm is taken back even where nothing more may be spent
  if (state.at === 'ended' || state.at === 'asking' || state.at === 'undoing') return []
  const cap = capReached(state.setup.caps, state.spent)
  if (cap !== null) return [ended(state, 'cap_reached', cap)]
  const last = lastOf(state)
  const isOver = state.at === 'analysing' && last?.analysis === null
  if (isOver || state.at === 'preparing') {
    const end = endOf(state)
    if (end !== null) return [end]
  }
  return state.at === 'analysing' && last !== undefined && last.analysis !== null
    ? [proposalsDecided(state, last)]
    : []
}

/** A question to a person, or, where a run may decide by itself, its own decision with what allowed it. */
function proposalsDecided(state: ImproveWorking, last: Iteration): Fact {
  const why = whyAPerson(state)
  const { proposals, autonomy } = last
  if (why.length === 0 && autonomy !== undefined)
    return fact(state, 'autonomously_approved', {
      ids: proposals.map(({ id }) => id),
      conditions: autonomy.conditions,
    })
  return fact(state, 'gate_opened', {
    trigger: 'proposals',
    detail: [
      `iteration ${last.number} scores ${scoreText(state, last)}`,
      ...notYet(last),
      ...(state.setup.mode === 'autonomous' ? [`a person must decide: ${why.join(', ')}`] : []),
      counted(proposals.length, 'proposal'),
    ].join('; '),
  })
}

/** A score says what was loosened to reach it. */
function scoreText(state: ImproveWorking, iteration: Iteration): string {
  const eased = easedFor(state, iteration.number)
  return `${scoreOf(iteration)} of 10${eased.length === 0 ? '' : `, in an exam made easier by ${eased.join(', ')}`}`
}

/** Whether nothing more is built after the last iteration. */
function endOf(state: ImproveWorking): Fact | null {
  const { setup, iterations } = state
  const last = lastOf(state)
  if (last === undefined || last.score === null) return null
  const score = scoreText(state, last)
  if (setup.mode === 'once') {
    const missing = [
      ...((scoreOf(last) ?? 0) >= setup.target ? [] : [`the target is ${setup.target}`]),
      ...notYet(last),
    ]
    return reaches(last, setup.target)
      ? ended(state, 'target_reached', score)
      : ended(state, 'scored', [score, ...missing].join('; '))
  }
  if (inARow(state) >= setup.consecutive)
    return ended(
      state,
      'target_reached',
      setup.consecutive === 1 ? score : `${score}, ${setup.consecutive} times in a row`,
    )
  // the last one is analysed too, so that a person can see what to do next
  if (iterations.length >= setup.maxIterations && state.at === 'preparing')
    return ended(
      state,
      'iteration_limit',
      `${iterations.length} iterations; the last scores ${score}`,
    )
  return null
}
