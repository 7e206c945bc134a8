import { counted } from '../model/counted.ts'
import { isMissed, type JudgedFile, type JudgedRule } from './findings.ts'
import type { Paint, Style } from '../model/screen.ts'
import { oneLine, showScore } from './format.ts'

export const ruleMarks: Record<JudgedRule['verdict'], readonly [mark: string, style: Style]> = {
  pass: ['✓', 'green'],
  fail: ['✗', 'red'],
  warn: ['!', 'yellow'],
  na: ['–', 'dim'],
  undecided: ['?', 'cyan'],
  error: ['✗', 'magenta'],
}

/** Rule by rule: the verdict, the weight it earned, who decided, and what was said. */
export function scorecard(
  rules: readonly JudgedRule[],
  paint: Paint,
  width: number,
): readonly string[] {
  const column = (name: string, cells: readonly string[]) =>
    Math.max(name.length, ...cells.map((cell) => cell.length))
  const idWidth = column(
    'rule',
    rules.map(({ id }) => id),
  )
  const verdictWidth = column(
    'verdict',
    rules.map(({ verdict }) => verdict),
  )
  const left = Math.max(20, width - idWidth - verdictWidth - 16)
  return [
    paint('dim', `    ${'rule'.padEnd(idWidth)}  ${'verdict'.padEnd(verdictWidth)}  weight`),
    ...rules.map((rule) => {
      const [mark, style] = ruleMarks[rule.verdict]
      const earned =
        rule.counts && rule.verdict !== 'na'
          ? `${rule.verdict === 'pass' ? rule.weight : 0}/${rule.weight}`
          : '-'
      return `  ${paint(style, mark)} ${rule.id.padEnd(idWidth)}  ${paint(style, rule.verdict.padEnd(verdictWidth))}  ${earned.padEnd(6)}  ${paint('dim', oneLine(remark(rule), left))}`.trimEnd()
    }),
  ]
}

function remark({ verdict, details, findings, counts }: JudgedRule): string {
  if (verdict === 'undecided' && !counts) return `not counted: ${details}`
  if (findings.length === 0) return details
  return findings.length === 1 ? details : `${findings.length} findings`
}

/** The score and the threshold of the source, beside the verdict. */
export function scoreLine(file: JudgedFile): string {
  // a design's rules speak of 100 points, everything else of shares
  const score =
    file.type === 'design'
      ? `score ${points(file.score)} of 100, threshold ${points(file.threshold)}`
      : `score ${showScore(file.score)}, threshold ${showScore(file.threshold)} (${file.criteria}, level ${file.level})`
  const reasons = reasonsOf(file)
  return `${score}${reasons.length > 0 ? `, ${reasons.join(', ')}` : ''}${decidesNothing(file)}`
}

/** Where nobody asked for the threshold, a low score must not look like a refusal, nor a high one like acceptance. */
const decidesNothing = ({ obligations }: JudgedFile): string =>
  obligations?.every(({ id }) => id !== 'workflow.threshold')
    ? "; a template's own number, which decides nothing here"
    : ''

const points = (share: number) => String(Math.round(share * 10_000) / 100)

/** Why a file does not pass, or what it passes in spite of. */
export function reasonsOf({ rules }: Pick<JudgedFile, 'rules'>): readonly string[] {
  const some = (which: (rule: JudgedRule) => boolean, one: string, many?: string) => {
    const count = rules.filter(which).length
    return count === 0 ? [] : [counted(count, one, many)]
  }
  return [
    ...some(({ verdict }) => verdict === 'error', 'broken check'),
    ...some((rule) => isMissed(rule) && rule.severity === 'fail', 'blocking', 'blocking'),
    ...some((rule) => isMissed(rule) && rule.severity === 'warn', 'warning'),
    ...some(({ verdict }) => verdict === 'undecided', 'undecided', 'undecided'),
  ]
}

/** How many findings a machine can repair. */
export const fixableCount = ({ rules }: Pick<JudgedFile, 'rules'>): number =>
  rules.flatMap(({ findings }) => findings).filter(({ fix }) => fix !== undefined).length
