import { addCost } from '../../asking/meter.ts'
import { capReached } from '../../loop/budget.ts'
import { refuse, type Refusal } from '../../loop/machine.ts'
import { startedWith } from '../../loop/stages.ts'
import type { Fact } from '../../model/entry.ts'
import { ok, type Result } from '../../model/result.ts'
import { afterVerdict, endOf } from './acceptance.ts'
import { attemptFailed, unlessSpent, whoTries } from './attempts.ts'
import { type AfterCompiling, afterCompiling, isKept, unrefined } from './compile-decision.ts'
import { OrderSetup } from './events.ts'
import { ended, fact } from './facts.ts'
import { answer } from './people.ts'
import { nothingChanged } from './contracts.ts'
import { nextProposer } from './retry.ts'
import { classOf } from './refining/failure-class.ts'
import { asidePhase, type OrderCommand, type OrderLive, type OrderState } from './state.ts'

type Decision = Result<readonly Fact[], Refusal>
type Commanded<Type extends OrderCommand['type']> = Extract<OrderCommand, { type: Type }>

/** The rules of the loop around one code change: the new facts, or why not. */
export function decide(state: OrderState, command: OrderCommand): Decision {
  if (state.at === 'nowhere')
    return command.type === 'start'
      ? startedWith(OrderSetup, command)
      : refuse('the run has not started')
  if (command.type === 'start') return refuse('the run has started already')
  if (state.at === 'ended') return refuse(`the run has ended (${state.outcome})`)
  if (command.type === 'stop')
    return ok([ended(state, 'stopped', command.reason, { by: command.by })])
  if (command.type === 'record-cap')
    return ok([ended(state, 'cap_reached', command.cap, { cost: command.cost })])
  if (command.type === 'answer-gate') return answer(state, command.answer)
  return state.at === 'asking' ? refuse('the run waits for a person') : progress(state, command)
}

type Open = Exclude<OrderLive, { at: 'ended' | 'asking' }>
type Progress = Exclude<OrderCommand, { type: 'start' | 'stop' | 'record-cap' | 'answer-gate' }>

function progress(state: Open, command: Progress): Decision {
  switch (command.type) {
    case 'record-base':
      return whileAt(state, 'starting', () => [fact(state, 'based', { base: command.base })])
    case 'record-baseline': {
      const { type: _, ...payload } = command
      const detail = payload.conflicts?.join('; ') ?? ''
      return whileAt(state, 'measuring-before', () => [
        fact(state, 'baseline_measured', payload),
        ...(detail === ''
          ? []
          : [fact(state, 'gate_opened', { trigger: 'conflicting_requirements', detail })]),
      ])
    }
    case 'record-briefing': {
      const { type: _, ...payload } = command
      const { proposers } = payload.bound ?? state.setup
      if (!proposers.some(({ name }) => name === payload.proposer))
        return refuse(`${payload.proposer} is no proposer of this run`)
      return whileAt(state, 'briefing', () => [fact(state, 'briefed', payload)])
    }
    case 'record-proposal': {
      const { type: _, ...payload } = command
      const { attempt } = state
      return whileAt(state, 'proposing', () => {
        const event = fact(state, 'proposed', { ...payload, attempt, proposer: whoTries(state) })
        const next = ifTouched(state, payload.touched) ?? ifUnchanged(state, payload.tree)
        return unlessSpent(state, payload.cost, [event, ...next])
      })
    }
    case 'record-compiled':
      return whileAt(state, 'compiling', () => compiled(state, command))
    case 'record-refined': {
      const { type: _, ...payload } = command
      return whileAt(state, 'refining', () =>
        unlessSpent(state, payload.cost, [
          fact(state, 'refined', payload),
          ...(ifTouched(state, payload.touched) ??
            (payload.tree === state.proposal?.tree ? afterCompiled(state, unrefined(state)) : [])),
        ]),
      )
    }
    case 'record-measured':
      return recordMeasured(state, command)
    case 'record-delivered':
      return delivered(state, command)
    case 'record-set-aside':
      return ok(setAside(state, command))
    case 'record-failure':
      return ok(failure(state, command))
    case 'record-attempt-failed': {
      const { type: _, cost, askPerson = false, ...why } = command
      return ok(attemptFailed(state, { ...why, askPerson: askPerson || isIdle(state, why) }, cost))
    }
  }
}

const whileAt = (state: Open, at: Open['at'], facts: () => readonly Fact[]): Decision =>
  state.at === at ? ok(facts()) : refuse(`the run is ${state.at}, not ${at}`)

function compiled(state: Open, command: Commanded<'record-compiled'>): readonly Fact[] {
  const { type: _, ...said } = command
  const event = fact(state, 'compiled', { ...said, kept: isKept(state, said) })
  const next = afterCompiling(state, said)
  const facts = [event, ...afterCompiled(state, next)]
  return next.type === 'refine' ? unlessSpent(state, said.cost, facts) : facts
}

