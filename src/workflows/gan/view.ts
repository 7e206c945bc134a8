import { withWalls } from '../../obligations/walls.ts'
import { join } from 'node:path'
import type { Workspace } from '../../ports/workspace.ts'
import { allowedIn, verdictAsJson } from '../../views/verdict.ts'
import { commonJson, commonRunView, commonView, statusIn } from '../../views/staged-run.ts'
import type { RunView } from '../../model/run-view.ts'
import { isApart } from './calibration.ts'
import { gateFor } from './gate.ts'
import type { GanLive } from './state.ts'
import { filesOf } from './places.ts'

export type GanView = ReturnType<typeof ganViewOf>

/** A page as people see it. */
export function ganViewOf(workspace: Pick<Workspace, 'relative' | 'root'>, state: GanLive) {
  const { setup, evaluation, runId } = state
  const files = filesOf(workspace, state)
  const shown = (path: string) => workspace.relative(path)
  const failed = (evaluation?.feedback ?? []).map(({ id, text }) => ({
    id,
    text: text.split('\n')[0] ?? '',
  }))
  const judged = evaluation?.iteration ?? state.iteration
  return {
    ...commonView(state, state.at === 'asking' ? gateFor(state) : null),
    runId,
    projectId: setup.projectId,
    state: state.at,
    iteration: state.iteration,
    maxIterations: setup.loop.maxIterations + state.cycleStart - 1,
    level: setup.level,
    contract: setup.contract,
    threshold: setup.loop.passThreshold,
    score: state.comparable.at(-1) ?? evaluation?.overall ?? null,
    dimensions: evaluation?.scores ?? null,
    scores: state.evaluations.map(({ overall }) => overall),
    priority: state.priority,
    mustPassFailures: evaluation?.mustPassFailures ?? [],
    failed,
    passed: evaluation?.verdicts.filter(({ passed }) => passed).length ?? 0,
    items: evaluation?.verdicts.length ?? 0,
    caps: evaluation?.caps ?? [],
    regressions: evaluation?.regressions ?? [],
    accessibility: evaluation?.accessibility ?? null,
    limitation: evaluation?.limitation ?? null,
    second: state.second && { ...state.second, isApart: isApart(state.second.divergence) },
    obligations: withWalls(evaluation?.obligations ?? [], state.setup.agents),
    selfJudgement: evaluation?.selfJudgement ?? false,
    paths: {
      folder: shown(files.folder),
      page: shown(join(files.site, 'index.html')),
      report: shown(files.report(judged)),
      sprint: setup.contract === 'none' ? null : shown(files.sprint(judged)),
      screenshots: (evaluation?.screenshots ?? []).map(({ viewport }) =>
        shown(files.screenshot(judged, viewport)),
      ),
    },
  }
}

/** For machines: what is known of the run, and what can be done now. */
export const ganAsJson = (state: GanLive, view: GanView) =>
  commonJson('gan', view.runId, view, {
    project_id: view.projectId,
    status: statusOf(state),
    state: view.state,
    outcome: view.outcome,
    reason: view.reason,
    iteration: view.iteration,
    max_iterations: view.maxIterations,
    harness_level: view.level,
    sprint_contract: view.contract,
    priority_dimension: view.priority,
    score: view.score,
    pass_threshold: view.threshold,
    dimensions: view.dimensions,
    scores: view.scores,
    must_pass_failures: view.mustPassFailures,
    failed_criteria: view.failed,
    ...verdictAsJson(view.obligations, allowedIn(view)),
    regressions: view.regressions,
    accessibility_score: view.accessibility,
    limitation: view.limitation,
    second_evaluation: view.second,
    gate_reasons: state.at === 'asking' ? state.reasons : [],
    question: view.question,
    options: view.options,
    paths: view.paths,
  })

const statusOf = (state: GanLive): RunView['status'] =>
  statusIn(state, {
    passed: 'completed',
    accepted_by_user: 'accepted_by_user',
    failed: 'failed',
    stopped: 'stopped',
    cap_reached: 'stopped',
  })

/** In the words all workflows share: for reports and lists. */
export function ganRunView(
  workspace: Pick<Workspace, 'relative' | 'root'>,
  state: GanLive,
): RunView {
  const view = ganViewOf(workspace, state)
  const { setup, evaluation, evaluations } = state
  const best = evaluations.toSorted((one, other) => other.overall - one.overall)[0]
  return {
    ...commonRunView(state, view, 'passed'),
    task: `page of ${setup.projectId} from ${setup.folder}`,
    taskType: 'page',
    status: statusOf(state),
    iteration: view.iteration,
    maxIterations: view.maxIterations,
    lastScore: view.score ?? 0,
    evaluation: evaluationOf(state),
    ...(view.obligations.length === 0 ? {} : { obligations: view.obligations }),
    artifact: state.site,
    artifactPath: view.paths.page,
    artifactStatus:
      state.site === null
        ? 'not_created'
        : evaluation === null
          ? 'unevaluated'
          : evaluation.site === state.site
            ? 'evaluated'
            : 'stale',
    best: best
      ? { hash: best.site, score: best.overall, phase: '', iteration: best.iteration }
      : null,
  }
}

function evaluationOf({ evaluation, setup }: GanLive): RunView['evaluation'] {
  if (evaluation === null) return null
  const { passThreshold: threshold } = setup.loop
  return {
    iteration: evaluation.iteration,
    phase: '',
    score: evaluation.overall,
    threshold,
    passed: evaluation.overall >= threshold && evaluation.mustPassFailures.length === 0,
    failed: evaluation.feedback.map(({ id }) => id),
    warnings: [],
    rules: evaluation.verdicts.map(({ id, passed, reason }) => ({
      id,
      verdict: passed ? 'pass' : 'fail',
      details: reason,
    })),
    artifact: evaluation.site,
  }
}
