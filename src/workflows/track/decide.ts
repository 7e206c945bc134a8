import type { Cost } from '../../asking/meter.ts'
import { readPlan } from '../../checks/track/plan.ts'
import { readyTasks, stuckTasks } from '../../checks/track/plan-order.ts'
import { capReached } from '../../loop/budget.ts'
import { refuse, type Refusal } from '../../loop/machine.ts'
import { startedWith } from '../../loop/stages.ts'
import type { Fact } from '../../model/entry.ts'
import { ok, type Result } from '../../model/result.ts'
import { TrackSetup } from './events.ts'
import { foldFacts } from './evolve.ts'
import { ended, fact } from './facts.ts'
import { answer } from './people.ts'
import type { TrackCommand, TrackLive, TrackState, TrackWorking, Working } from './state.ts'
import { openObligations, trackVerdict } from './verdict.ts'

type Decision = Result<readonly Fact[], Refusal>
type Commanded<Type extends TrackCommand['type']> = Extract<TrackCommand, { type: Type }>

/** The rules of a track: the new facts, or why not. What follows from them is decided with them. */
export function decide(state: TrackState, command: TrackCommand): Decision {
  if (state.at === 'nowhere')
    return command.type === 'start'
      ? startedWith(TrackSetup, command, 'PLAN')
      : refuse('the track has not started')
  if (command.type === 'start') return refuse('the track has started already')
  if (state.at === 'ended') return refuse(`the track has ended (${state.outcome})`)
  const recorded = record(state, command)
  if (!recorded.ok) return recorded
  return ok([...recorded.value, ...following(foldFacts(state, recorded.value))])
}

type Open = Exclude<TrackLive, { at: 'ended' }>

function record(state: Open, command: Exclude<TrackCommand, { type: 'start' }>): Decision {
  if (command.type === 'stop')
    return ok([ended(state, 'stopped', command.reason, { by: command.by })])
  if (command.type === 'record-cap')
    return ok([ended(state, 'cap_reached', command.cap, { cost: command.cost })])
  if (command.type === 'answer-gate') return answer(state, command.answer)
  if (command.type === 'record-edit') {
    const { type: _, ...payload } = command
    return ok([fact(state, 'edited', payload)])
  }
  return state.at === 'asking' ? refuse('the track waits for a person') : work(state, command)
}

type Work = Exclude<
  TrackCommand,
  { type: 'start' | 'stop' | 'record-cap' | 'answer-gate' | 'record-edit' }
>

function work(state: TrackWorking, command: Work): Decision {
  switch (command.type) {
    case 'record-base':
      return whileAt(state, 'basing', () => [fact(state, 'based', { base: command.base })])
    case 'record-plan': {
      const { type: _, ...payload } = command
      return whileAt(state, 'planning', () => [fact(state, 'planned', payload)])
    }
    case 'record-plan-evaluated': {
      const { type: _, ...payload } = command
      return whileAt(state, 'evaluating-plan', () => [
        fact(state, 'plan_evaluated', payload, payload.verdict),
      ])
    }
    case 'record-executed':
      return whileAt(state, 'executing', () => executed(state, command))
    case 'record-evaluated': {
      const { type: _, ...payload } = command
      if (payload.commit !== state.head) return refuse('the evaluation is of another commit')
      return whileAt(state, 'evaluating', () => [
        fact(state, 'evaluated', payload, payload.verdict),
      ])
    }
    case 'record-fixed': {
      const { type: _, touched, ...payload } = command
      return whileAt(state, 'fixing', () =>
        touched === undefined
          ? [fact(state, 'fixed', payload)]
          : [askAboutCheckout(state, touched, payload.cost)],
      )
    }
    case 'record-synced': {
      const { type: _, touched, ...payload } = command
      return whileAt(state, 'syncing', () => [
        touched === undefined
          ? fact(state, 'synced', payload)
          : askAboutCheckout(state, touched, payload.cost),
      ])
    }
    case 'record-completed': {
      const { type: _, ...payload } = command
      return whileAt(state, 'completing', () => [
        fact(state, 'completed', payload),
        ended(state, 'completed', 'evaluation passed'),
      ])
    }
    case 'record-set-aside': {
      const { type: _, ...payload } = command
      return ok([fact(state, 'set_aside', payload)])
    }
    case 'record-failure':
      return ok(failure(state, command))
  }
}

