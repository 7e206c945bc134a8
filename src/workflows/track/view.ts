import { trackVerdicts } from '../../checks/track/evaluation.ts'
import { readPlan } from '../../checks/track/plan.ts'
import type { RunView } from '../../model/run-view.ts'
import { withWalls } from '../../obligations/walls.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { verdictAsJson } from '../../views/verdict.ts'
import { commonJson, commonRunView, commonView, statusIn } from '../../views/staged-run.ts'
import { gateFor, reasonOf } from './gate.ts'
import { metadataOf } from './metadata-of.ts'
import { stepOf, type TrackLive } from './state.ts'
import { tasksBeingFixed, tasksInQuestion } from './tasks-in-question.ts'
import { trackFiles } from './tracks.ts'
import { obligationsOf, trackVerdict } from './verdict.ts'

type Placed = Pick<Workspace, 'config' | 'relative' | 'root'>

export type TrackView = ReturnType<typeof trackViewOf>

/** A track as people see it. */
export function trackViewOf(workspace: Placed, state: TrackLive) {
  const { setup, evaluated, commits } = state
  const files = trackFiles(workspace, setup.trackId)
  const { loop_state: loop } = metadataOf(state)
  const tasks = tasksOf(state)
  const judged = evaluated === null ? null : { ...state, evaluated }
  return {
    ...commonView(state, state.at === 'asking' ? gateFor(state) : null),
    id: setup.trackId,
    title: setup.title,
    type: setup.type,
    step: loop?.current_step ?? '',
    stepStatus: loop?.step_status ?? '',
    planVersion: state.planVersion,
    tasks,
    done: tasks.filter(({ status }) => status === 'done').length,
    fixCycles: state.fixCycles,
    maxFixCycles: state.maxFixCycles,
    evaluators: (evaluated?.runs ?? []).map(({ evaluator, verdict, issues }) => ({
      evaluator,
      verdict,
      issues: issues.length,
    })),
    verdict: judged === null ? null : trackVerdicts[trackVerdict(judged)],
    failureItems: evaluated?.failureItems ?? [],
    obligations: judged === null ? [] : withWalls(obligationsOf(judged), judged.evaluated.agents),
    selfJudgement: evaluated?.selfJudgement ?? false,
    board:
      state.planEvaluated === null
        ? null
        : `${state.planEvaluated.board.status}: ${state.planEvaluated.board.reason}`,
    commits: commits.length,
    branch: state.head === null || state.head === state.base ? null : `loopwright/${setup.trackId}`,
    head: state.head,
    synced: state.synced?.documents ?? [],
    escalation:
      state.at === 'asking'
        ? {
            reason: reasonOf(state),
            context: state.detail,
            tasks: tasksInQuestion(state).map(({ id }) => id),
          }
        : null,
    paths: {
      folder: workspace.relative(files.folder),
      plan: workspace.relative(files.plan),
      report: workspace.relative(files.report),
    },
  }
}

/** The tasks of the plan; what is being fixed is not done. */
function tasksOf(state: TrackLive) {
  const fixing = new Set(tasksBeingFixed(state).map(({ id }) => id))
  return readPlan(state.plan)
    .tasks.filter(({ isGroup }) => !isGroup)
    .map(({ id, title, status, sha }) => ({
      id,
      title,
      status: fixing.has(id) ? ('doing' as const) : status,
      sha,
    }))
}

/** For machines: what is known of the track, and what can be done now. */
export const trackAsJson = (state: TrackLive, view: TrackView) =>
  commonJson('track', view.id, view, {
    track: view.id,
    title: view.title,
    type: view.type,
    status: state.at === 'ended' ? state.outcome : state.at,
    current_step: view.step,
    step_status: view.stepStatus,
    outcome: view.outcome,
    reason: view.reason,
    plan_version: view.planVersion,
    tasks: view.tasks,
    fix_cycle_count: view.fixCycles,
    max_fix_cycles: view.maxFixCycles,
    evaluators: state.evaluated?.runs ?? [],
    // one word, one meaning: `verdict` is what the obligations come to, as everywhere
    evaluation_verdict: view.verdict,
    failure_items: view.failureItems,
    board_review: state.planEvaluated?.board ?? null,
    commits: state.commits,
    branch: view.branch,
    commit: view.head,
    ...verdictAsJson(view.obligations, { selfJudgement: view.selfJudgement }),
    synced: state.synced,
    escalation: view.escalation,
    question: view.question,
    options: view.options,
    paths: view.paths,
  })

const statusOf = (state: TrackLive): RunView['status'] =>
  statusIn(
    state,
    {
      completed: state.decided.some(({ met }) => met) ? 'accepted_by_user' : 'completed',
      failed: 'failed',
      stopped: 'stopped',
      cap_reached: 'stopped',
    },
    'basing',
  )

/** In the words all workflows share: for reports and lists. */
export function trackRunView(workspace: Placed, state: TrackLive): RunView {
  const view = trackViewOf(workspace, state)
  const total = Math.max(1, view.tasks.length)
  const at = state.at === 'asking' ? state.held : state.at
  return {
    ...commonRunView(state, view, 'completed'),
    task: view.title,
    taskType: 'track',
    status: statusOf(state),
    iteration: Math.max(1, state.steps),
    maxIterations: state.maxSteps,
    phase: at === 'ended' ? '' : stepOf[at],
    plan: view.tasks.map(({ id, title }) => `${id} ${title}`),
    lastScore: view.done / total,
    obligations: view.obligations,
    selfJudgement: view.selfJudgement,
    critique: view.failureItems.map((fix) => ({ rule: 'evaluation', fix })),
    artifact: state.head,
    artifactPath: view.paths.plan,
    artifactStatus:
      state.head === state.base
        ? 'not_created'
        : state.evaluated === null
          ? 'unevaluated'
          : 'evaluated',
  }
}
