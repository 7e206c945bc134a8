import { type Paint, printable, type Style } from './findings.ts'
import { oneLine, showScore, showSeconds } from './format.ts'
import {
  countOf,
  type FindingGroup,
  groupsOf,
  type JudgedPage,
  measuredText,
  type PageReport,
  plural,
  type ShownDimension,
  type ShownFinding,
  sourceOf,
} from './page-report.ts'

export type PagePretty = {
  readonly paint: Paint
  readonly width: number
  readonly mostPerRule: number
  readonly hasFixed: boolean
}

/** The verdict on pages for a reader at a terminal. */
export function pagePretty(report: PageReport, how: PagePretty): string {
  const { paint } = how
  const passed = report.pages.filter((page) => page.passed).length
  return [
    ...report.pages.flatMap((page) => [...pageLines(page, report, how), '']),
    ...(report.pages.length > 1
      ? [paint('bold', `${passed} of ${report.pages.length} pages pass`)]
      : []),
    ...report.notes.map((note) => paint('dim', `! ${printable(oneLine(note, 300))}`)),
    ...nextLines(report, how).map((line) => `${paint('cyan', '→')} ${line}`),
  ]
    .join('\n')
    .trimEnd()
}

function pageLines(page: JudgedPage, report: PageReport, how: PagePretty): readonly string[] {
  const { paint } = how
  const title = page.title === '' ? '' : paint('dim', `  ${printable(oneLine(page.title, 60))}`)
  return [
    `${paint('bold', printable(page.path))}${title}`,
    ...sightLines(page, report, how),
    '',
    ...findingBlocks(page, how),
    ...scoreLines(page, how),
    '',
    verdictLine(page, paint),
  ]
}

function sightLines({ sight, seconds }: JudgedPage, report: PageReport, how: PagePretty) {
  const { paint } = how
  const against = report.contract.map(({ path }) => printable(path))
  const held = paint(
    'dim',
    against.length === 0
      ? 'held against no copy, tokens, brief or brand: what they would ask is not asked'
      : `held against ${against.join(', ')}`,
  )
  switch (sight.type) {
    case 'seen':
      return [
        paint(
          'dim',
          `seen at 375, 768, 1024 and 1280 in ${sight.browser}${sight.walls === 'none' ? ', WITHOUT walls' : ', walled off'} · ${showSeconds(seconds)}`,
        ),
        held,
        ...sight.gaps.map(({ part, reason }) =>
          paint('yellow', `! not seen: ${part}: ${printable(oneLine(reason, 120))}`),
        ),
      ]
    case 'static':
      return [
        paint(
          ['bold', 'yellow'],
          sight.why === 'asked'
            ? '! ONLY THE FILES WERE READ, as asked: nobody looked at the page'
            : `! NOBODY LOOKED AT THE PAGE: ${printable(oneLine(sight.reason, 200))}`,
        ),
        paint(
          'yellow',
          '  Only the files were read. What must pass and was not checked has not passed.',
        ),
        ...(sight.remedy === undefined ? [] : [`  ${paint('cyan', '→')} ${sight.remedy}`]),
        held,
      ]
    case 'broken':
      return [
        paint(['bold', 'red'], `✗ the look broke: ${printable(oneLine(sight.reason, 300))}`),
        '  So nothing is known about the page.',
      ]
  }
}

const marks: Record<ShownFinding['severity'], readonly [mark: string, style: Style]> = {
  error: ['✗', 'red'],
  warning: ['!', 'yellow'],
  info: ['·', 'cyan'],
}

/** Findings by dimension and rule, the worst first. */
function findingBlocks(page: JudgedPage, how: PagePretty): readonly string[] {
  const { paint } = how
  return page.dimensions.flatMap(({ name }) => {
    const own = page.findings.filter(({ dimension }) => dimension === name)
    if (own.length === 0) return []
    return [
      `${paint('bold', name)} ${paint('dim', `· ${tally(own)}`)}`,
      ...groupsOf(own).flatMap((group) => ruleLines(page, group, how)),
      '',
    ]
  })
}

export const tally = (findings: readonly ShownFinding[]): string =>
  [
    [countOf(findings, 'error'), 'error', 'errors'] as const,
    [countOf(findings, 'warning'), 'warning', 'warnings'] as const,
    [countOf(findings, 'info'), 'remark', 'remarks'] as const,
  ]
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => plural(count, one, many))
    .join(', ')

function ruleLines(
  page: JudgedPage,
  { ruleId, findings }: FindingGroup,
  how: PagePretty,
): readonly string[] {
  const { paint, mostPerRule, width } = how
  const rule = page.rules.find(({ id }) => id === ruleId)
  const [mark, style] = marks[findings[0].severity]
  const must = rule?.mustPass === true ? paint('red', ' must pass') : ''
  const more = findings.length - mostPerRule
  return [
    `  ${paint(style, mark)} ${paint('bold', ruleId)}${must}  ${paint('dim', oneLine(rule?.about ?? '', Math.max(30, width - ruleId.length - 18)))}`,
    ...findings.slice(0, mostPerRule).flatMap((finding) => findingLines(page, finding, how)),
    ...(more > 0 ? [paint('dim', `      … and ${more} more (--all shows every one)`)] : []),
    ...((rule?.better ?? null) === null || findings.some(({ fix }) => fix !== undefined)
      ? []
      : [`      ${paint('dim', 'better:')} ${printable(oneLine(rule?.better ?? '', width - 16))}`]),
  ]
}

