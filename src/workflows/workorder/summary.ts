import { reaches } from '../../loop/score.ts'
import { counted } from '../../model/counted.ts'
import { statusOf, verdictOf } from '../../obligations/verdict.ts'
import { bar } from '../../views/bars.ts'
import { printable } from '../../views/findings.ts'
import type { Paint } from '../../model/screen.ts'
import { oneLine } from '../../views/format.ts'
import type { OrderView } from './view.ts'
import { obligationLines, verdictHeadline } from '../../views/verdict.ts'

const lineWidth = 100

const label = (name: string) => name.padEnd(15)

const names: Readonly<Record<OrderDimension, string>> = {
  architecture: 'architecture',
  readability: 'readability',
  completeness: 'completeness',
  test_coverage: 'test coverage',
  build_success: 'build',
}
type OrderDimension = keyof NonNullable<OrderView['dimensions']>

const dimensions: readonly OrderDimension[] = [
  'architecture',
  'readability',
  'completeness',
  'test_coverage',
  'build_success',
]

function because(dimension: OrderDimension, { facts }: OrderView): string {
  if (facts === null) return ''
  switch (dimension) {
    case 'architecture':
      return ''
    case 'readability':
      return facts.lintErrors > 0 ? `${facts.lintErrors} lint errors` : ''
    case 'completeness':
      return facts.todos > 0 ? `${facts.todos} TODOs` : ''
    case 'test_coverage':
      return `${facts.coverage} % covered, tests ${facts.testsPassed ? 'pass' : 'do not pass'}`
    case 'build_success':
      return facts.buildPassed ? '' : 'it does not build'
  }
}

/** What was measured, in a few lines. */
export function orderMeasured(view: OrderView, paint: Paint): readonly string[] {
  const { score, dimensions: scores, threshold } = view
  if (score === null || scores === null) return []
  const accepted = verdictOf(view.obligations, view.allowed).verdict === 'accepted'
  return [
    paint(['bold', accepted ? 'green' : 'yellow'], verdictHeadline(view.obligations, view.allowed)),
    ...obligationLines(view.obligations, {
      paint,
      width: lineWidth,
      all: false,
      allowed: view.allowed,
    }),
    paint(
      reaches(score, threshold) ? 'green' : 'yellow',
      `Score ${score.toFixed(1)} of 10 · ${threshold} is asked for, among the obligations above`,
    ),
    ...dimensions.map((name) => {
      const why = because(name, view)
      return `  ${label(names[name])} ${bar(scores[name] / 10, threshold / 10, paint)} ${String(scores[name]).padStart(2)}${why === '' ? '' : paint('dim', `  ${why}`)}`
    }),
    ...(view.mutation === null
      ? []
      : [
          `  ${label('planted bugs')} ${view.mutation.noticed} of ${view.mutation.of} noticed by the tests`,
        ]),
    ...view.notes.map((note) => `  ${paint('yellow', '!')} ${printable(oneLine(note, 130))}`),
    ...(view.warnings > 0
      ? [paint('dim', `  ${counted(view.warnings, 'warning')} in the report`)]
      : []),
  ]
}

/** One line for lists and shells: run | status | attempt | score | updated_at. */
export const orderLine = (view: OrderView): string =>
  [
    view.runId,
    view.status,
    `${view.attempt}/${view.attempts}`,
    view.score === null ? '-' : `${view.score.toFixed(1)}/${view.threshold}`,
    view.updatedAt,
  ].join(' | ')

