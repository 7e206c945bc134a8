import { oneLine, orNone, showScore } from '../format.ts'
import type { EvaluationView, RunView } from '../../model/run-view.ts'

/** The compact summary after an evaluation, in the loop's own format. It never holds the artifact. */
export function iterationSummary(
  run: RunView,
  evaluation: EvaluationView,
  changed: readonly string[],
): readonly string[] {
  const verdict = evaluation.passed ? 'PASS' : 'FAIL'
  return [
    `── Iteration ${evaluation.iteration}/${run.maxIterations} | Phase ${evaluation.phase} | Score: ${showScore(evaluation.score)} | ${verdict} ──`,
    `Plan: ${oneLine(run.plan[0] ?? 'none', 100)}`,
    `Hash: ${evaluation.artifact.slice(0, 8)}`,
    `Changed: ${changed.map((section) => oneLine(section, 40)).join(', ')}`,
    `Failed: ${orNone(evaluation.failed)}`,
    `Warnings: ${orNone(evaluation.warnings)}`,
    `Artifact: ${run.artifactPath}`,
  ]
}

/** One line per issue: the rule and what to do. */
export const critiqueSummary = (run: RunView): readonly string[] =>
  run.critique.map(({ rule, fix }) => `  ${rule}: ${oneLine(fix, 110)}`)

/** True at the points where an agent session that drives the loop had better start with a fresh context. */
export function contextGrows(evaluation: EvaluationView): boolean {
  return evaluation.iteration >= 2 || (evaluation.phase === 'A' && evaluation.passed)
}
