import type { Cost } from '../../asking/meter.ts'
import { refuse, type Refusal } from '../../loop/machine.ts'
import { countStagnation } from '../../loop/stagnation.ts'
import type { Fact } from '../../model/entry.ts'
import type { GateAnswer } from '../../model/gate.ts'
import { ok, type Result } from '../../model/result.ts'
import type { Payload, PhaseName, Setup, StepName } from './events.ts'
import { fact, stopped, usedAfter } from './facts.ts'
import { confirmations, gateFor } from './gates.ts'
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
  if (command.type === 'stop') return ok([stopped(state, 'user_stop', { reason: command.reason })])
  if (command.type === 'answer-gate') return answerGate(state, command.answer, command.setup)
  if (state.at === 'confirming')
    return refuse('the run waits for a person to confirm its criteria and limits')
  return report(state, command)
}

type Report = Exclude<ReflexCommand, { type: 'start' | 'stop' | 'answer-gate' }>

/** What a step brought. Results of a step the run does not wait for are not taken. */
function report(run: Begun, command: Report): Decision {
  const expects = (...steps: StepName[]) =>
    steps.includes(run.step)
      ? null
      : refuse(`the run is at ${run.step}, not at ${steps.join(' or ')}`)

  switch (command.type) {
    case 'record-plan':
      return (
        expects('PLAN') ??
        ok(
          andMaybeStop(
            run,
            command.cost,
            fact(run, 'plan_created', { plan: [...command.plan], cost: command.cost }),
          ),
        )
      )
    case 'record-production':
      return expects('PRODUCE_PREPARE') ?? ok(production(run, command))
    case 'record-checks':
      return (
        expects('PREPARE') ??
        ok(
          andMaybeStop(
            run,
            command.cost,
            fact(run, 'checks_prepared', { checks: [...command.checks], cost: command.cost }),
          ),
        )
      )
    case 'record-evaluation':
      return expects('EVALUATE') ?? evaluation(run, command)
    case 'record-critique':
      return (
        expects('CRITIQUE') ??
        ok(
          andMaybeStop(
            run,
            command.cost,
            fact(run, 'critique_done', { issues: [...command.issues], cost: command.cost }),
          ),
        )
      )
    case 'record-refinement':
      return expects('REFINE') ?? ok(refinement(run, command))
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

function answerGate(
  state: Exclude<ReflexState, { at: 'nowhere' | 'ended' }>,
  answer: GateAnswer,
  setup: Setup | undefined,
): Decision {
  if (state.at !== 'confirming') return refuse('no question is open')
  const gate = gateFor(state)
  if (answer.gate !== gate.id) return refuse(`the open question is ${gate.id}, not ${answer.gate}`)
  // nobody confirms what they did not look at
  if (answer.shown !== gate.shown) return refuse('what was shown has changed since; look again')
  if (!gate.options.some(({ name }) => name === answer.option))
    return refuse(
      `${answer.option} is not an option; choose ${gate.options.map(({ name }) => name).join(', ')}`,
    )
  if (answer.option === 'change' && setup === undefined) return refuse('say what to change')
  const changed = answer.option === 'change' && setup ? { setup } : {}
  const answered = fact(state, 'gate_answered', { answer, ...changed })
  if (answer.option === 'cancel')
    return ok([
      answered,
      stopped(state, 'user_stop', { reason: answer.feedback ?? 'cancelled before the start' }),
    ])
  return ok([answered])
}

function production(run: Begun, command: Commanded<'record-production'>): readonly Fact[] {
  const { artifact, kept, checks, cost } = command
  return andMaybeStop(
    run,
    cost,
    fact(run, 'artifact_created', { artifact_hash: artifact, source: kept ? 'kept' : 'produced' }),
    fact(run, 'checks_prepared', { checks: [...checks], cost }),
  )
}

/** Verdicts become a score, and the score becomes the next move: stop, switch to B, or go on refining. */
function evaluation(run: Begun, command: Commanded<'record-evaluation'>): Decision {
  if (command.artifact !== run.artifact) return refuse('another artifact was judged')
  const judged = judge(run.setup.criteria, run.phase, command)
  const counts = judged.failed.length === 0 || run.setup.options.stagnation_includes_blockers
  const stagnation = countStagnation(
    { count: run.stagnation, lastScore: run.phaseScore },
    judged.score,
    counts,
  )
  const done = fact(run, 'evaluation_done', {
    ...judged,
    artifact_sha256: command.artifact,
    stagnation_count: stagnation,
    ...(command.sandbox === undefined ? {} : { sandbox: command.sandbox }),
    cost: command.cost,
  })
  const used = usedAfter(run, command.cost)
  const reason = stopAfterEvaluation({
    run,
    evaluation: judged,
    stagnation,
    used,
    userStop: command.userStop !== undefined,
  })
  if (reason !== null)
    return ok([
      done,
      stopped(run, reason, { used, passed: judged.passed, reason: command.userStop?.reason }),
    ])
  if (run.phase === 'A' && judged.passed)
    return ok([done, fact(run, 'phase_switched', { from: 'A', to: 'B' })])
  return ok([done])
}

function refinement(run: Begun, command: Commanded<'record-refinement'>): readonly Fact[] {
  if (run.artifact === null) throw new Error('refined without an artifact')
  const refined = fact(run, 'refinement_done', {
    artifact_hash: command.artifact,
    previous_artifact_hash: run.artifact,
    fixed_by_machine: [...command.fixedByMachine],
    cost: command.cost,
  })
  const facts = andMaybeStop(run, command.cost, refined)
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
function andMaybeStop(run: Begun, cost: Cost, ...facts: readonly Fact[]): readonly Fact[] {
  const used = usedAfter(run, cost)
  return budgetSpent(run.setup, used) === null
    ? facts
    : [...facts, stopped(run, 'budget_exceeded', { used })]
}