const whileAt = (state: TrackWorking, at: Working, facts: () => readonly Fact[]): Decision =>
  state.at === at ? ok(facts()) : refuse(`the track is ${state.at}, not ${at}`)

const askAboutCheckout = (state: TrackWorking, detail: string, cost: Cost): Fact =>
  fact(state, 'gate_opened', { trigger: 'checkout_touched', detail, cost })

/** Nothing of a group counts before a person has said that the change of their checkout is not the agent's. */
function executed(
  state: TrackWorking,
  { results, touched, cost }: Commanded<'record-executed'>,
): readonly Fact[] {
  if (touched !== undefined) return [askAboutCheckout(state, touched, cost)]
  const none = { ms: 0 }
  const facts = results.flatMap((result, index): readonly Fact[] => {
    const share = index === 0 ? cost : none
    switch (result.type) {
      case 'done': {
        const { type: _, ...payload } = result
        return [fact(state, 'task_done', { ...payload, cost: share })]
      }
      case 'failed':
        return [
          fact(
            state,
            'task_failed',
            { task: result.task, error: result.error, cost: share },
            'error',
          ),
        ]
      case 'question':
        return []
    }
  })
  const question = results.find((each) => each.type === 'question')
  return question === undefined
    ? facts
    : [
        ...facts,
        fact(state, 'gate_opened', {
          trigger: 'question',
          detail: question.question,
          task: question.task,
        }),
      ]
}

const mostAttempts = 3

function failure(state: TrackWorking, command: Commanded<'record-failure'>): readonly Fact[] {
  const { phase, error, final, cost } = command
  const attempt = state.failures.filter((each) => each.phase === phase).length + 1
  return [
    fact(state, 'phase_error', { phase, attempt, error, cost }, 'error'),
    ...(final ? [fact(state, 'gate_opened', { trigger: 'blocked', detail: error })] : []),
  ]
}

/** What must happen now whatever was recorded: a cap, a question for a person, or nothing. */
function following(state: TrackLive): readonly Fact[] {
  if (state.at === 'ended' || state.at === 'asking') return []
  const cap = capReached(state.setup.caps, state.spent)
  if (cap !== null) return [ended(state, 'cap_reached', cap)]
  const question = questionOf(state)
  return question === null ? [] : [fact(state, 'gate_opened', question)]
}

type Question = {
  readonly trigger: Extract<TrackState, { at: 'asking' }>['trigger']
  readonly detail: string
  readonly task?: string
}

function questionOf(state: TrackWorking): Question | null {
  const { steps, maxSteps, planFailures, setup, planEvaluated, evaluated } = state
  if (steps > maxSteps) return { trigger: 'max_iterations', detail: `${maxSteps} steps` }
  const failed = state.failures.at(-1)
  if (
    failed !== undefined &&
    state.failures.filter(({ phase }) => phase === failed.phase).length >= mostAttempts
  )
    return {
      trigger: 'blocked',
      detail: failed.error,
      ...(failed.phase.startsWith('task ') ? { task: failed.phase.slice(5) } : {}),
    }
  switch (state.at) {
    case 'planning':
      // the first plan and its revisions
      return planFailures > setup.maxPlanRevisions
        ? { trigger: 'plan_limit', detail: (planEvaluated?.reasons ?? []).join('; ') }
        : null
    case 'evaluating-plan':
      return planEvaluated === null
        ? null
        : { trigger: 'board_rejected', detail: planEvaluated.board.reason }
    case 'executing':
      return stuckAt(state)
    case 'evaluating': {
      if (evaluated === null) return null
      const run = { ...state, evaluated }
      return trackVerdict(run) === 'undecided'
        ? { trigger: 'undecided', detail: `${openObligations(run).length} undecided` }
        : { trigger: 'fix_limit', detail: `${state.fixCycles} fix cycles` }
    }
    case 'basing':
    case 'fixing':
    case 'syncing':
    case 'completing':
      return null
  }
}

/** Tasks are left and none of them can be executed. */
function stuckAt({ plan }: TrackWorking): Question | null {
  const read = readPlan(plan)
  if (readyTasks(read, 1).length > 0) return null
  const [first] = stuckTasks(read)
  return first === undefined
    ? null
    : { trigger: 'blocked', detail: first.reason, task: first.task.id }
}
