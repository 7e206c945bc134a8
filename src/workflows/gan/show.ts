import type { RunShow } from '../../engine/workflow.ts'
import type { Paint, Screen } from '../../model/screen.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { printable } from '../../views/findings.ts'
import { moneyIfAny, usedText } from '../../views/format.ts'
import { allowedIn, verdictHeadline } from '../../views/verdict.ts'
import type { GanRun } from './places.ts'
import { ganEvaluation, ganLine, ganNext, ganStatus } from './summary.ts'
import { ganAsJson, type GanView, ganViewOf } from './view.ts'

/** How a page's run looks on a terminal and to machines. */
export async function showGan(
  workspace: Pick<Workspace, 'relative' | 'root'>,
  { state }: GanRun,
): Promise<RunShow> {
  const view = ganViewOf(workspace, state)
  const isWorking = state.at !== 'asking' && state.at !== 'ended'
  return {
    json: ganAsJson(state, view),
    status: ({ paint }) => ganStatus(view, paint),
    next: (paint) => ganNext(view, paint),
    live: isWorking
      ? {
          where: `Iteration ${view.iteration}/${view.maxIterations} · ${view.state}`,
          score: view.score === null ? '' : `score ${view.score.toFixed(2)}`,
          cost: moneyIfAny(view.used),
        }
      : null,
    news:
      view.scores.length === 0
        ? []
        : [
            {
              key: `evaluation ${view.scores.length}`,
              lines: ({ paint }) => ['', ...ganEvaluation(view, paint)],
            },
          ],
    end: (screen) => endLines(view, isWorking, screen),
  }
}

const endLines = (view: GanView, paused: boolean, { paint }: Screen): readonly string[] => [
  '',
  paused
    ? `${paint('yellow', '‖')} paused while ${view.state}. Everything completed is recorded.`
    : `${mark(view, paint)} ${ganLine(view)}`,
  ...(view.obligations.length > 0
    ? [`  ${verdictHeadline(view.obligations, allowedIn(view))}`]
    : []),
  ...(view.outcome !== null && view.outcome !== 'passed' && view.reason !== ''
    ? [`  ${paint('yellow', view.outcome)}: ${printable(view.reason)}`]
    : []),
  paint('dim', `  used: ${usedText(view.used)}`),
]

function mark({ outcome, question }: GanView, paint: Paint): string {
  if (outcome === 'passed') return paint(['bold', 'green'], '✓')
  if (outcome === 'accepted_by_user') return paint(['bold', 'yellow'], '✓')
  return question === null ? paint(['bold', 'red'], '✗') : paint('cyan', '■')
}
