import { printable } from '../findings.ts'
import type { Paint, Style } from '../../model/screen.ts'
import { oneLine } from '../format.ts'
import {
  type FindingGroup,
  groupsOf,
  type JudgedPage,
  measuredText,
  type ShownFinding,
  sourceOf,
  sectionsOf,
  tally,
} from '../../model/page-report.ts'

export type PagePretty = {
  readonly paint: Paint
  readonly width: number
  readonly mostPerRule: number
  readonly hasFixed: boolean
  /** Also what is met. */
  readonly all: boolean
}

const marks: Record<ShownFinding['severity'], readonly [mark: string, style: Style]> = {
  error: ['✗', 'red'],
  warning: ['!', 'yellow'],
  info: ['·', 'cyan'],
}

export function findingBlocks(page: JudgedPage, how: PagePretty): readonly string[] {
  const { paint } = how
  return sectionsOf(page).flatMap(({ name, findings: own }) => [
    `${paint('bold', name)} ${paint('dim', `· ${tally(own)}`)}`,
    ...groupsOf(own).flatMap((group) => ruleLines(page, group, how)),
    '',
  ])
}

function ruleLines(
  page: JudgedPage,
  { ruleId, findings }: FindingGroup,
  how: PagePretty,
): readonly string[] {
  const { paint, mostPerRule, width } = how
  const rule = page.rules.find(({ id }) => id === ruleId)
  const [mark, style] = marks[findings[0].severity]
  const isOwed = page.obligations.some(({ id }) => id === `rule.${ruleId}`)
  const must = rule?.mustPass === true && isOwed ? paint('red', ' must pass') : ''
  const more = findings.length - mostPerRule
  return [
    `  ${paint(style, mark)} ${paint('bold', ruleId)}${must}  ${paint('dim', oneLine(rule?.about ?? '', Math.max(30, width - ruleId.length - 18)))}`,
    ...findings.slice(0, mostPerRule).flatMap((finding, at) => [
      // what is said again and again is said once, with all its places
      ...(findings[at - 1]?.message === finding.message ? [] : messageLines(finding, how)),
      ...placeLines(page, finding, how),
    ]),
    ...(more > 0 ? [paint('dim', `      … and ${more} more (--all shows every one)`)] : []),
    ...((rule?.better ?? null) === null || findings.some(({ fix }) => fix !== undefined)
      ? []
      : [`      ${paint('dim', 'better:')} ${printable(oneLine(rule?.better ?? '', width - 16))}`]),
  ]
}

const messageLines = ({ message }: ShownFinding, { width }: PagePretty): readonly string[] =>
  wrapped(printable(message), width - 6).map((line) => `      ${line}`)

function placeLines(
  page: JudgedPage,
  finding: ShownFinding,
  { paint, width }: PagePretty,
): readonly string[] {
  const source = sourceOf(page, finding)
  const measured = measuredText(finding)
  const observed = finding.width === undefined ? null : `at ${finding.width} px`
  const taken = [source, observed, measured].reduce(
    (sum, each) => sum + (each?.length ?? -3) + 3,
    8,
  )
  const at = [
    ...(source === null ? [] : [paint('cyan', printable(source))]),
    ...(finding.selector === undefined
      ? []
      : [shortened(printable(finding.selector), Math.max(20, width - taken))]),
    ...(observed === null ? [] : [paint('dim', observed)]),
    ...(measured === null ? [] : [paint('yellow', measured)]),
  ]
  return [
    ...(at.length === 0 ? [] : [`        ${at.join(paint('dim', ' · '))}`]),
    ...(finding.fix === undefined
      ? []
      : [
          `        ${page.dropped.includes(finding.fix.title) ? paint('yellow', 'tried, did not help:') : paint('green', 'fix:')} ${printable(oneLine(finding.fix.title, width - 13))}`,
        ]),
  ]
}

/** Words in lines of at most this width; two lines say enough. */
function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = ['']
  for (const word of text.split(/\s+/).filter((each) => each !== '')) {
    const last = lines.at(-1) ?? ''
    const next = last === '' ? word : `${last} ${word}`
    if (next.length <= width || last === '') lines[lines.length - 1] = oneLine(next, width)
    else lines.push(oneLine(word, width))
  }
  return lines.length <= 3
    ? lines
    : [...lines.slice(0, 2), oneLine(lines.slice(2).join(' '), width)]
}

/** The end of a selector says which element is meant, so its start is left out. */
const shortened = (selector: string, width: number): string =>
  selector.length <= width ? selector : `…${selector.slice(selector.length - width + 1)}`