export function orderStatus(view: OrderView, paint: Paint): readonly string[] {
  const { errors, change } = view
  return [
    orderLine(view),
    `  ${label('order')} ${printable(view.title)}`,
    paint(
      'dim',
      `  ${label('complexity')} ${view.complexity.score.toFixed(2)} (band ${view.complexity.band}), asks ${view.proposer}`,
    ),
    ...(view.guidelines.length === 0
      ? []
      : [
          `  ${label('guidelines')} ${view.guidelines.map(({ kind, code }) => `${kind} ${code}`).join(', ')}`,
        ]),
    ...(change === null
      ? []
      : [
          `  ${label('change')} ${counted(change.files, 'file')}, +${change.added} −${change.deleted}`,
        ]),
    ...(errors === null || errors.first + errors.last === 0
      ? []
      : [
          `  ${label('compiler')} ${counted(errors.first, 'error')} at first, ${errors.last} now, ${counted(errors.cycles, 'cycle')}`,
        ]),
    ...view.failed.map(
      ({ attempt, proposer, class: kind, error }) =>
        `  ${paint('red', '✗')} attempt ${attempt} by ${proposer}: ${kind}, ${printable(oneLine(error, 110))}`,
    ),
    ...orderMeasured(view, paint),
    ...orderEnd(view, paint),
    '',
    ...orderNext(view, paint),
  ]
}

export const orderEnd = ({ outcome, reason }: OrderView, paint: Paint): readonly string[] =>
  outcome === null || outcome === 'completed' || reason === ''
    ? []
    : [`  ${paint('yellow', outcome.replaceAll('_', ' '))}: ${printable(reason)}`]

export function orderNext(view: OrderView, paint: Paint): readonly string[] {
  const arrow = paint('cyan', '→')
  if (view.question !== null)
    return [
      `${paint('yellow', '?')} ${printable(view.question)}`,
      ...undecidedLines(view, paint),
      ...optionLines(view, paint),
      `  ${arrow} look: ${view.worktree}`,
    ]
  switch (view.outcome) {
    case null:
      return [`  ${arrow} go on: loopwright workorder run ${view.runId}`]
    case 'completed':
      return [
        `  ${arrow} branch: ${view.branch ?? '-'}   ${paint('dim', 'git merge, or open a pull request with the text below')}`,
        `  ${arrow} patch:  ${view.paths.patch}`,
        `  ${arrow} text:   ${view.paths.pullRequest}`,
      ]
    case 'needs_review':
    case 'needs_rework':
      return [
        `  ${arrow} look:   ${view.branch === null ? view.worktree : `git diff ${view.branch}~1 ${view.branch}`}`,
        `  ${arrow} why:    loopwright report ${view.runId}`,
        `  ${arrow} mend:   loopwright workorder rework ${view.runId} --feedback "…"`,
      ]
    case 'cap_reached':
    case 'failed':
    case 'stopped':
      return [
        `  ${arrow} what happened: loopwright history ${view.runId}`,
        ...(view.outcome === 'cap_reached'
          ? [`  ${arrow} more room:     raise caps.${view.reason} in loopwright.yaml`]
          : []),
        `  ${arrow} once more:     loopwright workorder add --file ${view.paths.folder}/order.json`,
      ]
  }
}

/** What a person is asked to decide: the words of its source, and where to look. */
const undecidedLines = (
  { obligations, allowed, options }: OrderView,
  paint: Paint,
): readonly string[] =>
  options.some(({ name }) => name === 'met')
    ? obligations
        .filter((each) => each.weight === 'must' && statusOf(each, allowed) === 'undecided')
        .flatMap(({ id, statement, source, reason, evidence }) => [
          `  ${paint('cyan', '?')} ${printable(statement)} ${paint('dim', `[${id}]`)}`,
          paint('dim', `      asked: ${printable(oneLine(source.text, 300))}`),
          paint('dim', `      why:   ${printable(oneLine(reason, 300))}`),
          ...evidence.flatMap(({ where, text }) =>
            where === undefined
              ? []
              : [paint('dim', `      place: ${printable(where)} ${printable(oneLine(text, 160))}`)],
          ),
        ])
    : []

const needsWords = new Set(['pivot_solution', 'amend_upstream'])

function optionLines({ options, runId }: OrderView, paint: Paint): readonly string[] {
  const choices = options.map(({ name, effect }) => ({
    command: `loopwright answer ${runId} ${name}${needsWords.has(name) ? ' --feedback "…"' : ''}`,
    effect,
  }))
  const width = Math.max(...choices.map(({ command }) => command.length))
  return choices.map(
    ({ command, effect }) =>
      `  ${paint('cyan', '→')} ${command.padEnd(width)}  ${paint('dim', effect)}`,
  )
}
