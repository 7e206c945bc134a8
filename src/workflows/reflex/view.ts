import { withWalls } from '../../obligations/walls.ts'
import { usedOf } from '../../model/caps.ts'
import type { Workspace } from '../../ports/workspace.ts'
import type { ArtifactStatus, RunView } from '../../model/run-view.ts'
import { gateFor } from './gates.ts'
import { filesOf, type Live } from './places.ts'

export function viewOf(
  workspace: Pick<Workspace, 'root' | 'config' | 'relative'>,
  state: Live,
): RunView {
  const { setup, evaluation, best, spent } = state
  return {
    alias: setup.task_alias,
    runId: state.runId,
    task: setup.task.prompt,
    taskType: setup.task.type,
    status: state.at === 'ended' ? state.status : state.at === 'working' ? 'running' : 'waiting',
    iteration: state.iteration,
    maxIterations: setup.max_iterations,
    phase: state.phase,
    step: state.step,
    plan: state.plan,
    lastScore: state.lastScore,
    evaluation: evaluation === null ? null : evaluationView(state),
    critique: (state.critique ?? []).map(({ rule_id, fix_instruction }) => ({
      rule: rule_id,
      fix: fix_instruction,
    })),
    artifact: state.artifact,
    artifactPath: workspace.relative(filesOf(workspace, setup.task_alias).artifact),
    artifactStatus: artifactStatus(state),
    best:
      best === null
        ? null
        : { hash: best.hash, score: best.score, phase: best.phase, iteration: best.iteration },
    stop: state.at === 'ended' ? state.stop : null,
    question: state.at === 'confirming' || state.at === 'deciding' ? gateFor(state).question : null,
    obligations: withWalls(state.obligations ?? [], setup.agents),
    selfJudgement: setup.options.self_judgement ?? false,
    used: usedOf(spent),
    createdAt: state.createdAt,
    updatedAt: state.updatedAt,
  }
}

function evaluationView({
  evaluation,
  judged,
  judgedIn,
  setup,
}: Live): NonNullable<RunView['evaluation']> | null {
  if (evaluation === null || judged === null || judgedIn === null) return null
  return {
    iteration: judgedIn.iteration,
    phase: judgedIn.phase,
    score: evaluation.score,
    threshold: setup.criteria.phase[judgedIn.phase].threshold,
    passed: evaluation.passed,
    failed: evaluation.failed.map(({ id }) => id),
    warnings: evaluation.warnings.map(({ id }) => id),
    rules: evaluation.rule_results,
    artifact: judged,
  }
}

function artifactStatus({ artifact, evaluation, judged }: Live): ArtifactStatus {
  if (artifact === null) return 'not_created'
  if (evaluation === null) return 'unevaluated'
  return judged === artifact ? 'evaluated' : 'stale'
}
