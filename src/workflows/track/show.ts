import type { RunShow } from '../../engine/workflow.ts'
import type { Screen } from '../../model/screen.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { showStaged } from '../../views/staged-run.ts'
import { evaluatorLines, trackLine, trackNext, trackStatus } from './summary.ts'
import type { OpenTrack } from './tracks.ts'
import { trackAsJson, trackViewOf } from './view.ts'

/** How a track looks on a terminal and to machines. */
export async function showTrack(
  workspace: Pick<Workspace, 'config' | 'relative' | 'root'>,
  { state }: OpenTrack,
): Promise<RunShow> {
  const view = trackViewOf(workspace, state)
  return showStaged(state.at, view, {
    json: trackAsJson(state, view),
    status: ({ paint }) => trackStatus(view, paint),
    next: (paint) => trackNext(view, paint),
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
    where: `${view.id} · ${view.step} · ${view.done}/${view.tasks.length} tasks`,
    score: view.fixCycles > 0 ? `fix ${view.fixCycles}/${view.maxFixCycles}` : '',
    interrupted: `in ${view.step}`,
    line: trackLine(view),
    accepted: ['completed'],
    obligations: view.obligations,
    allowed: { selfJudgement: view.selfJudgement },
  })
}
