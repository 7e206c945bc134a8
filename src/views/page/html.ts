import { htmlHead } from '../html-head.ts'
import { showScore, showSeconds } from '../format.ts'
import { xml } from '../junit.ts'
import {
  type JudgedPage,
  type PageReport,
  type ShownDimension,
  sectionsOf,
  tally,
  type FindingGroup,
  groupsOf,
  measuredText,
  type ShownFinding,
  sourceOf,
} from '../../model/page-report.ts'
import { type Base64, shotSection, cutOut } from './html-shots.ts'
import { pageReportStyle } from './html-style.ts'
import { obligationsAsHtml, verdictHeadline } from '../verdict.ts'

/** Pages with their verdict as one page: no scripts, nothing from elsewhere, pictures inside. */
export function pagesAsHtml(report: PageReport, base64: Base64): string {
  const { pages, exit, contract, notes, seconds } = report
  const passed = pages.filter((page) => page.passed).length
  const title =
    pages.length === 1
      ? `${pages[0]?.path ?? ''}: ${exit === 5 ? 'nothing is known' : verdictHeadline(pages[0]?.obligations ?? [])}`
      : `${passed} of ${pages.length} pages are accepted`
  return [
    htmlHead(title, pageReportStyle, [
      '<meta name="description" content="What Loopwright found when it judged a page, with pictures of the places.">',
      '<link rel="icon" href="data:,">',
    ]),
    '<body>',
    '<a class="skip" href="#verdict">Skip to the verdict</a>',
    `<header><p class="kind">Loopwright page report</p><h1>${xml(title)}</h1>`,
    `<p class="held">${contract.length === 0 ? 'Held against no copy, tokens, brief or brand.' : `Held against ${contract.map(({ path }) => `<code>${xml(path)}</code>`).join(', ')}.`} Judged in ${showSeconds(seconds)}.</p></header>`,
    '<main id="verdict">',
    ...pages.flatMap((page, at) =>
      pageSection(page, { at, base64, isOneOfMany: pages.length > 1 }),
    ),
    ...(notes.length === 0
      ? []
      : [
          '<section aria-labelledby="notes"><h2 id="notes">Notes</h2><ul>',
          ...notes.map((note) => `<li>${xml(note)}</li>`),
          '</ul></section>',
        ]),
    '</main>',
    '</body>',
    '</html>',
    '',
  ].join('\n')
}

type Place = { readonly at: number; readonly base64: Base64; readonly isOneOfMany: boolean }

function pageSection(page: JudgedPage, { at, base64, isOneOfMany }: Place): readonly string[] {
  const id = `page-${at}`
  return [
    `<section aria-labelledby="${id}"><h2 id="${id}">${isOneOfMany ? xml(page.path) : 'Verdict'} <span class="status ${page.passed ? 'pass' : 'fail'}">${page.verdict.verdict.replace('_', ' ')}</span></h2>`,
    ...sightNotice(page),
    ...(page.sight.type === 'broken'
      ? []
      : [
          obligationsAsHtml(page.obligations, { id: `obligations-${at}` }),
          verdictFacts(page),
          scoreTable(page),
          ...mustPassList(page),
        ]),
    '</section>',
    ...shotSection(page, at, base64),
    ...findingSections(page, at),
  ]
}

function sightNotice({ sight }: JudgedPage): readonly string[] {
  if (sight.type === 'seen')
    return sight.gaps.length === 0
      ? []
      : [
          `<p class="notice">Not everything could be seen: ${sight.gaps.map(({ part, reason }) => xml(`${part} (${reason})`)).join('; ')}.</p>`,
        ]
  if (sight.type === 'broken')
    return [
      `<p class="notice"><strong>The look broke, so nothing is known.</strong> ${xml(sight.reason)}</p>`,
    ]
  return [
    `<p class="notice"><strong>Nobody looked at the page.</strong> ${xml(sight.reason)}. What was not checked has not passed.</p>`,
  ]
}

function verdictFacts(page: JudgedPage): string {
  const { sight, mustPass } = page
  const facts: readonly (readonly [string, string])[] = [
    ['Overall score', `${showScore(page.overall)}, threshold ${showScore(page.threshold)}`],
    [
      'Accessibility score',
      page.accessibility === null
        ? 'not seen'
        : `${page.accessibility} of 100, as Lighthouse counts`,
    ],
    [
      'Must pass',
      mustPass.failed.length === 0
        ? `all ${mustPass.asked} rules hold`
        : `${mustPass.failed.length} of ${mustPass.asked} rules do not hold`,
    ],
    ['Findings', page.findings.length === 0 ? 'none' : tally(page.findings)],
    [
      'Seen with',
      sight.type === 'seen'
        ? `${sight.browser}, ${sight.walls === 'none' ? 'without walls' : 'walled off'}`
        : 'nothing',
    ],
    ...(page.fixed.length === 0 ? [] : [['Repaired', page.fixed.join('; ')] as const]),
  ]
  return `<dl>${facts.map(([name, value]) => `<div><dt>${name}</dt><dd>${xml(value)}</dd></div>`).join('')}</dl>`
}

