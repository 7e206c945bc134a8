import {
  type AcceptanceReport,
  type CodeDimension,
  type CodeFact,
  type CodeFinding,
  tallyOf,
} from './report.ts'
import { counted } from '../../model/counted.ts'
import { bar } from '../bars.ts'
import { codeFrame, printable } from '../findings.ts'
import type { Paint, Style } from '../../model/screen.ts'
import { oneLine, showSeconds } from '../format.ts'
import { howToDecide, obligationLines, verdictHeadline, verdictStyle } from '../verdict.ts'

export type AcceptancePretty = {
  readonly paint: Paint
  readonly width: number
  readonly mostPerRule: number
}

/** The verdict and what is owed, then the source's score with its losses, the findings, and what to do next. */
export const acceptancePretty = (report: AcceptanceReport, how: AcceptancePretty): string => {
  const { paint, width, mostPerRule } = how
  const all = mostPerRule === Infinity
  return [
    paint(['bold', verdictStyle[report.verdict.verdict]], verdictHeadline(report.obligations)),
    ...headLines(report, how),
    '',
    ...obligationLines(report.obligations, { paint, width, all }),
    '',
    ...report.dimensions.flatMap((each) => dimensionLines(each, report, how)),
    totalLine(report, how),
    '',
    ...report.facts.map((fact) => factLine(fact, how)),
    ...report.notes
      .filter((note) => !isTold(report, note))
      .filter((note) => !report.facts.some(({ how: by }) => note.startsWith(by)))
      .map((note) => `  ${paint('yellow', '!')} ${printable(oneLine(note, width - 4))}`),
    '',
    ...findingBlocks(report, how),
    ...nextLines(report).map((line) => `${paint('cyan', '→')} ${line}`),
  ]
    .join('\n')
    .trimEnd()
}

/** One cause is told once: what an obligation says is not said again below. */
const isTold = ({ obligations }: AcceptanceReport, text: string): boolean =>
  obligations.some(({ reason, status }) => status !== 'met' && reason.includes(text))

function headLines(report: AcceptanceReport, { paint }: AcceptancePretty): readonly string[] {
  const { path, base, scope, files, walls, seconds, obligations } = report
  const judged =
    base === null
      ? `${counted(files.length, 'file')} of the project`
      : scope === 'change'
        ? `${counted(files.length, 'file')} of the change since ${printable(base)}`
        : `the whole project, since the change to ${printable(base)} touches no source file`
  const isAsked = obligations.some(({ source }) => /^(?:task|criterion)$/.test(source.kind))
  return [
    `${paint('bold', printable(path))}  ${paint('dim', `${judged} · ${walls} · ${showSeconds(seconds)}`)}`,
    ...(isAsked
      ? []
      : [paint('dim', 'only general rules were asked; --task or --criteria say what it is for')]),
  ]
}

const labelWidth = 14

const barWidth = 20

function dimensionLines(
  { label, weight, score, losses, unmeasured }: CodeDimension,
  { threshold }: AcceptanceReport,
  { paint, width }: AcceptancePretty,
): readonly string[] {
  const indent = ' '.repeat(width < 90 ? 6 : labelWidth + barWidth + 18)
  const room = Math.max(24, width - indent.length - 4)
  const said =
    unmeasured === null
      ? losses.map(({ points, why }) => [`−${points}`, why] as const)
      : [['?', `not measured (${unmeasured}); counted as the worst`] as const]
  const [first, ...more] = said.map(
    ([mark, why]) => `${paint('yellow', mark)} ${oneLine(printable(why), room)}`,
  )
  const head = `  ${label.padEnd(labelWidth)}  ${bar(score / 10, threshold / 10, paint)}  ${paint('bold', String(score).padStart(4))}  ${paint('dim', `${String(weight).padStart(2)} %`)}`
  if (first === undefined) return [head]
  return width < 90
    ? [head, ...[first, ...more].map((each) => `${indent}${each}`)]
    : [`${head}  ${first}`, ...more.map((each) => `${indent}${each}`)]
}

function totalLine({ score, threshold }: AcceptanceReport, { paint }: AcceptancePretty): string {
  return `  ${paint('bold', 'Acceptance'.padEnd(labelWidth))}  ${bar(score / 10, threshold / 10, paint)}  ${paint('bold', score.toFixed(1).padStart(4))}  ${paint('dim', `needs ${threshold.toFixed(1)}`)}`
}

const factMarks: Record<CodeFact['verdict'], readonly [mark: string, style: Style]> = {
  good: ['✓', 'green'],
  bad: ['✗', 'red'],
  unknown: ['?', 'yellow'],
}

