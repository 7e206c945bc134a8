import { exitCodes } from '../../model/problem.ts'
import type { RunShow } from '../../engine/workflow.ts'
import type { Paint, Screen } from '../../model/screen.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { showPoints } from '../../views/dimension-bars.ts'
import { printable } from '../../views/findings.ts'
import { moneyIfAny, usedText } from '../../views/format.ts'
import { payloads } from './events.ts'
import { approvalGate } from './gate.ts'
import type { DesignRun } from './places.ts'
import { askedLines, designLine, designStatus, evaluationSummary, nextLines } from './summary.ts'
import { designAsJson, type DesignView, designViewOf } from './view.ts'

/** How a feature looks on a terminal and to machines. */
export async function showDesign(
  workspace: Pick<Workspace, 'config' | 'relative' | 'root'>,
  run: DesignRun,
): Promise<RunShow> {
  const { state } = run
  const view = designViewOf(workspace, run)
  const isWorking = ['GENERATING', 'EVALUATING', 'REVISING'].includes(state.at)
  return {
    json: designAsJson(state, view),
    ...(state.at === 'FAILED' && run.notices.length > 0 ? { exit: exitCodes.internal } : {}),
    status: ({ paint, width }) => designStatus(view, paint, width),
    next: (paint) => nextLines(view, paint),
    ...(state.at === 'CANDIDATE'
      ? {
          gate: {
            alias: view.featureId,
            workflow: 'design',
            ...approvalGate(state),
            score: view.score,
            threshold: view.threshold,
            remaining_iterations: view.remaining,
            paths: view.paths,
          },
        }
      : {}),
    live: isWorking
      ? {
          where: `Iteration ${view.iteration + 1}/${view.maxIterations} · ${view.state}`,
          score: view.score === null ? '' : `score ${showPoints(view.score)}`,
          cost: moneyIfAny(view.used),
        }
      : null,
    news:
      view.scores.length === 0
        ? []
        : [
            {
              key: `evaluation ${view.scores.length}`,
              lines: async ({ paint }) => [
                '',
                ...evaluationSummary({ ...view, fixed: await repairsOf(run) }, paint),
              ],
            },
          ],
    end: (screen) => endLines(view, isWorking || isFreezing(run), screen),
  }
}

const isFreezing = ({ state }: DesignRun): boolean => state.at === 'FROZEN' && state.seal === null

/** What was repaired by machine in the intent that was judged last. */
async function repairsOf({ store, state }: DesignRun): Promise<readonly string[]> {
  const read = await store.journal.read()
  const made = (read.ok ? read.value.entries : [])
    .filter(({ event }) => event === 'intent_generated')
    .map(({ payload }) => payloads.intent_generated.parse(payload))
  return made.findLast(({ intent }) => intent.hash === state.judged?.intent)?.fixed ?? []
}

const endLines = (
  view: DesignView,
  paused: boolean,
  { paint, width }: Screen,
): readonly string[] => [
  '',
  paused
    ? `${paint('yellow', '‖')} paused in ${view.state}. Everything completed is recorded.`
    : `${mark(view.state, paint)} ${designLine(view)}`,
  ...(view.failure === null
    ? []
    : [`  ${paint('red', view.failure.code)}: ${printable(view.failure.detail)}`]),
  ...(view.checksum === null
    ? []
    : [`  frozen in ${view.paths.marker}`, `  checksum  ${view.checksum}`]),
  ...askedLines(view, paint, width),
  paint('dim', `  used: ${usedText(view.used)}`),
]

function mark(state: string, paint: Paint): string {
  if (state === 'FROZEN') return paint(['bold', 'green'], '✓')
  return state === 'FAILED' ? paint(['bold', 'red'], '✗') : paint('cyan', '■')
}
