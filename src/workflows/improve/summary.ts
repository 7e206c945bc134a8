import type { Paint } from '../../model/screen.ts'
import { table, usedText } from '../../views/format.ts'
import { obligationLines } from '../../views/verdict.ts'
import { macroDimensions } from './scoring/score.ts'
import type { ImproveView } from './view.ts'

const short: Readonly<Record<string, string>> = {
  architecture: 'arch',
  readability: 'read',
  completeness: 'compl',
  test_coverage: 'tests',
  user_experience: 'ux',
}

/** A run on a terminal: its scores, what was changed of the set-up, what is asked. */
export function improveStatus(view: ImproveView, paint: Paint): readonly string[] {
  return [
    `${paint('bold', view.id)}  ${view.project} · ${view.mode} · target ${view.target}, ${view.consecutive} in a row`,
    `  ${view.outcome === null ? (view.question === null ? view.step : 'waits for your answer') : `${view.outcome.replaceAll('_', ' ')}: ${view.reason}`} · iteration ${view.iterations.length} of ${view.maxIterations}`,
    ...scoreTable(view),
    ...view.notYet.map((each) => paint('dim', `  not yet: ${each}`)),
    ...view.improvements.map(
      ({ id, status, description, actual, reason }) =>
        `  ${status === 'applied' ? paint('green', '✓') : paint('yellow', '!')} ${id} ${status}: ${description}${actual === null ? (reason === '' ? '' : ` (${reason})`) : `\n      ${actual}`}`,
    ),
    ...(view.obligations.length === 0
      ? []
      : obligationLines(view.obligations, {
          paint,
          width: 110,
          all: false,
          allowed: { selfJudgement: false },
        })),
    ...(view.branch === null ? [] : [`  the set-up's branch: ${view.branch}`]),
    ...(view.question === null ? [] : ['', `${paint('cyan', '■')} ${view.question}`]),
    paint('dim', `  used: ${usedText(view.used)}`),
  ]
}

export const scoreTable = ({ iterations }: Pick<ImproveView, 'iterations'>): readonly string[] =>
  iterations.length === 0
    ? []
    : table(
        ['#', 'score', ...macroDimensions.map((name) => short[name] ?? name), 'orders', 'set-up'],
        iterations.map((each) => [
          String(each.number),
          each.score === null ? '-' : `${each.score}${each.human === null ? '' : ' (yours)'}`,
          ...macroDimensions.map((name) => String(each.dimensions[name] ?? '-')),
          `${each.completed}/${each.orders}`,
          each.version,
        ]),
      )

/** What can be done now. */
export function improveNext(view: ImproveView, paint: Paint): readonly string[] {
  const look = view.paths.report === '' ? [] : [paint('dim', `  read:  ${view.paths.report}`)]
  if (view.question !== null)
    return [
      ...look,
      ...view.options.map(
        ({ name, effect }) =>
          `  loopwright answer ${view.id} ${name}${paint('dim', `   ${effect}`)}`,
      ),
    ]
  if (view.outcome === null) return [paint('dim', `  go on: loopwright resume ${view.id}`)]
  return [
    ...look,
    ...(view.branch === null
      ? []
      : [paint('dim', `  take the improved set-up: git merge ${view.branch}`)]),
  ]
}

export const improveLine = (view: ImproveView): string =>
  view.question ??
  (view.outcome === null
    ? `${view.id} ${view.step}`
    : `${view.id} ${view.outcome.replaceAll('_', ' ')}: ${view.reason}`)
