import { addCost, type Cost } from '../../asking/meter.ts'
import { capReached } from '../../loop/budget.ts'
import { refuse, type Refusal } from '../../loop/machine.ts'
import { reaches } from '../../loop/score.ts'
import type { Fact } from '../../model/entry.ts'
import { ok, type Result } from '../../model/result.ts'
import { afterCompiling, isKept } from './compile-decision.ts'
import { OrderSetup, type Payload } from './events.ts'
import { ended, fact } from './facts.ts'
import { answer } from './people.ts'
import { classOf } from './refining/failure-class.ts'
import { nextProposer, triggerAfter } from './retry.ts'
import {
  aPerson,
  type Measured,
  type OrderCommand,
  type OrderLive,
  type OrderState,
} from './state.ts'

type Decision = Result<readonly Fact[], Refusal>
type Commanded<Type extends OrderCommand['type']> = Extract<OrderCommand, { type: Type }>

/** The rules of the loop around one code change: the new facts, or why not. */
export function decide(state: OrderState, command: OrderCommand): Decision {
  if (state.at === 'nowhere')
    return command.type === 'start' ? start(command) : refuse('the run has not started')
  if (command.type === 'start') return refuse('the run has started already')
  if (state.at === 'ended') return refuse(`the run has ended (${state.outcome})`)
  if (command.type === 'stop') return ok([ended(state, 'stopped', command.reason)])
  if (command.type === 'fault') return ok([ended(state, 'failed', command.detail)])
  if (command.type === 'record-cap')
    return ok([ended(state, 'cap_reached', command.cap, command.cost)])
  if (command.type === 'answer-gate') return answer(state, command.answer)
  return state.at === 'asking' ? refuse('the run waits for a person') : progress(state, command)
}

type Open = Exclude<OrderLive, { at: 'ended' | 'asking' }>
type Progress = Exclude<
  OrderCommand,
  { type: 'start' | 'stop' | 'fault' | 'record-cap' | 'answer-gate' }
>

function progress(state: Open, command: Progress): Decision {
  switch (command.type) {
    case 'record-base':
      return whileAt(state, 'starting', () => [fact(state, 'based', { base: command.base })])
    case 'record-baseline': {
      const { type: _, ...payload } = command
      return whileAt(state, 'measuring-before', () => [fact(state, 'baseline_measured', payload)])
    }
    case 'record-briefing': {
      const { type: _, ...payload } = command
      if (!state.setup.proposers.some(({ name }) => name === payload.proposer))
        return refuse(`${payload.proposer} is no proposer of this run`)
      return whileAt(state, 'briefing', () => [fact(state, 'briefed', payload)])
    }
    case 'record-proposal': {
      const { type: _, ...payload } = command
      const { attempt } = state
      return whileAt(state, 'proposing', () =>
        unlessSpent(state, payload.cost, [
          fact(state, 'proposed', { ...payload, attempt, proposer: whoTries(state) }),
        ]),
      )
    }
    case 'record-compiled':
      return whileAt(state, 'compiling', () => compiled(state, command))
    case 'record-refined': {
      const { type: _, ...payload } = command
      return whileAt(state, 'refining', () =>
        unlessSpent(state, payload.cost, [fact(state, 'refined', payload)]),
      )
    }
    case 'record-measured':
      return measured(state, command)
    case 'record-delivered':
      return delivered(state, command)
    case 'record-failure':
      return ok(failure(state, command))
    case 'record-attempt-failed': {
      const { type: _, cost, askPerson, ...why } = command
      return ok(attemptFailed(state, { ...why, askPerson }, cost))
    }
  }
}

/** What a person mended is neither the merit nor the fault of a proposer. */
const whoTries = ({ byHand, proposer }: Open): string => (byHand ? aPerson : proposer)

const whileAt = (state: Open, at: Open['at'], facts: () => readonly Fact[]): Decision =>
  state.at === at ? ok(facts()) : refuse(`the run is ${state.at}, not ${at}`)

/** A set-up that could not be folded again would hold the run for ever. */
function start({ runId, setup, by }: Commanded<'start'>): Decision {
  const valid = OrderSetup.safeParse(setup)
  if (!valid.success) return refuse(`the set-up is not valid: ${valid.error.issues[0]?.message}`)
  const payload: Payload<'run_started'> = { runId, setup, by }
  const at = { iteration: 1, phase: null, step: 'start', status: 'ok' } as const
  return ok([{ ...at, event: 'run_started', payload }])
}

