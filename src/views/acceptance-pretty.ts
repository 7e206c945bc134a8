import {
  type AcceptanceReport,
  type CodeDimension,
  type CodeFact,
  type CodeFinding,
  tallyOf,
} from './acceptance-report.ts'
import { bar } from './bars.ts'
import { codeFrame, type Paint, printable, type Style } from './findings.ts'
import { oneLine, showSeconds } from './format.ts'

export type AcceptancePretty = {
  readonly paint: Paint
  readonly width: number
  readonly mostPerRule: number
}

/** The scorecard for people: bars, why points were lost, the findings, and what to do next. */
export const acceptancePretty = (report: AcceptanceReport, how: AcceptancePretty): string =>
  [
    ...headLines(report, how),
    '',
    ...report.dimensions.flatMap((each) => dimensionLines(each, report, how)),
    totalLine(report, how),
    '',
    ...report.facts.map((fact) => factLine(fact, how)),
    ...report.notes.map(
      (note) => `  ${how.paint('yellow', '!')} ${printable(oneLine(note, how.width - 4))}`,
    ),
    '',
    ...findingBlocks(report, how),
    verdictLine(report, how.paint),
    ...nextLines(report).map((line) => `${how.paint('cyan', '→')} ${line}`),
  ]
    .join('\n')
    .trimEnd()

function headLines(report: AcceptanceReport, { paint }: AcceptancePretty): readonly string[] {
  const { path, base, scope, files, walls, seconds } = report
  const count = `${files.length} ${files.length === 1 ? 'file' : 'files'}`
  const judged =
    base === null
      ? `${count} of the project`
      : scope === 'change'
        ? `${count} of the change since ${printable(base)}`
        : `the whole project, since the change to ${printable(base)} touches no source file`
  return [
    `${paint('bold', printable(path))}  ${paint('dim', `${judged} · ${walls} · ${showSeconds(seconds)}`)}`,
  ]
}

const labelWidth = 14

function dimensionLines(
  { label, weight, score, losses }: CodeDimension,
  { threshold }: AcceptanceReport,
  { paint, width }: AcceptancePretty,
): readonly string[] {
  const [first, ...more] = losses
  const room = Math.max(24, width - labelWidth - 38)
  const loss = ({ points, why }: (typeof losses)[number]) =>
    `${paint('yellow', `−${points}`)} ${oneLine(printable(why), room)}`
  return [
    `  ${label.padEnd(labelWidth)}  ${bar(score / 10, threshold / 10, paint)}  ${paint('bold', String(score).padStart(4))}  ${paint('dim', `${String(weight).padStart(2)} %`)}  ${first === undefined ? '' : loss(first)}`.trimEnd(),
    ...more.map((each) => `${' '.repeat(labelWidth + 38)}${loss(each)}`),
  ]
}

function totalLine({ score, threshold }: AcceptanceReport, { paint }: AcceptancePretty): string {
  return `  ${paint('bold', 'Acceptance'.padEnd(labelWidth))}  ${bar(score / 10, threshold / 10, paint)}  ${paint('bold', score.toFixed(1).padStart(4))}  ${paint('dim', `of 10, needs ${threshold.toFixed(1)}`)}`
}

const factMarks: Record<CodeFact['verdict'], readonly [mark: string, style: Style]> = {
  good: ['✓', 'green'],
  bad: ['✗', 'red'],
  unknown: ['?', 'yellow'],
}

function factLine({ about, verdict, text, how: by }: CodeFact, { paint, width }: AcceptancePretty) {
  const [mark, style] = factMarks[verdict]
  const said = printable(oneLine(text, 48))
  return `  ${paint(style, mark)} ${about.padEnd(9)} ${said.padEnd(34)}  ${paint('dim', printable(oneLine(by, Math.max(20, width - 52))))}`.trimEnd()
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
} as const

function findingBlocks(report: AcceptanceReport, how: AcceptancePretty): readonly string[] {
  return (['integrity', 'mutation', 'scorecard'] as const).flatMap((part) => {
    const own = report.findings.filter((each) => each.part === part)
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

function verdictLine(report: AcceptanceReport, paint: Paint): string {
  const { passed, exit, score, threshold } = report
  const word = passed
    ? paint(['bold', 'green'], 'PASS')
    : paint(['bold', 'red'], exit === 5 ? 'UNKNOWN' : 'FAIL')
  const besides = report.findings.filter(
    ({ part, severity }) => part !== 'scorecard' && severity === 'error',
  )
  const why = [
    `${score.toFixed(1)} of 10, ${score >= threshold ? 'enough' : `below ${threshold.toFixed(1)}`}`,
    ...(besides.length > 0
      ? [`${besides.length} ${besides.length === 1 ? 'thing' : 'things'} that no score makes good`]
      : []),
    tallyOf(report),
  ]
  return `${word}  ${why.join(' · ')}`
}

/** The dearest losses first: what brings most points back. */
export function nextLines(report: AcceptanceReport): readonly string[] {
  const losses = report.dimensions
    .flatMap(({ losses: own, weight }) =>
      own.map((loss) => ({ ...loss, worth: loss.points * weight })),
    )
    .toSorted((one, other) => other.worth - one.worth)
  const todos = [...new Set(losses.map(({ todo }) => todo))].slice(0, 3)
  return [
    ...(report.findings.some(({ part, severity }) => part === 'integrity' && severity === 'error')
      ? ['undo what the change did besides, or say in the task that it was meant']
      : []),
    ...todos,
    ...(todos.length === 0 && report.base === null
      ? ['judge a change: loopwright check code <dir> --base <commit or folder>']
      : []),
  ]
}
