import type { Paint } from '../../model/screen.ts'
import { printable } from '../findings.ts'
import { oneLine, table, tableWidth } from '../format.ts'
import { allowedIn, obligationLines, verdictHeadline } from '../verdict.ts'
import { plotLines } from '../plot.ts'
import type { EvaluationRow, Report } from './report.ts'
import { describeCheck, expectation, subjectOf } from './decided.ts'
import {
  distanceText,
  factsOf,
  iterationCells,
  iterationHead,
  pointsOf,
  versionCells,
  versionHead,
} from './parts.ts'
import { ruleMarks } from '../scorecard.ts'

type Screen = { readonly paint: Paint; readonly width: number; readonly plain: boolean }

export function reportPretty(report: Report, screen: Screen): readonly string[] {
  const { paint, width, plain } = screen
  const { run, evaluations } = report
  const good = run.status === 'completed'
  const facts = factsOf(report)
  const label = Math.max(...facts.map(([name]) => name.length))
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ['', paint('bold', title), ...lines.map((line) => `  ${line}`)]
  const { obligations = [] } = run
  const allowed = allowedIn(run)
  const headline = obligations.length === 0 ? run.status : verdictHeadline(obligations, allowed)
  return [
    paint(['bold', good ? 'green' : 'yellow'], `${good ? '✓' : '■'} ${run.alias}: ${headline}`),
    `  ${printable(oneLine(run.task, width - 2))}`,
    ...obligationLines(obligations, { paint, width, all: true, allowed }),
    '',
    ...facts.map(([name, value]) => `  ${paint('dim', name.padEnd(label))}  ${printable(value)}`),
    ...section('Score over evaluations', [
      ...plotLines(pointsOf(report), { width: width - 2, plain }),
      ...(evaluations.length > 0
        ? [
            paint(
              'dim',
              `${plain ? '* score  - threshold' : '● score  ╌ threshold'}  (2B: iteration 2, phase B)`,
            ),
          ]
        : []),
    ]),
    ...section('Iterations', iterationTable(report, width)),
    ...ruleSection(report, screen, section),
    ...section('Distance to success', distanceText(report)),
    ...section('Versions', tableOf(versionHead, report.versions.map(versionCells))),
    ...section('Prepared checks', checkLines(report, width)),
    ...section('Confirmed by', confirmationLines(report)),
    ...section(
      'Trouble on the way',
      report.errors.map((error) =>
        printable(
          `${error.at}  iteration ${error.iteration}, ${error.phase}, attempt ${error.attempt}: ${oneLine(error.error, 200)}`,
        ),
      ),
    ),
    ...(report.artifact === null ? [] : ['', paint('bold', 'Artifact'), report.artifact.trimEnd()]),
  ]
}

const tableOf = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  rows.length === 0 ? [] : table(head, rows.map(printableRow))

const printableRow = (row: readonly string[]) => row.map(printable)

/** The ids of missed rules where they fit, otherwise how many there are. */
function iterationTable({ evaluations }: Report, width: number): readonly string[] {
  const cellsOf = (row: EvaluationRow) => printableRow(iterationCells(row))
  if (tableWidth(iterationHead, evaluations, cellsOf) <= width - 2)
    return tableOf(iterationHead, evaluations.map(iterationCells))
  const narrow = evaluations.map((row) =>
    iterationCells(row).map((cell, index) =>
      index === 4 ? String(row.failed.length) : index === 5 ? String(row.warnings.length) : cell,
    ),
  )
  return tableOf(iterationHead, narrow)
}

function ruleSection(
  { evaluations }: Report,
  { paint, width }: Screen,
  section: (title: string, lines: readonly string[]) => readonly string[],
): readonly string[] {
  const last = evaluations.at(-1)
  if (last === undefined) return []
  const idWidth = Math.max(...last.rules.map(({ id }) => id.length), 4)
  const lines = last.rules.flatMap((rule) => {
    const [mark, style] = ruleMarks[rule.verdict]
    return [
      `${paint(style, `${mark} ${rule.id.padEnd(idWidth)}  ${rule.verdict.padEnd(9)}`)} ${printable(oneLine(rule.details, Math.max(30, width - idWidth - 18)))}`,
      paint('dim', `  ${rule.severity}, weight ${rule.weight}; ${rule.decidedBy}`),
    ]
  })
  const title = `Rules (iteration ${last.iteration}, phase ${last.phase}, artifact ${last.artifact.slice(0, 8)})`
  return section(title, lines)
}

function checkLines({ checks, preparer }: Report, width: number): readonly string[] {
  const builtIn = checks.filter(
    (check) => check.type === 'executable' && check.command.startsWith('builtin:'),
  )
  const others = checks.filter((check) => !builtIn.includes(check))
  return [
    ...(builtIn.length > 0 ? [`${builtIn.length} built-in checks of Loopwright`] : []),
    ...others.map((check) =>
      printable(
        `${check.rule_id}: ${describeCheck(check, preparer)}, expects ${expectation(check)}: ${oneLine(subjectOf(check), Math.max(30, width - 60))}`,
      ),
    ),
  ]
}

const confirmationLines = ({ confirmations }: Report) =>
  confirmations.map(({ gate, option, by, at, shown, feedback }) =>
    printable(
      `${at}  ${by}: ${option} ${gate} (saw ${shown.slice(0, 8)})${feedback === undefined ? '' : `: ${oneLine(feedback, 120)}`}`,
    ),
  )
