import { reaches } from '../../loop/score.ts'
import { bar, sparkline } from '../../views/bars.ts'
import { printable } from '../../views/findings.ts'
import type { Paint } from '../../model/screen.ts'
import { oneLine } from '../../views/format.ts'
import type { GanView } from './view.ts'
import { allowedIn, obligationLines, verdictHeadline } from '../../views/verdict.ts'

const label = (name: string) => name.padEnd(15)

export const ganBars = (view: GanView, paint: Paint): readonly string[] =>
  Object.entries(view.dimensions ?? {}).map(([name, score]) => {
    const capped = view.caps
      .filter(({ dimension }) => dimension === name)
      .map(({ at, why }) => `at most ${at.toFixed(2)}: ${why}`)
    const why = capped.length === 0 ? '' : paint('dim', `  ${oneLine(capped.join('; '), 70)}`)
    return `  ${label(name)} ${bar(score, view.threshold, paint)} ${score.toFixed(2)}${why}`
  })

/** What an evaluation brought, in a few lines. */
export function ganEvaluation(view: GanView, paint: Paint): readonly string[] {
  if (view.score === null) return []
  const passed = reaches(view.score, view.threshold) && view.mustPassFailures.length === 0
  const allowed = allowedIn(view)
  const asked = view.obligations.filter(({ source }) => source.kind !== 'rule')
  return [
    ...(asked.length === 0
      ? []
      : [
          paint('bold', verdictHeadline(view.obligations, allowed)),
          ...obligationLines(asked, { paint, width: 100, all: false, allowed }),
        ]),
    paint(
      ['bold', passed ? 'green' : 'yellow'],
      `Iteration ${view.scores.length}/${view.maxIterations} · score ${view.score.toFixed(2)}, threshold ${view.threshold.toFixed(2)} · ${view.passed} of ${view.items} criteria hold`,
    ),
    ...ganBars(view, paint),
    ...(view.accessibility === null
      ? []
      : [`  ${label('accessibility')} ${view.accessibility} of 100, counted as Lighthouse does`]),
    ...view.mustPassFailures
      .slice(0, 4)
      .map((failure) => `  ${paint('red', '✗ must pass')} ${printable(oneLine(failure, 130))}`),
    ...more(view.mustPassFailures.length - 4, 'must-pass failures', paint),
    ...view.failed
      .slice(0, 4)
      .map(({ id, text }) => `  ${paint('yellow', '·')} ${id} ${printable(oneLine(text, 130))}`),
    ...more(view.failed.length - 4, 'open criteria', paint),
    ...(view.regressions.length === 0
      ? []
      : [`  ${paint('red', '!')} got worse: ${view.regressions.join(', ')}`]),
    ...(view.limitation === null
      ? []
      : [
          `  ${paint('yellow', '!')} nobody looked at the page: ${printable(view.limitation)}. Only its files were judged; that never passes.`,
        ]),
  ]
}

const more = (count: number, what: string, paint: Paint): readonly string[] =>
  count > 0 ? [paint('dim', `  and ${count} more ${what}`)] : []

/** One line for lists and shells: run | state | iteration | score | updated_at. */
export const ganLine = (view: GanView): string =>
  [
    view.runId,
    view.outcome ?? view.state,
    `${view.iteration}/${view.maxIterations}`,
    view.score === null ? '-' : `${view.score.toFixed(2)}/${view.threshold.toFixed(2)}`,
    view.updatedAt,
  ].join(' | ')

export function ganStatus(view: GanView, paint: Paint): readonly string[] {
  return [
    ganLine(view),
    paint(
      'dim',
      `  ${label('level')} ${view.level}, ${view.contract === 'none' ? 'no sprint contract' : 'with sprint contracts'}, works on ${view.priority}`,
    ),
    ...ganEvaluation(view, paint),
    ...(view.scores.length > 1
      ? [
          `  ${label('scores')} ${sparkline(view.scores)}  ${view.scores.map((score) => score.toFixed(2)).join(' → ')}`,
        ]
      : []),
    ...(view.second === null
      ? []
      : [
          `  ${label('judged twice')} second score ${view.second.overall.toFixed(2)}, ${view.second.divergence.toFixed(2)} apart${view.second.isApart ? paint('yellow', ' (calibration warning)') : ''}`,
        ]),
    '',
    ...ganNext(view, paint),
  ]
}

export function ganNext(view: GanView, paint: Paint): readonly string[] {
  const arrow = paint('cyan', '→')
  if (view.question !== null)
    return [
      `${paint('yellow', '?')} ${printable(view.question)}`,
      ...view.options.map(
        ({ name, effect }) =>
          `  ${arrow} loopwright answer ${view.runId} ${name}${name === 'adjust' ? ' --feedback "…"' : ''}   ${paint('dim', effect)}`,
      ),
      ...(view.score === null
        ? []
        : [
            `  ${arrow} look: ${[view.paths.page, ...view.paths.screenshots, view.paths.report].join(', ')}`,
          ]),
    ]
  if (view.outcome === null) return [`  ${arrow} go on: loopwright resume ${view.runId}`]
  if (view.outcome === 'passed' || view.outcome === 'accepted_by_user')
    return [
      `  ${arrow} open:  ${view.paths.page}`,
      `  ${arrow} read:  ${view.paths.report}`,
      `  ${arrow} take:  loopwright save ${view.runId} <folder>`,
    ]
  return [
    `  ${arrow} what happened: loopwright history ${view.runId}`,
    `  ${arrow} start again:   loopwright gan start <folder>`,
  ]
}
