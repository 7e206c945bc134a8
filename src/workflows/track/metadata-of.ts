import { isDiscovered, readPlan } from '../../checks/track/plan.ts'
import { dispatcher } from './checkpoints.ts'
import type { LoopStep } from './events.ts'
import type { Metadata, Patch } from './metadata.ts'
import { stepOf, type TrackLive } from './state.ts'
import { openObligations, trackVerdict } from './verdict.ts'

const agents: Readonly<Record<LoopStep, string>> = {
  PLAN: 'loop-planner',
  EVALUATE_PLAN: 'loop-plan-evaluator',
  EXECUTE: 'loop-executor',
  EVALUATE_EXECUTION: dispatcher,
  FIX: 'loop-fixer',
  BUSINESS_SYNC: 'business-docs-sync',
  COMPLETE: 'conductor',
}

type Status = 'NOT_STARTED' | 'IN_PROGRESS' | 'PASSED' | 'FAILED' | 'BLOCKED' | 'SKIPPED'

/** metadata.json as the state tells it, to be merged into the file that is there (4.2, 3.15, 3.16, 3.18). */
export function metadataOf(state: TrackLive): Metadata & Patch {
  const { setup } = state
  const updatedAt = state.completed?.at ?? state.updatedAt
  const isComplete = state.at === 'ended' && state.outcome === 'completed'
  const { step, status } = where(state)
  return {
    version: 2,
    track_id: setup.trackId,
    name: setup.title,
    type: setup.type,
    ...(setup.evaluators === undefined ? {} : { evaluators: setup.evaluators }),
    status: isComplete ? 'complete' : state.plan === '' ? 'new' : 'in_progress',
    created_at: state.startedAt,
    updated_at: updatedAt,
    ...(isComplete ? { completed_at: updatedAt } : {}),
    loop_state: {
      current_step: step,
      step_status: status,
      step_started_at: state.times[step]?.started_at ?? state.startedAt,
      fix_cycle_count: state.fixCycles,
      max_fix_cycles: state.maxFixCycles,
      execution_mode: setup.maxWorkers > 1 ? 'PARALLEL' : 'SEQUENTIAL',
      checkpoints: checkpointsOf(state, step, status),
    },
    lead_consultations: [],
    discovered_work: [...readPlan(state.plan).discovered],
    blockers: state.blockers.map((each) => ({ ...each })),
  }
}

/** 3.2: a failure after the last fix is FIX, blocked. 3.19: COMPLETE is PASSED. */
function where(state: TrackLive): { readonly step: LoopStep; readonly status: Status } {
  if (state.at === 'ended')
    return state.outcome === 'completed'
      ? { step: 'COMPLETE', status: 'PASSED' }
      : { step: lastStep(state), status: state.outcome === 'failed' ? 'FAILED' : 'BLOCKED' }
  if (state.at === 'asking')
    return {
      step: state.trigger === 'fix_limit' ? 'FIX' : stepOf[state.held],
      status: 'BLOCKED',
    }
  if (state.at === 'basing')
    return { step: state.setup.adopted?.step ?? 'PLAN', status: 'NOT_STARTED' }
  return { step: stepOf[state.at], status: 'IN_PROGRESS' }
}

const lastStep = ({ times }: TrackLive): LoopStep => {
  const open = Object.entries(times).find(([, time]) => time.completed_at === null)?.[0]
  const known = Object.values(stepOf).find((step) => step === open)
  return known ?? 'PLAN'
}

function checkpointsOf(state: TrackLive, current: LoopStep, status: Status): Patch {
  const common = (step: LoopStep, own: Status): Patch => {
    const time = state.times[step]
    return {
      status: step === current ? status : own,
      ...(time === undefined ? {} : { started_at: time.started_at }),
      // a step that began again has not ended; what an older round wrote is taken away
      ...(time === undefined ? {} : { completed_at: time.completed_at ?? undefined }),
      agent: agents[step],
      last_updated: state.completed?.at ?? state.updatedAt,
    }
  }
  const { times, commits } = state
  return {
    PLAN: {
      ...common('PLAN', state.planVersion > 0 ? 'PASSED' : 'NOT_STARTED'),
      plan_version: state.planVersion,
    },
    ...planCheckpoint(state, common),
    ...(times.EXECUTE === undefined && commits.length === 0
      ? {}
      : { EXECUTE: { ...common('EXECUTE', 'PASSED'), ...executionOf(state) } }),
    ...(times.EVALUATE_EXECUTION === undefined
      ? {}
      : { EVALUATE_EXECUTION: evaluationOf(state, common('EVALUATE_EXECUTION', 'PASSED')) }),
    ...lateCheckpoints(state, common),
  }
}