function findingLines(
  page: JudgedPage,
  finding: ShownFinding,
  { paint, width }: PagePretty,
): readonly string[] {
  const source = sourceOf(page, finding)
  const measured = measuredText(finding)
  const at = [
    ...(source === null ? [] : [paint('cyan', printable(source))]),
    ...(finding.selector === undefined
      ? []
      : [printable(oneLine(finding.selector, Math.max(24, width - (source ?? '').length - 24)))]),
    ...(finding.width === undefined ? [] : [paint('dim', `at ${finding.width} px`)]),
    ...(measured === null ? [] : [paint('yellow', measured)]),
  ]
  return [
    ...wrapped(printable(finding.message), width - 6).map((line) => `      ${line}`),
    ...(at.length === 0 ? [] : [`        ${at.join(paint('dim', ' · '))}`]),
    ...(finding.fix === undefined
      ? []
      : [`        ${paint('green', 'fix:')} ${printable(oneLine(finding.fix.title, width - 13))}`]),
  ]
}

/** Words in lines of at most this width; two lines say enough. */
export function wrapped(text: string, width: number): readonly string[] {
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

const barWidth = 20

function bar(share: number, { threshold, paint }: { threshold: number | null; paint: Paint }) {
  const filled = Math.round(share * barWidth)
  const mark = threshold === null ? -1 : Math.min(barWidth - 1, Math.round(threshold * barWidth))
  const cells = Array.from({ length: barWidth }, (_, at) =>
    at < filled ? '█' : at === mark ? '┊' : '░',
  ).join('')
  const enough = share >= (threshold ?? 0.75) - 1e-9
  return paint(enough ? 'green' : share >= 0.5 ? 'yellow' : 'red', cells)
}

function scoreLines(page: JudgedPage, how: PagePretty): readonly string[] {
  if (page.sight.type === 'broken') return []
  const { paint, width } = how
  const { threshold, accessibility } = page
  const label = (name: string) => name.padEnd(14)
  const left = Math.max(20, width - 46)
  return [
    ...page.dimensions.map(
      (each) =>
        `  ${label(each.name)}  ${bar(each.score, { threshold, paint })}  ${showScore(each.score)}  ${paint('dim', `${String(Math.round(each.weight * 100)).padStart(2)} %  ${oneLine(rubricOf(each), left)}`)}`,
    ),
    `  ${paint('bold', label('Overall'))}  ${bar(page.overall, { threshold, paint })}  ${paint('bold', showScore(page.overall))}  ${paint('dim', `threshold ${showScore(threshold)}`)}`,
    ...(accessibility === null
      ? []
      : [
          `  ${label('Accessibility')}  ${bar(accessibility / 100, { threshold: 0.9, paint })}  ${String(accessibility).padStart(4)}  ${paint('dim', 'of 100, counted as Lighthouse does')}`,
        ]),
    `  ${label('Must pass')}  ${mustPassText(page, how)}`,
  ]
}

/** The line of the rubric, or what keeps the dimension from more. */
const rubricOf = ({ rubric, caps }: ShownDimension): string =>
  caps.length === 0
    ? rubric.replace(/^[\d.]+: /, '')
    : `capped: ${caps.map(({ reason }) => reason).join('; ')}`

function mustPassText({ mustPass }: JudgedPage, { paint, width }: PagePretty): string {
  const { asked, failed } = mustPass
  if (failed.length === 0) return paint('green', `✓ all ${asked} hold`)
  const broken = failed.filter(({ why }) => why === 'failed').map(({ ruleId }) => ruleId)
  const unchecked = failed.length - broken.length
  const parts = [
    ...(broken.length > 0 ? [`${broken.length} of ${asked} fail: ${broken.join(', ')}`] : []),
    ...(unchecked > 0 ? [`${unchecked} of ${asked} not checked`] : []),
  ]
  return paint('red', `✗ ${oneLine(parts.join('; '), Math.max(30, width - 20))}`)
}

function verdictLine(page: JudgedPage, paint: Paint): string {
  const { passed, findings, mustPass, overall, threshold } = page
  const word = passed ? paint(['bold', 'green'], '  PASS') : paint(['bold', 'red'], '  FAIL')
  const said = [
    ...(findings.length > 0 ? [tally(findings)] : ['no findings']),
    ...(mustPass.failed.length > 0
      ? [`${plural(mustPass.failed.length, 'must-pass rule')} not held`]
      : []),
    ...(overall < threshold - 1e-9 ? [`score below ${showScore(threshold)}`] : []),
  ]
  const made = page.fixed.length > 0 ? ` · ${plural(page.fixed.length, 'repair')} made` : ''
  return `${word}  ${page.sight.type === 'broken' ? 'nothing is known' : said.join(', ')}${paint('green', made)}`
}

function nextLines({ pages }: PageReport, { hasFixed }: PagePretty): readonly string[] {
  const broken = pages.some(({ sight }) => sight.type === 'broken')
  if (broken) return ['see what this machine lacks: loopwright doctor']
  const unseen = pages.some(({ sight }) => sight.type === 'static')
  const fixable = pages.flatMap(({ findings }) => findings).filter(({ fix }) => fix !== undefined)
  const open = pages.some((page) => !page.passed)
  return [
    ...(fixable.length > 0 && !hasFixed
      ? [`${plural(fixable.length, 'finding')} a machine can repair: add --fix`]
      : []),
    ...(unseen ? ['see which browser is here, or how to get one: loopwright doctor'] : []),
    ...(open && !unseen ? ['see it with pictures: add --format html -o report.html'] : []),
    ...(pages.length > 0 && !open
      ? ['prove that the gate would notice defects in this page: loopwright audit <folder>']
      : []),
  ]
}
