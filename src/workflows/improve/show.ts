import type { RunShow } from '../../engine/workflow.ts'
import type { Screen } from '../../model/screen.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { moneyIfAny, usedText } from '../../views/format.ts'
import { verdictHeadline } from '../../views/verdict.ts'
import type { OpenImprove } from './runs.ts'
import { improveLine, improveNext, improveStatus } from './summary.ts'
import { improveAsJson, improveViewOf } from './view.ts'

/** How a run looks on a terminal and to machines. */
export async function showImprove(workspace: Workspace, { state }: OpenImprove): Promise<RunShow> {
  const view = improveViewOf(workspace, state)
  const isWorking = state.at !== 'asking' && state.at !== 'ended'
  return {
    json: improveAsJson(state, view),
    status: ({ paint }) => improveStatus(view, paint),
    next: (paint) => improveNext(view, paint),
    live: isWorking
      ? {
          where: `${view.id} · ${view.step} · iteration ${Math.max(1, view.iterations.length)}/${view.maxIterations}`,
          score: String(view.iterations.at(-1)?.score ?? ''),
          cost: moneyIfAny(view.used),
        }
      : null,
    news: view.iterations
      .filter(({ score }) => score !== null)
      .map(({ number, score, summary, completed, orders }) => ({
        key: `iteration ${number}`,
        lines: ({ paint }: Screen) => [
          `${paint('bold', `iteration ${number}`)}: ${score} of 10 · ${completed} of ${orders} work orders completed`,
          ...(summary === '' ? [] : [`  ${summary}`]),
        ],
      })),
    end: ({ paint }) => [
      '',
      isWorking
        ? `${paint('yellow', '‖')} paused in ${view.step}. Everything completed is recorded.`
        : `${view.outcome === 'target_reached' ? paint(['bold', 'green'], '✓') : view.question === null ? paint(['bold', 'red'], '✗') : paint('cyan', '■')} ${improveLine(view)}`,
      ...(view.obligations.length > 0
        ? [`  ${verdictHeadline(view.obligations, { selfJudgement: false })}`]
        : []),
      paint('dim', `  used: ${usedText(view.used)}`),
    ],
  }
}
