import type { Cost } from '../../asking/meter.ts'
import { refuse, type Refusal } from '../../loop/machine.ts'
import { countStagnation } from '../../loop/stagnation.ts'
import type { Fact } from '../../model/entry.ts'
import { reaches } from '../../loop/score.ts'
import type { Obligation } from '../../model/obligation.ts'
import { ok, type Result } from '../../model/result.ts'
import { thresholdObligation } from '../../obligations/from-rules.ts'
import { verdictOf } from '../../obligations/verdict.ts'
import type { Payload, PhaseName, StepName } from './events.ts'
import { fact, stopped, usedAfter } from './facts.ts'
import { answerDecision, answerGate } from './answer-gates.ts'
import { confirmations } from './gates.ts'
import { judge } from './scoring.ts'
import type { Begun, ReflexCommand, ReflexState } from './state.ts'
import { budgetSpent, stopAfterEvaluation } from './stop-rules.ts'

type Decision = Result<readonly Fact[], Refusal>
type Commanded<Type extends ReflexCommand['type']> = Extract<ReflexCommand, { type: Type }>

/** The rules of the reflex loop: a state and what was asked; the new facts, or why not. */
export function decide(state: ReflexState, command: ReflexCommand): Decision {
  if (state.at === 'nowhere')
    return command.type === 'start' ? ok([started(command)]) : refuse('the run has not started')
  if (state.at === 'ended') return refuse(`the run has ended (${state.stop.reason})`)

  if (command.type === 'start') return refuse('the run has started already')
  if (command.type === 'stop')
    return ok([stopped(state, 'user_stop', { reason: command.reason, by: command.by })])
  if (command.type === 'answer-gate')
    return state.at === 'deciding'
      ? answerDecision(state, command)
      : answerGate(state, command.answer, command.setup)
  if (state.at === 'deciding')
    return refuse('the run waits for a person to decide what nobody could')
  if (state.at === 'confirming')
    return refuse('the run waits for a person to confirm its criteria and limits')
  return report(state, command)
}

type Report = Exclude<ReflexCommand, { type: 'start' | 'stop' | 'answer-gate' }>

/** The steps whose results are taken; the others are taken at any. */
const expected: { readonly [Type in Report['type']]?: readonly StepName[] } = {
  'record-plan': ['PLAN'],
  'record-production': ['PRODUCE_PREPARE'],
  'record-checks': ['PREPARE'],
  'record-evaluation': ['EVALUATE'],
  'record-critique': ['CRITIQUE'],
  'record-refinement': ['REFINE'],
}

/** What a step brought. Results of a step the run does not wait for are not taken. */
function report(run: Begun, command: Report): Decision {
  const steps = expected[command.type]
  if (steps !== undefined && !steps.includes(run.step))
    return refuse(`the run is at ${run.step}, not at ${steps.join(' or ')}`)
  switch (command.type) {
    case 'record-plan':
      return brought(run, 'plan_created', { plan: [...command.plan], cost: command.cost })
    case 'record-production':
      return ok(production(run, command))
    case 'record-checks':
      return brought(run, 'checks_prepared', { checks: [...command.checks], cost: command.cost })
    case 'record-evaluation':
      return evaluation(run, command)
    case 'record-critique':
      return brought(run, 'critique_done', { issues: [...command.issues], cost: command.cost })
    case 'record-refinement':
      return ok(refinement(run, command))
    case 'record-failure':
      return ok(failure(run, command))
    case 'record-cap':
      return ok([
        stopped(run, 'budget_exceeded', { used: usedAfter(run, command.cost), cap: command.cap }),
      ])
    case 'adopt-artifact':
      if (run.artifact === null) return refuse('the run has no artifact yet')
      return ok([
        fact(run, 'artifact_created', { artifact_hash: command.artifact, source: 'edited' }),
      ])
  }
}

/** A phase that brought one thing. */
const brought = <Name extends 'plan_created' | 'checks_prepared' | 'critique_done'>(
  run: Begun,
  event: Name,
  payload: Payload<Name>,
): Decision => ok(finished(run, payload.cost, fact(run, event, payload)))

function started(command: Commanded<'start'>): Fact {
  const confirmed = new Set(command.confirmed.map(({ gate }) => gate.replace(/-\d+$/, '')))
  const ready = confirmations.every((name) => confirmed.has(name))
  return {
    iteration: 1,
    phase: 'A',
    step: 'PLAN',
    event: 'run_started',
    status: ready ? 'ok' : 'waiting',
    payload: {
      setup: command.setup,
      confirmed: [...command.confirmed],
      ...(command.artifact === undefined ? {} : { artifact_hash: command.artifact }),
    } satisfies Payload<'run_started'>,
  }
}