function scoreTable({ dimensions, threshold }: JudgedPage): string {
  if (dimensions.length === 0) return ''
  const row = (each: ShownDimension) =>
    `<tr><th scope="row">${each.name}<br><span class="muted">${Math.round(each.weight * 100)} %</span></th><td class="score ${each.score >= threshold ? 'pass' : 'fail'}">${showScore(each.score)}<span class="bar"><span style="width:${Math.round(each.score * 100)}%"></span></span></td><td>${xml(each.rubric.replace(/^[\d.]+: /, ''))}${each.caps.map(({ reason, at }) => `<br><span class="muted">capped at ${showScore(at)}: ${xml(reason)}</span>`).join('')}</td><td>${each.parts.map(({ title, anchor }) => `${xml(title)} ${showScore(anchor)}`).join('<br>')}</td></tr>`
  return [
    '<div class="scroll" tabindex="0" role="region" aria-label="Scores by dimension"><table><caption>Scores by dimension</caption>',
    '<thead><tr><th scope="col">Dimension</th><th scope="col">Score</th><th scope="col">What it says</th><th scope="col">Parts</th></tr></thead>',
    `<tbody>${dimensions.map(row).join('\n')}</tbody></table></div>`,
  ].join('\n')
}

function mustPassList({ mustPass }: JudgedPage): readonly string[] {
  const broken = mustPass.failed.filter(({ why }) => why === 'failed')
  const unchecked = mustPass.failed.filter(({ why }) => why === 'not-checked')
  const codes = unchecked.map(({ ruleId }) => `<code>${xml(ruleId)}</code>`).join(', ')
  const reasons = [...new Set(unchecked.map(({ reason }) => xml(reason)))].join('; ')
  return [
    ...(broken.length === 0
      ? []
      : [
          '<h3>Must pass and does not</h3><ul>',
          ...broken.map(
            ({ ruleId, about }) => `<li><code>${xml(ruleId)}</code> ${xml(about)}</li>`,
          ),
          '</ul>',
        ]),
    ...(unchecked.length === 0
      ? []
      : [
          `<h3>Must pass and could not be checked</h3><p class="warn">Because ${reasons}.</p><p>${codes}</p>`,
        ]),
  ]
}

/** More of the same rule are counted, not shown. */
const mostShown = 12

function findingSections(page: JudgedPage, at: number): readonly string[] {
  return sectionsOf(page).flatMap(({ name, findings: own }, index) => {
    const id = `findings-${at}-${index}`
    return [
      `<section aria-labelledby="${id}"><h2 id="${id}">${name}: ${tally(own)}</h2>`,
      ...groupsOf(own).map(({ ruleId, findings }) => ruleBlock(page, at, { ruleId, findings })),
      '</section>',
    ]
  })
}

const words = { error: 'error', warning: 'warning', info: 'remark' } as const
const tones = { error: 'fail', warning: 'warn', info: 'muted' } as const

function ruleBlock(page: JudgedPage, at: number, { ruleId, findings }: FindingGroup): string {
  const rule = page.rules.find(({ id }) => id === ruleId)
  const worst = findings[0].severity
  const more = findings.length - mostShown
  return [
    `<article class="rule"><h3><code>${xml(ruleId)}</code> <span class="${tones[worst]}">${findings.length} × ${words[worst]}${rule?.mustPass === true ? ', must pass' : ''}</span></h3>`,
    `<p>${xml(rule?.about ?? '')}</p>`,
    ...((rule?.better ?? null) === null
      ? []
      : [`<p class="muted">Better: <code>${xml(rule?.better ?? '')}</code></p>`]),
    '<ol>',
    ...findings.slice(0, mostShown).map((finding) => item(page, at, finding)),
    '</ol>',
    ...(more > 0 ? [`<p class="muted">And ${more} more of this rule.</p>`] : []),
    '</article>',
  ].join('\n')
}

function item(page: JudgedPage, at: number, finding: ShownFinding): string {
  const source = sourceOf(page, finding)
  const measured = measuredText(finding)
  const places = [
    ...(source === null ? [] : [`<code>${xml(source)}</code>`]),
    ...(finding.selector === undefined ? [] : [`<code>${xml(finding.selector)}</code>`]),
    ...(finding.width === undefined ? [] : [`at ${finding.width} px`]),
    ...(measured === null ? [] : [`<strong>${xml(measured)}</strong>`]),
  ]
  return [
    `<li><div class="finding"><div><p>${xml(finding.message)}</p>`,
    places.length === 0 ? '' : `<p class="place">${places.join(' · ')}</p>`,
    finding.fix === undefined ? '' : `<p class="pass">Fix: ${xml(finding.fix.title)}</p>`,
    '</div>',
    cutOut(page, at, finding),
    '</div></li>',
  ].join('')
}
