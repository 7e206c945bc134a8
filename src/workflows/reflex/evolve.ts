import { addCost, type Cost } from '../../asking/meter.ts'
import { corrupt, isEventOf, readPayload } from '../../loop/read-payload.ts'
import type { Entry } from '../../model/entry.ts'
import { nothingSpent } from '../../model/caps.ts'
import type { GateAnswer } from '../../model/gate.ts'
import { type Payload, payloads, StepName } from './events.ts'
import { confirmations } from './gates.ts'
import { unmetDemands } from './scoring.ts'
import type { Begun, Best, Failures, ReflexState } from './state.ts'

/** Folds one recorded event into the state. It holds no rules; an event that cannot follow is corruption. */
export function evolve(state: ReflexState, entry: Entry): ReflexState {
  if (state.at === 'nowhere') {
    if (entry.event !== 'run_started') throw corrupt(entry, 'the first event must be run_started')
    return begin(entry)
  }
  if (state.at === 'ended') throw corrupt(entry, 'the run had ended')
  return { ...apply(state, entry), ...remember(state, entry) }
}

type Live = Exclude<ReflexState, { at: 'nowhere' | 'ended' }>

function apply(run: Live, entry: Entry): Exclude<ReflexState, { at: 'nowhere' }> {
  if (!isEventOf(payloads, entry.event)) throw corrupt(entry, 'unknown event')
  switch (entry.event) {
    case 'run_started':
      throw corrupt(entry, 'the run had started')
    case 'gate_answered':
      return answered(run, readPayload(entry, payloads.gate_answered))
    case 'plan_created': {
      const { plan, cost } = readPayload(entry, payloads.plan_created)
      return { ...finished(run, cost), plan, step: 'PRODUCE_PREPARE' }
    }
    case 'artifact_created':
      return withArtifact(run, readPayload(entry, payloads.artifact_created))
    case 'checks_prepared': {
      const { checks, cost } = readPayload(entry, payloads.checks_prepared)
      return { ...finished(run, cost), checks, step: 'EVALUATE' }
    }
    case 'evaluation_done':
      return evaluated(run, readPayload(entry, payloads.evaluation_done))
    case 'critique_done': {
      const { issues, cost } = readPayload(entry, payloads.critique_done)
      return { ...finished(run, cost), critique: issues, step: 'REFINE' }
    }
    case 'refinement_done': {
      const { artifact_hash, cost } = readPayload(entry, payloads.refinement_done)
      return { ...finished(run, cost), ...version(run, artifact_hash) }
    }
    case 'phase_switched':
      return {
        ...run,
        phase: readPayload(entry, payloads.phase_switched).to,
        step: 'PREPARE',
        stagnation: 0,
        phaseScore: null,
      }
    case 'iteration_advanced':
      return {
        ...run,
        iteration: readPayload(entry, payloads.iteration_advanced).to,
        step: 'PLAN',
        critique: null,
      }
    case 'phase_error':
      return failedOnce(run, readPayload(entry, payloads.phase_error))
    case 'stopped': {
      const { reason, code, status, passed, ...detail } = readPayload(entry, payloads.stopped)
      return { ...stay(run, entry), at: 'ended', status, stop: { passed, reason, code, detail } }
    }
    case 'failed': {
      const { error } = readPayload(entry, payloads.failed)
      const stop = {
        passed: false,
        reason: 'phase_error',
        code: 'phase_error',
        detail: { error },
      } as const
      return { ...stay(run, entry), at: 'ended', status: 'failed', stop }
    }
  }
}

/** A run that ends stays at the step it ended in, not at the one that would have followed. */
const stay = (run: Live, entry: Entry): Live => ({ ...run, step: StepName.parse(entry.step) })

function begin(entry: Entry): ReflexState {
  const {
    setup,
    confirmed,
    artifact_hash: artifact = null,
  } = readPayload(entry, payloads.run_started)
  const begun: Begun = {
    runId: entry.run_id,
    setup,
    iteration: 1,
    phase: 'A',
    step: 'PLAN',
    plan: [],
    checks: null,
    evaluation: null,
    critique: null,
    obligations: null,
    artifact,
    judged: null,
    judgedIn: null,
    versions: artifact === null ? [] : [artifact],
    best: null,
    phaseScore: null,
    lastScore: 0,
    stagnation: 0,
    failures: {},
    spent: nothingSpent,
    completedMs: 0,
    pendingMs: 0,
    lastCompletedStep: null,
    recent: [recall(entry)],
    createdAt: entry.ts,
    updatedAt: entry.ts,
  }
  return place({ at: 'confirming', confirmed: confirmed.map(nameOf), asked: 1, ...begun })
}