function production(run: Begun, command: Commanded<'record-production'>): readonly Fact[] {
  const { artifact, kept: stored, checks, cost } = command
  return finished(
    run,
    cost,
    fact(run, 'artifact_created', {
      artifact_hash: artifact,
      source: stored ? 'kept' : 'produced',
    }),
    fact(run, 'checks_prepared', { checks: [...checks], cost }),
  )
}

/** Verdicts become a score, and the score becomes the next move: stop, switch to B, or go on refining. */
function evaluation(run: Begun, command: Commanded<'record-evaluation'>): Decision {
  if (command.artifact !== run.artifact) return refuse('another artifact was judged')
  const judged = judge(run.setup.criteria, run.phase, command)
  const obligations =
    command.obligations === undefined
      ? undefined
      : [...command.obligations, thresholdOf(run, judged.score)]
  const counts = judged.failed.length === 0 || run.setup.options.stagnation_includes_blockers
  const stagnation = countStagnation(
    { count: run.stagnation, lastScore: run.phaseScore },
    judged.score,
    counts,
  )
  const payload = {
    ...judged,
    artifact_sha256: command.artifact,
    stagnation_count: stagnation,
    ...(command.sandbox === undefined ? {} : { sandbox: command.sandbox }),
    ...(obligations === undefined ? {} : { obligations }),
    cost: command.cost,
  }
  const done = fact(run, 'evaluation_done', payload)
  const used = usedAfter(run, command.cost)
  const reason = stopAfterEvaluation({
    run,
    evaluation: judged,
    stagnation,
    used,
    userStop: command.userStop !== undefined,
  })
  const allowed = { selfJudgement: run.setup.options.self_judgement ?? false }
  if (
    (reason === 'threshold_reached' || reason === 'no_major_issues') &&
    obligations !== undefined &&
    verdictOf(obligations, allowed).verdict !== 'accepted'
  )
    return ok([fact(run, 'evaluation_done', { ...payload, awaits_decision: reason })])
  if (reason !== null)
    return ok([
      done,
      stopped(run, reason, {
        used,
        passed: judged.passed,
        ...(reason === 'user_stop' ? command.userStop : {}),
      }),
    ])
  if (run.phase === 'A' && judged.passed)
    return ok([done, fact(run, 'phase_switched', { from: 'A', to: 'B' })])
  return ok([done])
}

/** Where the source completes a run without blocking issues below its threshold, the threshold is a wish. */
function thresholdOf(run: Begun, score: number): Obligation {
  const { threshold } = run.setup.criteria.phase[run.phase]
  const obligation = thresholdObligation(
    { score, threshold, show: (value) => value.toFixed(2) },
    { isReached: reaches(score, threshold), subject: run.artifact ?? '' },
  )
  return run.setup.options.require_threshold ? obligation : { ...obligation, weight: 'should' }
}

function refinement(run: Begun, command: Commanded<'record-refinement'>): readonly Fact[] {
  if (run.artifact === null) throw new Error('refined without an artifact')
  const refined = fact(run, 'refinement_done', {
    artifact_hash: command.artifact,
    previous_artifact_hash: run.artifact,
    fixed_by_machine: [...command.fixedByMachine],
    cost: command.cost,
  })
  const facts = finished(run, command.cost, refined)
  return facts.length > 1
    ? facts
    : [refined, fact(run, 'iteration_advanced', { to: run.iteration + 1 })]
}

/** A failed phase is tried once more; the second failure ends the run. */
function failure(run: Begun, command: Commanded<'record-failure'>): readonly Fact[] {
  const errors = command.failures.map(({ phase, error }, index) =>
    fact(
      run,
      'phase_error',
      {
        phase,
        attempt: attemptOf(run, phase),
        error,
        ...(index === 0 ? { cost: command.cost } : {}),
      },
      'error',
    ),
  )
  const last = command.failures.find(({ phase }) => command.final || attemptOf(run, phase) >= 2)
  if (last === undefined) return errors
  return [
    ...errors,
    fact(run, 'failed', { reason: 'phase_error', error: `${last.phase}: ${last.error}` }, 'failed'),
  ]
}

export const attemptOf = (run: Begun, phase: PhaseName): number =>
  (run.failures[phase]?.attempt ?? 0) + 1

/** Budgets are looked at when a phase is finished, before the next is started. */
function finished(run: Begun, cost: Cost, ...facts: readonly Fact[]): readonly Fact[] {
  const used = usedAfter(run, cost)
  return budgetSpent(run.setup, used) === null
    ? facts
    : [...facts, stopped(run, 'budget_exceeded', { used })]
}
