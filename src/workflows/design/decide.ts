import { addCost } from '../../asking/meter.ts'
import { capReached } from '../../loop/budget.ts'
import { refuse, type Refusal } from '../../loop/machine.ts'
import type { Fact } from '../../model/entry.ts'
import { ok, type Result } from '../../model/result.ts'
import { begin, start } from './begin.ts'
import { fact, failed, refused, revision, violation } from './facts.ts'
import type { Judged } from './events.ts'
import { unmetOf } from './obligations.ts'
import { adoptEdit, answer, reset, stop, unfreeze } from './people.ts'
import type { At, DesignCommand, DesignState, Feature, Live } from './state.ts'
import { terminate } from './termination.ts'
import { mayFault } from './transitions.ts'

type Decision = Result<readonly Fact[], Refusal>
type Commanded<Type extends DesignCommand['type']> = Extract<DesignCommand, { type: Type }>

/** The rules of the design phase: a state and what was asked; the new facts, or why not. */
export function decide(state: DesignState, command: DesignCommand): Decision {
  if (state.at === 'nowhere') return begin(command)
  switch (command.type) {
    case 'adopt':
      return refuse('the feature has a history of its own')
    case 'attempt':
      return ok([refused(state, command)])
    case 'refuse-write':
      return ok([fact(state, 'write_refused', { path: command.path, by: command.by }, 'refused')])
    case 'fault':
      return mayFault(state.at)
        ? ok([fact(state, 'fault', { code: command.code, detail: command.detail }, 'failed')])
        : refuse(`the run has failed already (${state.at === 'FAILED' ? state.failure.code : ''})`)
    case 'start':
      return state.at === 'IDLE'
        ? start(state, command)
        : violation(state, 'GENERATING', 'start', command.by)
    case 'reset':
      return reset(state, command)
    case 'unfreeze':
      return unfreeze(state, command)
    case 'answer-gate':
      return answer(state, command.answer)
    case 'stop':
      return stop(state, command)
    case 'adopt-edit':
      return adoptEdit(state, command)
    case 'record-intent':
    case 'record-breach':
    case 'record-failure':
    case 'record-evaluation':
    case 'record-revision':
    case 'record-freeze':
      return report(state, command)
  }
}

type Report = Extract<DesignCommand, { type: `record-${string}` }>

/** What a step brought. A result of work nobody waits for would be a forbidden transition. */
function report(state: Live, command: Report): Decision {
  switch (command.type) {
    case 'record-intent':
      return state.at === 'GENERATING'
        ? ok([generated(state, command)])
        : violation(state, 'EVALUATING', command.type)
    case 'record-breach':
      return state.at === 'GENERATING'
        ? ok(breach(state, command))
        : violation(state, 'FAILED', command.type)
    case 'record-failure':
      return state.at === 'GENERATING' || state.at === 'EVALUATING'
        ? ok([failed(state, { code: command.code, detail: command.detail, cost: command.cost })])
        : violation(state, 'FAILED', command.type)
    case 'record-evaluation':
      return state.at === 'EVALUATING'
        ? evaluation(state, command)
        : violation(state, 'CANDIDATE', command.type)
    case 'record-revision':
      return state.at === 'REVISING'
        ? ok(revision(state, command.findings))
        : violation(state, 'GENERATING', command.type)
    case 'record-freeze':
      return freeze(state, command)
  }
}

function generated(state: At<'GENERATING'>, command: Commanded<'record-intent'>): Fact {
  const { intent, source, fixed, notes = [], model, cost } = command
  return fact(state, 'intent_generated', {
    intent,
    source,
    fixed: [...fixed],
    ...(notes.length === 0 ? {} : { notes: [...notes] }),
    ...(model === undefined ? {} : { model }),
    cost,
  })
}

/** A generator that breaks the contract may answer again inside its step, as often as the setup says. */
function breach(
  state: At<'GENERATING'>,
  { code, problem, cost }: Commanded<'record-breach'>,
): readonly Fact[] {
  const attempt = state.breaches.length + 1
  const event = fact(state, 'contract_breached', { attempt, problem, cost }, 'error')
  return attempt > state.setup.contractRetries
    ? [event, failed(state, { code, detail: problem })]
    : [event]
}

function evaluation(state: At<'EVALUATING'>, command: Commanded<'record-evaluation'>): Decision {
  const { judged, cost, model } = command
  if (judged.intent !== state.intent.hash)
    return refuse('the evaluation is of another intent than the one that waits for it')
  const earlier = state.evaluations.find(({ inputHash }) => inputHash === judged.inputHash)
  if (earlier !== undefined && earlier.score !== judged.score)
    return ok([
      fact(
        state,
        'fault',
        {
          code: 'determinism_violation',
          detail: `the same input scored ${earlier.score} before and ${judged.score} now (input ${judged.inputHash.slice(0, 12)})`,
        },
        'failed',
      ),
    ])
  const next = terminate({
    iteration: state.iteration,
    maxIterations: state.setup.maxIterations,
    threshold: state.setup.threshold,
    score: judged.score,
    scores: [...state.scores.map(({ score }) => score), judged.score],
    dimensions: [...state.dimensions.map(({ scores }) => scores), judged.dimensions],
    stagnationCount: state.setup.stagnationCount,
    strict: state.setup.strictTermination,
    isMendable: isMendable(state, judged),
  })
  const cap = capReached(state.setup.caps, addCost(state.spent, cost))
  // what is good enough needs nothing more to be spent; anything else would
  const over = next.to === 'REVISING' && cap !== null
  const to = over ? 'FAILED' : next.to
  const event = fact(state, 'evaluated', {
    ...judged,
    to: to === 'FAILED' ? 'EVALUATING' : to,
    cost,
    ...(model === undefined ? {} : { model }),
  })
  if (over) return ok([event, failed(state, { code: 'cap_reached', detail: `${cap} is used up` })])
  return ok(
    next.to === 'FAILED'
      ? [event, failed(state, { code: next.code, detail: next.detail })]
      : [event],
  )
}

/** The same obligations unmet twice in a row: another generation would not help. */
function isMendable({ judged: before }: Live, judged: Judged): boolean {
  const ids = (of: Judged | null) =>
    unmetOf(of)
      .map(({ id }) => id)
      .join(' ')
  return unmetOf(judged).length > 0 && ids(judged) !== ids(before)
}

function freeze(state: Live, { seal }: Commanded<'record-freeze'>): Decision {
  if (state.at !== 'FROZEN') return violation(state, 'FROZEN', 'record-freeze')
  if (state.seal !== null) return refuse('the design is frozen already')
  if (seal.checksumSHA256 !== state.decision.intentHash)
    return refuse('what was written is not what was approved')
  return ok([fact(state, 'frozen', { seal })])
}

export const attemptOf = ({ breaches }: Feature): number => breaches.length + 1