function factLine({ about, verdict, text, how: by }: CodeFact, { paint, width }: AcceptancePretty) {
  const [mark, style] = factMarks[verdict]
  const said = printable(oneLine(text, Math.min(48, width - 14)))
  const head = `  ${paint(style, mark)} ${about.padEnd(9)} ${said}`
  if (width < 90) return head
  return `  ${paint(style, mark)} ${about.padEnd(9)} ${said.padEnd(34)}  ${paint('dim', printable(oneLine(by, width - 52)))}`.trimEnd()
}

const marks: Record<CodeFinding['severity'], readonly [mark: string, style: Style]> = {
  error: ['✗', 'red'],
  warning: ['!', 'yellow'],
  info: ['·', 'cyan'],
}

const titles = {
  scorecard: 'Findings',
  integrity: 'What the change did besides',
  mutation: 'Bugs that the tests would not notice',
  own: 'Your own rules',
} as const

function findingBlocks(report: AcceptanceReport, how: AcceptancePretty): readonly string[] {
  return (['integrity', 'own', 'mutation', 'scorecard'] as const).flatMap((part) => {
    const own = report.findings.filter(
      (each) =>
        each.part === part &&
        (part === 'own' || how.mostPerRule === Infinity || !isTold(report, each.message)),
    )
    if (own.length === 0) return []
    const rules = [...Map.groupBy(own, ({ rule }) => rule)]
    return [
      `${how.paint('bold', titles[part])} ${how.paint('dim', `· ${tallyOf({ findings: own })}`)}`,
      ...rules.flatMap(([rule, findings]) => ruleLines(report, rule, findings, how)),
      '',
    ]
  })
}

function ruleLines(
  report: AcceptanceReport,
  rule: string,
  findings: readonly CodeFinding[],
  how: AcceptancePretty,
): readonly string[] {
  const { paint, mostPerRule } = how
  const [mark, style] = marks[findings[0]?.severity ?? 'info']
  const more = findings.length - mostPerRule
  return [
    `  ${paint(style, mark)} ${paint('bold', rule)}`,
    ...findings.slice(0, mostPerRule).flatMap((finding) => findingLines(report, finding, how)),
    ...(more > 0 ? [paint('dim', `      … and ${more} more (--all shows every one)`)] : []),
  ]
}

function findingLines(
  { path, sources }: AcceptanceReport,
  finding: CodeFinding,
  { paint, width }: AcceptancePretty,
): readonly string[] {
  const { message, line, column, since } = finding
  const place = finding.path === null ? '' : `${placeOf(path, finding)}: `
  const old = since === 'before' ? paint('dim', ' (was so before)') : ''
  const source =
    finding.path === null ? undefined : sources[finding.path]?.text.split('\n')[(line ?? 0) - 1]
  const framed = source !== undefined && source.trim() !== '' && finding.severity === 'error'
  return [
    `      ${paint('cyan', printable(place))}${printable(oneLine(message, Math.max(40, width * 2 - place.length)))}${old}`,
    ...(framed
      ? codeFrame(source.replace(/\r$/, ''), line ?? 1, column ?? 1, paint).map(
          (each) => `    ${each}`,
        )
      : []),
  ]
}

/** Where to click: from the workspace, with the line, as tools understand it. */
export const placeOf = (folder: string, { path, line, column }: CodeFinding): string =>
  `${folder === '.' || folder === '' ? '' : `${folder}/`}${path ?? ''}${line === null ? '' : `:${line}${column === null ? '' : `:${column}`}`}`

/** The dearest losses first: what brings most points back. */
export function nextLines(report: AcceptanceReport): readonly string[] {
  const losses = report.dimensions
    .flatMap(({ losses: own, weight }) =>
      own.map((loss) => ({ ...loss, worth: loss.points * weight })),
    )
    .toSorted((one, other) => other.worth - one.worth)
  const todos = [...new Set(losses.map(({ todo }) => todo))].slice(0, 3)
  const first = howToDecide(report.obligations)
  return [
    ...(report.obligations.some(({ id, status }) => id.startsWith('rule.') && status === 'unmet')
      ? ['undo what the change did besides, or say in the task that it was meant']
      : []),
    ...first,
    ...(report.passed || first[0]?.startsWith('install') ? [] : todos),
    ...(report.passed && report.base === null
      ? ['judge a change: loopwright check code <dir> --base <commit or folder>']
      : []),
  ]
}
