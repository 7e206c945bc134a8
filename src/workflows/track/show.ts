import type { RunShow } from '../../engine/workflow.ts'
import type { Paint, Screen } from '../../model/screen.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { moneyIfAny, usedText } from '../../views/format.ts'
import { verdictHeadline } from '../../views/verdict.ts'
import { evaluatorLines, trackLine, trackNext, trackStatus } from './summary.ts'
import type { OpenTrack } from './tracks.ts'
import { trackAsJson, type TrackView, trackViewOf } from './view.ts'

/** How a track looks on a terminal and to machines. */
export async function showTrack(
  workspace: Pick<Workspace, 'config' | 'relative' | 'root'>,
  { state }: OpenTrack,
): Promise<RunShow> {
  const view = trackViewOf(workspace, state)
  const isWorking = state.at !== 'asking' && state.at !== 'ended'
  return {
    json: trackAsJson(state, view),
    status: ({ paint }) => trackStatus(view, paint),
    next: (paint) => trackNext(view, paint),
    live: isWorking
      ? {
          where: `${view.id} · ${view.step} · ${view.done}/${view.tasks.length} tasks`,
          score: view.fixCycles > 0 ? `fix ${view.fixCycles}/${view.maxFixCycles}` : '',
          cost: moneyIfAny(view.used),
        }
      : null,
    news: [
      ...(view.planVersion > 0 && state.planEvaluated !== null
        ? [
            {
              key: `plan ${view.planVersion}`,
              lines: ({ paint }: Screen) => [
                `${state.planEvaluated?.verdict === 'PASS' ? paint('green', '✓') : paint('red', '✗')} plan version ${view.planVersion}: ${state.planEvaluated?.verdict ?? ''}`,
                ...(state.planEvaluated?.reasons ?? []).slice(0, 10).map((each) => `    → ${each}`),
              ],
            },
          ]
        : []),
      ...view.tasks
        .filter(({ status }) => status === 'done')
        .map(({ id, title, sha }) => ({
          key: `task ${id}`,
          lines: ({ paint }: Screen) => [
            `${paint('green', '✓')} ${id} ${title}${sha === null ? '' : paint('dim', ` ${sha.slice(0, 8)}`)}`,
          ],
        })),
      ...(view.verdict === null
        ? []
        : [
            {
              key: `evaluation ${state.evaluations}`,
              lines: ({ paint }: Screen) => ['', ...evaluatorLines(view, paint)],
            },
          ]),
    ],
    end: (screen) => endLines(view, isWorking, screen),
  }
}

const endLines = (view: TrackView, paused: boolean, { paint }: Screen): readonly string[] => [
  '',
  paused
    ? `${paint('yellow', '‖')} paused in ${view.step}. Everything completed is recorded.`
    : `${mark(view, paint)} ${trackLine(view)}`,
  ...(view.obligations.length > 0
    ? [`  ${verdictHeadline(view.obligations, { selfJudgement: view.selfJudgement })}`]
    : []),
  paint('dim', `  used: ${usedText(view.used)}`),
]

function mark({ outcome, question }: TrackView, paint: Paint): string {
  if (outcome === 'completed') return paint(['bold', 'green'], '✓')
  return question === null ? paint(['bold', 'red'], '✗') : paint('cyan', '■')
}