function afterCompiled(state: Open, next: AfterCompiling): readonly Fact[] {
  switch (next.type) {
    case 'measure':
      return [fact(state, 'ready_to_measure', { compilation_warnings: next.warnings })]
    case 'refine': {
      const { cycle, strategy, by, warning } = next
      const begun = { cycle, strategy, by, ...(warning === null ? {} : { warning }) }
      return [fact(state, 'cycle_begun', begun)]
    }
    case 'fail': {
      const failed = {
        error: next.why,
        failure_class:
          next.category === 'contract_violation' ? 'contract_violation' : 'compile_error',
        failure_category: next.category,
      } as const
      // what the look cost is in the fact before
      return attemptFailed(state, failed, { ms: 0 })
    }
  }
}

/** Nobody can see who changed the checkout, so a person is asked. The answer is kept meanwhile. */
const ifTouched = (state: Open, touched: string | undefined): readonly Fact[] | null =>
  touched === undefined
    ? null
    : [fact(state, 'gate_opened', { trigger: 'checkout_touched', detail: touched })]

/** Who changed nothing twice is not paid for a third time. */
const isIdle = (state: Open, { error }: { readonly error: string }): boolean => {
  const last = state.failed.at(-1)
  const isSame = error === nothingChanged && last?.error === error
  return isSame && last.proposer === state.proposer && nextProposer(state) === state.proposer
}

/** The very change of the attempt before is not paid for again: its measurement stands, or a person looks. */
function ifUnchanged(state: Open, tree: string): readonly Fact[] {
  const { earlier, measured, attempt } = state
  if (earlier === null || (tree !== earlier.proposed && tree !== earlier.tree)) return []
  const next = nextProposer(state)
  const last = state.failed.at(-1)
  if (next !== null && next !== state.proposer && last !== undefined) {
    const { failure_class, failure_category, error: why } = last
    const error = `the same change as in attempt ${earlier.attempt}\n${why}`
    return attemptFailed(state, { error, failure_class, failure_category }, { ms: 0 })
  }
  if (measured?.tree === earlier.tree)
    return [fact(state, 'unchanged', { attempt, as: earlier.attempt })]
  const error = `the same change as in attempt ${earlier.attempt}, which came to nothing`
  return attemptFailed(
    state,
    {
      error,
      failure_class: 'orchestration_error',
      failure_category: 'unknown_failure',
      askPerson: true,
    },
    { ms: 0 },
  )
}

function recordMeasured(state: Open, command: Commanded<'record-measured'>): Decision {
  const { type: _, ...payload } = command
  if (state.at !== 'measuring') return refuse(`the run is ${state.at}, not measuring`)
  if (payload.tree !== state.proposal.tree) return refuse('the measurement is of another change')
  const spent = addCost(state.spent, payload.cost)
  return ok([
    fact(state, 'measured', payload),
    ...afterVerdict({
      ...state,
      at: 'delivering',
      measured: { ...payload, compiled: state.compiled },
      spent,
    }),
  ])
}

/** Who still writes there after the second time is for a person to find. */
function setAside(state: Open, command: Commanded<'record-set-aside'>): readonly Fact[] {
  const { type: _, ...payload } = command
  const event = fact(state, 'set_aside', payload)
  if (state.failures.filter(({ phase }) => phase === asidePhase).length < 2) return [event]
  const detail = `somebody goes on writing in the worktree: ${payload.paths.slice(0, 5).join(', ')}`
  return [event, fact(state, 'gate_opened', { trigger: 'technical_blocker', detail })]
}

function delivered(state: Open, command: Commanded<'record-delivered'>): Decision {
  if (state.at !== 'delivering') return refuse(`the run is ${state.at}, not delivering`)
  const { type: _, ...payload } = command
  return ok([fact(state, 'delivered', payload), endOf(state)])
}

const agentPhases = new Set(['PROPOSE', 'REFINE'])

/** An answer that cannot be used is asked for again once; then the attempt has failed. */
function failure(state: Open, command: Commanded<'record-failure'>): readonly Fact[] {
  const { phase, error, final, cost } = command
  const attempt = state.failures.filter((each) => each.phase === phase).length + 1
  const event = fact(state, 'phase_error', { phase, attempt, error, cost }, 'error')
  const cap = capReached(state.setup.caps, addCost(state.spent, cost))
  if (cap !== null) return [event, ended(state, 'cap_reached', cap)]
  if (!final && attempt < 2) return [event]
  if (!agentPhases.has(phase))
    return [event, fact(state, 'gate_opened', { trigger: 'technical_blocker', detail: error })]
  const why = { error, failure_class: classOf(error), failure_category: 'unknown_failure' }
  return [event, ...attemptFailed(state, why, { ms: 0 })]
}
