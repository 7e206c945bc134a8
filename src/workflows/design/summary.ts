import { sparkline } from '../../views/bars.ts'
import { dimensionBars, showPoints } from '../../views/dimension-bars.ts'
import type { DesignView } from './view.ts'
import { printable } from '../../views/findings.ts'
import type { Paint } from '../../model/screen.ts'
import { oneLine } from '../../views/format.ts'
import { obligationLines, verdictHeadline } from '../../views/verdict.ts'

/** What an evaluation brought, in a few lines. */
export function evaluationSummary(view: DesignView, paint: Paint): readonly string[] {
  if (view.score === null || view.dimensions === null) return []
  const last = view.scores.at(-1)
  const isReached = view.score >= view.threshold
  const head = `Iteration ${(last?.iteration ?? view.iteration) + 1}/${view.maxIterations} · score ${showPoints(view.score)} of 100, threshold ${showPoints(view.threshold)} · ${isReached ? 'reached' : 'below'}`
  return [
    ...(view.obligations.length === 0 ? [] : [paint('bold', verdictHeadline(view.obligations))]),
    paint(isReached ? 'green' : 'yellow', head),
    ...dimensionBars(view.dimensions, view.threshold, paint),
    ...(view.fixed.length > 0
      ? [paint('dim', `  repaired by machine: ${printable(oneLine(listed(view.fixed), 100))}`)]
      : []),
    ...view.notes
      .slice(0, 5)
      .map((note) => paint('dim', `  note: ${printable(oneLine(note, 160))}`)),
    ...(view.notes.length > 5 ? [paint('dim', `  and ${view.notes.length - 5} notes more`)] : []),
    ...(view.preview?.warning === undefined
      ? []
      : [
          `  ${paint('yellow', '!')} preview: ${printable(view.preview.warning)}; the local renderer served`,
        ]),
  ]
}

const listed = (titles: readonly string[]) =>
  titles.length > 3
    ? `${titles.slice(0, 3).join(', ')} and ${titles.length - 3} more`
    : titles.join(', ')

/** One line for lists and shells: feature | state | iteration | score | updated_at. */
export const designLine = (view: DesignView): string => lineCells(view).join(' | ')

export const lineCells = (view: DesignView): readonly string[] => [
  view.featureId,
  view.state,
  `${Math.min(view.iteration + 1, view.maxIterations)}/${view.maxIterations}`,
  view.score === null ? '-' : `${showPoints(view.score)}/${showPoints(view.threshold)}`,
  view.updatedAt,
]

/** What was asked, beside the parts that carry it: what is unmet and undecided, and how much is met. */
export const askedLines = (
  { obligations }: DesignView,
  paint: Paint,
  width: number,
): readonly string[] =>
  obligations.length === 0
    ? []
    : [
        paint('bold', verdictHeadline(obligations)),
        ...obligationLines(obligations, { paint, width, all: false }),
      ]

/** Where a feature is, how it came there, and what can be done now. */
export function designStatus(view: DesignView, paint: Paint, width: number): readonly string[] {
  const { history } = view
  const path = [history[0]?.from ?? 'IDLE', ...history.map(({ to }) => to)]
  return [
    designLine(view),
    ...askedLines(view, paint, width),
    ...(view.dimensions === null ? [] : dimensionBars(view.dimensions, view.threshold, paint)),
    ...(view.scores.length > 1
      ? [
          `  ${'scores'.padEnd(14)} ${sparkline(view.scores.map(({ score }) => score / 100))}  ${view.scores.map(({ score }) => showPoints(score)).join(' → ')}`,
        ]
      : []),
    paint('dim', `  ${'path'.padEnd(14)} ${path.slice(-8).join(' → ')}`),
    ...(view.refused > 0
      ? [paint('dim', `  ${'refused'.padEnd(14)} ${view.refused} forbidden attempts recorded`)]
      : []),
    ...(view.failure === null
      ? []
      : [`  ${paint('red', view.failure.code)}: ${printable(view.failure.detail)}`]),
    ...(view.checksum === null
      ? []
      : [
          `  ${'checksum'.padEnd(14)} ${view.checksum}`,
          `  ${'approved'.padEnd(14)} ${printable(view.decision?.by ?? '')}, ${view.decision?.at ?? ''}`,
        ]),
    ...view.notices.map((notice) => `  ${paint('yellow', '!')} ${printable(notice)}`),
    '',
    ...nextLines(view, paint),
  ]
}

export function nextLines(view: DesignView, paint: Paint): readonly string[] {
  const arrow = paint('cyan', '→')
  const { featureId } = view
  switch (view.state) {
    case 'CANDIDATE':
      return [
        `${paint('yellow', '?')} ${view.question ?? ''}`,
        `  ${arrow} look:     ${view.paths.preview}`,
        `  ${arrow} approve:  loopwright design approve ${featureId}`,
        `  ${arrow} reject:   loopwright design reject ${featureId} --feedback "…"`,
        `  ${arrow} abort:    loopwright design abort ${featureId} --reason "…"`,
      ]
    case 'FROZEN':
      return [`  ${arrow} prove it: loopwright design verify ${featureId}`]
    case 'FAILED':
      return [
        `  ${arrow} what happened: loopwright history ${featureId}`,
        `  ${arrow} start over:    loopwright design reset ${featureId} --acknowledge "…"`,
      ]
    case 'IDLE':
      return [`  ${arrow} start: loopwright design start ${featureId} requirements.md`]
    case 'GENERATING':
    case 'EVALUATING':
    case 'REVISING':
      return [`  ${arrow} go on: loopwright resume ${featureId}`]
  }
}