/** The facts, and the end of the run where its budget is used up with them. */
function unlessSpent(state: Open, cost: Cost, facts: readonly Fact[]): readonly Fact[] {
  const cap = capReached(state.setup.caps, addCost(state.spent, cost))
  return cap === null ? facts : [...facts, ended(state, 'cap_reached', cap)]
}

function compiled(state: Open, command: Commanded<'record-compiled'>): readonly Fact[] {
  const { type: _, ...said } = command
  const told = fact(state, 'compiled', { ...said, kept: isKept(state, said) })
  const next = afterCompiling(state, said)
  switch (next.type) {
    case 'measure':
      return [told, fact(state, 'ready_to_measure', { compilation_warnings: next.warnings })]
    case 'refine': {
      const { cycle, strategy, by, warning } = next
      const begun = { cycle, strategy, by, ...(warning === null ? {} : { warning }) }
      return unlessSpent(state, said.cost, [told, fact(state, 'cycle_begun', begun)])
    }
    case 'fail': {
      const failed = {
        error: next.why,
        failure_class:
          next.category === 'contract_violation' ? 'contract_violation' : 'compile_error',
        failure_category: next.category,
      } as const
      // what the look cost is in the fact before
      return [told, ...attemptFailed(state, failed, { ms: 0 })]
    }
  }
}

function measured(state: Open, command: Commanded<'record-measured'>): Decision {
  const { type: _, ...payload } = command
  if (state.at === 'measuring' && payload.tree !== state.proposal.tree)
    return refuse('the measurement is of another change')
  return whileAt(state, 'measuring', () => [fact(state, 'measured', payload)])
}

/** Accepted by its score, and only if nothing in it must not be overlooked. */
export const isAccepted = (
  { acceptance, objections }: Pick<Measured, 'acceptance' | 'objections'>,
  threshold: number,
): boolean => reaches(acceptance.acceptance_score, threshold) && objections.length === 0

function delivered(state: Open, command: Commanded<'record-delivered'>): Decision {
  if (state.at !== 'delivering') return refuse(`the run is ${state.at}, not delivering`)
  const { type: _, ...payload } = command
  const { acceptance, objections } = state.measured
  const told = fact(state, 'delivered', payload)
  const score = `${acceptance.acceptance_score} of 10`
  if (isAccepted(state.measured, state.setup.threshold))
    return ok([told, ended(state, 'completed', score)])
  const [first] = objections
  const why =
    first === undefined ? `${score}; ${state.setup.threshold} is asked for` : first.message
  return ok([told, ended(state, 'needs_review', why)])
}

const agentPhases = new Set(['PROPOSE', 'REFINE'])

/** An answer that can't be used is asked for again once; then the attempt has failed. */
function failure(state: Open, command: Commanded<'record-failure'>): readonly Fact[] {
  const { phase, error, final, cost } = command
  const attempt = state.failures.filter((each) => each.phase === phase).length + 1
  const told = fact(state, 'phase_error', { phase, attempt, error, cost }, 'error')
  const cap = capReached(state.setup.caps, addCost(state.spent, cost))
  if (cap !== null) return [told, ended(state, 'cap_reached', cap)]
  if (!final && attempt < 2) return [told]
  if (!agentPhases.has(phase))
    return [told, fact(state, 'gate_opened', { trigger: 'technical_blocker', detail: error })]
  const why = { error, failure_class: classOf(error), failure_category: 'unknown_failure' }
  return [told, ...attemptFailed(state, why, { ms: 0 })]
}

type Why = Pick<Payload<'attempt_failed'>, 'error' | 'failure_class' | 'failure_category'> & {
  readonly askPerson?: boolean | undefined
}

/** The same proposer once more, then a stronger one, then a person. */
function attemptFailed(
  state: Open,
  { askPerson = false, ...why }: Why,
  cost: Cost,
): readonly Fact[] {
  const { attempt } = state
  const proposer = whoTries(state)
  const next = askPerson ? null : nextProposer(state)
  const told = fact(state, 'attempt_failed', { attempt, proposer, ...why, next, cost }, 'error')
  if (next !== null) return unlessSpent(state, cost, [told])
  const failed = [...state.failed, { attempt, proposer, ...why }]
  const trigger = triggerAfter({ ...state, failed }, why.failure_class)
  return [told, fact(state, 'gate_opened', { trigger, detail: why.error })]
}
