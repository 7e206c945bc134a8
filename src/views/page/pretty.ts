import { reaches } from '../../loop/score.ts'
import { counted } from '../../model/counted.ts'
import { printable } from '../findings.ts'
import type { Paint } from '../../model/screen.ts'
import { oneLine, showScore, showSeconds } from '../format.ts'
import { findingBlocks, type PagePretty } from './pretty-findings.ts'
import type { JudgedPage, PageReport, ShownDimension } from '../../model/page-report.ts'
import { howToDecide, obligationLines, verdictHeadline, verdictStyle } from '../verdict.ts'

export function pagePretty(report: PageReport, how: PagePretty): string {
  const { paint } = how
  const passed = report.pages.filter((page) => page.passed).length
  return [
    ...report.pages.flatMap((page) => [...pageLines(page, report, how), '']),
    ...(report.pages.length > 1
      ? [paint('bold', `${passed} of ${report.pages.length} pages are accepted`)]
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
    `${paint('bold', printable(page.path))}: ${verdictLine(page, paint)}${title}`,
    ...obligationLines(page.obligations, { paint, width: how.width, all: how.all }),
    ...sightLines(page, report, how),
    '',
    ...findingBlocks(page, how),
    ...scoreLines(page, how),
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

const barWidth = 20

function bar(share: number, { threshold, paint }: { threshold: number | null; paint: Paint }) {
  const filled = Math.round(share * barWidth)
  const mark = threshold === null ? -1 : Math.min(barWidth - 1, Math.round(threshold * barWidth))
  const cells = Array.from({ length: barWidth }, (_, at) =>
    at < filled ? '█' : at === mark ? '┊' : '░',
  ).join('')
  const enough = reaches(share, threshold ?? 0.75)
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
    `  ${paint('bold', label('Overall'))}  ${bar(page.overall, { threshold, paint })}  ${paint('bold', showScore(page.overall))}  ${paint('dim', `threshold ${showScore(threshold)}${isAdvice(page) ? ', which decides nothing here' : ''}`)}`,
    ...(accessibility === null
      ? []
      : [
          `  ${label('Accessibility')}  ${bar(accessibility / 100, { threshold: 0.9, paint })}  ${String(accessibility).padStart(4)}  ${paint('dim', 'of 100, counted as Lighthouse does')}`,
        ]),
    ...(isAdvice(page) ? [] : [`  ${label('Must pass')}  ${mustPassText(page, how)}`]),
  ]
}

/** The line of the rubric, or what keeps the dimension from more. */
const rubricOf = ({ rubric, caps }: ShownDimension): string =>
  caps.length === 0
    ? rubric.replace(/^[\d.]+: /, '')
    : `capped: ${caps.map(({ reason }) => reason).join('; ')}`

/** Nobody ordered this page, so what the source calls must-pass only advises. */
const isAdvice = ({ obligations }: JudgedPage): boolean =>
  obligations.some(({ id }) => id === 'rule.readable')

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
  const { obligations, verdict, sight, fixed } = page
  if (sight.type === 'broken') return paint(['bold', 'red'], 'nothing is known')
  const made = fixed.length > 0 ? paint('green', ` · ${counted(fixed.length, 'repair')} made`) : ''
  return `${paint(['bold', verdictStyle[verdict.verdict]], verdictHeadline(obligations))}${made}`
}

function nextLines({ pages }: PageReport, { hasFixed }: PagePretty): readonly string[] {
  const broken = pages.some(({ sight }) => sight.type === 'broken')
  if (broken) return ['see what this machine lacks: loopwright doctor']
  const unseen = pages.some(({ sight }) => sight.type === 'static')
  const lacking = pages.some(({ sight }) => sight.type === 'static' && sight.why === 'no-browser')
  const fixable = pages.flatMap(({ findings }) => findings).filter(({ fix }) => fix !== undefined)
  const open = pages.some((page) => !page.passed)
  return [
    ...howToDecide(pages.flatMap(({ obligations }) => obligations)),
    ...(fixable.length > 0 && !hasFixed
      ? [`${counted(fixable.length, 'finding')} a machine can repair: add --fix`]
      : []),
    ...(lacking ? ['see which browser is here, or how to get one: loopwright doctor'] : []),
    ...(open && !unseen ? ['see it with pictures: add --format html -o report.html'] : []),
    ...(pages.length > 0 && !open
      ? ['prove that the gate would notice defects in this page: loopwright audit <folder>']
      : []),
  ]
}
