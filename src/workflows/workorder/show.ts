import type { RunShow } from '../../engine/workflow.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { showStaged } from '../../views/staged-run.ts'
import type { OpenOrder } from './orders.ts'
import { orderEnd, orderLine, orderMeasured, orderNext, orderStatus } from './summary.ts'
import { orderAsJson, orderViewOf } from './view.ts'

/** How an order looks on a terminal and to machines. */
export async function showOrder(
  workspace: Pick<Workspace, 'config' | 'relative' | 'root'>,
  { state }: OpenOrder,
): Promise<RunShow> {
  const view = orderViewOf(workspace, state)
  return showStaged(state.at, view, {
    json: orderAsJson(state, view),
    status: ({ paint }) => orderStatus(view, paint),
    next: (paint) => orderNext(view, paint),
    news:
      view.score === null
        ? []
        : [
            {
              key: `attempt ${state.round}.${state.attempt}`,
              lines: ({ paint }) => ['', ...orderMeasured(view, paint)],
            },
          ],
    where: `${view.runId} · attempt ${view.attempt}/${view.attempts} · ${view.state}`,
    score: view.score === null ? '' : `score ${view.score.toFixed(1)}`,
    interrupted: `while ${view.state}`,
    line: orderLine(view),
    end: (paint) => orderEnd(view, paint),
    accepted: ['completed'],
    obligations: view.obligations,
    allowed: view.allowed,
  })
}
