import { cell, code } from '../findings-formats.ts'
import { showScore, showSeconds } from '../format.ts'
import {
  groupsOf,
  type JudgedPage,
  measuredText,
  type PageReport,
  type ShownFinding,
  sourceOf,
  tally,
} from '../../model/page-report.ts'
import { obligationsAsMarkdown } from '../verdict.ts'

const mostShown = 5

export const pagesAsMarkdown = ({ pages, exit, contract, notes, seconds }: PageReport): string =>
  [
    `## ${exit === 0 ? '✅' : '❌'} Loopwright: ${pages.filter(({ passed }) => passed).length} of ${pages.length} ${pages.length === 1 ? 'page is' : 'pages are'} accepted`,
    '',
    ...pages.flatMap(pageSection),
    ...notes.map((note) => `- ${cell(note)}`),
    `Held against: ${contract.length === 0 ? 'nothing' : contract.map(({ path }) => code(path)).join(', ')}. ${showSeconds(seconds)}.`,
    '',
  ].join('\n')

function pageSection(page: JudgedPage): readonly string[] {
  const { sight } = page
  if (sight.type === 'broken')
    return [
      `### ${code(page.path)}: FAIL`,
      '',
      `> **The look broke, so nothing is known.** ${cell(sight.reason)}`,
      '',
    ]
  return [
    `### ${code(page.path)}`,
    '',
    ...obligationsAsMarkdown(page.obligations, cell),
    `Score ${showScore(page.overall)}, ${showScore(page.threshold)} is asked for.`,
    '',
    ...(sight.type === 'seen'
      ? []
      : [
          `> **Nobody looked at the page:** ${cell(sight.reason)}. What was not checked has not passed.`,
          '',
        ]),
    '| Dimension | Score | Weight | Says |',
    '| --- | ---: | ---: | --- |',
    ...page.dimensions.map(
      ({ name, score, weight, rubric, caps }) =>
        `| ${name} | ${showScore(score)} | ${Math.round(weight * 100)} % | ${cell([rubric.replace(/^[\d.]+: /, ''), ...caps.map(({ reason }) => `capped: ${reason}`)].join('; '))} |`,
    ),
    '',
    `Accessibility: ${page.accessibility === null ? 'not seen' : `${page.accessibility} of 100`}. Must pass: ${mustPassText(page)}.`,
    '',
    ...findingList(page),
  ]
}

const mustPassText = ({ mustPass: { asked, failed } }: JudgedPage): string =>
  failed.length === 0
    ? `all ${asked} hold`
    : `${failed.length} of ${asked} do not hold (${failed.map(({ ruleId }) => code(ruleId)).join(', ')})`

function findingList(page: JudgedPage): readonly string[] {
  if (page.findings.length === 0) return []
  return [
    `<details><summary>${tally(page.findings)}</summary>`,
    '',
    ...groupsOf(page.findings).flatMap(({ ruleId, findings }) => [
      `- ${code(ruleId)} ${findings.length} ×`,
      ...findings.slice(0, mostShown).map((each) => `  - ${findingText(page, each)}`),
      ...(findings.length > mostShown ? [`  - … and ${findings.length - mostShown} more`] : []),
    ]),
    '',
    '</details>',
    '',
  ]
}

function findingText(page: JudgedPage, finding: ShownFinding): string {
  const source = sourceOf(page, finding)
  const measured = measuredText(finding)
  return [
    ...(source === null ? [] : [code(source)]),
    cell(finding.message),
    ...(finding.selector === undefined ? [] : [`at ${code(finding.selector)}`]),
    ...(measured === null ? [] : [`(${cell(measured)})`]),
  ].join(' ')
}