/** Works once everything is confirmed. */
function place(run: Extract<ReflexState, { at: 'confirming' }>): Live {
  if (!confirmations.every((name) => run.confirmed.includes(name))) return run
  const { confirmed: _, asked: __, ...begun } = run
  return { ...begun, at: 'working' }
}

const nameOf = (answer: GateAnswer) => answer.gate.replace(/-\d+$/, '')

function answered(run: Live, payload: Payload<'gate_answered'>): Live {
  const { answer, setup, obligations } = payload
  if (run.at === 'deciding') return decided(run, obligations ?? run.obligations)
  if (run.at !== 'confirming') return run
  // a change asks for both confirmations anew
  if (setup) return { ...run, setup, confirmed: [], asked: run.asked + 1 }
  if (answer.option !== 'confirm') return run
  return place({ ...run, confirmed: [...run.confirmed, nameOf(answer)] })
}

/** What a person finds unmet is criticised and refined like everything else that failed. */
function decided(run: Extract<Live, { at: 'deciding' }>, obligations: Begun['obligations']): Live {
  const { completes, asked, ...begun } = run
  const { evaluation } = run
  const failed = unmetDemands(obligations ?? [])
  if (failed.length === 0 || evaluation === null)
    return { ...begun, at: 'deciding', completes, asked: asked + 1, obligations }
  const known = evaluation.failed.filter(({ id }) => failed.every((each) => each.id !== id))
  return {
    ...begun,
    at: 'working',
    obligations,
    evaluation: { ...evaluation, passed: false, failed: [...known, ...failed] },
  }
}

function finished<Run extends Live>(run: Run, cost: Cost): Run {
  return {
    ...run,
    failures: {},
    pendingMs: 0,
    completedMs: run.completedMs + run.pendingMs + cost.ms,
    spent: addCost(run.spent, cost),
    lastCompletedStep: run.step,
  }
}

const version = (run: Begun, hash: string) => ({
  artifact: hash,
  versions: run.versions.includes(hash) ? run.versions : [...run.versions, hash],
})

const judgesNothing: readonly StepName[] = ['CRITIQUE', 'REFINE']

/** An artifact edited by hand is judged anew before anything is made of its old evaluation. */
function withArtifact(run: Live, { artifact_hash, source }: Payload<'artifact_created'>): Live {
  const step = source === 'edited' && judgesNothing.includes(run.step) ? 'EVALUATE' : run.step
  return { ...run, ...version(run, artifact_hash), step }
}

function evaluated(run: Live, payload: Payload<'evaluation_done'>): Live {
  const { artifact_sha256, stagnation_count, cost, ...rest } = payload
  const { sandbox: _, obligations = null, awaits_decision, ...evaluation } = rest
  const waiting =
    awaits_decision === undefined
      ? {}
      : ({ at: 'deciding', asked: 1, completes: awaits_decision } as const)
  return {
    ...finished(run, cost),
    ...waiting,
    evaluation,
    obligations,
    judged: artifact_sha256,
    judgedIn: { iteration: run.iteration, phase: run.phase },
    best: better(run.best, {
      hash: artifact_sha256,
      score: evaluation.score,
      phase: run.phase,
      blockers: evaluation.failed.length,
      iteration: run.iteration,
    }),
    phaseScore: evaluation.score,
    lastScore: evaluation.score,
    stagnation: stagnation_count,
    step: 'CRITIQUE',
  }
}

/** B outranks A, since its scores are not comparable; then fewer blockers, then the score; the earlier wins a tie. */
function better(best: Best | null, now: Best): Best {
  if (best === null || now.phase > best.phase) return now
  if (now.phase < best.phase) return best
  if (now.blockers !== best.blockers) return now.blockers < best.blockers ? now : best
  return now.score > best.score ? now : best
}

function failedOnce(run: Live, { phase, attempt, error, cost }: Payload<'phase_error'>): Live {
  const failures: Failures = { ...run.failures, [phase]: { attempt, error } }
  return {
    ...run,
    failures,
    pendingMs: run.pendingMs + (cost?.ms ?? 0),
    spent: cost ? addCost(run.spent, cost) : run.spent,
  }
}

function remember(run: Begun, entry: Entry) {
  return { updatedAt: entry.ts, recent: [...run.recent, recall(entry)].slice(-3) }
}

/** The short form of an event that a planner is shown. */
function recall({ event, step, iteration, phase, status, payload }: Entry) {
  const keys = ['score', 'passed', 'reason', 'error', 'to'].filter((key) => key in payload)
  return {
    event,
    step,
    iteration,
    phase,
    status,
    payload: Object.fromEntries(keys.map((key) => [key, payload[key]])),
  }
}
