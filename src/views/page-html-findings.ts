import { xml } from './junit.ts'
import { cutOut } from './page-html-shots.ts'
import {
  type FindingGroup,
  groupsOf,
  type JudgedPage,
  measuredText,
  type ShownFinding,
  sourceOf,
  tally,
} from './page-report.ts'

/** More of the same rule are counted, not shown. */
const mostShown = 12

/** Findings by dimension and rule, each with its place. */
export function findingSections(page: JudgedPage, at: number): readonly string[] {
  return page.dimensions.flatMap(({ name }, index) => {
    const own = page.findings.filter(({ dimension }) => dimension === name)
    if (own.length === 0) return []
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
