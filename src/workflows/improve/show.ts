import type { RunShow } from '../../engine/workflow.ts'
import type { Screen } from '../../model/screen.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { showStaged } from '../../views/staged-run.ts'
import type { OpenImprove } from './runs.ts'
import { improveLine, improveNext, improveStatus } from './summary.ts'
import { improveAsJson, improveViewOf } from './view.ts'

/** How a run looks on a terminal and to machines. */
export async function showImprove(workspace: Workspace, { state }: OpenImprove): Promise<RunShow> {
  const view = improveViewOf(workspace, state)
  return showStaged(state.at, view, {
    json: improveAsJson(state, view),
    status: ({ paint }) => improveStatus(view, paint),
    next: (paint) => improveNext(view, paint),
    news: view.iterations
      .filter(({ score }) => score !== null)
      .map(({ number, score, summary, completed, orders }) => ({
        key: `iteration ${number}`,
        lines: ({ paint }: Screen) => [
          `${paint('bold', `iteration ${number}`)}: ${score} of 10 · ${completed} of ${orders} work orders completed`,
          ...(summary === '' ? [] : [`  ${summary}`]),
        ],
      })),
    where: `${view.id} · ${view.step} · iteration ${Math.max(1, view.iterations.length)}/${view.maxIterations}`,
    score: String(view.iterations.at(-1)?.score ?? ''),
    interrupted: `in ${view.step}`,
    line: improveLine(view),
    accepted: ['target_reached'],
    obligations: view.obligations,
    allowed: { selfJudgement: false },
  })
}
