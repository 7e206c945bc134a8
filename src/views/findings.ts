import type { Finding } from '../model/finding.ts'
import { maskSecrets } from '../model/mask-secrets.ts'
import type { Obligation } from '../model/obligation.ts'
import type { Level, Severity } from '../model/rule.ts'
import type { Paint } from '../model/screen.ts'
import { oneLine } from './format.ts'

/** `undecided`: nothing here can tell. `error`: the check itself broke. Neither is a pass. */
export type RuleVerdict = 'pass' | 'fail' | 'warn' | 'na' | 'undecided' | 'error'

export type JudgedRule = {
  readonly id: string
  readonly description: string
  readonly severity: Severity
  readonly weight: number
  readonly verdict: RuleVerdict
  readonly details: string
  readonly decidedBy: string
  /** Counts for the score; what a check looked at and could not decide does not. */
  readonly counts: boolean
  readonly findings: readonly Finding[]
}

/** A file with what the gates said about it. */
export type JudgedFile = {
  /** Relative to the workspace, with forward slashes. */
  readonly path: string
  readonly sha256: string
  readonly text: string
  readonly type: string
  readonly criteria: string
  readonly level: Level
  readonly score: number
  readonly threshold: number
  readonly passed: boolean
  readonly rules: readonly JudgedRule[]
  /** What was asked, and what is known about it; `passed` is their verdict. */
  readonly obligations?: readonly Obligation[]
  /** Parts of the score by name, 0 to 100, where a subject has them. */
  readonly dimensions?: Readonly<Record<string, number>>
  readonly seconds: number
  readonly fixed: readonly string[]
}

export const isMissed = ({ verdict }: Pick<JudgedRule, 'verdict'>): boolean =>
  verdict === 'fail' || verdict === 'warn'

/** The word problem matchers know for a severity. */
export const levelOf = { fail: 'error', warn: 'warning', info: 'note' } as const satisfies Record<
  Severity,
  string
>

/** What other gates call their findings, as rules of files. */
export const severityOf = { error: 'fail', warning: 'warn', info: 'info' } as const
export const weightOf = { error: 2, warning: 1, info: 0 } as const

export const worstOf = (
  findings: readonly { readonly severity: keyof typeof severityOf }[],
): keyof typeof severityOf =>
  (['error', 'warning', 'info'] as const).find((each) =>
    findings.some(({ severity }) => severity === each),
  ) ?? 'info'

const colourOf = { error: 'red', warning: 'yellow', note: 'cyan' } as const

/** What a missed rule has to show: its findings, or its own words where it points at nothing. */
export const findingsOf = (rule: JudgedRule): readonly Finding[] =>
  rule.findings.length > 0
    ? rule.findings
    : [{ message: rule.details || rule.description, place: { line: 1 } }]

type Shown = { readonly paint: Paint; readonly mostPerRule: number }

/** Every finding as `path:line:col: severity: message [rule]` with the line it is about. */
export function findingLines(file: JudgedFile, { paint, mostPerRule }: Shown): readonly string[] {
  const lines = file.text.split('\n')
  const alike = Map.groupBy(file.rules.filter(isMissed), saidBy)
  return file.rules.flatMap((rule): readonly string[] => {
    if (rule.verdict === 'error')
      return [
        headline(file.path, { rule, level: 'error', paint }, `the check broke: ${rule.details}`),
      ]
    if (rule.verdict === 'undecided')
      return [headline(file.path, { rule, level: 'note', paint }, `undecided: ${rule.details}`)]
    const [first = rule, ...same] = alike.get(saidBy(rule)) ?? []
    if (!isMissed(rule) || rule !== first) return []
    const findings = findingsOf(rule)
    const more = findings.length - mostPerRule
    return [
      ...findings
        .slice(0, mostPerRule)
        .flatMap((finding) => [
          findingHeadline(file.path, rule, finding, paint),
          ...detailLines(finding, lines, paint),
        ]),
      ...(more > 0
        ? [paint('dim', `  … and ${more} more of ${rule.id} (--all shows every one)`)]
        : []),
      ...(same.length > 0
        ? [paint('dim', `  … the same holds for ${same.map(({ id }) => id).join(', ')}`)]
        : []),
    ]
  })
}

/** Rules that say the same of the same place, for the same reason, are told once. */
const saidBy = (rule: JudgedRule): string =>
  JSON.stringify([rule.severity, rule.verdict, findingsOf(rule)])

function findingHeadline(path: string, rule: JudgedRule, finding: Finding, paint: Paint): string {
  const { line = 1, column = 1 } = finding.place
  return headline(
    `${path}:${line}:${column}`,
    { rule, level: levelOf[rule.severity], paint },
    finding.message,
  )
}

type Voice = {
  readonly rule: JudgedRule
  readonly level: 'error' | 'warning' | 'note'
  readonly paint: Paint
}

// one line, whatever a check says, so that problem matchers keep up
const headline = (where: string, { rule, level, paint }: Voice, message: string) =>
  `${paint('bold', printable(where))}: ${paint(colourOf[level], level)}: ${printable(oneLine(message, 500))} ${paint('dim', `[${rule.id}]`)}`

const frameWidth = 110
/** More than a secret is long: only what stands around the place is searched for one. */
const aroundPlace = 5_000

function detailLines(finding: Finding, lines: readonly string[], paint: Paint): readonly string[] {
  const { line = 1, column = 1, pointer } = finding.place
  const source = finding.place.line === undefined ? undefined : lines[line - 1]?.replace(/\r$/, '')
  const shown = source !== undefined && source.trim() !== ''
  const evidence = finding.evidence?.trim() ?? ''
  const isNews = evidence !== '' && !(source ?? '').includes(evidence)
  const from = Math.max(0, column - aroundPlace)
  const near = () => maskSecrets(source?.slice(from, column + aroundPlace) ?? '')
  return [
    ...(shown ? codeFrame(near(), line, column - from, paint) : []),
    ...(pointer ? [paint('dim', `      at ${printable(oneLine(pointer, frameWidth))}`)] : []),
    ...(isNews ? [`      ${paint('dim', 'evidence:')} ${printable(oneLine(evidence, 160))}`] : []),
    ...(finding.fix
      ? [`      ${paint('green', 'fixable:')} ${printable(oneLine(finding.fix.title, 100))}`]
      : []),
  ]
}

/** The line with a mark under its column; a long line is cut around that column. */
export function codeFrame(
  source: string,
  line: number,
  column: number,
  paint: Paint = (_, text) => text,
): readonly string[] {
  const from = column > frameWidth - 20 ? column - 40 : 0
  const cut = source.slice(from, from + frameWidth)
  const text = `${from > 0 ? '…' : ''}${printable(cut)}${from + frameWidth < source.length ? '…' : ''}`
  const before = cut.slice(0, Math.max(0, column - 1 - from))
  const gutter = String(line).padStart(5)
  const mark = `${' '.repeat(before.length + (from > 0 ? 1 : 0))}^`
  return [
    `${paint('dim', `${gutter} │`)} ${text}`,
    ...(column > 1 || from > 0 ? [`${paint('dim', '      │')} ${paint('red', mark)}`] : []),
  ]
}

/** Control and direction characters in a file must not steer the terminal that shows it. */
export const printable = (text: string): string =>
  text.replace(/\t/g, ' ').replace(/[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu, '·')
