import type { RunShow } from '../../engine/workflow.ts'
import type { Paint, Screen } from '../../model/screen.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { moneyIfAny, usedText } from '../../views/format.ts'
import { verdictHeadline } from '../../views/verdict.ts'
import type { OpenOrder } from './orders.ts'
import { orderEnd, orderLine, orderMeasured, orderNext, orderStatus } from './summary.ts'
import { orderAsJson, type OrderView, orderViewOf } from './view.ts'

/** How an order looks on a terminal and to machines. */
export async function showOrder(
  workspace: Pick<Workspace, 'config' | 'relative' | 'root'>,
  { state }: OpenOrder,
): Promise<RunShow> {
  const view = orderViewOf(workspace, state)
  const isWorking = state.at !== 'asking' && state.at !== 'ended'
  return {
    json: orderAsJson(state, view),
    status: ({ paint }) => orderStatus(view, paint),
    next: (paint) => orderNext(view, paint),
    live: isWorking
      ? {
          where: `${view.runId} · attempt ${view.attempt}/${view.attempts} · ${view.state}`,
          score: view.score === null ? '' : `score ${view.score.toFixed(1)}`,
          cost: moneyIfAny(view.used),
        }
      : null,
    news:
      view.score === null
        ? []
        : [
            {
              key: `attempt ${state.round}.${state.attempt}`,
              lines: ({ paint }) => ['', ...orderMeasured(view, paint)],
            },
          ],
    end: (screen) => endLines(view, isWorking, screen),
  }
}

const endLines = (view: OrderView, paused: boolean, { paint }: Screen): readonly string[] => [
  '',
  paused
    ? `${paint('yellow', '‖')} paused while ${view.state}. Everything completed is recorded.`
    : `${mark(view, paint)} ${orderLine(view)}`,
  ...(view.obligations.length > 0 ? [`  ${verdictHeadline(view.obligations, view.allowed)}`] : []),
  ...orderEnd(view, paint),
  paint('dim', `  used: ${usedText(view.used)}`),
]

function mark({ outcome, question }: OrderView, paint: Paint): string {
  if (outcome === 'completed') return paint(['bold', 'green'], '✓')
  return question === null ? paint(['bold', 'red'], '✗') : paint('cyan', '■')
}
