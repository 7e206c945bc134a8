import { distanceToSuccess } from './report/final-summary.ts'
import { allowedIn, verdictAsJson } from './verdict.ts'
import type { RunView } from '../model/run-view.ts'

type Extra = { readonly artifact?: string | null; readonly exit?: number }

/** A run for machines. `loopwright` is the version of this shape; fields are added, never changed. */
export function runAsJson(run: RunView, { artifact, exit }: Extra = {}) {
  const evaluated = run.artifactStatus === 'evaluated' && run.evaluation !== null
  return {
    loopwright: 1,
    alias: run.alias,
    run_id: run.runId,
    status: run.status,
    iteration: run.iteration,
    max_iterations: run.maxIterations,
    phase: run.phase,
    current_step: run.step,
    last_score: run.lastScore,
    artifact_status: run.artifactStatus,
    final_score: evaluated ? run.evaluation?.score : null,
    last_evaluated_score: run.evaluation?.score ?? null,
    passed: evaluated && (run.evaluation?.passed ?? false),
    stop: run.stop && {
      reason: run.stop.reason,
      code: run.stop.code,
      passed: run.stop.passed,
      ...run.stop.detail,
    },
    distance_to_success: distanceToSuccess(run),
    failed: run.evaluation?.failed ?? [],
    warnings: run.evaluation?.warnings ?? [],
    rule_results: run.evaluation?.rules ?? [],
    question: run.question,
    ...verdictAsJson(run.obligations ?? [], allowedIn(run)),
    best: run.best,
    used: run.used,
    artifact: {
      path: run.artifactPath,
      sha256: run.artifact,
      ...(artifact === undefined ? {} : { content: artifact }),
    },
    created_at: run.createdAt,
    updated_at: run.updatedAt,
    ...(exit === undefined ? {} : { exit }),
  }
}