type Common = (step: LoopStep, own: Status) => Patch

function planCheckpoint({ planEvaluated }: TrackLive, common: Common): Patch {
  if (planEvaluated === null) return {}
  return {
    EVALUATE_PLAN: {
      ...common('EVALUATE_PLAN', planEvaluated.verdict === 'PASS' ? 'PASSED' : 'FAILED'),
      verdict: planEvaluated.verdict,
      checks: checksOf(planEvaluated),
      failure_reasons: planEvaluated.reasons,
      cto_review: planEvaluated.cto,
      board_review: planEvaluated.board,
      dag_summary: planEvaluated.dag,
    },
  }
}

function executionOf(state: TrackLive): Patch {
  const { tasks } = readPlan(state.plan)
  const leaves = tasks.filter((task) => !task.isGroup && !isDiscovered(task))
  return {
    tasks_completed: leaves.filter((task) => task.status === 'done').length,
    tasks_total: leaves.length,
    last_task: state.lastTask,
    last_commit: state.commits.at(-1)?.sha ?? null,
    commits: state.commits.map((each) => ({ ...each })),
    notes: syncSummary(state),
  }
}

/** FIX and BUSINESS_SYNC, which not every track comes to. */
function lateCheckpoints(state: TrackLive, common: Common): Patch {
  const { evaluated, synced } = state
  const fix = state.cycles.at(-1)
  const isSynced =
    synced === null ? {} : { output_files: synced.documents, commit_sha: synced.commit }
  return {
    ...(fix === undefined
      ? {}
      : {
          FIX: {
            ...common('FIX', 'PASSED'),
            cycle: state.fixCycles,
            fixes_applied: fix.fixes.map((each) => ({ ...each, commit_sha: fix.commit })),
            fixes_remaining: [...fix.remaining],
          },
        }),
    ...(evaluated === null
      ? {}
      : {
          BUSINESS_SYNC: {
            ...common(
              'BUSINESS_SYNC',
              synced !== null ? 'PASSED' : evaluated.syncRequired ? 'NOT_STARTED' : 'SKIPPED',
            ),
            required: evaluated.syncRequired,
            ...isSynced,
          },
        }),
  }
}

const checkNames = [
  'scope_alignment',
  'overlap_detection',
  'dependencies',
  'task_quality',
  'dag_validation',
] as const

const checksOf = ({ passes, board }: NonNullable<TrackLive['planEvaluated']>): Patch => ({
  ...Object.fromEntries(
    passes.flatMap(({ number, verdict }) => {
      const name = checkNames[number - 1]
      return name === undefined ? [] : [[name, verdict]]
    }),
  ),
  board_review: board.status,
})

function evaluationOf(state: TrackLive, common: Patch): Patch {
  const { evaluated } = state
  if (evaluated === null) return common
  const run = { ...state, evaluated }
  const verdict = trackVerdict(run)
  const open = openObligations(run)
  const status =
    verdict === 'accepted' ? 'PASSED' : verdict === 'not_accepted' ? 'FAILED' : 'BLOCKED'
  return {
    ...common,
    status,
    ...(verdict === 'undecided' ? {} : { verdict: verdict === 'accepted' ? 'PASS' : 'FAIL' }),
    evaluators_run: evaluated.runs.map((each) => ({ ...each })),
    failure_items: verdict === 'not_accepted' ? [...evaluated.failureItems] : [],
    not_decided: open.map(({ id, statement }) => `${id}: ${statement}`),
    business_sync_required: evaluated.syncRequired,
  }
}

/** The executor's summary in the lines of the source; they flag the documents for step 5.5. */
export function syncSummary({ syncNotes }: Pick<TrackLive, 'syncNotes'>): string {
  if (syncNotes.length === 0) return ''
  const required = syncNotes.filter((each) => each.required)
  const affected = [...new Set(required.flatMap((each) => each.affected))]
  return [
    `Business Doc Sync Required: ${required.length > 0 ? 'Yes' : 'No'}`,
    ...required.filter(({ reason }) => reason !== '').map(({ reason }) => `Reason: ${reason}`),
    ...(affected.length === 0 ? [] : [`Affected Docs: ${affected.join(', ')}`]),
  ].join('\n')
}
