import type { RunShow } from '../../engine/workflow.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { printable } from '../../views/findings.ts'
import { showStaged } from '../../views/staged-run.ts'
import { allowedIn } from '../../views/verdict.ts'
import type { GanRun } from './places.ts'
import { ganEvaluation, ganLine, ganNext, ganStatus } from './summary.ts'
import { ganAsJson, ganViewOf } from './view.ts'

/** How a page's run looks on a terminal and to machines. */
export async function showGan(
  workspace: Pick<Workspace, 'relative' | 'root'>,
  { state }: GanRun,
): Promise<RunShow> {
  const view = ganViewOf(workspace, state)
  const { outcome, reason, scores } = view
  return showStaged(state.at, view, {
    json: ganAsJson(state, view),
    status: ({ paint }) => ganStatus(view, paint),
    next: (paint) => ganNext(view, paint),
    news:
      scores.length === 0
        ? []
        : [
            {
              key: `evaluation ${scores.length}`,
              lines: ({ paint }) => ['', ...ganEvaluation(view, paint)],
            },
          ],
    where: `Iteration ${view.iteration}/${view.maxIterations} · ${view.state}`,
    score: view.score === null ? '' : `score ${view.score.toFixed(2)}`,
    interrupted: `while ${view.state}`,
    line: ganLine(view),
    end: (paint) =>
      outcome === null || outcome === 'passed' || reason === ''
        ? []
        : [`  ${paint('yellow', outcome)}: ${printable(reason)}`],
    accepted: ['passed'],
    taken: ['accepted_by_user'],
    obligations: view.obligations,
    allowed: allowedIn(view),
  })
}
