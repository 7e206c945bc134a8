import type { Paint } from '../../model/screen.ts'
import { usedText } from '../../views/format.ts'
import { obligationLines } from '../../views/verdict.ts'
import type { TrackView } from './view.ts'

const marks: Readonly<Record<string, string>> = { done: '✓', doing: '~', blocked: '!', todo: '·' }

/** A track on a terminal: where it stands, its tasks, what the evaluators said. */
export function trackStatus(view: TrackView, paint: Paint): readonly string[] {
  const { tasks } = view
  return [
    `${paint('bold', view.id)}  ${view.title}`,
    `  ${view.step} ${view.stepStatus}${view.outcome === null ? '' : ` · ${view.outcome}${view.reason === '' ? '' : `: ${view.reason}`}`}`,
    `  plan version ${view.planVersion} · tasks ${view.done} of ${tasks.length} · fix cycles ${view.fixCycles} of ${view.maxFixCycles} · commits ${view.commits}`,
    ...(view.board === null ? [] : [paint('dim', `  board: ${view.board}`)]),
    ...tasks
      .slice(0, 40)
      .map(
        ({ id, title, status, sha }) =>
          `    ${marks[status] ?? '·'} ${id} ${title}${sha === null ? '' : paint('dim', ` ${sha.slice(0, 8)}`)}`,
      ),
    ...(tasks.length > 40 ? [paint('dim', `    and ${tasks.length - 40} more`)] : []),
    ...evaluatorLines(view, paint),
    ...(view.obligations.length === 0
      ? []
      : obligationLines(view.obligations, {
          paint,
          width: 110,
          all: false,
          allowed: { selfJudgement: view.selfJudgement },
        })),
    ...(view.branch === null ? [] : [`  branch: ${view.branch}`]),
    ...(view.question === null ? [] : ['', `${paint('cyan', '■')} ${view.question}`]),
    paint('dim', `  used: ${usedText(view.used)}`),
  ]
}

/** What each evaluator said, and what to fix first. */
export const evaluatorLines = (view: TrackView, paint: Paint): readonly string[] => [
  ...view.evaluators.map(
    ({ evaluator, verdict, issues }) =>
      `  ${verdict === 'PASS' ? paint('green', verdict) : paint('red', verdict)} ${evaluator}${issues === 0 ? '' : ` (${issues})`}`,
  ),
  ...(view.verdict === 'FAIL' ? view.failureItems.slice(0, 10).map((item) => `    → ${item}`) : []),
]

/** What can be done now. */
export function trackNext(view: TrackView, paint: Paint): readonly string[] {
  if (view.outcome === 'completed')
    return [
      paint('dim', `  look at it: git log --stat ${view.branch ?? ''}`),
      paint(
        'dim',
        `  take it:    git add ${view.paths.folder.split('/')[0]} && git commit -m "docs: track ${view.id}" && git merge ${view.branch ?? ''}`,
      ),
    ]
  if (view.outcome !== null) return [paint('dim', `  its branch and documents stay as they are`)]
  if (view.question === null) return [paint('dim', `  go on: loopwright track run ${view.id}`)]
  return view.options.map(
    ({ name, effect }) => `  loopwright answer ${view.id} ${name}${paint('dim', `   ${effect}`)}`,
  )
}

export const trackLine = (view: TrackView): string =>
  view.outcome === 'completed'
    ? `${view.id} is complete: evaluation passed, ${view.commits} ${view.commits === 1 ? 'commit' : 'commits'} on ${view.branch ?? 'no branch'}`
    : view.question !== null
      ? view.question
      : `${view.id} ${view.outcome ?? view.step}${view.reason === '' ? '' : `: ${view.reason}`}`
